"""``rondel check``: is this game sound? Its definition, then the laws of the test kit on random games.

What it checks is what `rondel check --help` says. It does not know what the rules should be.
"""

from __future__ import annotations

import json
import sys
import time
from collections.abc import Callable, Sequence
from typing import Any, Final, TextIO

from rondel.cli.fault import told
from rondel.cli.named import named, settled
from rondel.errors import BadOption, DefinitionError, RulesError
from rondel.testing import LAWS
from rondel.testing.report import Report, Subject, examine
from rondel.testing.watch import Watch, effort

BUDGET: Final = 15.0
"""Seconds of processor time that the laws share by default."""
GAMES: Final = 10
"""Games that each law is tried on at most, where no other number is given."""
EVERY: Final = 2.0
"""Seconds between two lines of progress where there is no terminal."""


def check(
    name: str,
    *,
    games: int | None,
    seconds: float | None,
    long: bool = False,
    seed: int,
    limit: int,
    laws: Sequence[str],
    options: Sequence[str],
    seats: int | None,
    as_json: bool,
) -> None:
    """Check and print what was found; ends with exit code 1 if anything is wrong. Raises `UnknownGame`, `BadOption`.

    With ``seconds`` the laws share that time. Without them, and without ``games``, ``laws`` or ``long``, they share `BUDGET`
    seconds of processor time; else every law is tried on all games.
    """
    unknown = [law for law in laws if law not in LAWS]
    if unknown:
        raise BadOption(f"there is no law {unknown[0]!r}; the laws are {', '.join(LAWS)}")
    problems: list[str] = []
    report: Report | None = None
    title = name
    watch = Watch(last_resort=True)
    if seconds is None and games is None and not laws and not long:
        seconds, watch = BUDGET, Watch(clock=effort, last_resort=True)
    try:
        kind = watch.run(lambda: named(name))
    except RulesError as error:  # a file that cannot even be loaded is a finding
        problems.append(str(error))
    else:
        title = kind.name
        subject = Subject(kind, called=name, seats=seats, options=settled(kind, options))
        problems = startable(subject, seed, watch)
        if not problems:
            with Line(quiet=as_json) as line:
                report = examine(
                    subject,
                    games=GAMES if games is None else games,
                    seconds=seconds,
                    seed=seed,
                    plies=limit,
                    laws=laws,
                    progress=line.show,
                    found=line.found,
                    describe=told,
                    watch=watch,
                )
    _print(title, problems, report, as_json=as_json)
    if problems or (report is not None and not report.ok):
        raise SystemExit(1)


def startable(subject: Subject, seed: int, watch: Watch | None = None) -> list[str]:
    """What keeps a game from being started: what is wrong with its definition, or what its setup raises. Raises `BadOption`.

    >>> startable(Subject(named("tic_tac_toe")), 1)
    []
    """
    try:
        (watch or Watch()).run(lambda: subject.start(seed))
    except DefinitionError as error:
        return list(error.problems)
    except BadOption:
        raise
    except Exception as error:  # noqa: BLE001 - whatever the rules raise is a finding
        return [f"the game cannot be started: {told(error)}"]
    return []


class Line:
    """Progress on standard error: at a terminal one line that is overwritten, in a pipe or a file a further line every 2 s."""

    def __init__(self, *, quiet: bool, out: TextIO | None = None, clock: Callable[[], float] = time.monotonic) -> None:
        self._out = out or sys.stderr
        self._quiet = quiet
        self._over = self._out.isatty()
        self._clock = clock
        self._told: float | None = None
        self._width = 0

    def show(self, text: str) -> None:
        """Show what is being done."""
        now = self._clock()
        if self._quiet:
            return
        if self._over:
            self._out.write("\r" + text.ljust(self._width))
            self._width = len(text)
        elif self._told is None or now - self._told >= EVERY:
            self._told = now
            self._out.write(f"checking: {text}\n")
        self._out.flush()

    def found(self, problem: str) -> None:
        """Show a problem as soon as it is found; the report has it again, with what was played."""
        if self._quiet:
            return
        self._clear()
        self._out.write(f"found: {problem}\n")
        self._out.flush()

    def _clear(self) -> None:
        if self._over and self._width:
            self._out.write("\r" + " " * self._width + "\r")
            self._width = 0

    def __enter__(self) -> Line:
        return self

    def __exit__(self, *error: object) -> None:
        self._clear()


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
