"""Random playouts driven from Python; a unit is one decision of a player, or for ``games`` one whole game.

Two ways to begin: ``new`` starts every game with `rondel.new`, as `pyspiel` does with ``new_initial_state()``; ``copy`` copies
a fresh game, as `pyspiel` does with ``clone()``. ``games`` starts as ``new`` does. In Rondel chance answers from the seed; in
`pyspiel` the driver draws from the outcomes it lists. A draw is not a decision.
"""

from __future__ import annotations

import random
from collections.abc import Callable

from workloads.timing import repeat

OPTIONS = {"liars_dice": {"dice": 1, "one_round": True}}
"""The options that make our game the same as `pyspiel`'s."""

BATCH = 20
"""Games between two looks at the clock."""


def of_rondel(name: str, begin: str, seconds: float) -> tuple[int, float]:
    """Decisions of random games of Rondel."""
    import rondel

    rng = random.Random(1)
    options = OPTIONS.get(name)
    fresh = rondel.new(name, seed=1, options=options)
    seeds = iter(range(1_000_000_000))
    start: Callable[[], rondel.Game] = (
        fresh.copy if begin == "copy" else (lambda: rondel.new(name, seed=next(seeds), options=options))
    )

    def play() -> int:
        decisions = 0
        for _game in range(BATCH):
            game = start()
            while not game.is_over:
                moves = game.moves()
                game.push(moves[int(rng.random() * len(moves))])
                decisions += 1
        return BATCH if begin == "games" else decisions

    return repeat(play, seconds)


def of_pyspiel(name: str, begin: str, seconds: float) -> tuple[int, float]:
    """Decisions of random games of pyspiel, without passes, which its Othello counts as decisions."""
    import pyspiel

    rng = random.Random(1)
    game = pyspiel.load_game(name)
    fresh = game.new_initial_state()
    start = fresh.clone if begin == "copy" else game.new_initial_state
    passing = 64 if name == "othello" else -1

    def play() -> int:
        decisions = 0
        for _game in range(BATCH):
            state = start()
            while not state.is_terminal():
                if state.is_chance_node():
                    outcomes = state.chance_outcomes()
                    state.apply_action(rng.choices([each for each, _ in outcomes], [chance for _, chance in outcomes])[0])
                    continue
                actions = state.legal_actions()
                action = actions[int(rng.random() * len(actions))]
                state.apply_action(action)
                decisions += action != passing
        return BATCH if begin == "games" else decisions

    return repeat(play, seconds)
