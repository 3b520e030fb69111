"""A kind of notifications: somebody invites the account to a game. Its role is the id of the invitation."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from sqlalchemy import Connection, exists, select

from rondel.engine import _, plural
from rondel.engine.text import render
from rondel.server.accounts.mail.contacts import Contact
from rondel.server.catalog.games import title
from rondel.server.features.notifications.kinds.kind import Kind, Note
from rondel.server.features.notifications.parcel import Entry
from rondel.server.features.notifications.schedule import MINUTE, SETTLING, awake
from rondel.server.protocol import NotificationSettings
from rondel.server.storage import schema

_SUBJECT: Final = _("{name} invites you: {game}")
_SUBJECTS: Final = plural("{number} invitation to a game", "{number} invitations to games", "number")
_TEXT: Final = _("{name} invites you to a game: {game}.")
_OPEN: Final = _("Answer the invitation")

_invitations, _seats, _blocks = schema.invitations.c, schema.seats.c, schema.blocks.c


def _due(connection: Connection, entry: Entry, settings: NotificationSettings) -> int | None:
    """After the delay of turns, while the invitation is open."""
    free = exists().where(_seats.table_id == _invitations.table_id, _seats.role == _invitations.role, _seats.kind == "open")
    blocked = exists().where(_blocks.blocker == _invitations.invited, _blocks.blocked == _invitations.inviter)
    wanted = select(_invitations.expires_at).where(
        _invitations.id == entry.role, _invitations.state == "open", _invitations.invited == entry.key.principal
    )
    expires_at = connection.scalar(wanted.where(free, ~blocked))
    at = awake(entry.at + max(settings.delay * MINUTE, SETTLING), settings.quiet)
    return at if isinstance(expires_at, int) and at < expires_at else None


def _notes(connection: Connection, contact: Contact, entries: Sequence[Entry]) -> Sequence[Note]:
    tables, names = schema.tables.c, schema.principals.c
    wanted = (
        select(names.name, tables.game)
        .join_from(schema.invitations, schema.principals, names.id == _invitations.inviter)
        .join(schema.tables, tables.id == _invitations.table_id)
        .where(_invitations.id.in_([each.role for each in entries]))
        .order_by(_invitations.at, _invitations.id)
    )
    return [_note(str(name), str(game), contact.lang) for name, game in connection.execute(wanted)]


def _note(name: str, game: str, lang: str) -> Note:
    # A name may have a dot; with a word joiner behind it no mail program takes it for an address.
    words = {"name": name.replace(".", ".\u2060"), "game": render(title(game), {}, lang=lang)}
    texts = [render(each, words, lang=lang) for each in (_SUBJECT, _TEXT)]
    return Note(texts[0], texts[1], "/people", render(_OPEN, {}, lang=lang))


INVITATION: Final = Kind(_due, _notes, _SUBJECTS)
