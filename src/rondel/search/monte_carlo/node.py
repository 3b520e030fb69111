"""Nodes of a tree of simulations: what is known of each position that they have come to."""

from __future__ import annotations

from typing import Final

from rondel.engine.components.move import Move
from rondel.search.positions import Position

UNSEEN: Final = -3
"""Asked there is nobody knows who: no simulation has looked yet. Beside `rondel.search.ground.OVER` and ``CHANCE``."""


class Proof:
    """What a position is worth for certain, if all play as well as they can."""

    __slots__ = ("length", "returns")

    def __init__(self, returns: list[float], length: int) -> None:
        self.returns = returns
        """To each role, in their order."""
        self.length = length
        """How many answers it takes: who wins is as quick as it was proved, who loses holds out."""


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
        """How promising the move was thought before it was tried; only read where the parent has ``priors``."""
        self.visits = 0
        self.total = 0.0
        """The sum of what the simulations through here were worth to the mover."""
        self.asked = UNSEEN
        """The number of the role that is asked here, or `CHANCE`, `OVER`, `UNSEEN`."""
        self.several = False
        """Whether others are asked at the same time, so that nobody knows what the others answer, and nothing is proved."""
        self.children = _NONE
        self.untried: list[Move] | None = None
        """Moves without a child yet; None before they were listed. Where there are priors, the next to be tried is last; where
        chance is asked, they are all."""
        self.priors: list[float] | None = None
        """How promising each of these is thought; None where all are alike."""
        self.proof: Proof | None = None
        self.floor: Proof | None = None
        """Of a position that is not proved: the best that who is asked here can certainly have."""
        self.position: Position | None = None
        """What is remembered of the position in a small game."""

    def open(self, moves: list[Move], priors: list[float] | None) -> None:
        """Say which moves it has, and how promising each is thought: then the most promising is last."""
        self.untried = moves
        self.priors = priors
        self.children = []

    def size(self) -> int:
        """How many nodes there are from here on, with this one."""
        count = 0
        waiting = [self]
        while waiting:
            node = waiting.pop()
            count += 1
            waiting.extend(node.children)
        return count


_NONE: Final[list[Node]] = []
"""The children of a node that was not opened: most never are."""
