"""Monte Carlo tree search from the start; a unit is one simulation, with one random playout.

`pyspiel` runs its C++ ``MCTSBot``, OpenSpiel its Python one. All search for proofs, each search begins with an empty tree, and
one search comes before the timing. ``cold`` makes a new searcher for each search, which has met no position of the game yet.
``warm`` keeps one, as bots do: it remembers the positions of a small game, and ten searches come before the timing and fill its
memory. The bots of OpenSpiel remember nothing, and are made once. ``python`` after these words is against the one in Python.
"""

from __future__ import annotations

import random
import time

from workloads.timing import repeat

SIMULATIONS = 1000
EXPLORATION = 1.4
WARMING = 10
"""Searches that fill the memory of a small game's positions."""


def of_rondel(name: str, way: str, seconds: float) -> tuple[int, float]:
    """Simulations of a `rondel.search.Searcher`, ``cold`` or ``warm``; with ``way`` "crew 2", of two processes together, by the
    clock on the wall."""
    import rondel
    from rondel.search import Budget, Searcher

    if way.startswith("crew"):
        return crew(name, int(way.split()[1]), seconds)
    rng = random.Random(1)
    kept = Searcher(rng, exploration=EXPLORATION) if way.startswith("warm") else None
    game = rondel.new(name, seed=1)

    def search() -> int:
        searcher = kept or Searcher(rng, exploration=EXPLORATION)
        searcher.forget()
        return searcher.search(game, Budget(simulations=SIMULATIONS)).simulations

    for _each in range(1 if kept is None else WARMING):
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
    """Simulations of pyspiel's bot; with "python" in ``way``, of OpenSpiel's in Python."""
    import pyspiel

    game = pyspiel.load_game(name)
    state = game.new_initial_state()
    if "python" in way:
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
