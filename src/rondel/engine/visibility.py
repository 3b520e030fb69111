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
"""The name of a spectator, who has no role. ``visible_to=(OBSERVER,)`` shows a part to spectators.

>>> import rondel
>>> rondel.new("kuhn_poker", seed=1).view(OBSERVER)["containers"]["hand_first"]
{'backs': 1}
"""
CHANCE: Final = "chance"
"""The name of chance as a role, where chance is explicit.

>>> import rondel
>>> game = rondel.new("kuhn_poker", chance="explicit")
>>> game.active == (CHANCE,), game.moves()[0].probability
(True, 0.3333333333333333)
"""
EVERYONE: Final[tuple[str, ...]] = ("*",)
"""The visibility of what lies open: every role, and spectators.

>>> Row("market", visible_to=EVERYONE).visible_to
('*',)
"""
NOBODY: Final[tuple[str, ...]] = ()
"""The visibility of what nobody sees; the default of every part.

>>> Row("box").visible_to == NOBODY
True
"""
OWNER: Final[tuple[str, ...]] = ("@owner",)
"""The role a part is made for, in `Game.each`: ``visible_to=OWNER``, ``visible_to=(*OWNER, OBSERVER)``.

>>> (*OWNER, OBSERVER)
('@owner', 'observer')
"""

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
