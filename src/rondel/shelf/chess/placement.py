"""Placements: the pieces of a board in one line, row by row from the eighth, as the first field of FEN has them."""

from __future__ import annotations

from typing import Final

from rondel.engine import Grid
from rondel.shelf.chess.pieces import LETTERS, SIDES, WHITE

_SYMBOLS: Final = {
    side: {face: letter if side == WHITE else letter.lower() for face, letter in LETTERS.items()} for side in SIDES
}
_DIGITS: Final = [str(number) for number in range(9)]


def placement(board: Grid) -> str:
    """The pieces, row by row from the eighth.

    >>> import rondel
    >>> game = rondel.new("chess")
    >>> placement(game.board)
    'rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR'
    """
    letters = board.letters(_SYMBOLS, "")
    found: list[str] = []
    for first in range(56, -1, -8):
        empty = 0
        for letter in letters[first : first + 8]:
            if not letter:
                empty += 1
                continue
            if empty:
                found.append(_DIGITS[empty])
                empty = 0
            found.append(letter)
        if empty:
            found.append(_DIGITS[empty])
        found.append("/")
    return "".join(found[:-1])
