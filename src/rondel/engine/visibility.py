"""Visibility: who may see what.

A visibility is a tuple of roles. By default no role sees a part of a game. A spectator without a role is `OBSERVER`;
`EVERYONE` includes spectators.

>>> sees(EVERYONE, OBSERVER), sees(("north",), OBSERVER), sees(NOBODY, "north")
(True, False, False)
"""

from __future__ import annotations

from typing import Final, TypeAlias

Visibility: TypeAlias = tuple[str, ...]

OBSERVER: Final = "observer"
CHANCE: Final = "chance"
EVERYONE: Final[tuple[str, ...]] = ("*",)
NOBODY: Final[tuple[str, ...]] = ()
OWNER: Final[tuple[str, ...]] = ("@owner",)
"""The role a part is made for, in `Game.each`: ``visible_to=OWNER``, ``visible_to=(*OWNER, OBSERVER)``."""

RESERVED: Final = (OBSERVER, CHANCE, "*", "")
"""Names that no role may have."""


def owned_by(role: str, visible_to: Visibility) -> Visibility:
    """A visibility with ``role`` in the place of `OWNER`.

    >>> owned_by("north", (*OWNER, OBSERVER))
    ('north', 'observer')
    """
    return tuple([role if each == OWNER[0] else each for each in visible_to])


def sees(visible_to: Visibility, role: str) -> bool:
    """Whether a visibility includes ``role``."""
    return visible_to == EVERYONE or role in visible_to
