"""Which moves and drops of shogi are legal: everything here only looks at the board."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, Literal, TypeAlias

from rondel.engine import Cell, Grid, Token
from rondel.errors import BadPosition
from rondel.shelf.shogi.pieces import ATTACKS, KING, OTHER, PROMOTED, REACH, SENTE

SIDE: Final = 9
ZONE: Final = 3
"""The rows at the far side where pieces are promoted."""
LEAST: Final = {"pawn": 1, "lance": 1, "knight": 2}
"""How far these pieces must stay from the last row, beyond which they could never move."""
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


def moves(board: Grid, side: str) -> list[Step]:
    """Every legal move of the pieces of a side."""
    found: list[Step] = []
    king = king_of(board, side)
    check = in_check(board, side)
    pinned = board.shields(king, OTHER[side], ATTACKS[OTHER[side]])
    for start, piece in board.tokens_of(side):
        face = piece.face
        free = not (check or face == "king" or piece in pinned)
        improves, near = face in PROMOTED, depth(start, side) < ZONE
        for goal in board.reach(start, REACH[side][face], sparing=side):
            if free or safe(board, piece, goal, side, king):
                if improves and (near or depth(goal, side) < ZONE):
                    found.append((start, goal, "promoting"))
                    if depth(goal, side) < LEAST.get(face, 0):
                        continue
                found.append((start, goal, None))
    return found


def drops(board: Grid, side: str, faces: Sequence[str]) -> dict[str, Sequence[Cell]]:
    """Where a side may drop pieces with these faces, for those that may be dropped somewhere."""
    found: dict[str, Sequence[Cell]] = {}
    if not faces:
        return found
    free: Sequence[Cell] = board.empty()
    if in_check(board, side):
        king = king_of(board, side)
        free = [cell for cell in free if not attacked(board, king, OTHER[side], (), cell)]
    for face in faces:
        least = LEAST.get(face, 0)
        cells = [cell for cell in free if depth(cell, side) >= least] if least else free
        if face == "pawn":
            files = [cell.column for cell, piece in board.tokens_of(side) if piece.face == "pawn"]
            cells = [cell for cell in cells if cell.column not in files]
            for cell in board.reach(king_of(board, OTHER[side]), REACH[OTHER[side]]["pawn"]):
                if cell in cells and mates(board, side, cell):
                    cells.remove(cell)
        if cells:
            found[face] = cells
    return found


def mates(board: Grid, side: str, cell: Cell) -> bool:
    """Whether a pawn that is dropped there, before the other king, is checkmate, which is not allowed."""
    other = OTHER[side]
    king = king_of(board, other)
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
