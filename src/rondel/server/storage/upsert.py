"""Rows: how one is stored once, whoever else stores the same at the same moment.

In SQLite one writes at a time. In PostgreSQL several do, and who looks whether a row is there before storing it may find that
another has stored it in between; so the database itself is to look.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import msgspec
from sqlalchemy import Connection, Table


class Damaged(Exception):
    """A stored row does not decode; the message names its table."""


@contextmanager
def decoding(table: str) -> Iterator[None]:
    """Around the decoding of what is stored of one table. Raises `Damaged` where it does not decode.

    >>> with decoding("t"):
    ...     int("garbage")
    Traceback (most recent call last):
    rondel.server.storage.upsert.Damaged: what is stored of table t does not decode: invalid literal for int() with base 10: \
'garbage'
    """
    try:
        yield
    except (msgspec.MsgspecError, TypeError, ValueError, AttributeError) as error:
        raise Damaged(f"what is stored of table {table} does not decode: {error}") from error


def add_once(connection: Connection, table: Table, row: dict[str, Any]) -> bool:
    """Store a row, unless one of its key is there, or comes to be there now; says whether it was stored.

    >>> from sqlalchemy import create_engine
    >>> from rondel.server.storage.schema import marks
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
