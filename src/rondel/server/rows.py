"""Rows: how one is stored once, whoever else stores the same at the same moment.

In SQLite one writes at a time. In PostgreSQL several do, and who looks whether a row is there before storing it may find that
another has stored it in between; so the database itself is to look.
"""

from __future__ import annotations

from typing import Any

from sqlalchemy import Connection, Table


def add_once(connection: Connection, table: Table, row: dict[str, Any]) -> bool:
    """Store a row, unless one of its key is there, or comes to be there now; says whether it was stored.

    >>> from sqlalchemy import create_engine
    >>> from rondel.server.schema import marks
    >>> with create_engine("sqlite://").begin() as connection:
    ...     marks.create(connection)
    ...     [add_once(connection, marks, {"name": "up", "at": at}) for at in (1, 2)]
    [True, False]
    """
    if connection.dialect.name == "sqlite":
        from sqlalchemy.dialects.sqlite import insert
    else:
        from sqlalchemy.dialects.postgresql import insert  # type: ignore[assignment]
    return connection.execute(insert(table).values(row).on_conflict_do_nothing()).rowcount == 1
