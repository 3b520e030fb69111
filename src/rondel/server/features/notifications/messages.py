"""Makes one message of the notifications for one destination."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from sqlalchemy import Connection

from rondel.engine import plural
from rondel.engine.text import render
from rondel.server.features.notifications.channels import Message
from rondel.server.features.notifications.kinds import KINDS
from rondel.server.features.notifications.parcel import Entry, Key, Parcel
from rondel.server.features.notifications.schedule import LATE

_SEVERAL: Final = plural("{number} thing waits for you", "{number} things wait for you", "number")


def is_late(entry: Entry, at: int) -> bool:
    """Whether a notification that is sent now comes late."""
    return at - entry.due_at > LATE or entry.tries > 0


def message(connection: Connection, parcel: Parcel, keys: Sequence[Key], at: int) -> Message | None:
    """The message about those notifications of a parcel that are still to be sent; None where nothing is left to be said."""
    entries = [each for each in parcel.entries if each.key in keys]
    together: dict[object, list[Entry]] = {}
    for each in entries:
        together.setdefault(KINDS[each.key.kind].notes, []).append(each)
    notes = [note for some in together.values() for note in KINDS[some[0].key.kind].notes(connection, parcel.contact, some)]
    if not notes:
        return None
    if len(notes) == 1:
        subject = notes[0].subject
    else:
        text = KINDS[entries[0].key.kind].summary if len(together) == 1 else _SEVERAL
        subject = render(text, {"number": len(notes)}, lang=parcel.contact.lang)
    late = any(is_late(each, at) for each in parcel.entries)
    return Message(parcel.id, parcel.contact, entries[0].key.channel, tuple(keys), subject, notes, late, at)
