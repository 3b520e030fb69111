"""Placements: the pieces of a board in one line, row by row from the eighth, as the first field of FEN has them."""

from __future__ import annotations

import re
from typing import Final

from rondel.engine import Grid
from rondel.shelf.chess.pieces import LETTERS, SIDES, WHITE

_SYMBOLS: Final = {
    side: {face: letter if side == WHITE else letter.lower() for face, letter in LETTERS.items()} for side in SIDES
}
_EMPTY: Final = re.compile("-+")


def placement(board: Grid) -> str:
    """The pieces, row by row from the eighth.

    >>> import rondel
    >>> game = rondel.new("chess")
    >>> placement(game.board)
    'rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR'
    """
    letters = ["-"] * 64
    for piece in board:
        at = board.where(piece)
        letters[(7 - at.row) * 8 + at.column] = _SYMBOLS[piece.owner or WHITE][piece.face]
    rows = ["".join(letters[first : first + 8]) for first in range(0, 64, 8)]
    return _EMPTY.sub(lambda run: str(len(run.group())), "/".join(rows))
