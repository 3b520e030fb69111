"""The evaluation of a quiet position, after a search has followed all captures.

Material in hundredths of a pawn and piece-square tables, those of T. Michniewski's "Simplified Evaluation Function" (Chess
Programming Wiki), whose king table is blended from the middle game to the ending by the pieces that are left; and the pair of
bishops, passed and doubled pawns, rooks on open files, and how far a bare king has been driven.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

from rondel.engine import Grid, Move
from rondel.shelf.chess.pieces import BLACK, LAST, OTHER, SIDES, WHITE, WORTH
from rondel.shelf.chess.steps import attacked, in_check

CENTIPAWNS: Final = {"king": 0, "queen": 900, "rook": 500, "bishop": 330, "knight": 320, "pawn": 100}
PHASE: Final = {"king": 0, "queen": 4, "rook": 2, "bishop": 1, "knight": 1, "pawn": 0}
"""How much of the middle game a piece is."""
OPENING: Final = 24
"""All pieces of the middle game."""
PAIR: Final = 35
"""Both bishops."""
OPEN_FILE: Final = 20
"""A rook on a file without pawns; half of it where only the other side has some."""
DOUBLED: Final = 12
"""Each pawn behind another of its side."""
PASSED: Final = (0, 5, 10, 20, 35, 60, 100, 0)
"""A pawn that no pawn can stop any more, by the rows that it has gone."""
DRIVEN: Final = 10
"""Each step of a bare king from the middle, and half of it each step that the other king is nearer."""
EVEN: Final = 1_000.0
"""The advantage that is taken for half of a win."""
FORGOTTEN: Final = 200.0
"""Halfmoves without a capture or pawn move after which an advantage would be worth nothing."""


def _squares(rows: str) -> tuple[int, ...]:
    """The numbers of a table. Compiled code makes it of one text; it makes a tuple of hundreds of numbers by as many steps."""
    return tuple([int(each) for each in rows.split()])


# Row by row from the eighth, as white sees the board.
_SQUARES: Final[dict[str, tuple[int, ...]]] = {
    "pawn": _squares(
        """
          0   0   0   0   0   0   0   0
         50  50  50  50  50  50  50  50
         10  10  20  30  30  20  10  10
          5   5  10  25  25  10   5   5
          0   0   0  20  20   0   0   0
          5  -5 -10   0   0 -10  -5   5
          5  10  10 -20 -20  10  10   5
          0   0   0   0   0   0   0   0
        """
    ),
    "knight": _squares(
        """
        -50 -40 -30 -30 -30 -30 -40 -50
        -40 -20   0   0   0   0 -20 -40
        -30   0  10  15  15  10   0 -30
        -30   5  15  20  20  15   5 -30
        -30   0  15  20  20  15   0 -30
        -30   5  10  15  15  10   5 -30
        -40 -20   0   5   5   0 -20 -40
        -50 -40 -30 -30 -30 -30 -40 -50
        """
    ),
    "bishop": _squares(
        """
        -20 -10 -10 -10 -10 -10 -10 -20
        -10   0   0   0   0   0   0 -10
        -10   0   5  10  10   5   0 -10
        -10   5   5  10  10   5   5 -10
        -10   0  10  10  10  10   0 -10
        -10  10  10  10  10  10  10 -10
        -10   5   0   0   0   0   5 -10
        -20 -10 -10 -10 -10 -10 -10 -20
        """
    ),
    "rook": _squares(
        """
          0   0   0   0   0   0   0   0
          5  10  10  10  10  10  10   5
         -5   0   0   0   0   0   0  -5
         -5   0   0   0   0   0   0  -5
         -5   0   0   0   0   0   0  -5
         -5   0   0   0   0   0   0  -5
         -5   0   0   0   0   0   0  -5
          0   0   0   5   5   0   0   0
        """
    ),
    "queen": _squares(
        """
        -20 -10 -10  -5  -5 -10 -10 -20
        -10   0   0   0   0   0   0 -10
        -10   0   5   5   5   5   0 -10
         -5   0   5   5   5   5   0  -5
          0   0   5   5   5   5   0  -5
        -10   5   5   5   5   5   0 -10
        -10   0   5   0   0   0   0 -10
        -20 -10 -10  -5  -5 -10 -10 -20
        """
    ),
    "king": _squares(
        """
        -30 -40 -40 -50 -50 -40 -40 -30
        -30 -40 -40 -50 -50 -40 -40 -30
        -30 -40 -40 -50 -50 -40 -40 -30
        -30 -40 -40 -50 -50 -40 -40 -30
        -20 -30 -30 -40 -40 -30 -30 -20
        -10 -20 -20 -20 -20 -20 -20 -10
         20  20   0   0   0   0  20  20
         20  30  10   0   0  10  30  20
        """
    ),
    "king in the ending": _squares(
        """
        -50 -40 -30 -20 -20 -30 -40 -50
        -30 -20 -10   0   0 -10 -20 -30
        -30 -10  20  30  30  20 -10 -30
        -30 -10  30  40  40  30 -10 -30
        -30 -10  30  40  40  30 -10 -30
        -30 -10  20  30  30  20 -10 -30
        -30 -30   0   0   0   0 -30 -30
        -50 -30 -30 -30 -30 -30 -30 -50
        """
    ),
}


def _table(side: str, name: str) -> list[int]:
    """A table by the index of a cell, for a side: a1 first."""
    squares = _SQUARES[name]
    return [squares[index ^ 56] if side == WHITE else squares[index] for index in range(64)]


_MATERIAL: Final[dict[str, dict[str, list[int]]]] = {
    side: {face: [CENTIPAWNS[face] + each for each in _table(side, face)] for face in CENTIPAWNS} for side in SIDES
}
_ENDING: Final[dict[str, list[int]]] = {side: _table(side, "king in the ending") for side in SIDES}


class _Army:
    """The counts of one side."""

    def __init__(self, side: str) -> None:
        self.side = side
        self.worth = 0
        self.phase = 0
        self.king = 0
        self.bishops = 0
        self.pieces = 0
        self.files = [0] * 8
        """How many pawns stand on each file."""
        self.pawns: list[int] = []
        self.rooks: list[int] = []
        self.rear = [8 if side == WHITE else -1] * 8
        """The row of the rearmost pawn on each file."""


def evaluate(board: Grid, side: str, idle: int) -> float:
    """How good a quiet position looks for a side, between -1 and 1; ``idle`` counts halfmoves without capture or pawn move."""
    white = _army(board, WHITE)
    black = _army(board, BLACK)
    phase = min(OPENING, white.phase + black.phase)
    worth = float(white.worth - black.worth) + _structure(white, black) - _structure(black, white)
    king = _MATERIAL[WHITE]["king"][white.king] - _MATERIAL[BLACK]["king"][black.king]
    ending = _ENDING[WHITE][white.king] - _ENDING[BLACK][black.king]
    worth += (king * phase + ending * (OPENING - phase)) / OPENING
    if white.pieces == 0 and black.pieces > 0:
        worth -= _driven(white.king, black.king)
    elif black.pieces == 0 and white.pieces > 0:
        worth += _driven(black.king, white.king)
    if side == BLACK:
        worth = -worth
    worth *= 1.0 - idle / FORGOTTEN
    return worth / (EVEN + abs(worth))


def _army(board: Grid, side: str) -> _Army:
    army = _Army(side)
    tables = _MATERIAL[side]
    for cell, piece in board.tokens_of(side):
        face = piece.face
        index = cell.index
        if face == "king":
            army.king = index
            continue
        army.worth += tables[face][index]
        army.phase += PHASE[face]
        if face == "pawn":
            army.pawns.append(index)
            file = index & 7
            row = index >> 3
            army.files[file] += 1
            if (row < army.rear[file]) if side == WHITE else (row > army.rear[file]):
                army.rear[file] = row
            continue
        army.pieces += 1
        if face == "bishop":
            army.bishops += 1
        elif face == "rook":
            army.rooks.append(index)
    return army


def _structure(own: _Army, other: _Army) -> int:
    """The value of pawns, rooks and bishops by their positions relative to each other."""
    worth = PAIR if own.bishops >= 2 else 0
    white = own.side == WHITE
    for index in own.rooks:
        file = index & 7
        if own.files[file] == 0:
            worth += OPEN_FILE if other.files[file] == 0 else OPEN_FILE // 2
    for number in own.files:
        if number > 1:
            worth -= DOUBLED * (number - 1)
    for index in own.pawns:
        file = index & 7
        row = index >> 3
        stopped = False
        for near in range(max(0, file - 1), min(7, file + 1) + 1):
            # The rearmost pawn of the other side is the one that is farthest ahead from here.
            if other.files[near] and ((other.rear[near] > row) if white else (other.rear[near] < row)):
                stopped = True
                break
        if not stopped:
            worth += PASSED[row if white else 7 - row]
    return worth


def _driven(bare: int, king: int) -> float:
    """How far a bare king has been driven from the middle, and how near the other king is."""
    row, file = bare >> 3, bare & 7
    away = max(3 - row, row - 4) + max(3 - file, file - 4)
    apart = abs(row - (king >> 3)) + abs(file - (king & 7))
    return DRIVEN * away + DRIVEN / 2 * (14 - apart)


def urgencies(board: Grid, side: str, en_passant: str | None, moves: Sequence[Move]) -> list[float]:
    """How urgent each move is: captures by what is taken, then by the least valuable taker, and promotions to a queen; in
    check, all. A capture that only loses material is not urgent."""
    other = OTHER[side]
    found: list[float] = []
    every = 1.0 if moves and in_check(board, side) else 0.0
    last = LAST[side]
    for move in moves:
        args: Any = move.args
        if len(args) != 3:  # a claim
            found.append(every)
            continue
        urgency = every
        start, goal, promotion = args
        taken = board[goal]
        if taken is not None:
            victim = WORTH[taken.face]
            taker = WORTH[board.token(start).face]
            if taker <= victim or not attacked(board, goal, other):
                urgency += 10.0 * victim + 10.0 - taker
        elif goal.name == en_passant and board.token(start).face == "pawn":
            urgency += 19.0
        if promotion == "queen" and goal.row == last:
            urgency += 90.0
        found.append(urgency)
    return found
