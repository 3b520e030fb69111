"""Welcomes and updates of one table, each encoded once for all viewers who may see the same.

Viewers who play the same roles form a group; a viewer without a role sees what the observer sees. Everything here is built from
`Table.view` and the `EventLog` of the roles of a group, and from nothing else of the game.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Mapping
from typing import Any, Final

import msgspec

from rondel.engine import OBSERVER, Game, Move
from rondel.engine.play.legal_moves import is_shared
from rondel.engine.views.part_views import PartViews
from rondel.engine.views.view import Alike, view
from rondel.server import protocol
from rondel.server.table.agreements import PLAIN
from rondel.server.table.commands import Batch, Moment, Recipients, Roles
from rondel.server.table.log.entries import Kind
from rondel.server.table.table import Table

_MOST_MOVES: Final = 4_096
"""Encoded moves in the cache."""

LATEST: Final = 2_000
"""The most events of a role in a welcome, about half a megabyte: clients close a connection on a message of more than one."""

_encoder = msgspec.json.Encoder()
_encoded: dict[Move, msgspec.Raw] = {}


def encode(message: protocol.ServerMessage) -> bytes:
    """A message as a text frame."""
    return _encoder.encode(message)


def seen(game: Game, roles: Iterable[str], parts: PartViews | None = None) -> dict[str, protocol.Json]:
    """The game's views for roles or the observer, to be encoded and not to be changed. Moves that read the same in every game
    are encoded once for all tables, what all roles see alike is read once, and ``parts`` only where they have changed."""
    alike = Alike(game)
    return {role: view(game, role, parts, _encoded_move, alike) for role in roles}


def _encoded_move(move: Move) -> msgspec.Raw:
    known = _encoded.get(move)
    if known is None:
        known = msgspec.Raw(_encoder.encode(move.to_json()))
        if move.lasting:
            if len(_encoded) > _MOST_MOVES:
                _encoded.clear()
            _encoded[move] = known
    return known


def seen_by(roles: Roles) -> Roles:
    """The roles whose views a group gets: its own, or the observer's."""
    return roles or (OBSERVER,)


def view_digest(table: Table, role: str) -> str:
    """A digest of what a role sees and may answer, where several roles may answer at the same time; else empty. It leaves out
    whom the game waits for, since that changes when another role answers in secret."""
    if table.over or not is_shared(table.game):
        return ""
    shown = {name: value for name, value in table.view(role).items() if name != "active"}
    return hashlib.blake2b(msgspec.json.encode(shown, order="sorted"), digest_size=16).hexdigest()


def describe(table: Table, present: Iterable[str]) -> protocol.Table:
    """The public data of a table, given the roles whose holders are connected."""
    return protocol.Table(
        *(table.id, table.name, table.game.title, table.seats_shown(present), table.round, table.terms, table.host),
        over=table.over,
    )


def after(table: Table, kind: Kind, recipients: Recipients, moment: Moment | None = None) -> Batch:
    """The frames after an answer of that kind: a new round is a new table to its viewers."""
    if kind == "again":
        return welcomes(table, recipients.groups, recipients.present, moment)
    return updates(table, recipients.groups, recipients.told, moment)


def updates(table: Table, groups: Iterable[Roles], told: Mapping[str, int], moment: Moment | None = None) -> Batch:
    """The position, and the events since those that were ``told``, for each group."""
    standing = table.standing(moment)
    shown = {roles: seen_by(roles) for roles in groups}
    before = {role: told.get(role, 0) for each in shown.values() for role in each}
    events: dict[str, Any] = table.events.news(before)  # before the views: it compares the parts with those shown before
    views = _views(table, before)
    frames: dict[Roles, bytes] = {}
    for roles, own in shown.items():
        own_views, own_events = views, events
        if len(own) < len(views):
            own_views, own_events = {role: views[role] for role in own}, {role: events[role] for role in own}
        frames[roles] = encode(protocol.Update(table.seq, own_views, own_events, table.undoable(roles), standing))
    return Batch(frames, _counts(table, views))


def welcomes(table: Table, groups: Iterable[Roles], present: Iterable[str], moment: Moment | None = None) -> Batch:
    """Everything each group needs to draw the table from nothing."""
    kinds = set(groups)
    shown = {role for roles in kinds for role in seen_by(roles)}
    views = _views(table, shown)
    # The latest, and without their changes: a long game would not fit into one message.
    events: dict[str, Any] = {role: table.events.since(role, 0)[-LATEST:] for role in shown}
    described = describe(table, present)
    scene: Any = msgspec.Raw(_encoder.encode(table.rules.dressed(table.game.scene())))
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
    return Batch(frames, _counts(table, shown))


def resumed(
    table: Table, roles: Roles, present: Iterable[str], since: protocol.Since | None, moment: Moment | None = None
) -> Batch | None:
    """What a viewer who was here before has missed; None where that cannot be told, and a welcome is to be sent."""
    shown = seen_by(roles)
    if since is None or set(since.events) != set(shown) or not table.began <= since.seq <= table.seq:
        return None
    for role in shown:
        table.events.catch_up(role)
        if not 0 <= since.events[role] <= table.events.count(role) <= since.events[role] + LATEST:
            return None
    missed: dict[str, Any] = {role: table.events.since(role, since.events[role]) for role in shown}
    frame = encode(
        protocol.Resumed(
            table.seq,
            _views(table, shown),
            missed,
            table.undoable(roles),
            table.standing(moment),
            protocol.VERSION,
            describe(table, present),
            roles,
            table.heard_by(roles),
        )
    )
    return Batch({roles: frame}, _counts(table, shown))


def _views(table: Table, roles: Iterable[str]) -> dict[str, protocol.Json]:
    shown = seen(table.game, roles, table.events.parts)
    return shown if table.state is PLAIN else {role: table.state.over(role, each) for role, each in shown.items()}


def _counts(table: Table, roles: Iterable[str]) -> dict[str, int]:
    return {role: table.events.count(role) for role in roles}
