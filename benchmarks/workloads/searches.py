"""Monte Carlo tree search from the start; a unit is one simulation, with one random playout.

`pyspiel` runs its C++ ``MCTSBot``, OpenSpiel its Python one. All search for proofs, and each search begins with an
empty tree. All are made once and reused, as bots are; our cache of the positions of a small game
is filled before the timing.
"""

from __future__ import annotations

import random
import time

from workloads.timing import repeat

SIMULATIONS = 1000
EXPLORATION = 1.4
WARMING = 10
"""Untimed searches at the start, for a game whose positions are cached."""
SMALL = ("tic_tac_toe",)


def of_rondel(name: str, way: str, seconds: float) -> tuple[int, float]:
    """Simulations of a `rondel.search.Searcher`; with ``way`` "crew 2", of two processes together, by the clock on the wall."""
    import rondel
    from rondel.search import Budget, Searcher

    if way.startswith("crew"):
        return crew(name, int(way.split()[1]), seconds)
    searcher = Searcher(random.Random(1), exploration=EXPLORATION)
    game = rondel.new(name, seed=1)

    def search() -> int:
        searcher.forget()
        return searcher.search(game, Budget(simulations=SIMULATIONS)).simulations

    for _each in range(WARMING if name in SMALL else 1):
        search()
    return repeat(search, seconds)


def crew(name: str, processes: int, seconds: float) -> tuple[int, float]:
    """Simulations of a bot with several search processes, which have started before the timing."""
    import rondel
    from rondel.engine.imagination import Imagination
    from rondel.players import Budget, Question
    from rondel.players.bots.mcts_bot import MctsBot

    game = rondel.new(name, seed=1)
    role = game.active[0]
    bot = MctsBot(processes=processes, seed=1)

    def search(budget: Budget) -> int:
        return bot.search(Question(role, game.view(role), budget, Imagination(game, role))).simulations

    search(Budget(simulations=10))
    begun = time.perf_counter()
    done = search(Budget(seconds=seconds))
    took = time.perf_counter() - begun
    bot.close()
    return done, took


def of_pyspiel(name: str, way: str, seconds: float) -> tuple[int, float]:
    """Simulations of pyspiel's bot; with ``way`` "python", of OpenSpiel's in Python."""
    import pyspiel

    game = pyspiel.load_game(name)
    state = game.new_initial_state()
    if way == "python":
        return in_python(game, state, seconds)
    evaluator = pyspiel.RandomRolloutEvaluator(1, 1)
    bot = pyspiel.MCTSBot(
        game, evaluator, EXPLORATION, SIMULATIONS, 100, True, 1, False, pyspiel.ChildSelectionPolicy.UCT, -1.0
    )

    def search() -> int:
        bot.step(state)
        return SIMULATIONS

    search()
    return repeat(search, seconds)


def in_python(game: object, state: object, seconds: float) -> tuple[int, float]:
    """Simulations of ``open_spiel.python.algorithms.mcts``, with rules in C++."""
    import numpy
    from open_spiel.python.algorithms.mcts import MCTSBot, RandomRolloutEvaluator

    luck = numpy.random.RandomState(1)
    bot = MCTSBot(game, EXPLORATION, SIMULATIONS, RandomRolloutEvaluator(1, luck), random_state=luck)

    def search() -> int:
        return int(bot.mcts_search(state).explore_count)

    search()
    return repeat(search, seconds)
