"""``rondel check``: is this game sound? Its definition, then the laws of the test kit on random games.

What it checks is what `rondel check --help` says. It does not know what the rules should be.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Sequence
from typing import Any

from rondel.cli.fault import told
from rondel.cli.named import named, settled
from rondel.errors import BadOption, DefinitionError, RulesError
from rondel.testing import LAWS
from rondel.testing.report import Report, Subject, examine


def check(
    name: str,
    *,
    games: int,
    seconds: float | None,
    seed: int,
    limit: int,
    laws: Sequence[str],
    options: Sequence[str],
    seats: int | None,
    as_json: bool,
) -> None:
    """Check and print what was found; ends with exit code 1 if anything is wrong. Raises `UnknownGame`, `BadOption`."""
    unknown = [law for law in laws if law not in LAWS]
    if unknown:
        raise BadOption(f"there is no law {unknown[0]!r}; the laws are {', '.join(LAWS)}")
    problems: list[str] = []
    report: Report | None = None
    title = name
    try:
        kind = named(name)
    except RulesError as error:  # a file that cannot even be loaded is a finding
        problems.append(str(error))
    else:
        title = kind.name
        subject = Subject(kind, called=name, seats=seats, options=settled(kind, options))
        problems = startable(subject, seed)
        if not problems:
            with Line(quiet=as_json) as line:
                report = examine(
                    subject, games=games, seconds=seconds, seed=seed, plies=limit, laws=laws, progress=line.show, describe=told
                )
    _print(title, problems, report, as_json=as_json)
    if problems or (report is not None and not report.ok):
        raise SystemExit(1)


def startable(subject: Subject, seed: int) -> list[str]:
    """What keeps a game from being started: what is wrong with its definition, or what its setup raises. Raises `BadOption`.

    >>> startable(Subject(named("tic_tac_toe")), 1)
    []
    """
    try:
        subject.start(seed)
    except DefinitionError as error:
        return list(error.problems)
    except BadOption:
        raise
    except Exception as error:  # noqa: BLE001 - whatever the rules raise is a finding
        return [f"the game cannot be started: {told(error)}"]
    return []


class Line:
    """The line at the terminal that says what is being done; nothing where there is no terminal."""

    def __init__(self, *, quiet: bool) -> None:
        self._shows = not quiet and sys.stderr.isatty()
        self._width = 0

    def show(self, text: str) -> None:
        """Show this instead of what was shown before."""
        if self._shows:
            sys.stderr.write("\r" + text.ljust(self._width))
            sys.stderr.flush()
            self._width = len(text)

    def __enter__(self) -> Line:
        return self

    def __exit__(self, *error: object) -> None:
        if self._shows and self._width:
            sys.stderr.write("\r" + " " * self._width + "\r")


def _print(title: str, problems: list[str], report: Report | None, *, as_json: bool) -> None:
    if as_json:
        data: dict[str, Any] = {"game": title, "ok": not problems, "laws": list(LAWS), "games": 0, "problems": problems}
        if report is not None:
            data = report.to_json()
            data["problems"] = [*problems, *data["problems"]]
            data["ok"] = not data["problems"]
        print(json.dumps(data))
        return
    lines = report.lines() if report is not None else [f"{title}: checked the definition"]
    count = len(problems) + (len(report.failures) if report is not None else 0)
    if problems:
        found = f"{count} problem{'' if count == 1 else 's'} found"
        lines = [*(lines if report is None else lines[:-1]), *(f"  - {problem}" for problem in problems), found]
    elif report is None:
        lines.append("nothing wrong found")
    print("\n".join(lines))
