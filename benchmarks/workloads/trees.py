"""Whole trees by push and pop; `pyspiel` goes by ``child()``, its quickest way from Python.

The whole tree of tic-tac-toe has 549,946 nodes; a unit is one of them. Reversi and chess are counted to a depth, the last ply
by the length of its list in both; a unit is one leaf. Chess is counted beside python-chess, which has push and pop, too.
``merged`` counts the whole tree of tic-tac-toe by its 5,478 positions, in Rondel only; a unit is the tree.
"""

from __future__ import annotations

from typing import Any, Final

from workloads.timing import repeat

DEPTHS: Final = {"reversi": 6, "othello": 6, "chess": 3}
"""How deep the games are counted: 8,200 leaves of Reversi, 8,902 of chess."""


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
    depth = DEPTHS.get(name)
    if depth is not None:
        return repeat(lambda: perft(game, depth) if driver == "search" else leaves(game, depth), seconds)
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
        return repeat(lambda: leaves(start, DEPTHS[name]), seconds)
    return repeat(lambda: walk(start), seconds)


def of_python_chess(name: str, driver: str, seconds: float) -> tuple[int, float]:
    """The tree of chess by python-chess; there is one driver only, in this file."""
    import chess

    def leaves(board: chess.Board, depth: int) -> int:
        if depth == 1:
            return board.legal_moves.count()
        found = 0
        for move in board.legal_moves:
            board.push(move)
            found += leaves(board, depth - 1)
            board.pop()
        return found

    return repeat(lambda: leaves(chess.Board(), DEPTHS[name]), seconds)
