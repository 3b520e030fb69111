"""Solvers: iterations of regret minimisation over Leduc poker, and solved endings of Connect Four.

An iteration is one of CFR, both roles in turn; the tree was unfolded before. `pyspiel` runs its C++ ``CFRSolver``, which goes
over its states. An ending is a random position with 12 empty cells; the solver finds the value of each
of its moves, for the same 50 endings in turn.
"""

from __future__ import annotations

import random
from functools import cache
from itertools import cycle
from typing import TYPE_CHECKING

from workloads.timing import repeat

if TYPE_CHECKING:
    import rondel
    from rondel.search import Cfr

ENDINGS = 50
EMPTY = 12


def of_rondel(name: str, way: str, seconds: float) -> tuple[int, float]:
    """Iterations of `rondel.search.Cfr` (``cfr``), or endings by `rondel.search.exact.alphabeta` (``endings``)."""
    if way == "cfr":
        cfr = started(name)

        def learn() -> int:
            cfr.run(1)
            return 1

        return repeat(learn, seconds)
    from rondel.search import alphabeta

    games = cycle(endings())

    def solve() -> int:
        alphabeta(next(games), every=True)
        return 1

    return repeat(solve, seconds)


@cache
def started(name: str) -> Cfr:
    """A solver that has unfolded its game."""
    import rondel
    from rondel.search import Cfr, ExtensiveForm

    return Cfr(ExtensiveForm(rondel.new(name, seats=2, chance="explicit")))


@cache
def endings() -> list[rondel.Game]:
    """Random games of Connect Four that are not over at this number of empty cells."""
    import rondel

    rng = random.Random(1)
    found: list[rondel.Game] = []
    while len(found) < ENDINGS:
        game = rondel.new("connect_four")
        for _each in range(42 - EMPTY):
            if not game.is_over:
                game.push(rng.choice(game.moves()))
        if not game.is_over:
            found.append(game)
    return found


def of_pyspiel(name: str, way: str, seconds: float) -> tuple[int, float]:
    """Iterations of pyspiel's solver."""
    import pyspiel

    solver = pyspiel.CFRSolver(pyspiel.load_game(name))

    def learn() -> int:
        solver.evaluate_and_update_policy()
        return 1

    return repeat(learn, seconds)
