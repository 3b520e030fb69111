"""The directory: every principal there is, as it is stored.

Written with SQLAlchemy Core, for every kind of database alike: each function is given a connection in a transaction, and
blocks, as those of the ``catalogue`` do.
"""

from __future__ import annotations

import msgspec
from sqlalchemy import Connection, insert, select

from rondel.server import schema
from rondel.server.people.principal import Kind, Principal


class Entry(msgspec.Struct, frozen=True):
    """One principal as it is stored."""

    id: str
    kind: Kind
    name: str
    created_at: int
    """In milliseconds since 1970."""
    folded: str | None = None
    """What its name is told from others by: see ``names``; none for a guest."""
    password: str | None = None
    """Its hash."""
    owner: str | None = None
    """For a bot, whose."""

    @property
    def principal(self) -> Principal:
        """Who it is."""
        return Principal(self.id, self.kind, self.name)


def add(connection: Connection, entry: Entry) -> None:
    """Store somebody new."""
    connection.execute(insert(schema.principals).values(**msgspec.structs.asdict(entry)))


def find(connection: Connection, principal: str) -> Entry | None:
    """Who has that id."""
    row = connection.execute(select(schema.principals).where(schema.principals.c.id == principal)).one_or_none()
    return None if row is None else Entry(**row._mapping)
