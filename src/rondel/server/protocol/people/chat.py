"""Chat: lines written over HTTP, and those sent to every reader over the socket."""

from __future__ import annotations

from typing import Literal

import msgspec

from rondel.server.protocol.bounds import MessageId

Channel = Literal["table", "gallery"]
"""``table``: the players. ``gallery``: the watchers."""


class Say(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """``POST /api/tables/{id}/chat``: write a chat line: players to the table's channel, all others to the gallery."""

    id: MessageId
    """The client's own idempotency key: sent again after a lost connection it has no second effect."""
    text: str
    name: str = ""
    """For a client without a role: the name to show."""


class ChatLine(msgspec.Struct, frozen=True, tag="chat"):
    """A chat line; also sent over the socket to everybody who may read it."""

    channel: Channel
    number: int
    """From 1, without gaps in each channel of a table."""
    at: int
    """In milliseconds since 1970."""
    role: str
    """The author's; empty in the gallery."""
    name: str
    badge: str
    """As of a `Seat`."""
    text: str
    """Empty where the line was deleted together with the account of its author."""


class ChatPage(msgspec.Struct, frozen=True):
    """``GET /api/tables/{id}/chat``: some lines of one channel, the oldest first."""

    channel: Channel
    channels: tuple[Channel, ...]
    """The channels that this client may read now."""
    lines: tuple[ChatLine, ...]
    before: int | None
    """Where the page before this one ends, as ``before``; null on the first page."""
    muted: tuple[int, ...] = ()
    """For the host, the numbers of those lines of the gallery whose authors are muted."""


class Mute(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """``POST /api/tables/{id}/mutes``: the host mutes the author of a line in the gallery of this table."""

    number: int
    muted: bool = True
    """False ends it."""
