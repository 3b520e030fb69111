"""Inserts a row once, however many do it at the same moment; and names damaged rows.

SQLite keeps a value of any type in any column, and a disk or an operator may leave anything there. So every row is checked
against the struct that it becomes. A damaged row is named in the log, once, and left out: the others are read all the same.

In SQLite one writes at a time. In PostgreSQL several do, and who looks whether a row is there before storing it may find that
another has stored it in between; so the database itself is to look.
"""

from __future__ import annotations

import logging
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from typing import Any, Final, TypeVar

import msgspec
from sqlalchemy import Connection, Select, Table

_logger = logging.getLogger(__name__)

T = TypeVar("T")
U = TypeVar("U")

LATEST: Final = 253_402_300_799_999
"""The last moment that can be written as a date: the end of the year 9999, in milliseconds since 1970."""

_NAMED_AT_MOST: Final = 10_000
"""Damaged rows that are remembered as named."""

_named: Final[set[str]] = set()
"""What the log has said of damaged rows, so that each is named once."""


class Damaged(Exception):
    """A stored row does not decode; the message names it."""


@contextmanager
def decoding(table: str) -> Iterator[None]:
    """Around the decoding of what is stored of one table of the arena. Raises `Damaged` where it does not decode.

    >>> with decoding("t"):
    ...     int("garbage")
    Traceback (most recent call last):
    rondel.server.storage.upsert.Damaged: what is stored of table t does not decode: invalid literal for int() with base 10: \
'garbage'
    """
    try:
        yield
    except _WRONG as error:
        raise Damaged(f"what is stored of table {table} does not decode: {error}") from error


_WRONG: Final = (msgspec.MsgspecError, TypeError, ValueError, AttributeError, KeyError, IndexError)
"""What decoding raises for what is no value of its type."""


def decoded(kind: type[T], row: Sequence[Any], what: str) -> T:
    """A row as a struct: its columns are the fields, in their order, and have their types. ``what`` names it in the message.
    Raises `Damaged`.

    >>> from rondel.server.protocol import OwnSession
    >>> decoded(OwnSession, (1, 2), "session s"), decoded(OwnSession, (1, 2), "session s") == OwnSession(1, 2)
    (OwnSession(begun=1, used=2), True)
    >>> decoded(OwnSession, (1, b"x"), "session s")
    Traceback (most recent call last):
    rondel.server.storage.upsert.Damaged: session s is stored as what it cannot be: Expected `int`, got `bytes` - at `$.used`
    """
    fields: tuple[str, ...] = kind.__struct_fields__  # type: ignore[attr-defined]
    try:
        return msgspec.convert(dict(zip(fields, row, strict=False)), kind, builtin_types=(bytes,))
    except _WRONG as error:
        raise Damaged(f"{what} is stored as what it cannot be: {error}") from error


def sound(found: Iterable[T], decode: Callable[[T], U]) -> list[U]:
    """Those of the rows that decode, as ``decode`` makes them; the others are named in the log.

    >>> sound(["1", "2"], int)
    [1, 2]
    """
    made = []
    for each in found:
        try:
            made.append(decode(each))
        except Damaged as error:
            report(error)
    return made


def one(row: T | None, decode: Callable[[T], U]) -> U | None:
    """The row, as ``decode`` makes it; None where there is none, or where it is damaged, which the log says."""
    return next(iter(sound(() if row is None else (row,), decode)), None)


def first(connection: Connection, query: Select[Any], most: int, decode: Callable[[Sequence[Any]], U]) -> list[U]:
    """The first so many rows of a query that decode. A damaged one takes no place on a page: whoever asks for one more than a
    page has would else take a page with a damaged row for the last one."""
    limit = most
    while True:
        found = connection.execute(query.limit(limit)).all()
        made = sound(found, decode)
        if len(made) >= most or len(found) < limit:
            return made[:most]
        limit *= 2


def report(error: Damaged, what: str = "it is left out") -> None:
    """Say in the log that a row is damaged; the same is said once."""
    said = str(error)
    if said not in _named:
        if len(_named) >= _NAMED_AT_MOST:
            _named.clear()
        _named.add(said)
        _logger.error("%s; %s", said, what)


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
