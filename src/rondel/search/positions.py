"""Positions: a small game is worked out by its rules once, and from then on only looked up.

Random games from one position of a small game come through the same positions again and again. Once all the positions on its
way are known a simulation asks the rules nothing at all. What is remembered is true of the game and not of a search, so a
searcher keeps it while it lives.

Whether a game is small is guessed from how many moves there are along a few random games: D. Knuth, "Estimating the
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
"""A game is small from where so many ways to play it on are thought to be left."""
GUESSES: Final = 3
"""From how many random games that is guessed; the most counts."""
ROOM: Final = 50_000
"""How many positions are remembered."""


class Position:
    """A position, and where its moves lead as far as that is known."""

    __slots__ = ("asked", "following", "moves", "worth")

    def __init__(self, asked: int, moves: list[Move], worth: list[float] | None) -> None:
        self.asked = asked
        """As `rondel.search.monte_carlo.node.Node.asked`."""
        self.moves = moves
        self.following: list[Position | None] = [None] * len(moves)
        """Where each of the moves leads."""
        self.worth = worth
        """What the game is worth where it is over; else None."""

    def number(self, move: Move) -> int:
        """Which of its moves it is."""
        number = 0
        for each in self.moves:
            if each is move:
                break
            number += 1
        return number


class Positions:
    """The positions of one game that have been come to, by their keys."""

    def __init__(self) -> None:
        self._known: dict[object, Position] = {}
        self.usable = True
        """Whether the game lets its positions be remembered. It does not where several act at once, whose answers wait, nor
        where moves mean tokens, which are others each time."""

    def here(self, ground: Ground) -> Position | None:
        """The position that a walk is at; None where there is no room for it, or it cannot be remembered."""
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
    """Whether the game is small from where the walk is, which comes back there. The same game is always guessed alike.

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
