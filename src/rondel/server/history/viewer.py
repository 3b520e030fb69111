"""The viewer of a round: which role's view somebody gets of it, and whether they may export all of it.

Everybody may look as the observer, who plays a role as that role, and anybody as any role once nothing of the round is hidden
from anybody.
"""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

import rondel
from rondel.errors import HiddenInformation, quoted
from rondel.server.catalog.opening import open_table
from rondel.server.protocol.refused import Refusal
from rondel.server.table.entries import TableEntry
from rondel.server.table.log.round_log import RoundLog


class Openness(msgspec.Struct, frozen=True):
    """How much of a round may be known, and by whom. To tell it takes longer than to play the round again, and it is the same
    for as long as nothing more is answered."""

    over: bool
    known: bool
    """Whether the observer may know every answer that was given in it."""
    keepers: tuple[str, ...] = ()
    """Who may keep its record, of the roles and the observer; nobody while it goes on."""


def openness(entry: TableEntry, round_log: RoundLog) -> Openness:
    """How open the round is. Raises `Faulted` where its log does not replay."""
    table = round_log.opened(round_log.last, lambda log: open_table(entry, log))
    game, over = table.game, table.over
    everybody = (*game.roles, rondel.OBSERVER)
    known = known_to_all(game)
    return Openness(over, known, tuple([each for each in everybody if over and (known or may_keep(game, each))]))


def allowed(roles: Sequence[str], held: Sequence[str], openness: Openness) -> tuple[str, ...]:
    """As whom somebody may look who plays some of the game's roles: the likeliest first.

    >>> allowed(("x", "o"), ("o",), Openness(over=False, known=True))
    ('o', 'observer')
    >>> allowed(("x", "o"), ("o",), Openness(over=True, known=True))
    ('o', 'observer', 'x')
    """
    if not (openness.over and openness.known):
        return (*held, rondel.OBSERVER)
    return (*held, rondel.OBSERVER, *[role for role in roles if role not in held])


def known_to_all(game: rondel.Game) -> bool:
    """Whether the observer may know every answer that was given in it."""
    try:
        return game.record(rondel.OBSERVER) == game.record()
    except HiddenInformation:
        return False


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
