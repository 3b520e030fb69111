"""Decodes stored rows into structs, and reports damaged ones.

SQLite keeps a value of any type in any column, and a disk error or an operator may leave anything there. So every row is
checked against the struct that it becomes. A damaged row is reported once in the log and left out; the other rows are still
read.
"""

from __future__ import annotations

import logging
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any, Final, TypeVar

import msgspec

if TYPE_CHECKING:  # tables in a browser have no SQL
    from sqlalchemy import Connection, Select

_logger = logging.getLogger(__name__)

T = TypeVar("T")
U = TypeVar("U")

LATEST: Final = 253_402_300_799_999
"""The last time that can be written as a date: the end of the year 9999, in milliseconds since 1970."""

_NAMED_AT_MOST: Final = 10_000
"""Damaged rows that are remembered as reported."""

_named: Final[set[str]] = set()
"""Messages about damaged rows that were logged."""


class Damaged(Exception):
    """A stored row does not decode; the message names it."""


@contextmanager
def decoding(table: str) -> Iterator[None]:
    """Context for decoding rows of one table of the arena. Raises `Damaged` where a value does not decode.

    >>> with decoding("t"):
    ...     int("garbage")
    Traceback (most recent call last):
    rondel.server.storage.row_decoder.Damaged: what is stored of table t does not decode: invalid literal for int() with \
base 10: 'garbage'
    """
    try:
        yield
    except _WRONG as error:
        raise Damaged(f"what is stored of table {table} does not decode: {error}") from error


_WRONG: Final = (msgspec.MsgspecError, TypeError, ValueError, AttributeError, KeyError, IndexError)
"""What decoding raises for a value of another type."""


def decoded(kind: type[T], row: Sequence[Any], what: str) -> T:
    """A row as a struct: its columns are the fields in order, with their types. ``what`` names the row in the message. Raises
    `Damaged`.

    >>> from rondel.server.protocol import OwnSession
    >>> decoded(OwnSession, (1, 2), "session s"), decoded(OwnSession, (1, 2), "session s") == OwnSession(1, 2)
    (OwnSession(begun=1, used=2), True)
    >>> decoded(OwnSession, (1, b"x"), "session s")
    Traceback (most recent call last):
    rondel.server.storage.row_decoder.Damaged: session s is stored as what it cannot be: Expected `int`, got `bytes` - at \
`$.used`
    """
    fields: tuple[str, ...] = kind.__struct_fields__  # type: ignore[attr-defined]
    try:
        return msgspec.convert(dict(zip(fields, row, strict=False)), kind, builtin_types=(bytes,))
    except _WRONG as error:
        raise Damaged(f"{what} is stored as what it cannot be: {error}") from error


def sound(found: Iterable[T], decode: Callable[[T], U]) -> list[U]:
    """The rows that decode, as ``decode`` makes them; the others are reported.

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
    """The row, as ``decode`` makes it; None where there is none, or where it is damaged, which is reported."""
    return next(iter(sound(() if row is None else (row,), decode)), None)


def first(connection: Connection, query: Select[Any], most: int, decode: Callable[[Sequence[Any]], U]) -> list[U]:
    """The first ``most`` rows of a query that decode. A damaged row takes no place on a page: a caller that asks for one row
    more than a page has would take that page for the last one."""
    limit = most
    while True:
        found = connection.execute(query.limit(limit)).all()
        made = sound(found, decode)
        if len(made) >= most or len(found) < limit:
            return made[:most]
        limit *= 2


def report(error: Damaged, what: str = "it is left out") -> None:
    """Log that a row is damaged; the same message is logged once."""
    said = str(error)
    if said not in _named:
        if len(_named) >= _NAMED_AT_MOST:
            _named.clear()
        _named.add(said)
        _logger.error("%s; %s", said, what)
