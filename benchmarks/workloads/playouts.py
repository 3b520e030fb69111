"""Random playouts driven from Python; a unit is one decision of a player.

Two ways to begin: ``new`` starts every game with `rondel.new`, as `pyspiel` does with ``new_initial_state()``; ``copy`` copies
a fresh game, as `pyspiel` does with ``clone()``.
"""

from __future__ import annotations

import random
from collections.abc import Callable

from workloads.timing import repeat

BATCH = 20
"""Games between two looks at the clock."""


def of_rondel(name: str, begin: str, seconds: float) -> tuple[int, float]:
    """Decisions of random games of Rondel."""
    import rondel

    rng = random.Random(1)
    fresh = rondel.new(name, seed=1)
    start: Callable[[], rondel.Game] = (lambda: rondel.new(name, seed=1)) if begin == "new" else fresh.copy

    def play() -> int:
        decisions = 0
        for _game in range(BATCH):
            game = start()
            while not game.is_over:
                moves = game.moves()
                game.push(moves[int(rng.random() * len(moves))])
                decisions += 1
        return decisions

    return repeat(play, seconds)


def of_pyspiel(name: str, begin: str, seconds: float) -> tuple[int, float]:
    """Decisions of random games of pyspiel. A pass, which its Othello counts as a decision, is not counted here either."""
    import pyspiel

    rng = random.Random(1)
    game = pyspiel.load_game(name)
    fresh = game.new_initial_state()
    start = game.new_initial_state if begin == "new" else fresh.clone
    passing = 64 if name == "othello" else -1

    def play() -> int:
        decisions = 0
        for _game in range(BATCH):
            state = start()
            while not state.is_terminal():
                actions = state.legal_actions()
                action = actions[int(rng.random() * len(actions))]
                state.apply_action(action)
                decisions += action != passing
        return decisions

    return repeat(play, seconds)
