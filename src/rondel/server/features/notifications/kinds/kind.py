"""What a kind of notifications is made of."""

from __future__ import annotations

from collections.abc import Callable, Sequence

import msgspec
from sqlalchemy import Connection

from rondel.server.accounts.mail.contacts import Contact
from rondel.server.features.notifications.parcel import Entry
from rondel.server.protocol import NotificationSettings


class Note(msgspec.Struct, frozen=True):
    """What a notification says, in the language of its reader."""

    subject: str
    """A few words: the subject of a mail, the title of a notification on the screen."""
    text: str
    """A sentence or two."""
    path: str
    """The page it leads to, below the address of the arena."""
    link: str
    """The text of the link there."""


class Kind(msgspec.Struct, frozen=True):
    """A kind of notifications."""

    due: Callable[[Connection, Entry, NotificationSettings], int | None]
    """Returns when a notification is due; None where it need not be told any more."""
    notes: Callable[[Connection, Contact, Sequence[Entry]], Sequence[Note]]
    """Returns what these notifications say to an account; those of kinds with the same function are handed in together. One
    note may stand for several of them."""
    summary: str
    """The subject of several notes of this kind, with their ``number``; see `rondel.engine.plural`."""
