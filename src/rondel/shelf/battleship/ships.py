"""The ships of Battleship: their names and lengths, the fleets, and the pictures of hulls, pegs and ships."""

from __future__ import annotations

from rondel.engine import Face, TokenKind, _

SHIPS = {
    "carrier": _("aircraft carrier"),
    "battleship": _("battleship"),
    "cruiser": _("cruiser"),
    "submarine": _("submarine"),
    "destroyer": _("destroyer"),
    "boat": _("torpedo boat"),
}
LENGTHS = {"carrier": 5, "battleship": 4, "cruiser": 3, "submarine": 3, "destroyer": 2, "boat": 1}
FLEETS = {
    "classic": ("carrier", "battleship", "cruiser", "submarine", "destroyer"),
    "russian": ("battleship", *("cruiser",) * 2, *("destroyer",) * 3, *("boat",) * 4),
    "small": ("cruiser", "destroyer", "boat"),
}
"""The ships of each fleet, in the order in which they are placed."""


def drawing(length: int) -> str:
    """A ship of this many cells as an SVG path: a hull with a hole for each."""
    stern, bow = 50 - 9.5 * length, 50 + 9.5 * length
    side = f"Q{bow - 2} 43 {bow} 50Q{bow - 2} 57 {bow - 11} 59H{stern + 5}"
    hull = f"M{stern + 5} 41H{bow - 11}{side}Q{stern} 59 {stern} 50Q{stern} 41 {stern + 5} 41Z"
    holes = [f"M{stern + 19 * cell + 6} 50a3 3 0 1 0 6 0a3 3 0 1 0-6 0Z" for cell in range(length)]
    return hull + "".join(holes)


STEEL, FLAME, FIRE, FOAM, AIM = "#d3dae0", "#ffb199", "#ffa890", "#a6c9db", "#f0c64a"
"""All are lighter than the water, at a contrast of 3 or more, so that they are told from it without colour."""
STRUCK = {"hit": Face("cross", colour=FLAME), "sunk": Face("square", colour=FIRE)}
Hull = TokenKind("hull", faces={"afloat": Face("square", colour=STEEL), **STRUCK}, joined_by="ship")
Peg = TokenKind("peg", faces={"aimed": Face("diamond", colour=AIM), "miss": Face("ring", colour=FOAM), **STRUCK})
Ship = TokenKind("ship", faces={name: Face("path", text=name, path=drawing(LENGTHS[name]), colour=STEEL) for name in SHIPS})
