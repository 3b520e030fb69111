"""Default colours and shapes of roles. Every role has its own shape, so that roles never differ by colour alone."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

if TYPE_CHECKING:
    from rondel.engine.declarations.definition import Definition

COLOURS: Final = ("#1d6b57", "#b4541f", "#3d5a9e", "#8f6d1c", "#7a3f73", "#4a4a4a")
SHAPES: Final = ("disc", "square", "triangle", "diamond", "cross", "ring")


def appearance(game: Definition, number: int, role: str) -> dict[str, Any]:
    """The name, label, colour and shape of a role."""
    return {
        "name": role,
        "label": role.replace("_", " "),
        "colour": game.colours.get(role, COLOURS[number % len(COLOURS)]),
        "shape": SHAPES[number % len(SHAPES)],
    }
