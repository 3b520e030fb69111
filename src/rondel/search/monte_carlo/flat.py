"""Flat Monte Carlo: playouts after each move, more of them after moves that do well. There is no tree.

The simplest search, and a baseline for the others. It plays every game that can be determinized. The next move to try is
chosen by upper confidence bounds (UCB1): P. Auer, N. Cesa-Bianchi, P. Fischer, "Finite-time Analysis of the Multiarmed
Bandit Problem", Machine Learning 47 (2002), 235-256.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from random import Random

from rondel.engine.game import Game
from rondel.search.budget import Budget, Meter
from rondel.search.monte_carlo.selection import EXPLORATION
from rondel.search.playout import LIMIT, play_out
from rondel.search.ranking import Ranking
from rondel.search.worlds import Worlds


def flat(
    imagine: Callable[[int], Game],
    *,
    role: str,
    rng: Random,
    simulations: int | None = None,
    seconds: float | None = None,
    clock: Callable[[], float] | None = None,
    exploration: float = EXPLORATION,
    limit: int = LIMIT,
) -> Ranking:
    """Ranks the moves of ``role`` by playouts in games that ``imagine(seed)`` returns.

    The budget is a number of ``simulations``, ``seconds`` measured by ``clock``, or both; the first limit reached ends the
    search. A playout that is not over ``limit`` answers after the move is worth its author's estimate. ``exploration`` is on
    the scale of the observed returns, normalised to -1 and 1.

    Raises `GameOver` when the role has no moves, and `BadOption` for an invalid budget.

    >>> from rondel import new
    >>> game = new("tic_tac_toe")
    >>> for cell in ("a1", "a2", "b1", "b2"):
    ...     game.push(f"mark({cell})")
    >>> ranking = flat(lambda seed: game, role="x", rng=Random(1), simulations=100)
    >>> ranking.best, ranking.values["mark(c1)"]
    ('mark(c1)', 1.0)
    """
    budget = Budget(seconds=seconds, simulations=simulations)
    meter = Meter(budget, clock)
    worlds = Worlds(imagine, role, rng, budget, meter)
    visits: dict[str, int] = {}
    totals: dict[str, float] = {}
    low = math.inf
    high = -math.inf
    done = 0
    while True:
        walk = worlds.draw()
        moves = walk.moves(role).copy()
        rng.shuffle(moves)
        span = (high - low) / 2 if high > low else 1.0
        log = math.log(done + 1)
        best = moves[0]
        highest = -math.inf
        for move in moves:
            tried = visits.get(move.text, 0)
            bound = math.inf
            if tried:
                bound = totals[move.text] / tried + exploration * span * math.sqrt(log / tried)
            if bound > highest:
                highest = bound
                best = move
        try:
            walk.forward(best, role)
            worth = play_out(walk, rng, limit)
        finally:
            walk.home()
        visits[best.text] = visits.get(best.text, 0) + 1
        totals[best.text] = totals.get(best.text, 0.0) + worth[role]
        for value in worth.values():
            low = min(low, value)
            high = max(high, value)
        done += 1
        if not meter.goes_on(done):
            break
    texts = [move.text for move in worlds.first.moves(role)]
    return Ranking(
        role, done, {text: (visits[text], totals[text] / visits[text]) if text in visits else (0, 0.0) for text in texts}
    )
