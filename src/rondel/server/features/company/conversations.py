"""The stored conversations of two accounts, and their messages.

Queries in SQLAlchemy Core, for SQLite and PostgreSQL alike. The messages of a conversation are numbered without gaps: adding
one locks the row of the conversation. Each function takes a connection in a transaction, and blocks.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

import msgspec
from sqlalchemy import ColumnElement, Connection, and_, case, func, insert, or_, select, update

from rondel.server.protocol import Conversation, PrivateMessage
from rondel.server.storage import row_decoder, schema
from rondel.server.storage.insert_once import insert_once

MOST: Final = 100
"""Conversations that are listed."""

EXCERPT: Final = 5
"""Messages of an excerpt for moderators."""

_held, _said, _principals = schema.conversations.c, schema.private_messages.c, schema.principals.c


class Pair(msgspec.Struct, frozen=True):
    """Two accounts of a conversation, seen by one of them."""

    me: str
    other: str

    @property
    def low(self) -> str:
        """The first id in order."""
        return min(self.me, self.other)

    @property
    def high(self) -> str:
        """The other one."""
        return max(self.me, self.other)

    @property
    def is_low(self) -> bool:
        """Whether the id of the one who looks is the first."""
        return self.me == self.low


def add(connection: Connection, pair: Pair, client_id: str, at: int, text: str) -> tuple[PrivateMessage, bool]:
    """Store a message; returns it, and whether it is new: the same id is the same message."""
    key = {"low": pair.low, "high": pair.high}
    insert_once(connection, schema.conversations, {**key, "last": 0, "read_low": 0, "read_high": 0, "at": at})
    here = _of(_held, pair)
    last = connection.execute(select(_held.last).where(here).with_for_update()).scalar_one()
    known = _messages(pair).where(_said.by_low.is_(pair.is_low), _said.client_id == client_id)
    if (row := connection.execute(known).one_or_none()) is not None:
        return _message(row), False
    number = last + 1
    row_of_message = {**key, "number": number, "by_low": pair.is_low, "at": at, "text": text, "client_id": client_id}
    connection.execute(insert(schema.private_messages).values(row_of_message))
    read = "read_low" if pair.is_low else "read_high"  # who answers has read what was written before
    connection.execute(update(schema.conversations).where(here).values({"last": number, "at": at, read: number}))
    return PrivateMessage(number, at, True, text), True


def page(connection: Connection, pair: Pair, before: int | None, most: int) -> list[PrivateMessage]:
    """The last messages before that number, at most so many, the oldest first."""
    query = _messages(pair)
    if before is not None:
        query = query.where(_said.number < before)
    return row_decoder.first(connection, query.order_by(_said.number.desc()), most, _message)[::-1]


def mark_read(connection: Connection, pair: Pair, number: int) -> None:
    """Note that one of the two has read the messages up to that number."""
    read = _held.read_low if pair.is_low else _held.read_high
    here = (_of(_held, pair), read < number, _held.last >= number)
    connection.execute(update(schema.conversations).where(*here).values({read.name: number}))


def unread(connection: Connection, who: str) -> int:
    """In how many conversations of an account something is unread."""
    waits = or_(
        and_(_held.low == who, _held.last > _held.read_low),
        and_(_held.high == who, _held.last > _held.read_high),
    )
    return connection.execute(select(func.count()).select_from(schema.conversations).where(waits)).scalar_one()


def of(connection: Connection, who: str) -> list[Conversation]:
    """The conversations of an account, that of the last message first."""
    other = case((_held.low == who, _held.high), else_=_held.low)
    read = case((_held.low == who, _held.read_low), else_=_held.read_high)
    wrote = case((_held.low == who, _said.by_low), else_=~_said.by_low)
    last = and_(_said.low == _held.low, _said.high == _held.high, _said.number == _held.last)
    wanted = (
        select(_principals.name, _held.at, _said.text, wrote, _held.last - read)
        .select_from(schema.conversations.join(schema.private_messages, last).join(schema.principals, _principals.id == other))
        .where(or_(_held.low == who, _held.high == who))
        .order_by(_held.at.desc(), _principals.folded)
    )
    return row_decoder.first(connection, wanted, MOST, _conversation)


def excerpt(connection: Connection, pair: Pair, number: int) -> str | None:
    """What the other one has written up to the message of that number, one message a line; None where that message is not
    theirs."""
    theirs = _messages(pair).where(_said.by_low.is_(not pair.is_low), _said.number <= number)
    found = row_decoder.first(connection, theirs.order_by(_said.number.desc()), EXCERPT, _message)
    if not found or found[0].number != number:
        return None
    return "\n".join([each.text for each in reversed(found)])


def _messages(pair: Pair) -> Any:
    """The messages of a conversation, as `PrivateMessage`."""
    mine = _said.by_low if pair.is_low else ~_said.by_low
    return select(_said.number, _said.at, mine, _said.text).where(_of(_said, pair))


def _of(columns: Any, pair: Pair) -> ColumnElement[bool]:
    return and_(columns.low == pair.low, columns.high == pair.high)


def _message(row: Sequence[Any]) -> PrivateMessage:
    number, at, mine, text = row
    return row_decoder.decoded(PrivateMessage, (number, at, bool(mine), text), f"the private message {number!r}")


def _conversation(row: Sequence[Any]) -> Conversation:
    name, at, text, mine, unread = row
    return row_decoder.decoded(Conversation, (name, at, text, bool(mine), unread), f"a conversation with {name!r}")
