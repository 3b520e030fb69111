"""Guides: values and priors of positions for Monte Carlo tree search.

Without a guide the value of a position is that of a playout, and its moves have equal priors. A guide improves on this with
an author's estimate, a network or a table. It is called with the walk at the position, may walk on, and must walk back.
"""

from __future__ import annotations

import math
from random import Random
from typing import Final

from rondel.engine.compiling import mypyc_attr
from rondel.engine.components.move import Move
from rondel.engine.play.walk import Walk

WARMTH: Final = 0.25
"""The temperature of the priors: the difference of estimates, on the scale of returns, that makes a move e times as likely."""


@mypyc_attr(allow_interpreted_subclasses=True)
class Guide:
    """A guide without knowledge. A subclass overrides one of its methods, or both.

    >>> from rondel.engine.play.walk import Walk
    >>> class Equal(Guide):
    ...     def worth(self, walk: Walk, rng: Random) -> list[float]:
    ...         return [0.0, 0.0]  # every position is equal
    >>> import rondel
    >>> game = rondel.new("tic_tac_toe")
    >>> Equal().worth(Walk(game), Random(1)), Equal().priors(Walk(game), game.moves())
    ([0.0, 0.0], None)
    """

    def worth(self, walk: Walk, rng: Random) -> list[float] | None:
        """The value of the position for each role, in their order, on the scale of returns; None for a playout."""
        return None

    def priors(self, walk: Walk, moves: list[Move]) -> list[float] | None:
        """The prior of each legal move in ``moves``; they sum to 1. None for equal priors."""
        return None


class Estimates(Guide):
    """Priors from the estimates of a game's author: a move's prior follows from the estimate of the position after it, for its
    mover. Values come from playouts.

    Each call plays every move of a position once, which pays if an estimate is quick and good: it does in Reversi; in Connect
    Four it makes no difference.

    >>> from rondel import new
    >>> from rondel.engine.play.walk import Walk
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
