"""Chat lines as they are stored, and mutes.

Queries in SQLAlchemy Core, for every kind of database. Lines of a channel are numbered without gaps: who writes locks the table
for that moment, where several may write at once.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from typing import Any

import msgspec
from sqlalchemy import Connection, delete, func, insert, select

from rondel.server.features.moderation import moderation_log as docket
from rondel.server.protocol import Channel, ChatLine
from rondel.server.storage import row_decoder, schema
from rondel.server.storage.insert_once import insert_once

_chat, _mutes, _tables = schema.chat.c, schema.mutes.c, schema.tables.c
_LINE = [_chat[name] for name in ChatLine.__struct_fields__]

_NUMBERED = _chat.number < 2**31 - 1
"""In SQLite a text is larger than every number: a damaged line must not give the next one its number."""


class Entry(msgspec.Struct, frozen=True):
    """Something somebody wants to have said."""

    table: str
    channel: Channel
    author: str
    """The principal."""
    client_id: str
    at: int
    role: str
    name: str
    badge: str
    text: str


class Muted(Exception):
    """The author may say no more at this table."""


class Silenced(Exception):
    """The author may say nothing anywhere, until ``until``."""

    def __init__(self, until: int) -> None:
        super().__init__(until)
        self.until = until


def add(connection: Connection, entry: Entry) -> tuple[ChatLine, bool, bool]:
    """Store a line; gives back the line, whether it is new or came before by the same id, and whether the round is over. Raises
    `Muted`, `Silenced`."""
    where = select(_tables.ended_at).where(_tables.id == entry.table).with_for_update()
    over = connection.scalar(where) is not None
    here = _chat.table_id == entry.table
    known = select(*_LINE).where(here, _chat.author == entry.author, _chat.client_id == entry.client_id)
    if (stored := connection.execute(known).one_or_none()) is not None:
        return _line(entry.table, stored), False, over
    if connection.scalar(select(_mutes.number).where(_mutes.table_id == entry.table, _mutes.author == entry.author).limit(1)):
        raise Muted
    if (until := docket.silenced(connection, entry.author)) > entry.at:
        raise Silenced(until)
    last = connection.scalar(select(func.max(_chat.number)).where(here, _chat.channel == entry.channel, _NUMBERED))
    line = ChatLine(entry.channel, (last or 0) + 1, entry.at, entry.role, entry.name, entry.badge, entry.text)
    also = {"table_id": entry.table, "author": entry.author, "client_id": entry.client_id}
    connection.execute(insert(schema.chat).values({**msgspec.structs.asdict(line), **also}))
    return line, True, over


def page(connection: Connection, table: str, channel: Channel, since: int, before: int | None, most: int) -> list[ChatLine]:
    """Lines of a channel, the oldest first: of those after the number ``since`` and before another the last so many."""
    query = select(*_LINE).where(_chat.table_id == table, _chat.channel == channel, _chat.number > since, _NUMBERED)
    if before is not None:
        query = query.where(_chat.number < before)
    return row_decoder.first(connection, query.order_by(_chat.number.desc()), most, partial(_line, table))[::-1]


def line(connection: Connection, table: str, channel: str, number: int) -> ChatLine:
    """One line, which there is. Raises `Damaged`."""
    here = (_chat.table_id == table, _chat.channel == channel, _chat.number == number)
    return _line(table, connection.execute(select(*_LINE).where(*here)).one())


def muted(connection: Connection, table: str, lines: Sequence[ChatLine]) -> tuple[int, ...]:
    """Of these lines of the gallery, the numbers of those whose authors may say no more."""
    here = select(_mutes.author).where(_mutes.table_id == table)
    said = _chat.number.in_([line.number for line in lines])
    query = select(_chat.number).where(_chat.table_id == table, _chat.channel == "gallery", said, _chat.author.in_(here))
    return tuple(connection.scalars(query.order_by(_chat.number)))


def over(connection: Connection, table: str) -> bool:
    """Whether the table's round is over."""
    return connection.scalar(select(_tables.ended_at).where(_tables.id == table)) is not None


def _line(table: str, row: Sequence[Any]) -> ChatLine:
    return row_decoder.decoded(ChatLine, row, f"line {row[1]!r} of the chat {row[0]!r} of table {table}")


def mute(connection: Connection, table: str, number: int, *, muted: bool) -> bool:
    """Have who wrote that line of the gallery say no more, or be heard again; False when there is no such line."""
    line = select(_chat.author).where(_chat.table_id == table, _chat.channel == "gallery", _chat.number == number)
    author = connection.scalar(line)
    if author is None:
        return False
    connection.execute(delete(schema.mutes).where(_mutes.table_id == table, _mutes.author == author))
    if muted:
        insert_once(connection, schema.mutes, {"table_id": table, "number": number, "author": author})
    return True
