"""The pieces: how each moves and takes, what it is worth and written as.

Laws of Chess, articles 3.2 to 3.8: the queen, rook and bishop go any distance along their lines, the knight to the nearest
cells that are on none of these, the king one cell. Pawns go otherwise than they take.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final, Literal, TypeAlias

from rondel.engine import Reach, _, leaper, rider

WHITE: Final = "white"
BLACK: Final = "black"
SIDES: Final = (WHITE, BLACK)
OTHER: Final = {WHITE: BLACK, BLACK: WHITE}

ROOK: Final = rider(0, 1)
BISHOP: Final = rider(1, 1)
QUEEN: Final = ROOK + BISHOP
KNIGHT: Final = leaper(1, 2)
KING: Final = leaper(0, 1) + leaper(1, 1)
REACH: Final = {"king": KING, "queen": QUEEN, "rook": ROOK, "bishop": BISHOP, "knight": KNIGHT}

FORWARD: Final = {WHITE: 1, BLACK: -1}
"""The row a pawn goes to is the next one, or the one before."""
TAKES: Final = {side: Reach((step, -1, 1), (step, 1, 1)) for side, step in FORWARD.items()}
"""How pawns take."""
ADVANCE: Final = {side: Reach((step, 0, 1)) for side, step in FORWARD.items()}
FIRST_ADVANCE: Final = {side: Reach((step, 0, 2)) for side, step in FORWARD.items()}
HOME: Final = {WHITE: 1, BLACK: 6}
"""The row in which pawns begin, from 0."""
LAST: Final = {WHITE: 7, BLACK: 0}
"""The row in which they are promoted."""
Promotion: TypeAlias = Literal["queen", "rook", "bishop", "knight"]
PROMOTIONS: Final[tuple[Promotion, ...]] = ("queen", "rook", "bishop", "knight")

Attacks: TypeAlias = tuple[tuple[Reach, tuple[str, ...]], ...]
"""Ways, each with the pieces that attack on it. Compiled, a tuple of a declared length would be made anew at each use."""
LINES: Final[Attacks] = ((ROOK, ("queen", "rook")), (BISHOP, ("queen", "bishop")))
"""The attacks that another piece can keep off by standing between."""
ATTACKS: Final[Mapping[str, Attacks]] = {
    side: (
        *LINES,
        (KNIGHT, ("knight",)),
        (TAKES[other], ("pawn",)),  # a pawn attacks this cell if a pawn of the other side here would attack it
        (KING, ("king",)),
    )
    for side, other in OTHER.items()
}
"""How to find from a cell the pieces of a side that attack it: what is met on these ways, if it is one of those."""

LETTERS: Final = {
    _("king"): "K",
    _("queen"): "Q",
    _("rook"): "R",
    _("bishop"): "B",
    _("knight"): "N",
    _("pawn"): "P",
}
"""The letters of the pieces in English chess notation."""
FACES: Final = {letter: face for face, letter in LETTERS.items()}
WORTH: Final = {"king": 0, "queen": 9, "rook": 5, "bishop": 3, "knight": 3, "pawn": 1}
