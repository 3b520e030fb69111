"""Notifications as they wait in the outbox and as they are sent: keys, entries, and the parcels of one message."""

from __future__ import annotations

from typing import cast

import msgspec

from rondel.server.accounts.mail.contacts import Contact
from rondel.server.protocol import NotificationChannel, NotificationKind


class Key(msgspec.Struct, frozen=True, order=True):
    """The key of a notification."""

    principal: str
    table: str
    """The table; for kinds that are not about one, the id of what they are about."""
    turn: int
    """The number of the turn; for other kinds, what tells two notifications about one thing apart."""
    kind: NotificationKind
    channel: str
    """The destination: the name of a channel, and where an account has several destinations there, a colon and an id."""

    @property
    def by(self) -> NotificationChannel:
        """The channel of the destination.

        >>> Key("ann", "t", 4, "turn", "mail").by
        'mail'
        """
        return cast(NotificationChannel, self.channel.partition(":")[0])

    @property
    def parameters(self) -> dict[str, str | int]:
        """The values of its columns, as parameters of the outbox's statements."""
        return {f"of_{name}": getattr(self, name) for name in self.__struct_fields__}


class Entry(msgspec.Struct, frozen=True):
    """A notification that is to be sent."""

    key: Key
    role: str
    """The role of a turn; for other kinds, whatever they store here."""
    at: int
    due_at: int
    message: str
    """The id of the message it was part of when it was claimed before; empty for none."""
    tries: int


class Parcel(msgspec.Struct, frozen=True):
    """Notifications that are sent to one destination of an account in one message."""

    id: str
    """Of the message; the same when it is sent again."""
    contact: Contact
    entries: tuple[Entry, ...]

    @property
    def keys(self) -> tuple[Key, ...]:
        """The keys of the notifications."""
        return tuple([each.key for each in self.entries])
