"""The scan: every row of a database file, checked against the types of its columns.

SQLite keeps a value of any type in any column. The server checks each row when it reads it; the scan finds damaged rows that
were not read yet, and names each by its key.
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Final

from sqlalchemy import BigInteger, Boolean, Column, Double, Integer, LargeBinary, Table, Text

from rondel.server.storage import schema
from rondel.server.storage.row_decoder import LATEST

_INSTEAD: Final = {"hash": "principal"}
"""Keys that are secret, and the columns that name their rows instead."""


def damaged(path: Path) -> Iterator[str]:
    """A sentence for each damaged row of the database file, table by table. Blocks."""
    connection = schema.connect(path)
    try:
        connection.execute("BEGIN")  # one consistent snapshot, also while a server runs
        for table in schema.metadata.sorted_tables:
            columns = list(table.columns)
            for row in connection.execute(f"SELECT {', '.join(each.name for each in columns)} FROM {table.name}"):  # noqa: S608 - from the schema
                wrong = [each.name for each, value in zip(columns, row, strict=True) if not _fits(each, value)]
                if wrong:
                    yield f"{named(table, row)} is damaged in {', '.join(wrong)}"
    finally:
        connection.close()


def named(table: Table, row: tuple[Any, ...]) -> str:
    """A row by its key, or, where that is secret, by its principal.

    >>> named(schema.marks, ("up", 7)), named(schema.sessions, (bytes(32), "ada", 1, 2))
    ("the row of marks with name 'up'", "the row of sessions with principal 'ada'")
    """
    values = dict(zip([each.name for each in table.columns], row, strict=True))
    keys = [_INSTEAD.get(each.name, each.name) for each in table.primary_key]
    return f"the row of {table.name} with " + ", ".join([f"{key} {values[key]!r}" for key in keys])


def _fits(column: Column[Any], value: object) -> bool:
    if value is None:
        return bool(column.nullable)
    match column.type:
        case Text():
            return isinstance(value, str)
        case LargeBinary():
            return isinstance(value, bytes)
        case Double():
            return isinstance(value, int | float) and math.isfinite(value)
        case Boolean():
            return value in (0, 1)
        case BigInteger():  # they are all times
            return isinstance(value, int) and 0 <= value <= LATEST
        case Integer():
            return isinstance(value, int) and 0 <= value < 2**31
    raise NotImplementedError(f"the scan does not know the type of {column}")
