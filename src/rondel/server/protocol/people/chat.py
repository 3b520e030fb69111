"""Chat: what is said over HTTP, and what everybody who may read it is told over the socket."""

from __future__ import annotations

from typing import Literal

import msgspec

Channel = Literal["table", "gallery"]
"""``table``: those who play. ``gallery``: those who look on."""


class Say(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """``POST /api/tables/{id}/chat``: say something, at the table who plays there, and in the gallery anybody else."""

    id: str
    """The client's own: said again after a lost connection it has no second effect."""
    text: str
    name: str = ""
    """For who plays no role: what they want to be called."""


class ChatLine(msgspec.Struct, frozen=True, tag="chat"):
    """Something that was said; also sent over the socket to everybody who may read it."""

    channel: Channel
    number: int
    """From 1, without gaps in each channel of a table."""
    at: int
    """In milliseconds since 1970."""
    role: str
    """Of who said it; empty in the gallery."""
    name: str
    badge: str
    """As of a `Seat`."""
    text: str
    """Empty where the line was deleted together with the account of its author."""


class ChatPage(msgspec.Struct, frozen=True):
    """``GET /api/tables/{id}/chat``: what was said in one channel, the oldest first."""

    channel: Channel
    channels: tuple[Channel, ...]
    """Those the asker may read now."""
    lines: tuple[ChatLine, ...]
    before: int | None
    """Where the page before this one ends, as ``before``; null where this is the first."""
    muted: tuple[int, ...] = ()
    """For the host, the numbers of those lines of the gallery whose authors are to say no more."""


class Mute(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """``POST /api/tables/{id}/mutes``: have who said that in the gallery say no more at this table; for the host."""

    number: int
    muted: bool = True
    """False: have them be heard again."""
