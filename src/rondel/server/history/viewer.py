"""The viewer of a round: whose view a requester may get, and whether the requester may export all of the round.

Everybody may have the observer's view, a player that of the own role. Once the round is over and nothing of it is hidden from
anybody, everybody may have every view.
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
    """How much of a round may be known, and by whom. Computing it takes longer than replaying the round; it changes only with
    another answer."""

    over: bool
    known: bool
    """Whether the observer may know every answer of the round."""
    keepers: tuple[str, ...] = ()
    """The roles, and the observer, that may have its record; none while it goes on."""


def openness(entry: TableEntry, round_log: RoundLog) -> Openness:
    """How open the round is. Raises `Faulted` where its log does not replay."""
    table = round_log.opened(round_log.last, lambda log: open_table(entry, log))
    game, over = table.game, table.over
    everybody = (*game.roles, rondel.OBSERVER)
    known = known_to_all(game)
    return Openness(over, known, tuple([each for each in everybody if over and (known or may_keep(game, each))]))


def allowed(roles: Sequence[str], held: Sequence[str], openness: Openness) -> tuple[str, ...]:
    """The views that a player of some roles may have, the likeliest first.

    >>> allowed(("x", "o"), ("o",), Openness(over=False, known=True))
    ('o', 'observer')
    >>> allowed(("x", "o"), ("o",), Openness(over=True, known=True))
    ('o', 'observer', 'x')
    """
    if not (openness.over and openness.known):
        return (*held, rondel.OBSERVER)
    return (*held, rondel.OBSERVER, *[role for role in roles if role not in held])


def known_to_all(game: rondel.Game) -> bool:
    """Whether the observer may know every answer of the round."""
    try:
        return game.record(rondel.OBSERVER) == game.record()
    except HiddenInformation:
        return False


def may_keep(game: rondel.Game, viewer: str) -> bool:
    """Whether the viewer may know everything in the record."""
    try:
        game.record(viewer)
    except HiddenInformation:
        return False
    return True


def chosen(wanted: str, viewers: Sequence[str]) -> str:
    """The wanted viewer, or the first one. Refused as ``not_seated`` where the requester may not have that view."""
    if not wanted:
        return viewers[0]
    if wanted not in viewers:
        raise Refusal("not_seated", f"you may not look at this round as {quoted(wanted)}; only as {', '.join(viewers)}")
    return wanted
