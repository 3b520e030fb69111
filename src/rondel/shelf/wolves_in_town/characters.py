"""The characters of Wolves in Town, and the tokens with which players name each other."""

from __future__ import annotations

from typing import Final

from rondel.engine import Face, TokenKind, _

COLOURS: Final = {
    "red": "#b3312c",
    "orange": "#c8691c",
    "yellow": "#d6b13a",
    "green": "#2f7d4f",
    "cyan": "#2a9aa3",
    "blue": "#2f5fa8",
    "purple": "#7a4a96",
    "pink": "#cf7f9f",
    "white": "#ebe4d4",
    "brown": "#6f4a30",
}
SEATS: Final = tuple(COLOURS)

WOLF: Final = "wolf"
NOBODY_NAMED: Final = "nobody"
"""The face of a ballot that names no player."""

_HEAD = "M14 10 L38 30 H62 L86 10 L90 50 L64 70 L56 90 H44 L36 70 L10 50 Z M28 44 L42 52 L32 56 Z M72 44 L68 56 L58 52 Z"
_EYE = (
    "M6 50 Q50 8 94 50 Q50 92 6 50 Z M50 30 A20 20 0 0 0 50 70 A20 20 0 0 0 50 30 Z M50 41 A9 9 0 0 1 50 59 A9 9 0 0 1 50 41 Z"
)
_CROSS = "M38 10 H62 V38 H90 V62 H62 V90 H38 V62 H10 V38 H38 Z"
_HOUSE = "M50 12 L92 48 H80 V88 H58 V62 H42 V88 H20 V48 H8 Z"
_STONE = "M22 92 V44 A28 28 0 0 1 78 44 V92 Z"

Character = TokenKind(
    "character",
    faces={
        WOLF: Face("card", text=_("Wolf"), colour="#7d2b26", path=_HEAD, note=_("Every night the wolves take a citizen.")),
        "seer": Face("card", text=_("Seer"), colour="#5b4a96", path=_EYE, note=_("Every night the seer looks at a card.")),
        "healer": Face(
            "card", text=_("Healer"), colour="#2f7d4f", path=_CROSS, note=_("Every night the healer guards a player.")
        ),
        "citizen": Face("card", text=_("Citizen"), colour="#8a6a34", path=_HOUSE, note=_("By day the town votes.")),
    },
)
_NAMES: Final = {role: Face("disc", colour=colour) for role, colour in COLOURS.items()}
Name = TokenKind("name", faces=_NAMES)
"""What a player lays down at night."""
Ballot = TokenKind("ballot", faces={**_NAMES, NOBODY_NAMED: Face("ring", text=_("nobody"), colour="#8b8478")})
"""What a player lays down at a vote."""
Fate = TokenKind(
    "fate",
    faces={
        "out": Face("path", text=_("Out of the game"), colour="#6d6a66", path=_STONE),
        "out, a wolf": Face("path", text=_("A wolf, out of the game"), colour="#7d2b26", path=_STONE),
        "out, of the town": Face("path", text=_("Of the town, out of the game"), colour="#8a6a34", path=_STONE),
    },
)
"""What lies beside the card of a player who is out."""
