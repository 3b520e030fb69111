"""Positions: memory of a small game's positions, so that its rules run once for each position.

Playouts of a small game pass through the same positions again and again. Once all positions on its path are known, a simulation
does not run the rules at all. A remembered position is a fact of the game, not of one search, so a searcher keeps it for its
lifetime.

The size of a game is estimated from the number of moves along a few random games: D. Knuth, "Estimating the
Efficiency of Backtrack Programs", Mathematics of Computation 29 (1975), 121-136.
"""

from __future__ import annotations

from random import Random
from typing import Final

from rondel.engine.components.move import Move
from rondel.engine.visibility import CHANCE as CHANCE_ROLE
from rondel.search.ground import CHANCE, OVER, Ground
from rondel.search.playout import pick

SMALL: Final = 1_000_000
"""Maximum estimated size of the tree below a position that counts as small."""
GUESSES: Final = 3
"""Number of random games for the estimate; the greatest counts."""
ROOM: Final = 50_000
"""Number of positions remembered."""
PATIENCE: Final = 2_000
"""Number of simulations before the first position is remembered. To remember one costs as much as several steps of a playout,
and a short search hardly meets it again."""


class Position:
    """A position, with its successors as far as they are known."""

    __slots__ = ("asked", "following", "moves", "worth")

    def __init__(self, asked: int, moves: list[Move], worth: list[float] | None) -> None:
        self.asked = asked
        """See `rondel.search.monte_carlo.node.Node.asked`."""
        self.moves = moves
        self.following: list[Position | None] = [None] * len(moves)
        """The successor after each move."""
        self.worth = worth
        """The values at the end of the game; else None."""

    def number(self, move: Move) -> int:
        """The index of a move."""
        number = 0
        for each in self.moves:
            if each is move:
                break
            number += 1
        return number


class Positions:
    """The known positions of one game, by key."""

    def __init__(self) -> None:
        self._known: dict[object, Position] = {}
        self.usable = True
        """Whether positions can be remembered. Not if several roles act at once, because answers are pending, nor if moves
        refer to tokens, which are different objects each time."""

    def here(self, ground: Ground) -> Position | None:
        """The position of the walk; None if the memory is full or the position cannot be remembered."""
        game = ground.game
        key = game.key()
        known = self._known.get(key)
        if known is not None or not self.usable or len(self._known) >= ROOM:
            return known
        active = game.active
        if not active:
            known = Position(OVER, [], ground.returns())
        else:
            role = active[0]
            moves = ground.walk.moves(role).copy()
            if len(active) > 1 or not all([move.lasting for move in moves]):  # noqa: C419
                self.usable = False
                return None
            known = Position(CHANCE if role == CHANCE_ROLE else ground.roles.index(role), moves, None)
        self._known[key] = known
        return known


def small(ground: Ground) -> bool:
    """Whether the game is small from the walk's position; the walk returns there. The estimate is deterministic.

    >>> from rondel import new
    >>> small(Ground(new("tic_tac_toe"))), small(Ground(new("reversi")))
    (True, False)
    """
    game = ground.game
    walk = ground.walk
    rng = Random(1)
    for _guess in range(GUESSES):
        ways = 1
        steps = 0
        while game.active and ways <= SMALL:
            role = game.active[0]
            ways *= len(walk.moves(role))
            walk.forward(pick(walk, role, rng), role)
            steps += 1
        for _step in range(steps):
            walk.back()
        if ways > SMALL:
            return False
    return True
