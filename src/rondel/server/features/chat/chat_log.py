"""The stored chat lines, and mutes.

Queries in SQLAlchemy Core, for every kind of database. The lines of a channel are numbered without gaps: adding a line locks
the table's row, where several transactions may write at once.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from typing import Any

import msgspec
from sqlalchemy import Connection, delete, func, insert, select

from rondel.server.features.moderation import moderation_log
from rondel.server.protocol import Channel, ChatLine
from rondel.server.storage import row_decoder, schema
from rondel.server.storage.insert_once import insert_once

_chat, _mutes, _tables = schema.chat.c, schema.mutes.c, schema.tables.c
_LINE = [_chat[name] for name in ChatLine.__struct_fields__]

_NUMBERED = _chat.number < 2**31 - 1
"""In SQLite a text is larger than every number: the number of a damaged line must not become the highest."""


class Entry(msgspec.Struct, frozen=True):
    """A line to be added."""

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
    """The host of this table has muted the author."""


class Silenced(Exception):
    """Moderators have silenced the author at all tables, until ``until``."""

    def __init__(self, until: int) -> None:
        super().__init__(until)
        self.until = until


def add(connection: Connection, entry: Entry) -> tuple[ChatLine, bool, bool]:
    """Store a line; returns the line, whether it is new (the same id is the same line), and whether the round is over. Raises
    `Muted` and `Silenced`."""
    where = select(_tables.ended_at).where(_tables.id == entry.table).with_for_update()
    over = connection.scalar(where) is not None
    here = _chat.table_id == entry.table
    known = select(*_LINE).where(here, _chat.author == entry.author, _chat.client_id == entry.client_id)
    if (stored := connection.execute(known).one_or_none()) is not None:
        return _line(entry.table, stored), False, over
    if connection.scalar(select(_mutes.number).where(_mutes.table_id == entry.table, _mutes.author == entry.author).limit(1)):
        raise Muted
    if (until := moderation_log.silenced(connection, entry.author)) > entry.at:
        raise Silenced(until)
    last = connection.scalar(select(func.max(_chat.number)).where(here, _chat.channel == entry.channel, _NUMBERED))
    line = ChatLine(entry.channel, (last or 0) + 1, entry.at, entry.role, entry.name, entry.badge, entry.text)
    also = {"table_id": entry.table, "author": entry.author, "client_id": entry.client_id}
    connection.execute(insert(schema.chat).values({**msgspec.structs.asdict(line), **also}))
    return line, True, over


def page(connection: Connection, table: str, channel: Channel, since: int, before: int | None, most: int) -> list[ChatLine]:
    """The last lines of a channel between the numbers ``since`` and ``before``, at most so many, the oldest first."""
    query = select(*_LINE).where(_chat.table_id == table, _chat.channel == channel, _chat.number > since, _NUMBERED)
    if before is not None:
        query = query.where(_chat.number < before)
    return row_decoder.first(connection, query.order_by(_chat.number.desc()), most, partial(_line, table))[::-1]


def ends(connection: Connection, tables: Sequence[str]) -> list[tuple[str, Channel, int]]:
    """The table, the channel and the number of the last line of every channel of these tables."""
    last = select(_chat.table_id, _chat.channel, func.max(_chat.number)).where(_chat.table_id.in_(tables), _NUMBERED)
    return [
        (table, channel, number) for table, channel, number in connection.execute(last.group_by(_chat.table_id, _chat.channel))
    ]


def deleted(connection: Connection, tables: Sequence[str]) -> list[tuple[str, ChatLine]]:
    """The deleted lines of these tables, each with its table."""
    rows = connection.execute(select(_chat.table_id, *_LINE).where(_chat.table_id.in_(tables), _chat.text == "", _NUMBERED))
    return row_decoder.sound(rows, lambda row: (row[0], _line(row[0], row[1:])))


def line(connection: Connection, table: str, channel: str, number: int) -> ChatLine:
    """One existing line. Raises `Damaged`."""
    here = (_chat.table_id == table, _chat.channel == channel, _chat.number == number)
    return _line(table, connection.execute(select(*_LINE).where(*here)).one())


def muted(connection: Connection, table: str, lines: Sequence[ChatLine]) -> tuple[int, ...]:
    """The numbers of those of these gallery lines whose authors are muted."""
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
    """Mute the author of a line of the gallery, or lift that; False when there is no such line."""
    line = select(_chat.author).where(_chat.table_id == table, _chat.channel == "gallery", _chat.number == number)
    author = connection.scalar(line)
    if author is None:
        return False
    connection.execute(delete(schema.mutes).where(_mutes.table_id == table, _mutes.author == author))
    if muted:
        insert_once(connection, schema.mutes, {"table_id": table, "number": number, "author": author})
    return True
