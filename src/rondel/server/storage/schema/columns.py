"""Kinds of columns, and what each column declares."""

from __future__ import annotations

from typing import Any, Final

from sqlalchemy import Column, Dialect, LargeBinary, MetaData, Table, Text, text
from sqlalchemy.schema import SchemaItem
from sqlalchemy.types import TypeEngine

metadata: Final = MetaData()
"""All tables of the database."""

PSEUDONYM: Final = object()
"""Stands for the name that is put in the place of that of somebody who is forgotten."""


class Bytes(LargeBinary):
    """Bytes, read as they are stored. SQLAlchemy would make bytes of whatever is there: a number would become so many zeros."""

    __visit_name__ = "large_binary"

    def result_processor(self, dialect: Dialect, coltype: object) -> None:
        """Nothing is done."""
        return


def table(name: str, *inside: SchemaItem) -> Table:
    """A table of the database. None has a row number of its own: each is kept in the order of its key."""
    return Table(name, metadata, *inside, sqlite_with_rowid=False)


def key(*names: str, **kinds: type[TypeEngine[Any]]) -> list[Column[Any]]:
    """The columns by which a row is found, in that order: first those that are text, then those of other kinds.

    >>> from sqlalchemy import Integer
    >>> [(column.name, str(column.type)) for column in key("table_id", seq=Integer)]
    [('table_id', 'TEXT'), ('seq', 'INTEGER')]
    """
    given: dict[str, type[TypeEngine[Any]]] = {**dict.fromkeys(names, Text), **kinds}
    return [Column(name, kind, primary_key=True, autoincrement=False) for name, kind in given.items()]


def filled(kind: type[TypeEngine[Any]], *names: str) -> list[Column[Any]]:
    """Columns of a kind that are never null.

    >>> from sqlalchemy import Integer
    >>> [(column.name, column.nullable) for column in filled(Integer, "rounds", "won")]
    [('rounds', False), ('won', False)]
    """
    return [Column(name, kind, nullable=False) for name in names]


def held(**forgotten: object) -> dict[str, object]:
    """What a column says of itself in which principals stand by their ids: what the columns beside it become when somebody is
    forgotten. A guest who gets an account is replaced by it in every such column, and who is forgotten by nobody."""
    return {"forgotten": forgotten}


def where(condition: str) -> dict[str, Any]:
    """That an index holds only the rows of which that is true, in every kind of database."""
    return {"sqlite_where": text(condition), "postgresql_where": text(condition)}
