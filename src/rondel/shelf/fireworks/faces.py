"""How the cards of Fireworks look: each colour bursts in a shape of its own. And the notes, which lie on the cards."""

from __future__ import annotations

from math import cos, pi, sin
from typing import Final

from rondel.engine import Face, TokenKind

COLOURS: Final = ("red", "yellow", "green", "white", "blue")
COPIES: Final = {1: 3, 2: 2, 3: 2, 4: 2, 5: 1}
"""How often each number is there in each colour."""

INKS: Final = {"red": "#b8302a", "yellow": "#c98a00", "green": "#2c7a4b", "blue": "#2b63b5", "white": "#7d8594"}
RAYS: Final = {"red": (5, 0.4), "yellow": (12, 0.55), "green": (6, 0.62), "blue": (4, 0.3), "white": (8, 0.25)}
"""The rays of each colour's burst, and where they meet, from the middle to the rim."""


def burst(rays: int, inner: float) -> str:
    """A star as a path in a box of 100 by 100.

    >>> burst(2, 0.5)
    'M50 2L74 50L50 98L26 50Z'
    """
    points: list[str] = []
    for number in range(2 * rays):
        reach = 48 * (1 if number % 2 == 0 else inner)
        angle = pi * number / rays
        points.append(f"{50 + reach * sin(angle):.0f} {50 - reach * cos(angle):.0f}")
    return f"M{'L'.join(points)}Z"


PACK: Final = tuple([f"{colour} {number}" for colour in COLOURS for number in COPIES])
"""The faces of the cards, each once."""

Firework: Final = TokenKind(
    "firework",
    faces={face: Face("card", text=face, colour=INKS[face.split()[0]], path=burst(*RAYS[face.split()[0]])) for face in PACK},
)

Note: Final = TokenKind(
    "note",
    faces={
        "nothing": Face("disc", text="?", colour="#8d8778"),
        **{str(number): Face("disc", text=str(number), colour="ivory") for number in COPIES},
        **{colour: Face("disc", colour=INKS[colour]) for colour in COLOURS},
        **{face: Face("disc", text=face.split()[1], colour=INKS[face.split()[0]]) for face in PACK},
    },
)
"""What the hints have told of a card: nothing, its colour, its number, or both."""
