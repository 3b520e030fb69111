"""Whole trees by push and pop; `pyspiel` goes by ``child()``, its quickest way from Python.

The whole tree of tic-tac-toe has 549,946 nodes; a unit is one of them. Reversi is counted to a depth, the last ply by the
length of its list in both; a unit is one leaf. ``merged`` counts the whole tree of tic-tac-toe by its 5,478 positions, in
Rondel only; a unit is the tree.
"""

from __future__ import annotations

from typing import Any

from workloads.timing import repeat

DEPTH = 6
"""How deep Reversi is counted: 8,200 leaves."""


def of_rondel(name: str, driver: str, seconds: float) -> tuple[int, float]:
    """The tree by a ``python`` driver in this file, or by `rondel.search` (``search``), which is compiled with the engine."""
    import rondel
    from rondel.search import count_games, perft

    def walk(game: rondel.Game) -> int:
        nodes = 1
        if not game.is_over:
            for move in game.moves():
                game.push(move)
                nodes += walk(game)
                game.pop()
        return nodes

    def leaves(game: rondel.Game, depth: int) -> int:
        moves = game.moves()
        if depth == 1:
            return len(moves)
        found = 0
        for move in moves:
            game.push(move)
            found += leaves(game, depth - 1)
            game.pop()
        return found

    game = rondel.new(name, seed=1)
    if driver == "merged":
        return repeat(lambda: count_games(game).games // 255_168, seconds)
    if name == "reversi":
        if driver == "search":
            return repeat(lambda: perft(game, DEPTH), seconds)
        return repeat(lambda: leaves(game, DEPTH), seconds)
    if driver == "search":
        return repeat(lambda: count_games(game, merge=False).nodes, seconds)
    return repeat(lambda: walk(game), seconds)


def of_pyspiel(name: str, driver: str, seconds: float) -> tuple[int, float]:
    """The same trees by pyspiel; there is one driver only, in this file."""
    import pyspiel

    def walk(state: Any) -> int:
        nodes = 1
        for action in state.legal_actions():
            nodes += walk(state.child(action))
        return nodes

    def leaves(state: Any, depth: int) -> int:
        actions = state.legal_actions()
        if depth == 1:
            return len(actions)
        found = 0
        for action in actions:
            found += leaves(state.child(action), depth - 1)
        return found

    start = pyspiel.load_game(name).new_initial_state()
    if name == "othello":
        return repeat(lambda: leaves(start, DEPTH), seconds)
    return repeat(lambda: walk(start), seconds)
