"""Which moves and drops of shogi are legal: everything here only looks at the board."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, Literal, TypeAlias

from rondel.engine import Cell, Grid, Token
from rondel.errors import BadPosition
from rondel.shelf.shogi.pieces import ATTACKS, GOTE, KING, OTHER, PROMOTED, REACH, SENTE

SIDE: Final = 9
ZONE: Final = 3
"""The rows at the far side where pieces are promoted."""
LAST: Final = {SENTE: 0, GOTE: SIDE - 1}
"""The last row of each side, before the other."""
LEAST: Final = {"pawn": 1, "lance": 1, "knight": 2}
"""How far these pieces must stay from the last row, beyond which they could never move."""
Promotion: TypeAlias = Literal["promoting"]
Step: TypeAlias = tuple[Cell, Cell, Promotion | None]
"""Start cell, goal cell, and whether the piece is promoted."""


def king_of(board: Grid, side: str) -> Cell:
    """Where the king of a side stands. Raises `BadPosition` if there is none."""
    cell = board.cell_of(side, "king")
    if cell is None:
        raise BadPosition(f"{side} has no king on the board; shogi is played with one king on each side")
    return cell


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
    reaches, last = REACH[side], LAST[side]
    for start, piece in board.tokens_of(side):
        face = piece.face
        free = not (check or face == "king" or piece in pinned)
        improves, near = face in PROMOTED, abs(start.row - last) < ZONE
        for goal in board.reach(start, reaches[face], sparing=side):
            if free or safe(board, piece, goal, side, king):
                if improves and (near or abs(goal.row - last) < ZONE):
                    found.append((start, goal, "promoting"))
                    if abs(goal.row - last) < LEAST.get(face, 0):
                        continue
                found.append((start, goal, None))
    return found


def drops(board: Grid, side: str, faces: Sequence[str]) -> dict[str, Sequence[Cell]]:
    """Where a side may drop pieces with these faces, which it holds, for those that may be dropped somewhere."""
    found: dict[str, Sequence[Cell]] = {}
    if not faces:
        return found
    free: Sequence[Cell] = board.empty()
    if in_check(board, side):
        king = king_of(board, side)
        free = [cell for cell in free if not attacked(board, king, OTHER[side], (), cell)]
    for face in dict.fromkeys(faces):
        least = LEAST.get(face, 0)
        cells = [cell for cell in free if abs(cell.row - LAST[side]) >= least] if least else free
        if face == "pawn":
            open_files = [True] * SIDE
            for cell, piece in board.tokens_of(side):
                if piece.face == "pawn":
                    open_files[cell.column] = False
            cells = [cell for cell in cells if open_files[cell.column]]
            for cell in board.reach(king_of(board, OTHER[side]), REACH[OTHER[side]]["pawn"]):
                if open_files[cell.column] and board[cell] is None and mates(board, side, cell):
                    cells = [each for each in cells if each is not cell]
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
