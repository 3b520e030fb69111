"""Guides: what a search believes of a position before it has tried anything there.

Without a guide a position is worth what a random game from it comes to, and all its moves are alike. A guide says better: an
author's estimate, a network, a table. It is called with the walk at the position, may walk on from there, and must walk back.
"""

from __future__ import annotations

import math
from random import Random
from typing import Final

from rondel.engine.compiling import mypyc_attr
from rondel.engine.components.move import Move
from rondel.engine.play.walk import Walk

WARMTH: Final = 0.25
"""How much better a move's estimate must be, on the scale of returns, for it to be e times as promising."""


@mypyc_attr(allow_interpreted_subclasses=True)
class Guide:
    """Believes nothing. Extend it and write one of its methods, or both."""

    def worth(self, walk: Walk, rng: Random) -> list[float] | None:
        """What the position is worth to each role, in their order, on the scale of returns; None for a random game."""
        return None

    def priors(self, walk: Walk, moves: list[Move]) -> list[float] | None:
        """How promising each of these moves is, which are the legal ones; they add up to 1. None where all are alike."""
        return None


class Estimates(Guide):
    """What the author of a game estimates: moves are as promising as the positions after them look to who makes them, and a
    position is worth what a random game from it comes to.

    It walks every move of a position once, which pays where an estimate is quick and good: in Reversi it does, in Connect Four
    it makes no difference.

    >>> from rondel import new
    >>> game = new("connect_four", options={"columns": 4, "rows": 4})
    >>> for column in "ababab":
    ...     game.push(f"drop({column})")
    >>> walk = Walk(game)
    >>> priors = Estimates().priors(walk, walk.moves())
    >>> round(sum(priors), 6), priors.index(max(priors))
    (1.0, 0)
    """

    def __init__(self, warmth: float = WARMTH) -> None:
        self._warmth = warmth

    def priors(self, walk: Walk, moves: list[Move]) -> list[float] | None:
        game = walk.game
        hopes: list[float] = []
        for move in moves:
            role = move.role
            walk.forward(move, role)
            estimate = float(game.utility(role)) if game.is_over else game.estimate(role)
            walk.back()
            if estimate is None:
                return None
            hopes.append(estimate)
        highest = max(hopes)
        weights = [math.exp((hope - highest) / self._warmth) for hope in hopes]
        total = sum(weights)
        return [weight / total for weight in weights]
