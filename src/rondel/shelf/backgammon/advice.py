"""How good a position of backgammon is for a role: the race, the points that are held, and the checkers that may be hit."""

from __future__ import annotations

from math import tanh
from typing import Final

from rondel.shelf.backgammon.rules import Backgammon as Rules
from rondel.shelf.backgammon.running import BAR, HOME, OFF, to_go

TURN: Final = 8.2
"""The pips of a roll on average."""
MADE: Final = (0.0, 0.6, 0.9, 1.4, 2.2, 2.4, 2.0, 2.0, 1.0, 0.6)
"""What a point is worth that is held with two checkers or more, by its pips; 0.3 further on."""


class Backgammon(Rules):
    """Backgammon with advice for bots."""

    def estimate(self, role: str) -> float:
        """The race, the points that are held, and the checkers that may be hit."""
        other = self.opponent(role)
        if self.is_over:
            return 1.0 if self.scores[role] > self.scores[other] else -1.0
        mine, theirs = self.counted(role), self.counted(other)
        lead = to_go(theirs) - to_go(mine) + (TURN if self.player == role else -TURN) / 2
        race = lead / (8 + to_go(mine) / 8)
        if behind(mine, theirs):
            return tanh(race)
        return tanh((0.7 * race + 0.22 * (shape(mine, theirs) - shape(theirs, mine))) / 1.6)


def behind(mine: list[int], theirs: list[int]) -> bool:
    """Whether the two have passed each other, so that nobody can be hit."""
    back = max([pips for pips in range(BAR + 1) if mine[pips]], default=OFF)
    front = max([pips for pips in range(BAR + 1) if theirs[pips]], default=OFF)
    return back + front < BAR


def shape(mine: list[int], theirs: list[int]) -> float:
    """What the points are worth that a player holds, less what may be lost by single checkers and by those on the bar."""
    worth = sum([(MADE[pips] if pips < len(MADE) else 0.3) for pips in range(1, BAR) if mine[pips] > 1])
    worth += 0.25 * prime(mine) ** 2 * (1 if sum(theirs[BAR - HOME :]) else 0)
    strong = len([pips for pips in range(1, HOME + 1) if theirs[pips] > 1])
    for pips in range(1, BAR):
        if mine[pips] == 1:
            near = len([ahead for ahead in range(1, 12) if pips - ahead > OFF and theirs[BAR - pips + ahead]])
            if near:
                worth -= (0.4 + 0.15 * near) * (1 + (BAR - pips) / 12) * (0.7 + 0.15 * strong)
    return worth - mine[BAR] * (1.5 + 0.5 * strong)


def prime(lying: list[int]) -> int:
    """The longest row of points that are held."""
    longest = row = 0
    for pips in range(1, BAR):
        row = row + 1 if lying[pips] > 1 else 0
        longest = max(longest, row)
    return longest
