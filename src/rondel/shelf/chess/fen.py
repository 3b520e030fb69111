"""Forsyth-Edwards notation: a position in one line, ``rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq e3 0 1``.

PGN standard (S. J. Edwards, 1994), section 16.1: the pieces row by row from the eighth, the side to move, the rights to
castle, the cell a pawn has just passed, the halfmoves since a capture or pawn move, and the number of the move.
"""

from __future__ import annotations

from typing import Any, Final

from rondel.errors import BadPosition, quoted
from rondel.shelf.chess.pieces import BLACK, FACES, FORWARD, SIDES, WHITE
from rondel.shelf.chess.placement import placement
from rondel.shelf.chess.rules import Chess
from rondel.shelf.chess.steps import TIES

START: Final = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"
_STANDS: Final = {"e": "king", "a": "rook", "h": "rook"}


def to_fen(game: Chess) -> str:
    """The position of a game.

    >>> import rondel
    >>> game = rondel.new("chess")
    >>> game.push("move(e2,e4)")
    >>> to_fen(game)
    'rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq e3 0 1'
    """
    passed = game.en_passant.value or "-"
    clocks = f"{game.halfmove_clock.value} {game.move_number.value}"
    return f"{placement(game.board)} {game.player[0]} {game.castling.value or '-'} {passed} {clocks}"


def from_fen(text: str) -> dict[str, Any]:
    """A start position: ``rondel.new("chess", position=from_fen(text))``. The two clocks may be left out.

    Raises `BadPosition` for what is no position of chess: it has one king on each side, no pawn in the first or last row,
    kings and rooks where the rights to castle have them, and a pawn that has just passed the cell named for en passant.

    >>> from_fen("8/8/8/8/8/8/8/K6k w - - 0 1")["containers"]["board"][0]
    {'kind': 'piece', 'owner': 'white', 'face': 'king', 'at': 'a1'}
    """
    fields = text.split()
    if len(fields) not in (4, 6):
        raise BadPosition(f"{quoted(text)} has {len(fields)} fields; a FEN has six, or four without the clocks: {START}")
    pieces, turn, castling, passed = fields[:4]
    board = _board(pieces)
    if turn not in ("w", "b"):
        raise BadPosition(f"the side to move of a FEN is {quoted(turn)}; it is 'w' or 'b'")
    _check_castling(castling, board)
    if passed != "-":
        _check_passed(passed, turn, board)
    clocks = fields[4:] or ["0", "1"]
    if not all(each.isascii() and each.isdigit() for each in clocks) or clocks[1] == "0":
        raise BadPosition(f"the clocks of a FEN are {' '.join(clocks)!r}; the first counts from 0, the second from 1")
    return {
        "state": "NextTurn",
        "play_order": [WHITE, BLACK] if turn == "w" else [BLACK, WHITE],
        "props": {
            "castling": castling.replace("-", ""),
            "en_passant": None if passed == "-" else passed,
            "halfmove_clock": int(clocks[0]),
            "move_number": int(clocks[1]),
            "seen": [],
        },
        "containers": {
            "board": [{"kind": "piece", "owner": owner, "face": face, "at": at} for at, (owner, face) in board.items()]
        },
    }


def _board(pieces: str) -> dict[str, tuple[str, str]]:
    """Owner and face of the piece on each cell that has one."""
    found: dict[str, tuple[str, str]] = {}
    rows = pieces.split("/")
    if len(rows) != 8:
        raise BadPosition(f"the board of a FEN has {len(rows)} rows, in {quoted(pieces)}; it has 8, with '/' between them")
    for number, row in zip(range(8, 0, -1), rows, strict=True):
        column = 0
        for letter in row:
            face = FACES.get(letter.upper())
            if face is not None and column < 8:
                if face == "pawn" and number in (1, 8):
                    raise BadPosition(
                        f"row {number} of a FEN, {quoted(row)}, has a pawn; no pawn stands in the first or last row"
                    )
                found[f"{'abcdefgh'[column]}{number}"] = (WHITE if letter.isupper() else BLACK, face)
                column += 1
            elif letter in "12345678":
                column += int(letter)
            else:
                column = -1
                break
        if column != 8:
            raise BadPosition(
                f"row {number} of a FEN is {quoted(row)}; it holds 8 cells, of the letters KQRBNPkqrbnp and 1 to 8"
            )
    for side in SIDES:
        kings = list(found.values()).count((side, "king"))
        if kings != 1:
            raise BadPosition(f"{side} has {kings} kings in {quoted(pieces)}; each side has one")
    return found


def _check_castling(castling: str, board: dict[str, tuple[str, str]]) -> None:
    rights = castling.replace("-", "", 1) if castling == "-" else castling
    if "".join([right for right in "KQkq" if right in rights]) != rights:
        raise BadPosition(f"the rights to castle of a FEN are {quoted(castling)}; give some of 'KQkq' in this order, or '-'")
    for at, needed in TIES.items():
        side = WHITE if at[1] == "1" else BLACK
        if any(right in rights for right in needed) and board.get(at) != (side, _STANDS[at[0]]):
            raise BadPosition(
                f"the FEN lets {side} castle by {quoted(castling)}, but its {_STANDS[at[0]]} does not stand on {at}"
            )


def _check_passed(passed: str, turn: str, board: dict[str, tuple[str, str]]) -> None:
    side = BLACK if turn == "w" else WHITE  # who has just moved
    row = {WHITE: "3", BLACK: "6"}[side]
    step = FORWARD[side]
    fits = len(passed) == 2 and passed[0] in "abcdefgh" and passed[1] == row
    if fits:
        front, behind = f"{passed[0]}{int(row) + step}", f"{passed[0]}{int(row) - step}"
        fits = board.get(front) == (side, "pawn") and passed not in board and behind not in board
    if not fits:
        raise BadPosition(f"no pawn of {side} can just have passed {quoted(passed)}, which the FEN names for en passant")
