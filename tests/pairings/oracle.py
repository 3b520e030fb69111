"""Independent answers about tournaments: the pairings of py4swiss, and tie-breaks counted from a report file.

Both read the tournament as FIDE's report file says it, and share no code with `rondel.pairings`.
"""

from __future__ import annotations

from collections.abc import Collection
from pathlib import Path

import pytest

Rounds = dict[int, list[tuple[int, str]]]
"""For each starting number the opponent, 0 for none, and the sign of the result, round by round."""


def pairs(report: str, away: Collection[int], folder: Path) -> list[tuple[int, int]] | None:
    """The pairs that py4swiss makes for the next round, a bye as number 0; None where it finds none. Those ``away`` get no
    game."""
    pytest.importorskip("py4swiss")
    from py4swiss.engines import DutchEngine
    from py4swiss.engines.common import PairingError
    from py4swiss.trf import TrfParser

    lines = [f"{line}  0000 - Z" if line.startswith("001") and int(line[4:8]) in away else line for line in report.splitlines()]
    (folder / "now.trf").write_text("\n".join([*lines, ""]))
    try:
        return [(each.white, each.black) for each in DutchEngine.generate_pairings(TrfParser.parse(folder / "now.trf"))]
    except PairingError:
        return None


def buchholz(report: str) -> dict[int, tuple[float, float, float]]:
    """Buchholz cut 1, Buchholz and Sonneborn-Berger of each player, by article 16 of C.07."""
    players: Rounds = {}
    for line in report.splitlines():
        if line.startswith("001"):
            cells = [line[place : place + 8] for place in range(91, len(line), 10)]
            players[int(line[4:8])] = [(int(cell[:4]), cell[-1]) for cell in cells]
    return {number: _values(number, players) for number in players}


_WORTH = {"1": 1.0, "+": 1.0, "U": 1.0, "=": 0.5, "0": 0.0, "-": 0.0, "Z": 0.0}


def _score(rounds: list[tuple[int, str]]) -> float:
    return sum(_WORTH[sign] for _, sign in rounds)


def _seen_by_others(rounds: list[tuple[int, str]]) -> float:
    """The score, with absences at the end as draws."""
    score, place = _score(rounds), len(rounds)
    while place and rounds[place - 1][1] in "Z-":
        place -= 1
        score += 0.5 * (rounds[place][1] == "Z")
    return score


def _values(number: int, players: Rounds) -> tuple[float, float, float]:
    mine, own = players[number], _score(players[number])
    voluntary: list[float] = []
    others: list[float] = []
    berger = 0.0
    for opponent, sign in mine:
        seen = _seen_by_others(players[opponent]) if opponent else len(mine) / 2
        value = seen if sign in "1=0" else min(own, seen)
        (voluntary if sign in "Z-" else others).append(value)
        berger += _WORTH[sign] * value
    return sum([*sorted(voluntary), *sorted(others)][1:]), sum(voluntary) + sum(others), berger
