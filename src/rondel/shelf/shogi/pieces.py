"""The pieces of shogi: how each moves, what it is promoted to, and how it is drawn."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final, TypeAlias

from rondel.engine import Face, Reach, TokenKind, _, leaper, rider

SENTE: Final = "sente"
GOTE: Final = "gote"
SIDES: Final = (SENTE, GOTE)
OTHER: Final = {SENTE: GOTE, GOTE: SENTE}
FORWARD: Final = {SENTE: -1, GOTE: 1}
"""The row to which a pawn goes; row 0 is on top, before gote."""

PROMOTED: Final = {
    "pawn": "tokin",
    "lance": "narikyo",
    "knight": "narikei",
    "silver": "narigin",
    "bishop": "horse",
    "rook": "dragon",
}
PLAIN: Final = {promoted: face for face, promoted in PROMOTED.items()}
WORTH: Final = {
    "king": 0, "rook": 10, "bishop": 9, "gold": 6, "silver": 5.5, "knight": 4, "lance": 3.5, "pawn": 1,
    "tokin": 6, "narikyo": 6, "narikei": 6, "narigin": 6, "horse": 12, "dragon": 13,
}  # fmt: skip

TOLD: Final = (
    *(_("gold"), _("silver"), _("lance"), _("tokin"), _("narikyo"), _("narikei"), _("narigin"), _("horse"), _("dragon")),
    _("promoting"),
)
"""The words of moves that only shogi has: pieces, and that one is promoted."""

KING: Final = leaper(0, 1) + leaper(1, 1)
ROOK: Final = rider(0, 1)
BISHOP: Final = rider(1, 1)
DRAGON: Final = ROOK + leaper(1, 1)
HORSE: Final = BISHOP + leaper(0, 1)
GOLDS: Final = ("gold", "tokin", "narikyo", "narikei", "narigin")
"""The pieces that move as a gold general does."""


def reaches(ahead: int) -> dict[str, Reach]:
    """How the pieces of a side move, whose pawns go that way."""
    gold = Reach((ahead, -1, 1), (ahead, 0, 1), (ahead, 1, 1), (0, -1, 1), (0, 1, 1), (-ahead, 0, 1))
    silver = Reach((ahead, -1, 1), (ahead, 0, 1), (ahead, 1, 1), (-ahead, -1, 1), (-ahead, 1, 1))
    return {
        "pawn": Reach((ahead, 0, 1)),
        "lance": Reach((ahead, 0, 0)),
        "knight": Reach((2 * ahead, -1, 1), (2 * ahead, 1, 1)),
        "silver": silver,
        **dict.fromkeys(GOLDS, gold),
        "bishop": BISHOP,
        "rook": ROOK,
        "horse": HORSE,
        "dragon": DRAGON,
        "king": KING,
    }


REACH: Final = {side: reaches(FORWARD[side]) for side in SIDES}

Attacks: TypeAlias = tuple[tuple[Reach, tuple[str, ...]], ...]
ATTACKS: Final[Mapping[str, Attacks]] = {
    side: (
        (ROOK, ("rook", "dragon")),
        (BISHOP, ("bishop", "horse")),
        (REACH[OTHER[side]]["lance"], ("lance",)),
        (REACH[OTHER[side]]["gold"], GOLDS),  # a gold attacks this cell if a gold of the other side here would attack it
        *[(REACH[OTHER[side]][face], (face,)) for face in ("pawn", "knight", "silver")],
        (KING, ("king", "horse", "dragon")),
    )
    for side in SIDES
}

_OUTLINE: Final = "M50 6 77 20 88 93H12L23 20Z"
"""A wedge that points away from its owner."""
_SIGNS: Final = {
    "king": "玉", "rook": "飛", "bishop": "角", "gold": "金", "silver": "銀", "knight": "桂", "lance": "香", "pawn": "歩",
    "dragon": "龍", "horse": "馬", "narigin": "全", "narikei": "圭", "narikyo": "杏", "tokin": "と",
}  # fmt: skip
BOXWOOD, VERMILION = "#f3dfb0", "#eeb094"
COLOURS: Final = {SENTE: "#2d2620", GOTE: "#f1ece0"}

Piece: Final = TokenKind(
    "piece",
    faces={
        f"{side} {face}": Face("path", path=_OUTLINE, text=sign, colour=VERMILION if face in PLAIN else BOXWOOD)
        for side in SIDES
        for face, sign in _SIGNS.items()
    },
)
