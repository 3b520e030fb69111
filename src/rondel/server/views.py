"""What goes out to the sockets at one table: welcomes and updates, each encoded once for all who may see the same.

A page that plays no role sees what the observer sees. Everything here is built from `Game.view` and `Game.events` of the roles
the receiver plays, and from nothing else of the game.
"""

from __future__ import annotations

from collections.abc import Iterable

import msgspec

import rondel
from rondel.server import protocol
from rondel.server.table import Table

Roles = tuple[str, ...]
"""The roles a client plays, in seat order; none for an observer."""

_encoder = msgspec.json.Encoder()


def encode(message: protocol.ServerMessage) -> str:
    """A message as a text frame."""
    return _encoder.encode(message).decode()


class Batch(msgspec.Struct, frozen=True):
    """One message for each kind of receiver, ready to be sent once the answer is stored."""

    frames: dict[Roles, str]
    events: dict[str, list[protocol.Json]]
    """What the frames tell of each role's log."""
    whole: bool
    """Whether that is the log from its start, and not only what is new."""


class Cursors:
    """How much of each role's log everybody who follows that role has been sent."""

    def __init__(self) -> None:
        self._next: dict[str, int] = {}

    def of(self, role: str) -> int:
        return self._next.get(role, 0)

    def sent(self, batch: Batch) -> None:
        """Note that a batch has gone out."""
        for role, events in batch.events.items():
            if events:
                self._next[role] = events[-1]["seq"] + 1
            elif batch.whole:
                self._next[role] = 0


def seen_by(roles: Roles) -> Roles:
    """The roles whose views somebody gets: their own, or the observer's."""
    return roles or (rondel.OBSERVER,)


def updates(table: Table, audience: Iterable[Roles], cursors: Cursors) -> Batch:
    """The position after an answer, and what has been told since, for each kind of receiver."""
    kinds = set(audience)
    shown = {role for roles in kinds for role in seen_by(roles)}
    views = {role: table.game.view(role) for role in shown}
    events = {role: table.game.events(cursors.of(role), role) for role in shown}
    frames = {
        roles: encode(
            protocol.Update(
                table.seq,
                {role: views[role] for role in seen_by(roles)},
                {role: events[role] for role in seen_by(roles)},
                table.undoable(roles),
            )
        )
        for roles in kinds
    }
    return Batch(frames, events, False)


def welcomes(table: Table, audience: Iterable[Roles], present: Iterable[str]) -> Batch:
    """Everything each kind of receiver needs to draw the table from nothing."""
    kinds = set(audience)
    shown = {role for roles in kinds for role in seen_by(roles)}
    views = {role: table.game.view(role) for role in shown}
    # What changed at each event lies in the past; with it a long game would not fit into one message.
    events = {role: [{**event, "changes": []} for event in table.game.events(0, role)] for role in shown}
    described = table.describe(present)
    scene = table.game.scene()
    frames = {
        roles: encode(
            protocol.Welcome(
                protocol.VERSION,
                described,
                scene,
                roles,
                table.seq,
                {role: views[role] for role in seen_by(roles)},
                {role: events[role] for role in seen_by(roles)},
                table.undoable(roles),
            )
        )
        for roles in kinds
    }
    return Batch(frames, events, True)
