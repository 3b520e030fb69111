"""What a channel is given, and what it may answer."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol

import msgspec

from rondel.server.accounts.mail.contacts import Contact
from rondel.server.accounts.mail.smtp_mailer import NotSent, Rejected
from rondel.server.features.notifications.kinds import Note
from rondel.server.features.notifications.parcel import Key

__all__ = ["Channel", "Message", "NotSent", "Rejected"]


class Message(msgspec.Struct, frozen=True):
    """What is sent to one destination of an account at one time."""

    id: str
    """The same when it is sent again."""
    contact: Contact
    destination: str
    """As in `Key.channel`."""
    keys: Sequence[Key]
    subject: str
    """That of its only note, or how many things wait."""
    notes: Sequence[Note]
    is_late: bool
    """Whether it says that it comes late."""
    at: int
    """The time, in milliseconds since 1970."""


class Channel(Protocol):
    """Sends messages to the destinations of accounts."""

    async def send(self, message: Message) -> None:
        """Send a message. Raises `NotSent` where it may be sent later, and `Rejected` where the destination takes nothing any
        more: then the channel has stored that."""
