"""The ground of a search: a copy of the game on which it walks, and what a game is worth where the walk has come to."""

from __future__ import annotations

import math
from random import Random
from typing import Final

from rondel.engine.game import Game
from rondel.engine.play.walk import Walk
from rondel.engine.records import record
from rondel.search.playout import go_on

OVER: Final = -2
"""Nobody is asked: the game is over. Roles are asked by their numbers."""
CHANCE: Final = -1
"""Chance is asked."""


def open_copy(game: Game) -> Game:
    """A copy in which chance is a seat of its own, so that a search weighs what may come instead of looking it up."""
    return record.restore(type(game), {**game.snapshot(), "explicit": True, "seed": None})


class Ground:
    """A copy of a game, and a walk through it. What things are worth is said as a list, in the order of the roles.

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
        """What no end is worth more than, to anybody; infinite where the game does not say. It is 1 where the game leaves its
        `utility` as it is, and then a role that gets as much leaves no choice of what the others get."""
        self._mirrored = usual and len(self.roles) == 2 and not game.cooperative and not game.teams

    def returns(self) -> list[float]:
        """What the end that was come to is worth."""
        game = self.game
        if self._mirrored:
            worth = game.utility(self.roles[0])
            return [worth, 0.0 - worth]  # a draw is 0 to both, and to nobody -0
        return [float(game.utility(role)) for role in self.roles]

    def judged(self) -> list[float]:
        """The returns of a finished game; of an unfinished one, its author's estimates, and 0 where there are none."""
        game = self.game
        if game.is_over:
            return self.returns()
        worth: list[float] = []
        for role in self.roles:
            estimate = game.estimate(role)
            worth.append(0.0 if estimate is None else estimate)
        return worth

    def play_out(self, rng: Random, limit: int) -> list[float]:
        """What a random game from here is worth, or what is estimated after ``limit`` answers; the walk ends there."""
        go_on(self.walk, rng, limit)
        return self.judged()
