"""The stored relations between accounts: who follows whom, and who has blocked whom.

A block ends the blocker's following of the other one. The other one keeps their own, which shows them nothing any more, so
that nothing tells them of the block.

Queries in SQLAlchemy Core, for SQLite and PostgreSQL alike. Each function takes a connection in a transaction, and blocks.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import Final

from sqlalchemy import Connection, Table, delete, func, select

from rondel.server.protocol import Blocked, Channel, Relation
from rondel.server.protocol.refused import Refusal
from rondel.server.storage import row_decoder, schema
from rondel.server.storage.insert_once import insert_once

MOST_FOLLOWED: Final = 500
"""Accounts that one account may follow."""

MOST_BLOCKED: Final = 1_000
"""Accounts that one account may block."""

_follows, _blocks, _principals, _chat = schema.follows.c, schema.blocks.c, schema.principals.c, schema.chat.c


def follow(connection: Connection, who: str, other: str, at: int, *, on: bool) -> None:
    """Have an account follow another one, or end that. Refused as ``too_many``."""
    if not on:
        connection.execute(delete(schema.follows).where(_follows.follower == who, _follows.followed == other))
        return
    insert_once(connection, schema.follows, {"follower": who, "followed": other, "at": at})
    if _count(connection, schema.follows, "follower", who) > MOST_FOLLOWED:
        raise Refusal("too_many", f"an account follows at most {MOST_FOLLOWED} people; follow one of them no more first")


def block(connection: Connection, who: str, other: str, at: int, *, on: bool) -> None:
    """Have an account block another one, which it then follows no more; or end that. Refused as ``too_many``."""
    if not on:
        connection.execute(delete(schema.blocks).where(_blocks.blocker == who, _blocks.blocked == other))
        return
    insert_once(connection, schema.blocks, {"blocker": who, "blocked": other, "at": at})
    if _count(connection, schema.blocks, "blocker", who) > MOST_BLOCKED:
        raise Refusal("too_many", f"an account blocks at most {MOST_BLOCKED} people; unblock one of them first")
    follow(connection, who, other, at, on=False)


def relation(connection: Connection, who: str, other: str, name: str) -> Relation:
    """What an account and another one of that name are to each other."""
    follows = does_follow(connection, who, other)
    blocks = select(_blocks.at).where(_blocks.blocker == who, _blocks.blocked == other)
    mutual = follows and does_follow(connection, other, who)
    return Relation(name, follows, mutual, connection.execute(blocks).first() is not None)


def does_follow(connection: Connection, who: str, other: str) -> bool:
    """Whether an account follows another one."""
    wanted = select(_follows.at).where(_follows.follower == who, _follows.followed == other)
    return connection.execute(wanted).first() is not None


def blocked_by(connection: Connection, who: str) -> list[Blocked]:
    """The accounts that an account has blocked, by name."""
    wanted = select(_principals.name, _blocks.at).join_from(schema.blocks, schema.principals, _principals.id == _blocks.blocked)
    rows = connection.execute(wanted.where(_blocks.blocker == who).order_by(_principals.folded))
    return row_decoder.sound(rows, lambda row: row_decoder.decoded(Blocked, row, f"a block by {who!r}"))


def is_blocked(connection: Connection, who: str, by: str) -> bool:
    """Whether a principal is blocked by another one. A bot account is whom its owner is."""
    mine, theirs = _accounts_of(who), _accounts_of(by)
    wanted = select(_blocks.at).where(_blocks.blocked.in_(mine), _blocks.blocker.in_(theirs))
    return connection.execute(wanted.limit(1)).first() is not None


def apart(connection: Connection, people: Collection[str]) -> frozenset[frozenset[str]]:
    """The pairs of these principals of which one has blocked the other."""
    some = list(people)
    wanted = select(_blocks.blocker, _blocks.blocked).where(_blocks.blocker.in_(some), _blocks.blocked.in_(some))
    return frozenset([frozenset((one, other)) for one, other in connection.execute(wanted)])


def deaf(connection: Connection, table: str, channel: Channel, numbers: Sequence[int]) -> dict[int, frozenset[str]]:
    """For lines of a channel, by number, the accounts that have blocked their authors; without lines that all may hear."""
    wanted = (
        select(_chat.number, _blocks.blocker)
        .join_from(schema.chat, schema.blocks, _blocks.blocked == _chat.author)
        .where(_chat.table_id == table, _chat.channel == channel, _chat.number.in_(list(numbers)))
    )
    found: dict[int, frozenset[str]] = {}
    for number, blocker in connection.execute(wanted):
        found[number] = found.get(number, frozenset()) | {blocker}
    return found


def _accounts_of(principal: str) -> list[object]:
    """The principal, and the owner of a bot account, for ``IN``."""
    return [principal, select(_principals.owner).where(_principals.id == principal).scalar_subquery()]


def _count(connection: Connection, table: Table, column: str, who: str) -> int:
    return connection.execute(select(func.count()).select_from(table).where(table.c[column] == who)).scalar_one()
