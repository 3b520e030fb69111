"""Welcomes and updates of one table, each encoded once for all viewers who may see the same.

A page that plays no role sees what the observer sees. Everything here is built from `Game.view` and the `EventLog` of the
roles the receiver plays, and from nothing else of the game.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, Final, Protocol

import msgspec

from rondel.engine import OBSERVER, Game, Move
from rondel.engine.views.view import view as seen_of
from rondel.server import protocol
from rondel.server.table.commands import Batch, Moment, Roles
from rondel.server.table.log.events import EventLog

_MOST_SAID: Final = 4_096
"""Moves of which it is kept what is told of them."""

_encoder = msgspec.json.Encoder()
_said: dict[Move, msgspec.Raw] = {}


class Shown(Protocol):
    """What views are made of: a `rondel.server.table.table.Table`."""

    game: Game
    chronicle: EventLog
    seq: int
    began: int

    def views(self, roles: Iterable[str]) -> dict[str, protocol.Json]:
        """See `Table.views`."""

    def undoable(self, held: Sequence[str]) -> tuple[str, ...]:
        """See `Table.undoable`."""

    def standing(self, moment: Moment | None = None) -> protocol.Standing:
        """See `Table.standing`."""

    def describe(self, present: Iterable[str]) -> protocol.Table:
        """See `Table.describe`."""

    def heard_by(self, roles: Sequence[str]) -> dict[str, int]:
        """See `Table.heard_by`."""

    def dressed(self, scene: protocol.Json) -> protocol.Json:
        """See `Table.dressed`."""


def encode(message: protocol.ServerMessage) -> bytes:
    """A message as a text frame."""
    return _encoder.encode(message)


def seen(game: Game, roles: Iterable[str]) -> dict[str, protocol.Json]:
    """The game's views for roles, or the observer, to be encoded and not to be changed: what is told of moves that mean the
    same in all games, as most do, is encoded once for all tables, and what all see alike is looked at once."""
    alike: dict[str, Any] = {}
    return {role: seen_of(game, role, None, _told, alike) for role in roles}


def _told(move: Move) -> msgspec.Raw:
    """What is told of a move."""
    known = _said.get(move)
    if known is None:
        known = msgspec.Raw(_encoder.encode(move.to_json()))
        if move.lasting:
            if len(_said) > _MOST_SAID:
                _said.clear()
            _said[move] = known
    return known


def seen_by(roles: Roles) -> Roles:
    """The roles whose views somebody gets: their own, or the observer's."""
    return roles or (OBSERVER,)


def updates(table: Shown, audience: Iterable[Roles], told: Mapping[str, int], moment: Moment | None = None) -> Batch:
    """The position after an answer, and what has been told since, for each kind of receiver.

    ``told`` is how many events of a role everybody who follows that role has been told.
    """
    standing = table.standing(moment)
    shown = {roles: seen_by(roles) for roles in audience}
    before = {role: told.get(role, 0) for each in shown.values() for role in each}
    views = table.views(before)
    events: dict[str, Any] = table.chronicle.news(before)
    frames: dict[Roles, bytes] = {}
    for roles, own in shown.items():
        own_views, own_events = views, events
        if len(own) < len(views):
            own_views, own_events = {role: views[role] for role in own}, {role: events[role] for role in own}
        frames[roles] = encode(protocol.Update(table.seq, own_views, own_events, table.undoable(roles), standing))
    return Batch(frames, {role: table.chronicle.count(role) for role in views})


def welcomes(table: Shown, audience: Iterable[Roles], present: Iterable[str], moment: Moment | None = None) -> Batch:
    """Everything each kind of receiver needs to draw the table from nothing."""
    kinds = set(audience)
    shown = {role for roles in kinds for role in seen_by(roles)}
    views = table.views(shown)
    # What changed at each event lies in the past; with it a long game would not fit into one message.
    events: dict[str, Any] = {role: table.chronicle.since(role, 0) for role in shown}
    described = table.describe(present)
    scene: Any = msgspec.Raw(_encoder.encode(table.dressed(table.game.scene())))
    standing = table.standing(moment)
    frames = {
        roles: encode(
            protocol.Welcome(
                table.seq,
                {role: views[role] for role in seen_by(roles)},
                {role: events[role] for role in seen_by(roles)},
                table.undoable(roles),
                standing,
                protocol.VERSION,
                described,
                roles,
                table.heard_by(roles),
                scene,
            )
        )
        for roles in kinds
    }
    return Batch(frames, {role: table.chronicle.count(role) for role in shown})


def resumed(
    table: Shown, roles: Roles, present: Iterable[str], since: protocol.Since | None, moment: Moment | None = None
) -> Batch | None:
    """What somebody who was here before has missed; None when that cannot be said, and a welcome is the answer."""
    shown = seen_by(roles)
    if since is None or set(since.events) != set(shown) or not table.began <= since.seq <= table.seq:
        return None
    for role in shown:
        table.chronicle.catch_up(role)
        if not 0 <= since.events[role] <= table.chronicle.count(role):
            return None
    missed: dict[str, Any] = {role: table.chronicle.since(role, since.events[role]) for role in shown}
    frame = encode(
        protocol.Resumed(
            table.seq,
            table.views(shown),
            missed,
            table.undoable(roles),
            table.standing(moment),
            protocol.VERSION,
            table.describe(present),
            roles,
            table.heard_by(roles),
        )
    )
    return Batch({roles: frame}, {role: table.chronicle.count(role) for role in shown})
