"""Two kinds of notifications about a turn: it has begun, and its time runs out."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

import msgspec
from sqlalchemy import Connection, select

from rondel.engine import _, plural
from rondel.engine.text import render
from rondel.server.accounts.mail.contacts import Contact
from rondel.server.catalog.games import title
from rondel.server.features.notifications import schedule, turns
from rondel.server.features.notifications.kinds.kind import Kind, Note
from rondel.server.features.notifications.parcel import Entry
from rondel.server.features.notifications.schedule import Turn
from rondel.server.protocol import NotificationSettings
from rondel.server.storage import row_decoder, schema
from rondel.server.storage.row_decoder import Damaged

_SUBJECT: Final = _("It is your turn: {game}")
_SUBJECTS: Final = plural("It is your turn at {number} table", "It is your turn at {number} tables", "number")
_REMINDER: Final = _("Your time runs out: {game}")
_TURN: Final = _("It is your turn at {game} against {names}.")
_ALONE: Final = _("It is your turn at {game}.")
_QUARTER: Final = _("A quarter of your time for this turn is left.")
_OPEN: Final = _("Open the table")
_SOMEBODY: Final = _("a guest")


class _Table(msgspec.Struct, frozen=True):
    """A table that waits for somebody."""

    game: str
    """Its title."""
    others: tuple[str, ...]
    """The names of the others; empty for a guest, whose name may be any text."""


def current(connection: Connection, entry: Entry) -> Turn | None:
    """The turn of a notification, if it is still that one, at the same seat of the same account."""
    seats = schema.seats.c
    mine = select(seats.place).where(
        seats.table_id == entry.key.table, seats.role == entry.role, seats.holder == entry.key.principal
    )
    if connection.execute(mine).first() is None:
        return None
    try:
        turn = turns.current(connection, entry.key.table, entry.role)
    except Damaged as error:
        row_decoder.report(error)
        return None
    return turn if turn is not None and turn.number == entry.key.turn else None


def _due(connection: Connection, entry: Entry, settings: NotificationSettings) -> int | None:
    turn = current(connection, entry)
    return None if turn is None else schedule.due(entry.key.kind, turn, settings)


def _notes(connection: Connection, contact: Contact, entries: Sequence[Entry]) -> Sequence[Note]:
    """One note for each table."""
    tables = _tables(connection, contact.principal, list(dict.fromkeys(each.key.table for each in entries)))
    reminded = {each.key.table for each in entries if each.key.kind == "reminder"}
    return [_note(id_, table, contact.lang, reminder=id_ in reminded) for id_, table in tables.items()]


def _tables(connection: Connection, principal: str, ids: Sequence[str]) -> dict[str, _Table]:
    """These tables as that player sees them, in that order."""
    tables, seats = schema.tables.c, schema.seats.c
    games = {row.id: row.game for row in connection.execute(select(tables.id, tables.game).where(tables.id.in_(ids)))}
    others: dict[str, list[str]] = {}
    wanted = select(seats.table_id, seats.name, seats.badge).where(seats.table_id.in_(ids), seats.holder != principal)
    for table, name, badge in connection.execute(wanted.order_by(seats.table_id, seats.place)):
        others.setdefault(table, []).append(name if badge and isinstance(name, str) else "")
    return {each: _Table(title(str(games[each])), tuple(others.get(each, ()))) for each in ids if each in games}


def _note(id_: str, table: _Table, lang: str, *, reminder: bool) -> Note:
    game = render(table.game, {}, lang=lang)
    if table.others:
        # A name may have a dot; with a word joiner behind it no mail program takes it for an address.
        names = [name.replace(".", ".\u2060") or render(_SOMEBODY, {}, lang=lang) for name in table.others]
        text = render(_TURN, {"game": game, "names": ", ".join(names)}, lang=lang)
    else:
        text = render(_ALONE, {"game": game}, lang=lang)
    if reminder:
        text += " " + render(_QUARTER, {}, lang=lang)
    subject = render(_REMINDER if reminder else _SUBJECT, {"game": game}, lang=lang)
    return Note(subject, text, f"/table/{id_}", render(_OPEN, {}, lang=lang))


TURN: Final = Kind(_due, _notes, _SUBJECTS)
REMINDER: Final = TURN
