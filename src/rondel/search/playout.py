"""Playouts: random play from a position to the end, taken back afterwards.

A playout is the cheapest unbiased evaluation of a position, and the basis of Monte Carlo search.
"""

from __future__ import annotations

from random import Random
from typing import Final

from rondel.engine.components.move import Move
from rondel.engine.game import Game
from rondel.engine.play.playable import Playable
from rondel.engine.play.walk import Walk
from rondel.engine.visibility import CHANCE

LIMIT: Final = 10_000
"""Maximum answers of a playout: random play need not end some games."""


def playout(game: Game, rng: Random, *, limit: int = LIMIT) -> dict[str, float]:
    """The returns of one random game from here, by role; ``game`` is left unchanged.

    If several roles are active, the first answers first; explicit chance answers by its probabilities. A game that is not
    over after ``limit`` answers is worth its author's estimate, or 0 without one.

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
    """As `playout`, on a walk, which stays at the last position."""
    go_on(walk, rng, limit)
    return judged(walk.game)


def go_on(walk: Walk, rng: Random, limit: int) -> None:
    """Plays random moves to the end of the game, or ``limit`` answers."""
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


def judged(game: Playable) -> dict[str, float]:
    """The returns of a finished game; the author's estimates of an unfinished one, 0 without estimates."""
    if game.is_over:
        return game.returns
    worth: dict[str, float] = {}
    for role in game.roles:
        estimate = game.estimate(role)
        worth[role] = 0.0 if estimate is None else estimate
    return worth


def pick(walk: Walk, role: str, rng: Random) -> Move:
    """A random legal move of ``role``; for chance, drawn by the probabilities."""
    if role == CHANCE:
        return drawn(walk.moves(role), rng)
    return walk.pick(role, rng.random())


def drawn(moves: list[Move], rng: Random) -> Move:
    """One of chance's moves, drawn by the probabilities."""
    left = rng.random()
    for move in moves:
        left -= move.probability
        if left < 0:
            return move
    return moves[-1]  # rounding: the probabilities may sum to slightly less than 1
