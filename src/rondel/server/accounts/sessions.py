"""Sessions of browsers, as they are stored.

A session is 192 random bits in a cookie. The database holds their SHA-256, so nobody who reads it can log in. A session ends
when it has not been used for a long time.
"""

from __future__ import annotations

from collections.abc import Collection
from typing import Final

import msgspec
from sqlalchemy import Connection, delete, insert, select, update

from rondel.server.accounts import principal_repository
from rondel.server.accounts.principal_repository import Entry
from rondel.server.storage import row_decoder, schema

LASTS: Final = 90 * 24 * 3600 * 1000
"""Milliseconds from the last use to the end of a session."""

NOTED: Final = 24 * 3600 * 1000
"""Milliseconds between two writes of the last use: not every request writes."""


class Session(msgspec.Struct, frozen=True):
    """A stored session."""

    hash: bytes
    begun: int
    used: int

    @property
    def id(self) -> str:
        """The id shown to its owner: a part of the hash, unique in practice and useless for logging in."""
        return self.hash[:12].hex()


def add(connection: Connection, hash_: bytes, principal: str, at: int) -> None:
    """Store a new session of that principal."""
    connection.execute(insert(schema.sessions).values(hash=hash_, principal=principal, created_at=at, used_at=at))


def find(connection: Connection, hash_: bytes, at: int) -> tuple[Entry, bool] | None:
    """The principal of a valid session, and whether its use has to be written."""
    principals, sessions = schema.principals, schema.sessions
    row = connection.execute(
        select(*principal_repository.COLUMNS, sessions.c.used_at)
        .join(sessions, sessions.c.principal == principals.c.id)
        .where(sessions.c.hash == hash_, sessions.c.used_at > at - LASTS)
    ).one_or_none()
    entry = row_decoder.one(row, principal_repository.entry)
    return None if row is None or entry is None else (entry, not isinstance(row[-1], int) or row[-1] <= at - NOTED)


def lasting(connection: Connection, hashes: Collection[bytes], at: int) -> set[bytes]:
    """Those of these sessions that are valid."""
    sessions = schema.sessions.c
    wanted = select(sessions.hash).where(sessions.hash.in_(list(hashes)), sessions.used_at > at - LASTS)
    return set(connection.scalars(wanted))


def of(connection: Connection, principal: str) -> list[Session]:
    """The sessions of a principal, the oldest first."""
    sessions = schema.sessions.c
    wanted = select(sessions.hash, sessions.created_at, sessions.used_at).where(sessions.principal == principal)
    found = connection.execute(wanted.order_by(sessions.created_at, sessions.used_at))
    return row_decoder.sound(found, lambda row: row_decoder.decoded(Session, row, f"a session of the principal {principal!r}"))


def note(connection: Connection, hash_: bytes, at: int) -> None:
    """Write the time of the session's use."""
    connection.execute(update(schema.sessions).where(schema.sessions.c.hash == hash_).values(used_at=at))


def end(connection: Connection, hash_: bytes) -> None:
    """Delete one session."""
    connection.execute(delete(schema.sessions).where(schema.sessions.c.hash == hash_))


def end_all(connection: Connection, principal: str, but: bytes = b"") -> list[bytes]:
    """Delete every session of a principal except one; returns the deleted ones."""
    sessions = schema.sessions.c
    ended = select(sessions.hash).where(sessions.principal == principal, sessions.hash != but)
    hashes = list(connection.execute(ended).scalars())
    connection.execute(delete(schema.sessions).where(sessions.principal == principal, sessions.hash != but))
    return hashes
