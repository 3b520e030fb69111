"""The farms of Harvest Wheel: tiles, goods, the sectors of the wheel, and their pictures.

Pictures are drawn in a box of 100 by 100.
"""

from __future__ import annotations

from collections.abc import Iterable

from rondel.engine import Area, Cell, Face, TokenKind, _

SECTORS = (_("clear"), _("sow"), _("work"), _("fish"), _("settle"), _("pick"), _("sell"), _("fair"))
"""The tasks round the wheel."""
FREE = 3
"""Sectors that a farmer may advance for nothing; each further one costs a coin."""
MARKET = ("1", "2", "3", "4", "5")
"""The places of the market, each named after the price of a tile there."""
TILES = {_("field"): 14, _("pond"): 9, _("orchard"): 9, _("barn"): 8}
"""The tiles in the bag."""
PRICE = {_("grain"): 2, _("trout"): 2, _("fruit"): 3}
"""The price of a good."""
PRIZES = (0, 2, 5, 9)
"""Points at the fair for none, one, two, three different goods."""

PICTURES = {
    "field": "M8 22H92V30H8ZM8 46H92V54H8ZM8 70H92V78H8Z",
    "sown": "M46 96V58C26 60 12 46 12 26C32 26 44 36 48 48C52 30 64 16 88 12C90 36 76 54 54 56V96Z",
    "pond": "M4 40C20 22 36 22 50 34C64 46 80 46 96 28V42C80 60 64 60 50 48C36 36 20 36 4 54Z"
    "M4 70C20 52 36 52 50 64C64 76 80 76 96 58V72C80 90 64 90 50 78C36 66 20 66 4 84Z",
    "orchard": "M44 96V68C24 72 8 60 12 42C6 24 26 8 42 14C54 2 78 6 82 22C98 30 96 56 80 60C76 70 64 72 56 68V96Z",
    "barn": "M50 4L82 20L96 48V96H72V58H28V96H4V48L18 20ZM38 30H62V44H38Z",
    "house": "M50 4L98 48H86V94H60V66H40V94H14V48H2Z",
    "grain": "M46 98V66C26 64 20 50 22 36C36 38 46 46 46 58V40C34 36 30 20 50 2C70 20 66 36 54 40V58C54 46 64 38 78 36"
    "C80 50 74 64 54 66V98Z",
    "trout": "M4 50C22 22 56 20 74 44L96 26V74L74 56C56 80 22 78 4 50Z",
    "fruit": "M50 30C38 18 14 26 16 52C18 78 38 92 50 84C62 92 82 78 84 52C86 26 62 18 50 30Z"
    "M52 25C52 13 61 7 70 7C70 19 62 25 52 25Z",
}
"""How tiles and goods are drawn."""
COLOURS = {
    "field": "#8a5a32",
    _("sown"): "#a8791a",
    "pond": "#2f6690",
    "orchard": "#3f7032",
    "barn": "#8f3a34",
    _("house"): "#5b5346",
    "grain": "#e8b64a",
    "trout": "#b9d4ea",
    "fruit": "#f0908a",
}

Tile = TokenKind(
    "tile",
    faces={name: Face("square", colour=COLOURS[name], path=PICTURES[name]) for name in (*TILES, "sown", "house")},
)
Good = TokenKind("good", faces={name: Face("path", colour=COLOURS[name], path=PICTURES[name]) for name in PRICE})
Cart = TokenKind("cart")


def lying(land: Area, *faces: str) -> list[Cell]:
    """The places of a farm where such tiles lie."""
    return [cell for cell in land.cells if _face(land, cell) in faces]


def beside(land: Area, cells: Iterable[Cell], *faces: str) -> list[Cell]:
    """Those of the places that have such a tile next to them."""
    return [cell for cell in cells if not {tile.face for tile in land.around(cell)}.isdisjoint(faces)]


def largest(land: Area, *faces: str) -> int:
    """How many of such tiles are joined at most."""
    left = set(lying(land, *faces))
    best = 0
    while left:
        waiting = [left.pop()]
        size = 0
        while waiting:
            size += 1
            joined = [cell for cell in land.neighbours(waiting.pop()) if cell in left]
            left.difference_update(joined)
            waiting.extend(joined)
        best = max(best, size)
    return best


def _face(land: Area, cell: Cell) -> str:
    tile = land[cell]
    return tile.face if tile is not None else ""
