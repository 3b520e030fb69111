"""Kinds of columns, and what each column declares."""

from __future__ import annotations

from typing import Any, Final

from sqlalchemy import Column, Dialect, LargeBinary, MetaData, Table, Text, text
from sqlalchemy.schema import SchemaItem
from sqlalchemy.types import TypeEngine

metadata: Final = MetaData()
"""All tables of the database."""

PSEUDONYM: Final = object()
"""Stands for the pseudonym that replaces the name of a deleted principal."""


class Bytes(LargeBinary):
    """Bytes, read as they are stored. SQLAlchemy would convert any value: a number would become that many zero bytes."""

    __visit_name__ = "large_binary"

    def result_processor(self, dialect: Dialect, coltype: object) -> None:
        """Nothing is done."""
        return


def table(name: str, *inside: SchemaItem) -> Table:
    """A table of the database, without a row id: rows are kept in the order of the key."""
    return Table(name, metadata, *inside, sqlite_with_rowid=False)


def key(*names: str, **kinds: type[TypeEngine[Any]]) -> list[Column[Any]]:
    """The columns of the primary key, in that order: first text columns, then those of other types.

    >>> from sqlalchemy import Integer
    >>> [(column.name, str(column.type)) for column in key("table_id", seq=Integer)]
    [('table_id', 'TEXT'), ('seq', 'INTEGER')]
    """
    given: dict[str, type[TypeEngine[Any]]] = {**dict.fromkeys(names, Text), **kinds}
    return [Column(name, kind, primary_key=True, autoincrement=False) for name, kind in given.items()]


def filled(kind: type[TypeEngine[Any]], *names: str) -> list[Column[Any]]:
    """Columns of a type that are never null.

    >>> from sqlalchemy import Integer
    >>> [(column.name, column.nullable) for column in filled(Integer, "rounds", "won")]
    [('rounds', False), ('won', False)]
    """
    return [Column(name, kind, nullable=False) for name in names]


def held(**forgotten: object) -> dict[str, object]:
    """The ``info`` of a column with ids of principals: the values of the columns beside it when a principal is deleted. When a
    guest becomes an existing account, its id is replaced in every such column."""
    return {"forgotten": forgotten}


def owned() -> dict[str, object]:
    """The ``info`` of a column with ids of principals whose rows are theirs alone: they are deleted with the principal."""
    return {"owned": True}


def where(condition: str) -> dict[str, Any]:
    """The condition of a partial index, for every kind of database."""
    return {"sqlite_where": text(condition), "postgresql_where": text(condition)}
