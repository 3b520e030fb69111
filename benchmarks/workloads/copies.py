"""Copies of a game in the middle; a unit is one copy. `pyspiel` has ``clone()``, which keeps no way back."""

from __future__ import annotations

from workloads.timing import repeat

BATCH = 100
MIDDLE = {"tic_tac_toe": 4, "reversi": 30, "othello": 30}
"""How many moves are played first: always the first in the list."""


def of_rondel(name: str, way: str, seconds: float) -> tuple[int, float]:
    """Copies of a game of Rondel."""
    import rondel

    game = rondel.new(name, seed=1)
    for _move in range(MIDDLE[name]):
        game.push(game.moves()[0])

    def copy() -> int:
        for _copy in range(BATCH):
            game.copy()
        return BATCH

    return repeat(copy, seconds)


def of_pyspiel(name: str, way: str, seconds: float) -> tuple[int, float]:
    """Clones of a state of pyspiel."""
    import pyspiel

    state = pyspiel.load_game(name).new_initial_state()
    for _move in range(MIDDLE[name]):
        state.apply_action(state.legal_actions()[0])

    def copy() -> int:
        for _copy in range(BATCH):
            state.clone()
        return BATCH

    return repeat(copy, seconds)
