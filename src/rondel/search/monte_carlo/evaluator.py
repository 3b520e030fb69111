"""Evaluators: values and priors of many positions at once, for Monte Carlo tree search without playouts.

A guide (`rondel.search.monte_carlo.guide`) is asked about one position at a time. A network is far quicker with many in one
call, so an evaluator is given the leaves of several searches together (`rondel.search.monte_carlo.together`).

Source: D. Silver et al., "A general reinforcement learning algorithm that masters chess, shogi, and Go through self-play",
Science 362 (2018), 1140-1144.
"""

from __future__ import annotations

from random import Random
from typing import TypeAlias

from rondel.engine.compiling import mypyc_attr
from rondel.engine.components.move import Move
from rondel.engine.game import Game
from rondel.errors import BadOption

Evaluation: TypeAlias = tuple[list[float], list[float]]
"""The value of a position for each role, in their order, on the scale of returns; and the prior of each move, 1 in all."""


class Leaf:
    """A position at the end of a simulation, in which a role has moves.

    >>> import rondel
    >>> game = rondel.new("tic_tac_toe")
    >>> leaf = Leaf(game, "x", game.moves())
    >>> leaf.role, len(leaf.moves)
    ('x', 9)
    """

    __slots__ = ("game", "moves", "role")

    def __init__(self, game: Game, role: str, moves: list[Move]) -> None:
        self.game = game
        """The game at this position. A search walks on it, so it may be read until the evaluator returns."""
        self.role = role
        """The role whose moves are listed."""
        self.moves = moves


@mypyc_attr(allow_interpreted_subclasses=True)
class Evaluator:
    """Evaluates positions. A subclass overrides `evaluate`; this one finds all positions equal, and so all moves.

    >>> import rondel
    >>> game = rondel.new("tic_tac_toe")
    >>> worth, priors = Evaluator().evaluate([Leaf(game, "x", game.moves())])[0]
    >>> worth, len(priors)
    ([0.0, 0.0], 9)
    """

    def evaluate(self, leaves: list[Leaf]) -> list[Evaluation]:
        """The evaluation of each leaf, in their order."""
        return [([0.0] * len(leaf.game.roles), [1.0 / len(leaf.moves)] * len(leaf.moves)) for leaf in leaves]


class Noise:
    """Dirichlet noise in the priors of a root, so that games of self-play differ and no move stays untried.

    ``share`` is the weight of the noise in the mixture, ``alpha`` the concentration: small values favour few moves.

    >>> from random import Random
    >>> mixed = Noise(0.25, 1.0).mixed([0.9, 0.1], Random(1))
    >>> round(sum(mixed), 6), mixed != [0.9, 0.1]
    (1.0, True)
    """

    def __init__(self, share: float = 0.25, alpha: float = 1.0) -> None:
        if not 0 <= share <= 1 or not alpha > 0:
            raise BadOption(f"noise cannot have the share {share} and alpha {alpha}: a share from 0 to 1, an alpha above 0")
        self.share = share
        self.alpha = alpha

    def mixed(self, priors: list[float], rng: Random) -> list[float]:
        """The mixture of the priors with noise."""
        drawn = [rng.gammavariate(self.alpha, 1.0) for _prior in priors]
        total = sum(drawn) or 1.0
        return [(1 - self.share) * prior + self.share * each / total for prior, each in zip(priors, drawn, strict=True)]
