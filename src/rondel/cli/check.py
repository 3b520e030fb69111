"""``rondel check``: is this game sound? Its definition, then the laws of the test kit on random games.

What it checks is what `rondel check --help` says. It does not know what the rules should be.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from functools import partial
from typing import Any

import rondel
from rondel.cli.fault import told
from rondel.cli.named import named, settled
from rondel.errors import BadOption, DefinitionError, RulesError
from rondel.testing import LAWS
from rondel.testing import check as obey


class Findings:
    """What was checked, and what was found wrong."""

    def __init__(self) -> None:
        self.problems: list[str] = []
        self.games = 0
        """Random games that were played for each law."""

    def lines(self, name: str) -> list[str]:
        """The report for people."""
        count = len(self.problems)
        tried = f", and {len(LAWS)} laws ({', '.join(LAWS)}) on {self.games} random games each" if self.games else ""
        return [
            f"{name}: checked the definition{tried}",
            *(f"  - {problem}" for problem in self.problems),
            f"{count} problem{'' if count == 1 else 's'} found" if count else "nothing wrong found",
        ]


def check(
    name: str, *, playthroughs: int, seed: int, limit: int, options: Sequence[str], seats: int | None, as_json: bool
) -> None:
    """Check and print what was found; ends with exit code 1 if anything is wrong. Raises `UnknownGame`, `BadOption`."""
    found = Findings()
    try:
        kind = named(name)
    except RulesError as error:  # a file that cannot even be loaded is a finding
        found.problems.append(str(error))
    else:
        name = kind.name
        examine(kind, found, games=playthroughs, seed=seed, plies=limit, options=settled(kind, options), seats=seats)
    if as_json:
        report = {"game": name, "ok": not found.problems, "laws": list(LAWS), "games": found.games, "problems": found.problems}
        print(json.dumps(report))
    else:
        print("\n".join(found.lines(name)))
    if found.problems:
        raise SystemExit(1)


def examine(
    kind: type[rondel.Game],
    found: Findings,
    *,
    games: int,
    seed: int,
    plies: int,
    options: dict[str, Any],
    seats: int | None,
) -> None:
    """Check one game: its definition, then each law on random games until it is broken once.

    >>> found = Findings()
    >>> examine(named("tic_tac_toe"), found, games=2, seed=1, plies=100, options={}, seats=None)
    >>> found.problems
    []
    """
    try:
        rondel.new(kind, seats=seats, seed=seed, options=options)
    except DefinitionError as error:
        found.problems.extend(error.problems)
        return
    except BadOption:
        raise
    except Exception as error:  # noqa: BLE001 - whatever the rules raise is a finding
        found.problems.append(f"the game cannot be started: {told(error)}")
        return
    found.games = games
    broken: dict[str, list[tuple[str, int]]] = {}
    for law in LAWS:
        for number in range(seed, seed + games):
            make = partial(rondel.new, kind, seats=seats, seed=number, options=options)
            try:
                obey(make, law, seed=number, plies=plies)
            except Exception as error:  # noqa: BLE001 - whatever the rules raise is a finding
                broken.setdefault(told(error), []).append((law, number))
                break
    found.problems.extend(f"{problem} ({_when(cases)})" for problem, cases in broken.items())


def _when(cases: Sequence[tuple[str, int]]) -> str:
    """In which games something was found: one fault of the rules breaks many laws, and is told once."""
    laws = [law for law, _seed in cases]
    listed = f"law {laws[0]!r}" if len(laws) == 1 else "every law" if len(laws) == len(LAWS) else f"laws {', '.join(laws)}"
    return f"{listed}, seed {min(seed for _law, seed in cases)}"
