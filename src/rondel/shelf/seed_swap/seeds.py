"""The seeds of Seed Swap: crops, their cards, and the wheel.

Pictures are drawn in a box of 100 by 100.
"""

from __future__ import annotations

from rondel.engine import Face, Token, TokenKind, _

COLOURS = {_("wheat"): "#a8701a", _("grape"): "#6a4a92", _("apple"): "#98303c", _("bean"): "#1d6b57"}
CROPS = tuple(COLOURS)
STEPS = (1, 2, 3)
COPIES = 2
"""Cards of each crop and number of steps, for each farmer."""
WHEEL = (*CROPS, *CROPS)
"""The crop of each sector, from the first on, in the direction of travel."""
SET = 5
"""Points for each four different crops in a barn at the end."""


def _circle(x: int, y: int, radius: int) -> str:
    """A circle as a path of SVG."""
    return f"M{x - radius} {y}a{radius} {radius} 0 1 0 {2 * radius} 0a{radius} {radius} 0 1 0 {-2 * radius} 0Z"


def _grain(y: int) -> str:
    """Two grains of an ear, left and right of the stalk."""
    low, high = y - 4, y - 24
    left = f"M48 {y}C34 {low} 28 {y - 14} 30 {high}C42 {y - 22} 48 {y - 12} 48 {y}Z"
    return left + f"M52 {y}C66 {low} 72 {y - 14} 70 {high}C58 {y - 22} 52 {y - 12} 52 {y}Z"


PICTURES = {
    "wheat": "M48 98V30H52V98ZM50 24C42 16 42 8 50 0C58 8 58 16 50 24Z" + "".join([_grain(y) for y in (42, 58, 74)]),
    "grape": "M47 26V6H54V26Z"
    + "".join([_circle(x, 38, 12) for x in (26, 50, 74)] + [_circle(x, 59, 12) for x in (38, 62)])
    + _circle(50, 80, 12),
    "apple": "M50 30C38 18 14 26 16 52C18 78 38 92 50 84C62 92 82 78 84 52C86 26 62 18 50 30Z"
    "M52 25C52 13 61 7 70 7C70 19 62 25 52 25Z",
    "bean": "M30 18C52 4 84 22 84 54C84 82 60 96 40 88C26 82 28 68 40 64C50 60 50 50 40 44C24 38 18 26 30 18Z",
}
"""How each crop is drawn, in a box of 100 by 100."""

Seed = TokenKind(
    "seed",
    faces={
        f"{crop} {steps}": Face("card", colour=colour, text=f"{crop} {steps}", path=PICTURES[crop])
        for crop, colour in COLOURS.items()
        for steps in STEPS
    },
)

Sign = TokenKind(
    "sign", faces={crop: Face("text", colour=colour, text=crop, path=PICTURES[crop]) for crop, colour in COLOURS.items()}
)
"""The token on each sector of the wheel that shows its crop."""
Cart = TokenKind("cart")


def crop_of(seed: Token) -> str:
    """The crop of a card.

    >>> crop_of(Seed(face="apple 3"))
    'apple'
    """
    return seed.face.partition(" ")[0]


def steps_of(seed: Token) -> int:
    """How far the cart goes by a card.

    >>> steps_of(Seed(face="apple 3"))
    3
    """
    return int(seed.face.partition(" ")[2])


def worth(count: int) -> int:
    """The points for a harvest of this many cards of one plot.

    >>> [worth(count) for count in range(5)]
    [0, 1, 4, 9, 16]
    """
    return count * count
