"""Advice for bots that play Yacht: the points that each blank line may still bring, and the dice of this turn.

The luck of the last roll is left out: a position is worth what was to be expected when the dice to keep were chosen. So a bot
that tries each move once chooses by the odds and not by one fall of the dice.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from math import exp, sqrt
from typing import Final

from rondel.shelf.yacht.rules import SHEET, TIMES, Roll, Turn
from rondel.shelf.yacht.rules import Yacht as Rules
from rondel.shelf.yacht.scoring import BONUS, BONUS_FROM, BONUS_POINTS, DICE, FALLS, HIGHEST, NUMBERS, points
from rondel.shelf.yacht.turns import NUMBER, turn

SCALE: Final = 120
"""So many points ahead are as good as won."""

ALONE: Final[Mapping[str, Mapping[str, float]]] = {
    "classic": {
        "ones": 1.77,
        "twos": 3.72,
        "threes": 5.86,
        "fours": 8.05,
        "fives": 10.27,
        "sixes": 12.6,
        "house": 5.69,
        "four": 2.88,
        "little": 4.0,
        "big": 4.01,
        "choice": 22.72,
        "yacht": -0.74,
    },
    "generous": {
        "ones": 1.84,
        "twos": 3.8,
        "threes": 5.85,
        "fours": 8.03,
        "fives": 10.23,
        "sixes": 12.57,
        "house": 5.75,
        "four": 3.6,
        "little": 3.91,
        "big": 3.92,
        "choice": 22.74,
        "yacht": -0.43,
    },
    "bonus": {
        "ones": 3.46,
        "twos": 3.91,
        "threes": 5.44,
        "fours": 5.57,
        "fives": 6.41,
        "sixes": 8.01,
        "three": 16.75,
        "four": 6.63,
        "house": 9.17,
        "little": 20.31,
        "big": 8.44,
        "yacht": 1.48,
        "choice": 23.57,
    },
}
"""What a blank line may bring when it is the last one, about. These numbers were fitted to the exact means of the best play of
one player alone, over all sets of blank lines, which `tests/shelf/test_yacht.py` computes."""
AMONG: Final[Mapping[str, Mapping[str, float]]] = {
    "classic": {
        "ones": 4.62,
        "twos": 4.33,
        "threes": 4.28,
        "fours": 4.66,
        "fives": 5.12,
        "sixes": 5.31,
        "house": 11.7,
        "four": 9.54,
        "little": 10.53,
        "big": 10.78,
        "choice": 3.95,
        "yacht": 12.41,
    },
    "generous": {
        "ones": 4.58,
        "twos": 4.29,
        "threes": 4.37,
        "fours": 4.79,
        "fives": 5.25,
        "sixes": 5.41,
        "house": 11.68,
        "four": 11.88,
        "little": 10.49,
        "big": 10.73,
        "choice": 3.99,
        "yacht": 11.82,
    },
    "bonus": {
        "ones": 4.39,
        "twos": 4.65,
        "threes": 4.43,
        "fours": 6.18,
        "fives": 7.48,
        "sixes": 7.63,
        "three": 7.3,
        "four": 7.41,
        "house": 12.37,
        "little": 13.76,
        "big": 21.45,
        "yacht": 11.69,
        "choice": 5.58,
    },
}
"""What it may bring more among others, as the dice can then be written where they make most."""
SHARES: Final[Mapping[str, tuple[float, ...]]] = {
    "classic": (0.0, 0.159, 0.305, 0.422, 0.519, 0.602, 0.675, 0.74, 0.799, 0.852, 0.901, 0.946, 0.988),
    "generous": (0.0, 0.156, 0.303, 0.42, 0.518, 0.602, 0.675, 0.74, 0.799, 0.852, 0.9, 0.944, 0.986),
    "bonus": (0.0, -0.02, 0.22, 0.376, 0.488, 0.576, 0.649, 0.711, 0.766, 0.815, 0.859, 0.9, 0.938, 0.973),
}
"""The part of that, by the number of blank lines."""
ON_NUMBERS: Final = {"ones": 2.11, "twos": 5.26, "threes": 8.57, "fours": 12.16, "fives": 15.69, "sixes": 19.19}
"""The mean points on the lines of numbers in the best play with the bonus."""


class Yacht(Rules):
    """Yacht with advice for bots."""

    def estimate(self, role: str) -> float:
        """The expected lead over the best of the others, 1 for `SCALE` points; alone, the share of the points that can be
        made."""
        if self.is_over:
            return self.returns[role]
        mine = self.expected(role)
        if len(self.roles) == 1:
            return 2 * mine / HIGHEST[self.option(SHEET)] - 1
        best = max([self.expected(other) for other in self.roles if other != role])
        return max(-1.0, min(1.0, (mine - best) / SCALE))

    def expected(self, role: str) -> float:
        """The points of a player at the end, as far as can be told."""
        sheet = self.option(SHEET)
        blank = tuple([line.name for line in self.blank(role)])
        done = self.sheets[role].total
        rolling = self.state == Roll.__name__
        if role != self.player or not blank or not (rolling or self.state == Turn.__name__):
            return done + hoped(sheet, blank, self.numbers(role))
        left = TIMES - self.times.value - rolling
        return done + worth_of(sheet, blank, self.numbers(role))[left][NUMBER[self.kept()]]


def hoped(sheet: str, blank: tuple[str, ...], numbers: int) -> float:
    """The points that blank lines may bring, and the bonus, with so many points on the lines of numbers."""
    alone, among, share = ALONE[sheet], AMONG[sheet], SHARES[sheet][len(blank)]
    return sum([alone[line] + share * among[line] for line in blank]) + bonus_hoped(sheet, blank, numbers)


def bonus_hoped(sheet: str, blank: tuple[str, ...], numbers: int) -> float:
    """The part of the bonus that may be hoped for; 0 once it is written."""
    if sheet != BONUS or numbers >= BONUS_FROM:
        return 0.0
    coming = [name for name in NUMBERS if name in blank]
    if not coming:
        return 0.0
    ahead = sum([ON_NUMBERS[name] for name in coming], 0.0) + (numbers - BONUS_FROM - 1)
    return BONUS_POINTS / (1 + exp(-1.7 * ahead / (1.5 + 2.5 * sqrt(len(coming)))))


@lru_cache(maxsize=64)
def worth_of(sheet: str, blank: tuple[str, ...], numbers: int) -> list[list[float]]:
    """What dice to keep are worth with a blank line to write on: see `rondel.shelf.yacht.turns.turn`."""
    left: dict[str, tuple[str, ...]] = {line: tuple([each for each in blank if each != line]) for line in blank}
    falls: list[float] = []
    for fall in FALLS[DICE]:
        made = points(sheet, fall)
        falls.append(max([made[line] + after(sheet, left[line], numbers, line, made[line]) for line in blank]))
    return turn(falls, TIMES)


@lru_cache(maxsize=4_096)
def after(sheet: str, left: tuple[str, ...], numbers: int, line: str, made: int) -> float:
    """What may be hoped for after a line has been written; the bonus that it completes is counted."""
    if sheet != BONUS or line not in NUMBERS:
        return hoped(sheet, left, numbers)
    bonus = BONUS_POINTS if numbers < BONUS_FROM <= numbers + made else 0
    return bonus + hoped(sheet, left, numbers + made)
