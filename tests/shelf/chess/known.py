"""Positions of chess, and what others have counted from them."""

from __future__ import annotations

from typing import cast

import rondel
from rondel.shelf.chess import Chess, from_fen

KIWIPETE = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1"

PERFT = {
    "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1": {1: 20, 2: 400, 3: 8902, 4: 197281, 5: 4865609},
    KIWIPETE: {1: 48, 2: 2039, 3: 97862, 4: 4085603},
    "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1": {1: 14, 2: 191, 3: 2812, 4: 43238, 5: 674624},
    "r3k2r/Pppp1ppp/1b3nbN/nP6/BBP1P3/q4N2/Pp1P2PP/R2Q1RK1 w kq - 0 1": {1: 6, 2: 264, 3: 9467, 4: 422333},
    "rnbq1k1r/pp1Pbppp/2p5/8/2B5/8/PPP1NnPP/RNBQK2R w KQ - 1 8": {1: 44, 2: 1486, 3: 62379, 4: 2103487},
    "r4rk1/1pp1qppp/p1np1n2/2b1p1B1/2B1P1b1/P1NP1N2/1PP1QPPP/R4RK1 w - - 0 10": {1: 46, 2: 2079, 3: 89890, 4: 3894594},
}
"""How many ways there are to play so many halfmoves: the chessprogramming wiki's "Perft Results", and OpenSpiel's tests."""


def start(fen: str) -> Chess:
    """A game from that position."""
    return cast("Chess", rondel.new("chess", position=from_fen(fen)))


def after(*moves: str, fen: str = "") -> Chess:
    """The game after moves in UCI's words: ``e2e4``, ``e7e8q``."""
    game = start(fen) if fen else cast("Chess", rondel.new("chess"))
    for move in moves:
        push(game, move)
    return game


NAMES = {"q": "queen", "r": "rook", "b": "bishop", "n": "knight"}


def push(game: Chess, move: str) -> None:
    """Make a move in UCI's words."""
    game.push(text(move))


def text(move: str) -> str:
    """The text of a move in UCI's words."""
    promotion = f",{NAMES[move[4]]}" if len(move) == 5 else ""
    return f"move({move[:2]},{move[2:4]}{promotion})"


def moves(game: Chess, start: str) -> set[str]:
    """Where the piece on a cell may go, with what it may become."""
    return {str(move)[8:-1] for move in game.moves() if str(move).startswith(f"move({start},")}


def names(game: Chess) -> list[str]:
    """What has been told."""
    return [event["name"] for event in game.events(0, "observer")]


def sans(game: Chess) -> list[str]:
    """The moves as they are written in the log."""
    return [event["args"]["san"] for event in game.events(0, "observer") if event["name"] == "move"]
