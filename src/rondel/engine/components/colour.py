"""Colours: the names that roles and faces may use for them, and how far two colours are apart."""

from __future__ import annotations

import re
from typing import Final

NAMED: Final = {
    "amber": "#c07f16",
    "azure": "#3d5a9e",
    "beige": "#ddd0b3",
    "black": "#1b1814",
    "blue": "#2f5fa8",
    "bone": "#ede6d6",
    "bronze": "#93632e",
    "brown": "#74502f",
    "coral": "#d9694f",
    "crimson": "#98203a",
    "cyan": "#2b93a8",
    "emerald": "#1f7f58",
    "gold": "#c99a24",
    "gray": "#76716a",
    "green": "#2e7d4a",
    "grey": "#76716a",
    "indigo": "#43408c",
    "ivory": "#f1ead9",
    "jade": "#1d6b57",
    "lime": "#7d9f2b",
    "magenta": "#a8327f",
    "maroon": "#6e2230",
    "navy": "#25406f",
    "olive": "#73742e",
    "orange": "#cf6a1a",
    "pink": "#d27a9f",
    "purple": "#77408c",
    "red": "#b3312c",
    "ruby": "#98303c",
    "sapphire": "#2b4d95",
    "scarlet": "#c23425",
    "silver": "#aeb3b8",
    "slate": "#4d5966",
    "tan": "#bd9a6a",
    "teal": "#1f7878",
    "turquoise": "#2fa093",
    "violet": "#7a4a96",
    "white": "#f4efe4",
    "yellow": "#dfb32c",
}
"""The colours by name. They are softer than the colours of the same names in CSS, so that they suit the table."""

_HEX: Final = re.compile("#([0-9a-f]{2})([0-9a-f]{2})([0-9a-f]{2})")
_SHORT: Final = re.compile("#([0-9a-f])([0-9a-f])([0-9a-f])")


def colour_of(text: str) -> str:
    """A colour as ``#rrggbb``: of a name of `NAMED`, or of ``#rgb``. Any other text is returned as it is.

    >>> colour_of("red"), colour_of("#FD0"), colour_of("hsl(9 50% 50%)")
    ('#b3312c', '#ffdd00', 'hsl(9 50% 50%)')
    """
    said = text.lower()
    short = _SHORT.fullmatch(said)
    if short is not None:
        return "#" + "".join([2 * digit for digit in short.groups()])
    return NAMED.get(said, said if _HEX.fullmatch(said) else text)


def colour_in(name: str) -> str:
    """The colour that a name with words separated by ``_`` contains; empty if it contains none, or several.

    >>> colour_in("red"), colour_in("team_blue"), colour_in("north"), colour_in("black_and_white")
    ('#b3312c', '#2f5fa8', '', '')
    """
    found = {NAMED[word] for word in name.lower().split("_") if word in NAMED}
    return found.pop() if len(found) == 1 else ""


def apart(one: str, other: str) -> float:
    """The distance of two colours as ``#rrggbb``, from 0 to 1; 1 for colours in another notation.

    >>> apart("#000000", "#ffffff"), apart("#b3312c", "#b3312c")
    (1.0, 0.0)
    """
    first, second = _HEX.fullmatch(one), _HEX.fullmatch(other)
    if first is None or second is None:
        return 0.0 if one == other else 1.0
    squares = [(int(a, 16) - int(b, 16)) ** 2 for a, b in zip(first.groups(), second.groups(), strict=True)]
    return float((sum(squares) / (3 * 255**2)) ** 0.5)
