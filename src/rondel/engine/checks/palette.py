"""Colours and shapes of roles. Every role has its own shape, so that roles never differ by colour alone.

A role's colour is, in this order: the one that the game declares in ``colours``; the one that all its pieces have; the one that
its name says (``red``, ``team_blue``); a default colour that differs from those of the other roles.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, Final

from rondel.engine.components.colour import apart, colour_in, colour_of

if TYPE_CHECKING:
    from rondel.engine.declarations.definition import Definition

COLOURS: Final = ("#1d6b57", "#b4541f", "#3d5a9e", "#8f6d1c", "#7a3f73", "#4a4a4a")
"""The default colours, in the order of the roles."""
SHAPES: Final = ("disc", "square", "triangle", "diamond", "cross", "ring")
_NEAR: Final = 0.16
"""Two colours at a smaller distance look alike."""


def appearances(game: type[Definition], roles: Sequence[str]) -> list[dict[str, Any]]:
    """The name, label, colour and shape of each role of a game with these roles."""
    coloured = colours(game, roles)
    return [
        {
            "name": role,
            "label": role.replace("_", " "),
            "colour": coloured[role],
            "shape": SHAPES[number % len(SHAPES)],
        }
        for number, role in enumerate(roles)
    ]


def colours(game: type[Definition], roles: Sequence[str]) -> dict[str, str]:
    """The colour of each role of a game with these roles."""
    found = {role: colour_of(game.colours[role]) for role in roles if role in game.colours}
    pieces = {role: _of_pieces(game, role) for role in roles}
    for named in (pieces, {role: colour_in(role) for role in roles}):
        for role, colour in named.items():
            if role not in found and colour and colour not in found.values():
                found[role] = colour
    for number, role in enumerate(roles):
        if role not in found:
            found[role] = _default(number, list(found.values()))
    return found


def _of_pieces(game: type[Definition], role: str) -> str:
    """The colour of the faces that name the role (``red``, ``red king``), if they all have one; else empty."""
    met = {
        face.colour for kind in game.kinds for name, face in kind.faces.items() if name == role or name.startswith(f"{role} ")
    }
    return colour_of(met.pop()) if len(met) == 1 else ""


def _default(number: int, taken: list[str]) -> str:
    """The first default colour from ``number`` on that differs from those taken; the role's own if none does."""
    order = [COLOURS[(number + step) % len(COLOURS)] for step in range(len(COLOURS))]
    return next((each for each in order if all(apart(each, other) > _NEAR for other in taken)), order[0])
