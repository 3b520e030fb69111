"""Nodes of the MCTS tree: statistics, priors and proofs of each position."""

from __future__ import annotations

from typing import Final

from rondel.engine.components.move import Move
from rondel.search.positions import Position

UNSEEN: Final = -3
"""The active role is not known yet: no simulation has looked. The other codes: `rondel.search.ground.OVER` and ``CHANCE``."""


class Proof:
    """The certain value of a position with best play."""

    __slots__ = ("length", "returns")

    def __init__(self, returns: list[float], length: int) -> None:
        self.returns = returns
        """The value for each role, in their order."""
        self.length = length
        """Answers to the end: the winner takes the quickest proved win, the loser the slowest loss."""


class Node:
    """A position in the tree, reached by ``move`` from its parent."""

    __slots__ = (
        "asked",
        "children",
        "floor",
        "move",
        "mover",
        "position",
        "prior",
        "priors",
        "proof",
        "several",
        "total",
        "untried",
        "visits",
    )

    def __init__(self, move: Move | None, mover: int, prior: float) -> None:
        self.move = move
        self.mover = mover
        """The number of the role whose move led here; `CHANCE` for chance and the root."""
        self.prior = prior
        """The move's prior; only read if the parent has ``priors``."""
        self.visits = 0
        self.total = 0.0
        """Sum of the returns, for the mover, of the simulations through this node."""
        self.asked = UNSEEN
        """The number of the active role, or `CHANCE`, `OVER`, `UNSEEN`."""
        self.several = False
        """Whether other roles are active at the same time. Their answers are hidden, so nothing is proved here."""
        self.children = _NONE
        self.untried: list[Move] | None = None
        """Moves without a child; None before they are listed. The next to try is last, given priors. At a chance node: all."""
        self.priors: list[float] | None = None
        """The prior of each untried move; None for equal priors."""
        self.proof: Proof | None = None
        self.floor: Proof | None = None
        """The best certain value for the active role of a position that is not proved."""
        self.position: Position | None = None
        """The remembered position of a small game."""

    def open(self, moves: list[Move], priors: list[float] | None) -> None:
        """Sets the moves and their priors; with priors, sorted so that the most promising is last."""
        self.untried = moves
        self.priors = priors
        self.children = []

    def size(self) -> int:
        """Number of nodes in this subtree."""
        count = 0
        waiting = [self]
        while waiting:
            node = waiting.pop()
            count += 1
            waiting.extend(node.children)
        return count


_NONE: Final[list[Node]] = []
"""The children of a node that was not opened; most nodes never are."""
