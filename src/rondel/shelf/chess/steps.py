"""Steps: the possible moves of pieces. A step is legal if its piece moves so and the own king is not left under attack.

Laws of Chess, article 3. Everything here only looks at the board; castling rights and the cell a pawn has just passed are
given.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, TypeAlias

from rondel.engine import Cell, Grid, Token
from rondel.errors import BadPosition
from rondel.shelf.chess.pieces import (
    ADVANCE,
    ATTACKS,
    BLACK,
    FIRST_ADVANCE,
    FORWARD,
    HOME,
    LAST,
    OTHER,
    PROMOTIONS,
    REACH,
    ROOK,
    TAKES,
    WHITE,
    Promotion,
)

Step: TypeAlias = tuple[Cell, Cell, Promotion | None]
"""Start cell, goal cell, and the piece that a pawn is promoted to."""

CASTLING: Final = {
    WHITE: {"K": ("e1", "f1", "g1", "h1"), "Q": ("e1", "d1", "c1", "a1")},
    BLACK: {"k": ("e8", "f8", "g8", "h8"), "q": ("e8", "d8", "c8", "a8")},
}
"""For each right to castle: where the king stands, what it passes, where it goes, and where the rook stands."""
TIES: Final = {"e1": "KQ", "h1": "K", "a1": "Q", "e8": "kq", "h8": "k", "a8": "q"}
"""The rights that are lost when anything moves from there, or to there."""


def king_of(board: Grid, side: str) -> Cell:
    """Where the king of a side stands. Raises `BadPosition` if there is none."""
    cell = board.cell_of(side, "king")
    if cell is None:
        raise BadPosition(f"{side} has no king on the board; chess is played with one king on each side")
    return cell


def in_check(board: Grid, side: str) -> bool:
    """Whether the king of a side is attacked (3.9.1)."""
    return board.remember(("check", side), lambda: attacked(board, king_of(board, side), OTHER[side]))


def attacked(board: Grid, cell: Cell, by: str, without: Sequence[Token] = (), blocked: Cell | None = None) -> bool:
    """Whether a piece of the side ``by`` attacks the cell (3.1.2), also as it would be after a move: see `Board.attacked`."""
    return board.attacked(cell, by, ATTACKS[by], without=without, blocked=blocked)


def taken_by(board: Grid, piece: Token, goal: Cell, en_passant: str | None) -> Token | None:
    """What a piece would take on the cell; en passant, the pawn that has just passed it (3.7.3.1)."""
    if piece.face == "pawn" and goal.name == en_passant:
        return board[board.at(goal.row - FORWARD[piece.owner or WHITE], goal.column)]
    return board[goal]


def goals(board: Grid, piece: Token, start: Cell, side: str, en_passant: str | None) -> list[Cell]:
    """Where a piece may go, apart from castling, if its own king is left out of account."""
    if piece.face != "pawn":
        return board.reach(start, REACH[piece.face], sparing=side)
    advance = FIRST_ADVANCE if start.row == HOME[side] else ADVANCE
    found = [cell for cell in board.reach(start, advance[side]) if board[cell] is None]
    for cell in board.reach(start, TAKES[side], sparing=side):
        if board[cell] is not None or cell.name == en_passant:
            found.append(cell)
    return found


def safe(board: Grid, piece: Token, goal: Cell, side: str, king: Cell, en_passant: str | None) -> bool:
    """Whether the king of the side is not attacked once the piece has gone there (3.9.2)."""
    taken = taken_by(board, piece, goal, en_passant)
    without = (piece,) if taken is None else (piece, taken)
    if piece.face == "king":
        return not attacked(board, goal, OTHER[side], without)
    return not attacked(board, king, OTHER[side], without, goal)


def legal(board: Grid, side: str, castling: str, en_passant: str | None) -> list[Step]:
    """Every legal step of a side."""
    found: list[Step] = []
    king = king_of(board, side)
    check = in_check(board, side)
    pinned = board.shields(king, OTHER[side], ATTACKS[OTHER[side]])
    for start, piece in board.tokens_of(side):
        pawn = piece.face == "pawn"
        free = not (check or piece.face == "king" or piece in pinned)
        for goal in goals(board, piece, start, side, en_passant):
            # What is taken en passant may have kept an attack off, too.
            if (free and not (pawn and goal.name == en_passant)) or safe(board, piece, goal, side, king, en_passant):
                if pawn and goal.row == LAST[side]:
                    found.extend([(start, goal, face) for face in PROMOTIONS])
                else:
                    found.append((start, goal, None))
    if castling and not check:
        found.extend(castles(board, side, castling))
    return found


def castles(board: Grid, side: str, castling: str) -> list[Step]:
    """The ways in which a king that is not in check may castle: the cells between it and the rook are free, and neither the
    one it passes nor the one it goes to is attacked (3.8.2)."""
    found: list[Step] = []
    for right, (home, passed, goal, corner) in CASTLING[side].items():
        if right not in castling or board[corner] not in board.meets(home, ROOK):
            continue
        if not any(attacked(board, board.cell(each), OTHER[side]) for each in (passed, goal)):
            found.append((board.cell(home), board.cell(goal), None))
    return found
