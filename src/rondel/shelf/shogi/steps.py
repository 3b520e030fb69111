"""Which moves and drops of shogi are legal: everything here only looks at the board."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, Literal, TypeAlias

from rondel.engine import Cell, Grid, Token
from rondel.errors import BadPosition
from rondel.shelf.shogi.pieces import ATTACKS, FORWARD, KING, LINES, OTHER, PROMOTED, QUEEN, REACH, SENTE

SIDE: Final = 9
ZONE: Final = 3
"""The rows at the far side where pieces are promoted."""
Promotion: TypeAlias = Literal["promoting"]
Step: TypeAlias = tuple[Cell, Cell, Promotion | None]
"""Start cell, goal cell, and whether the piece is promoted."""


def depth(cell: Cell, side: str) -> int:
    """How far a cell is from the last row of a side, which is 0."""
    return cell.row if side == SENTE else SIDE - 1 - cell.row


def king_of(board: Grid, side: str) -> Cell:
    """Where the king of a side stands. Raises `BadPosition` if there is none."""
    for cell, piece in board.tokens_of(side):
        if piece.face == "king":
            return cell
    raise BadPosition(f"{side} has no king on the board; shogi is played with one king on each side")


def attacked(board: Grid, cell: Cell, by: str, without: Sequence[Token] = (), blocked: Cell | None = None) -> bool:
    """Whether a piece of the side ``by`` attacks the cell, also as it would be after a move: see `Board.attacked`."""
    return board.attacked(cell, by, ATTACKS[by], without=without, blocked=blocked)


def in_check(board: Grid, side: str) -> bool:
    """Whether the king of a side is attacked."""
    return board.remember(("check", side), lambda: attacked(board, king_of(board, side), OTHER[side]))


def safe(board: Grid, piece: Token, goal: Cell, side: str, king: Cell) -> bool:
    """Whether the king of the side is not attacked once the piece has gone there."""
    taken = board[goal]
    without = (piece,) if taken is None else (piece, taken)
    if piece.face == "king":
        return not attacked(board, goal, OTHER[side], without)
    return not attacked(board, king, OTHER[side], without, goal)


def stuck(face: str, goal: Cell, side: str) -> bool:
    """Whether a piece could never move on from there: pawns and lances on the last row, knights on the last two."""
    return depth(goal, side) < {"pawn": 1, "lance": 1, "knight": 2}.get(face, 0)


def moves(board: Grid, side: str) -> list[Step]:
    """Every legal move of the pieces of a side."""
    found: list[Step] = []
    king = king_of(board, side)
    check = in_check(board, side)
    # A piece next in line to the king is pinned if it alone keeps an attack off.
    shields = [piece for piece in board.meets(king, QUEEN) if piece.owner == side]
    pinned = [piece for piece in shields if board.attacked(king, OTHER[side], LINES[OTHER[side]], without=(piece,))]
    for start, piece in board.tokens_of(side):
        free = not (check or piece.face == "king" or piece in pinned)
        for goal in board.reach(start, REACH[side][piece.face], sparing=side):
            if free or safe(board, piece, goal, side, king):
                if piece.face in PROMOTED and min(depth(start, side), depth(goal, side)) < ZONE:
                    found.append((start, goal, "promoting"))
                    if stuck(piece.face, goal, side):
                        continue
                found.append((start, goal, None))
    return found


def drops(board: Grid, side: str, faces: Sequence[str]) -> list[tuple[str, Cell]]:
    """Every legal drop of pieces with these faces."""
    if not faces:
        return []
    king = king_of(board, side)
    empty = list(board.empty())
    if in_check(board, side):
        empty = [cell for cell in empty if not attacked(board, king, OTHER[side], (), cell)]
    found: list[tuple[str, Cell]] = []
    for face in faces:
        files = {cell.column for cell, piece in board.tokens_of(side) if piece.face == "pawn"} if face == "pawn" else set()
        for cell in empty:
            if stuck(face, cell, side) or cell.column in files:
                continue
            if face == "pawn" and mates(board, side, cell):
                continue
            found.append((face, cell))
    return found


def mates(board: Grid, side: str, cell: Cell) -> bool:
    """Whether a pawn that is dropped there is checkmate, which is not allowed."""
    other = OTHER[side]
    king = king_of(board, other)
    if cell.column != king.column or cell.row + FORWARD[side] != king.row:
        return False
    piece = board.token(king)
    for goal in board.reach(king, KING, sparing=other):
        if goal is cell:
            if not attacked(board, cell, side, (piece,)):
                return False
        elif not attacked(board, goal, side, (piece,), cell):
            return False
    for reach, faces in ATTACKS[other]:
        for defender in board.meets(cell, reach):
            defends = defender.owner == other and defender.face in faces and defender is not piece
            if defends and not attacked(board, king, side, (defender,), cell):
                return False
    return True
