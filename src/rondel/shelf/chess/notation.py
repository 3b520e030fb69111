"""Standard algebraic notation: how moves are written, and read.

PGN standard (S. J. Edwards, 1994), section 8.2.3; Laws of Chess, appendix C.
"""

from __future__ import annotations

import re
from typing import Final

from rondel.engine import Cell, Grid, Token
from rondel.errors import IllegalMove, MalformedMove, quoted
from rondel.shelf.chess.pieces import FACES, LETTERS, REACH
from rondel.shelf.chess.steps import Step, safe

_MOVE: Final = re.compile(r"([KQRBN])?([a-h])?([1-8])?[x:-]?([a-h][1-8])(?:=?/?\(?([QRBN])\)?)?(?:e\.p\.)?")
_MARKS: Final = "+#!?"
WRITTEN: Final = {
    **LETTERS,
    "pawn": "",
    **{f"king e{row} {goal}{row}": said for row in (1, 8) for goal, said in (("g", "O-O"), ("c", "O-O-O"))},
}
"""The same for a page, which knows no rule: see `Game.written`."""


def written(board: Grid, piece: Token, step: Step, takes: bool, king: Cell) -> str:
    """A step before it is made, without what it says of check: ``Nbd2``, ``exd6``, ``e8=Q``, ``O-O``."""
    start, goal, promotion = step
    if piece.face == "king" and abs(start.column - goal.column) == 2:
        return "O-O" if goal.column > start.column else "O-O-O"
    capture = "x" if takes else ""
    if piece.face == "pawn":
        taker = start.name[0] if takes else ""
        return f"{taker}{capture}{goal}{'=' + LETTERS[promotion] if promotion else ''}"
    return f"{LETTERS[piece.face]}{_which(board, piece, start, goal, king)}{capture}{goal}"


def _which(board: Grid, piece: Token, start: Cell, goal: Cell, king: Cell) -> str:
    """The text that distinguishes a piece from its like that could legally go there: its file, else its rank, else both."""
    side = piece.owner or ""
    rivals = [
        board.where(each)
        for each in board.meets(goal, REACH[piece.face])
        if each is not piece and each.owner == side and each.face == piece.face and safe(board, each, goal, side, king, None)
    ]
    if not rivals:
        return ""
    if not any(each.column == start.column for each in rivals):
        return start.name[0]
    if not any(each.row == start.row for each in rivals):
        return start.name[1:]
    return start.name


def meant(text: str, board: Grid, steps: list[Step]) -> Step:
    """The legal step that a move in this notation means; what it says of check and merit is not looked at, and more than is
    needed may be said.

    Raises `MalformedMove` for what is no move in this notation, `IllegalMove` if none is meant, or several.
    """
    plain = text.strip().rstrip(_MARKS)
    found = [step for step in steps if _fits(plain, board, step)]
    if len(found) == 1:
        return found[0]
    if not found and plain.replace("0", "O") not in ("O-O", "O-O-O") and not _MOVE.fullmatch(plain):
        raise MalformedMove(f"{quoted(text)} is not a move in algebraic notation, as 'Nf3', 'exd5', 'e8=Q' or 'O-O' are")
    said = " or ".join([f"{start}{goal}" for start, goal, _promotion in found])
    raise IllegalMove(f"{quoted(text)} can mean {said}; say which" if found else f"{quoted(text)} is not legal here")


def _fits(plain: str, board: Grid, step: Step) -> bool:
    start, goal, promotion = step
    piece = board.token(start)
    if piece.face == "king" and abs(start.column - goal.column) == 2:
        return plain.replace("0", "O") == ("O-O" if goal.column > start.column else "O-O-O")
    said = _MOVE.fullmatch(plain)
    if said is None:
        return False
    letter, file, rank, cell, becomes = said.groups()
    return (
        piece.face == FACES[letter or "P"]
        and goal.name == cell
        and (file is None or start.name[0] == file)
        and (rank is None or start.name[1:] == rank)
        and promotion == (FACES[becomes] if becomes else None)
    )
