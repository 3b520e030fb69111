"""The viewer of a round: as whom somebody may look at it, and whether that viewer may keep all of it.

Everybody may look as the observer, who plays a role as that role, and anybody as any role once nothing of the round is hidden
from anybody.
"""

from __future__ import annotations

from collections.abc import Sequence

import rondel
from rondel.errors import HiddenInformation, quoted
from rondel.server.refusal import Refusal


def allowed(game: rondel.Game, held: Sequence[str], over: bool) -> tuple[str, ...]:
    """As whom somebody may look who plays these roles: the likeliest first. ``over`` says whether the round is."""
    if not (over and known_to_all(game)):
        return (*held, rondel.OBSERVER)
    return (*held, rondel.OBSERVER, *[role for role in game.roles if role not in held])


def known_to_all(game: rondel.Game) -> bool:
    """Whether the observer may know every answer that was given in it."""
    return may_keep(game, rondel.OBSERVER) and game.record(rondel.OBSERVER) == game.record()


def may_keep(game: rondel.Game, viewer: str) -> bool:
    """Whether there is nothing in the record that the viewer may not know."""
    try:
        game.record(viewer)
    except HiddenInformation:
        return False
    return True


def chosen(wanted: str, viewers: Sequence[str]) -> str:
    """The viewer somebody wants to be, which is refused as ``not_seated`` where they may not."""
    if not wanted:
        return viewers[0]
    if wanted not in viewers:
        raise Refusal("not_seated", f"you may not look at this round as {quoted(wanted)}; only as {', '.join(viewers)}")
    return wanted
