"""The arena's database for the host's commands, with or without a running server."""

from __future__ import annotations

import sqlite3
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Final, TypeVar

import msgspec
from sqlalchemy import Connection, Engine, delete, select

from rondel.server.storage import row_decoder, schema, watermark
from rondel.server.storage.store import Database, answer
from rondel.server.table.log.entries import Answer

T = TypeVar("T")

DATABASE: Final = "arena.sqlite3"
"""The file in the data folder."""


class NoArena(Exception):
    """There is no arena, or none that this program can read; the message says why."""


class Listed(msgspec.Struct, frozen=True):
    """A table in a list."""

    id: str
    game: str
    version: int
    created_at: int
    """In milliseconds since 1970."""
    answers: int
    last_at: int | None
    """When the last answer came."""
    fault: str | None
    """The fault it is marked with, or why its row does not decode; then nothing else is known of it."""


class Stored(msgspec.Struct, frozen=True):
    """The log of a table."""

    answers: tuple[Answer, ...]
    """The answers that decode, in order."""
    count: int
    """The number of all answers."""
    problem: str | None = None
    """Why the first of the other answers does not decode."""


class _File:
    """`Database` over a file; its calls block."""

    def __init__(self, engine: Engine) -> None:
        self._engine = engine

    async def read(self, query: Callable[[Connection], T]) -> T:
        """See `Database`."""
        with self._engine.connect().execution_options(reading=True) as connection:
            return query(connection)

    async def write(self, change: Callable[[Connection], T]) -> T:
        """See `Database`."""
        with self._engine.begin() as connection:
            return change(connection)


@asynccontextmanager
async def open_arena(data: Path, address: str | None = None, *, changes: bool = False) -> AsyncIterator[Database]:
    """The database of the arena in that folder, or at that address of PostgreSQL. With ``changes`` a file must be a
    `complete_arena_file`. Raises `NoArena`, `NotPostgres`, `Down`."""
    if address is not None:
        from rondel.server.storage.postgres.store import PostgresStore

        try:
            store = await PostgresStore.open(address, patience=None, upgrade=False)  # a large list takes long
        except (schema.EmptyDatabase, schema.OtherVersion) as error:
            raise NoArena(str(error)) from error
        except schema.ForeignDatabase as error:
            raise NoArena(f"there is no arena in that database: {error}") from error
        try:
            yield store
        finally:
            await store.close()
        return
    engine = schema.engine(complete_arena_file(data) if changes else arena_file(data))
    try:
        yield _File(engine)
    finally:
        engine.dispose()


def arena_file(data: Path) -> Path:
    """The file of the arena in that folder; its version is that of this program. Raises `NoArena`."""
    path = data / DATABASE
    if not path.is_file() or not path.stat().st_size:
        if (lack := watermark.lack(path)) is not None:
            raise NoArena(f"{lack.said}: put it back, or restore a backup")
        raise NoArena(f"there is no arena in {str(data)!r}: no file {DATABASE}; name its folder with --data")
    try:
        schema.check_owner(path)
        schema.check_version(schema.version(path), f"in {path}", "rondel serve")
    except sqlite3.OperationalError:
        raise
    except sqlite3.DatabaseError as error:
        said = f"{str(path)!r} is not one of Rondel's databases, or is damaged: {error}; restore a backup"
        raise NoArena(said) from error
    except (schema.ForeignDatabase, schema.OtherVersion) as error:
        raise NoArena(str(error)) from error
    return path


def complete_arena_file(data: Path) -> Path:
    """The file of the arena in that folder, for commands that change it. Raises `NoArena` as `arena_file` does, and where the
    database lacks stored data or belongs to another arena: a server refuses to start on it as well, and after a change the
    missing data could not be restored."""
    path = arena_file(data)
    if (lack := watermark.lack(path)) is not None:
        raise NoArena(
            f"{lack.said}. Nothing was changed: put back what is missing, or restore a backup; "
            "`rondel serve --accept-loss` accepts what is there, and this can be done after it"
        )
    return path


def list_tables(connection: Connection, *, faulted: bool, game: str | None, after: str, most: int) -> list[Listed]:
    """Some tables, in the order of their ids, after that id."""
    tables, answers = schema.tables.c, schema.answers.c
    wanted = select(tables.id, tables.game, tables.version, tables.created_at, tables.fault).where(tables.id > after)
    if faulted:
        wanted = wanted.where(tables.fault.is_not(None))
    if game is not None:
        wanted = wanted.where(tables.game == game)
    found = []
    for row in connection.execute(wanted.order_by(tables.id).limit(most)).all():
        last = select(answers.seq, answers.at).where(answers.table_id == row.id).order_by(answers.seq.desc()).limit(1)
        seq, at = connection.execute(last).one_or_none() or (0, None)
        columns = (row.id, row.game, row.version, row.created_at, seq, at, row.fault)
        try:
            found.append(row_decoder.decoded(Listed, columns, f"table {row.id!r}"))
        except row_decoder.Damaged as error:
            found.append(Listed(shown(row.id), "", 0, 0, 0, None, str(error)))
    return found


def table_ids(connection: Connection) -> list[str | bytes]:
    """The id of every table, in order; bytes for an id that is not valid UTF-8."""
    return list(connection.scalars(select(schema.tables.c.id).order_by(schema.tables.c.id)))


def shown(key: object) -> str:
    """The id of a table as it is printed, also where it is not valid text.

    >>> shown("t"), shown(b"?")
    ('t', "b'?'")
    """
    return key if isinstance(key, str) else repr(key)


def stored_log(connection: Connection, table: str) -> Stored:
    """The whole log of that table, and why a part of it does not decode."""
    columns = [schema.answers.c[name] for name in ("table_id", *Answer.__struct_fields__[1:])]
    wanted = select(*columns).where(schema.answers.c.table_id == table).order_by(schema.answers.c.seq)
    answers, count, problem = [], 0, None
    for row in connection.execute(wanted):
        count += 1
        try:
            found = answer(row)
            if found.seq < 1:
                raise row_decoder.Damaged(f"an answer of table {table} has the number {found.seq}")
            answers.append(found)
        except row_decoder.Damaged as error:
            problem = problem or str(error)
    return Stored(tuple(answers), count, problem)


def delete_table(connection: Connection, table: str) -> int:
    """Delete a table and all its rows for good; returns the number of rows."""
    gone = 0
    for each in reversed(schema.metadata.sorted_tables):
        column = each.c.id if each is schema.tables else each.c.get("table_id")
        if column is not None:
            gone += connection.execute(delete(each).where(column == table)).rowcount
    return gone


def compact(path: Path) -> tuple[int, int]:
    """Give unused space of the file back to the disk; returns its size before and after, in bytes. Blocks."""
    before = path.stat().st_size
    connection = schema.connect(path)
    try:
        connection.execute("VACUUM")
        connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    finally:
        connection.close()
    return before, path.stat().st_size
