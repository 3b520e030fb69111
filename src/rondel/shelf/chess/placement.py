"""Placements: the pieces of a board in one line, row by row from the eighth, as the first field of FEN has them."""

from __future__ import annotations

from typing import Final

from rondel.engine import Grid
from rondel.shelf.chess.pieces import LETTERS, SIDES, WHITE

_SYMBOLS: Final = {
    side: {face: letter if side == WHITE else letter.lower() for face, letter in LETTERS.items()} for side in SIDES
}
_EMPTY: Final = tuple([("-" * length, str(length)) for length in range(8, 0, -1)])
"""Runs of empty cells and their numbers, the longest first."""


def placement(board: Grid) -> str:
    """The pieces, row by row from the eighth.

    >>> import rondel
    >>> game = rondel.new("chess")
    >>> placement(game.board)
    'rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR'
    """
    letters = ["-"] * 64
    for side in SIDES:
        symbols = _SYMBOLS[side]
        for at, piece in board.tokens_of(side):
            letters[(7 - at.row) * 8 + at.column] = symbols[piece.face]
    text = "/".join(["".join(letters[first : first + 8]) for first in range(0, 64, 8)])
    for empty, number in _EMPTY:
        text = text.replace(empty, number)
    return text
