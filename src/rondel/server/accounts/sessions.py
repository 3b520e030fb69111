"""Sessions of browsers, as they are stored.

A session is 192 random bits in a cookie, and stored as their SHA-256: whoever reads the database cannot come in with it. One
that has not been used for a long time is over.
"""

from __future__ import annotations

from typing import Final

import msgspec
from sqlalchemy import Connection, delete, insert, select, update

from rondel.server.accounts import principal_repository
from rondel.server.accounts.principal_repository import Entry
from rondel.server.storage import schema, upsert

LASTS: Final = 90 * 24 * 3600 * 1000
"""Milliseconds after its last use at which a session is over."""

NOTED: Final = 24 * 3600 * 1000
"""Milliseconds after which the use of a session is noted anew: not every request writes."""


class Session(msgspec.Struct, frozen=True):
    """A session as it is stored."""

    hash: bytes
    begun: int
    used: int

    @property
    def id(self) -> str:
        """What its owner calls it by: of the hash so much that no two are called the same, and of no use to come in with."""
        return self.hash[:12].hex()


def add(connection: Connection, hash_: bytes, principal: str, at: int) -> None:
    """Store a new session of that principal."""
    connection.execute(insert(schema.sessions).values(hash=hash_, principal=principal, created_at=at, used_at=at))


def find(connection: Connection, hash_: bytes, at: int) -> tuple[Entry, bool] | None:
    """Whose session that is, if it is one and not over, and whether its use is to be noted."""
    principals, sessions = schema.principals, schema.sessions
    row = connection.execute(
        select(*principal_repository.COLUMNS, sessions.c.used_at)
        .join(sessions, sessions.c.principal == principals.c.id)
        .where(sessions.c.hash == hash_, sessions.c.used_at > at - LASTS)
    ).one_or_none()
    entry = upsert.one(row, principal_repository.entry)
    return None if row is None or entry is None else (entry, not isinstance(row[-1], int) or row[-1] <= at - NOTED)


def of(connection: Connection, principal: str) -> list[Session]:
    """The sessions of somebody, the oldest first."""
    sessions = schema.sessions.c
    wanted = select(sessions.hash, sessions.created_at, sessions.used_at).where(sessions.principal == principal)
    found = connection.execute(wanted.order_by(sessions.created_at, sessions.used_at))
    return upsert.sound(found, lambda row: upsert.decoded(Session, row, f"a session of the principal {principal!r}"))


def note(connection: Connection, hash_: bytes, at: int) -> None:
    """Note that the session is in use."""
    connection.execute(update(schema.sessions).where(schema.sessions.c.hash == hash_).values(used_at=at))


def end(connection: Connection, hash_: bytes) -> None:
    """End one session."""
    connection.execute(delete(schema.sessions).where(schema.sessions.c.hash == hash_))


def end_all(connection: Connection, principal: str, but: bytes = b"") -> list[bytes]:
    """End every session of a principal, except one; returns those that were ended."""
    sessions = schema.sessions.c
    ended = select(sessions.hash).where(sessions.principal == principal, sessions.hash != but)
    hashes = list(connection.execute(ended).scalars())
    connection.execute(delete(schema.sessions).where(sessions.principal == principal, sessions.hash != but))
    return hashes
