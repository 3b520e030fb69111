"""Playouts: random play from a position to the end, taken back afterwards.

The cheapest honest opinion on a position there is, and what Monte Carlo search is made of.
"""

from __future__ import annotations

from random import Random
from typing import Final

from rondel.engine.components.move import Move
from rondel.engine.game import Game
from rondel.engine.play.walk import Walk
from rondel.engine.visibility import CHANCE

LIMIT: Final = 10_000
"""Answers after which a playout is given up: some games need not end under random play."""


def playout(game: Game, rng: Random, *, limit: int = LIMIT) -> dict[str, float]:
    """What one random game from here is worth to each role; ``game`` is left as it was.

    Where several roles are active the first one answers first; explicit chance answers by its probabilities. A game that
    is not over after ``limit`` answers is worth what its author estimates, or nothing to anybody.

    >>> from rondel.shelf.tic_tac_toe import TicTacToe
    >>> game = TicTacToe()
    >>> for cell in ("a1", "a2", "b1", "b2"):
    ...     game.push(f"mark({cell})")
    >>> worth = [playout(game, Random(seed))["x"] for seed in range(100)]
    >>> len(worth), game.state, sum(worth) > 0
    (100, 'PlayerTurn', True)
    """
    walk = Walk(game)
    try:
        return play_out(walk, rng, limit)
    finally:
        walk.home()


def play_out(walk: Walk, rng: Random, limit: int) -> dict[str, float]:
    """The same on a walk, which ends where the game does."""
    go_on(walk, rng, limit)
    return judged(walk.game)


def go_on(walk: Walk, rng: Random, limit: int) -> None:
    """Walk on at random to the end of the game, or ``limit`` answers."""
    game = walk.game
    left = limit
    while left > 0:
        left -= walk.stroll(rng.random, left)
        if left <= 0:
            return
        active = game.active
        if not active:
            return
        walk.forward(pick(walk, active[0], rng))
        left -= 1


def judged(game: Game) -> dict[str, float]:
    """The returns of a finished game; of an unfinished one, its author's estimates, and 0 where there are none."""
    if game.is_over:
        return game.returns
    worth: dict[str, float] = {}
    for role in game.roles:
        estimate = game.estimate(role)
        worth[role] = 0.0 if estimate is None else estimate
    return worth


def pick(walk: Walk, role: str, rng: Random) -> Move:
    """A random legal move of ``role``; of chance, one drawn by its probabilities."""
    moves = walk.moves(role)
    if role == CHANCE:
        return drawn(moves, rng)
    return moves[int(rng.random() * len(moves))]


def drawn(moves: list[Move], rng: Random) -> Move:
    """One of chance's moves, drawn by their probabilities."""
    left = rng.random()
    for move in moves:
        left -= move.probability
        if left < 0:
            return move
    return moves[-1]  # rounding: the probabilities add up to a little less than 1
