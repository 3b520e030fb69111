"""Monte Carlo tree search from the start; a unit is one simulation. `pyspiel` runs its C++ ``MCTSBot``."""

from __future__ import annotations

import random

from workloads.timing import repeat

SIMULATIONS = 100
EXPLORATION = 1.4


def of_rondel(name: str, way: str, seconds: float) -> tuple[int, float]:
    """Simulations of `rondel.search.mcts`."""
    import rondel
    from rondel.search import mcts

    rng = random.Random(1)
    game = rondel.new(name, seed=1)

    def search() -> int:
        mcts(game, rng=rng, simulations=SIMULATIONS)
        return SIMULATIONS

    return repeat(search, seconds)


def of_pyspiel(name: str, way: str, seconds: float) -> tuple[int, float]:
    """Simulations of pyspiel's bot, with one random playout each."""
    import pyspiel

    game = pyspiel.load_game(name)
    state = game.new_initial_state()
    evaluator = pyspiel.RandomRolloutEvaluator(1, 1)
    bot = pyspiel.MCTSBot(
        game, evaluator, EXPLORATION, SIMULATIONS, 100, False, 1, False, pyspiel.ChildSelectionPolicy.UCT, -1.0
    )

    def search() -> int:
        bot.step(state)
        return SIMULATIONS

    return repeat(search, seconds)
