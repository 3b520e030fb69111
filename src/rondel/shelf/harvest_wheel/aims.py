"""The aims of Harvest Wheel: each farmer keeps one of two in secret, and it counts at the end."""

from __future__ import annotations

from rondel.engine import Area, Face, TokenKind, _
from rondel.shelf.harvest_wheel.farm import beside, largest, lying

AIMS = {
    _("Acres"): _("2 for each field of the largest group"),
    _("Lake"): _("3 for each pond of the largest group"),
    _("Grove"): _("3 for each orchard next to a pond"),
    _("Patchwork"): _("5 for each set of field, pond, orchard and barn"),
    _("Avenue"): _("2 for each place the land is longer than two"),
    _("Hamlet"): _("2 for each barn, and 2 more for each next to a field"),
    _("Larder"): _("1 for each good left in the barn"),
    _("Purse"): _("1 for each 2 coins left"),
}
"""The aims, and the value of each at the end."""

Aim = TokenKind("aim", faces={name: Face("card", colour="#5b3f7a", text=name, note=note) for name, note in AIMS.items()})


def aimed(aim: str, land: Area, goods: int, coins: int) -> int:
    """The value of an aim to a farmer with this land, these goods and coins."""
    if aim == "Acres":
        return 2 * largest(land, "field", "sown")
    if aim == "Lake":
        return 3 * largest(land, "pond")
    if aim == "Grove":
        return 3 * len(beside(land, lying(land, "orchard"), "pond"))
    if aim == "Patchwork":
        return 5 * min([len(lying(land, *faces)) for faces in (("field", "sown"), ("pond",), ("orchard",), ("barn",))])
    if aim == "Avenue":
        west, east, north, south = land.bounds()
        return 2 * (max(east - west, south - north) - 1)
    if aim == "Hamlet":
        barns = lying(land, "barn")
        return 2 * len(barns) + 2 * len(beside(land, barns, "field", "sown"))
    return goods if aim == "Larder" else coins // 2
