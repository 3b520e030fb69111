"""The judgement of a position by the first rules that beginners learn; cheap enough for every move."""

from __future__ import annotations

from typing import Final

from rondel.engine import Grid
from rondel.shelf.chess.pieces import KING, OTHER, REACH, WORTH
from rondel.shelf.chess.steps import attacked, king_of

_ROOM: Final = 0.02
_FLIGHT: Final = 0.1
_FULL: Final = 40.0
"""The advantage that counts as a win: about all that a side has at the start."""


def judge(board: Grid, side: str, mover: str) -> float:
    """How good a position looks for a side, -1 to 1: the pieces by their usual worth, how many cells they reach, how few the
    other king may flee to, and what ``mover`` can take next for nothing."""
    other = OTHER[side]
    worth = _force(board, side) - _force(board, other)
    worth += _FLIGHT * (_flights(board, side) - _flights(board, other))
    loose = _loose(board, OTHER[mover])
    worth += loose if mover == side else -loose
    return max(-1.0, min(1.0, worth / _FULL))


def _force(board: Grid, side: str) -> float:
    """The value of the pieces of a side; each cell that a piece reaches adds a fiftieth of a pawn."""
    worth = 0.0
    for cell in board.owned(side):
        face = board.token(cell).face
        worth += WORTH[face]
        if face not in ("pawn", "king", "queen"):  # an early queen reaches much, and is chased
            worth += _ROOM * len(board.reach(cell, REACH[face], sparing=side))
    return worth


def _flights(board: Grid, side: str) -> int:
    """How many cells the king of a side could go to."""
    king = king_of(board, side)
    away = (board.token(king),)
    return len([cell for cell in board.reach(king, KING, sparing=side) if not attacked(board, cell, OTHER[side], away)])


def _loose(board: Grid, side: str) -> int:
    """The worth of the best piece of a side that is attacked and not protected."""
    best = 0
    for cell in board.owned(side):
        worth = WORTH[board.token(cell).face]
        if worth > best and attacked(board, cell, OTHER[side]) and not attacked(board, cell, side):
            best = worth
    return best
