"""Inserts a row unless its key exists, also when several transactions insert it at the same moment.

SQLite has one writer at a time. PostgreSQL has several: between a look for the row and its insertion another transaction may
insert it. So the database itself decides, with ``ON CONFLICT``.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from sqlalchemy import Connection, Table

if TYPE_CHECKING:
    from sqlalchemy.dialects.postgresql import Insert


def inserting(connection: Connection, table: Table) -> Insert:
    """An insertion that may say what happens where a key exists."""
    if connection.dialect.name == "sqlite":
        from sqlalchemy.dialects.sqlite import insert
    else:
        from sqlalchemy.dialects.postgresql import insert  # type: ignore[assignment]
    return insert(table)  # type: ignore[return-value]


def insert_once(connection: Connection, table: Table, row: dict[str, Any]) -> bool:
    """Insert a row unless its key exists; returns whether it was inserted. Safe with concurrent transactions.

    >>> from sqlalchemy import create_engine
    >>> from rondel.server.storage.schema import marks
    >>> engine = create_engine("sqlite://")
    >>> with engine.begin() as connection:
    ...     marks.create(connection)
    ...     [insert_once(connection, marks, {"name": "up", "at": at}) for at in (1, 2)]
    [True, False]
    >>> engine.dispose()
    """
    return connection.execute(inserting(connection, table).values(row).on_conflict_do_nothing()).rowcount == 1
