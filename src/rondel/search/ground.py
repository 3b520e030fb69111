"""The copy of a game that a search walks, and the values of its positions."""

from __future__ import annotations

import math
from random import Random
from typing import Final

from rondel.engine.game import Game
from rondel.engine.play.walk import Walk
from rondel.engine.records import record
from rondel.search.playout import go_on

OVER: Final = -2
"""The game is over, no role is active. Active roles are given by their numbers."""
CHANCE: Final = -1
"""Chance is active."""


def open_copy(game: Game) -> Game:
    """A copy in which chance is a seat of its own, so that a search weighs outcomes and cannot look up the seed's."""
    return record.restore(type(game), {**game.snapshot(), "explicit": True, "seed": None})


class Ground:
    """A copy of a game, and a walk through it. Values are lists in the order of the roles.

    >>> from rondel import new
    >>> Ground(new("reversi")).most, Ground(new("kuhn_poker")).most
    (1.0, inf)
    """

    def __init__(self, game: Game) -> None:
        self.game = open_copy(game)
        self.walk = Walk(self.game)
        self.roles = self.game.roles
        usual = type(game).utility is Game.utility
        self.most = 1.0 if usual else math.inf
        """The upper bound of every value at an end; infinite if the game gives none. It is 1 with the default `utility`, where
        one role's maximum fixes the values of the others."""
        self._mirrored = usual and len(self.roles) == 2 and not game.cooperative and not game.teams

    def returns(self) -> list[float]:
        """The values of the reached end."""
        game = self.game
        if self._mirrored:
            worth = game.utility(self.roles[0])
            return [worth, 0.0 - worth]  # avoids -0.0 in a draw
        return [float(game.utility(role)) for role in self.roles]

    def judged(self) -> list[float]:
        """The returns of a finished game; the author's estimates of an unfinished one, 0 without estimates."""
        game = self.game
        if game.is_over:
            return self.returns()
        worth: list[float] = []
        for role in self.roles:
            estimate = game.estimate(role)
            worth.append(0.0 if estimate is None else estimate)
        return worth

    def play_out(self, rng: Random, limit: int) -> list[float]:
        """The returns of a random game from here, or estimates after ``limit`` answers. The walk stays at the last position."""
        go_on(self.walk, rng, limit)
        return self.judged()
