"""The store in one SQLite file, which needs nothing installed or running: the arena's default.

Moves go through the thread of the `SqliteWriter`; everything else, which is rare, through SQLAlchemy in a worker thread.
"""

from __future__ import annotations

import asyncio
import sqlite3
import threading
from collections.abc import Callable, Coroutine, Sequence
from pathlib import Path
from typing import Any, Final, TypeVar

from sqlalchemy import Connection
from sqlalchemy.exc import DatabaseError, OperationalError

from rondel.server.storage import round_index, schema, table_repository
from rondel.server.storage.file_guard import DatabaseFile, Displaced
from rondel.server.storage.sqlite_writer import SqliteWriter
from rondel.server.storage.store import Down
from rondel.server.table.entries import SeatEntry, TableEntry
from rondel.server.table.log.entries import Answer, Log, Snapshot

T = TypeVar("T")

_UNUSABLE: Final = (sqlite3.OperationalError, OperationalError, sqlite3.DatabaseError, DatabaseError, Displaced)
"""Raised where the file cannot be reached or is damaged; subclasses of these are about the statement."""


class SqliteStore:
    """`Store` and `Database` over the file at ``path``, which is created when it does not exist."""

    def __init__(self, path: Path, grouped: Callable[[float], object] = lambda size: None) -> None:
        """``grouped`` gets the number of answers in each transaction."""
        schema.prepare(path)
        self._engine = schema.engine(path)
        self._moves = SqliteWriter(path, grouped)
        self._file = DatabaseFile(path)
        self._writing = threading.Lock()
        """Serializes writers of this process; in SQLite they would poll."""

    async def add(self, table: TableEntry, at: int) -> None:
        """See `Store`."""
        await self.write(lambda connection: table_repository.add(connection, table, at))

    async def find(self, table: str) -> TableEntry | None:
        """See `Store`."""
        return await self.read(lambda connection: table_repository.find(connection, table))

    async def take_seat(self, table: str, sitter: SeatEntry) -> SeatEntry:
        """See `Store`."""
        return await self.write(lambda connection: table_repository.take_seat(connection, table, sitter))

    async def change_seats(self, table: str, changed: Sequence[SeatEntry], at: int) -> None:
        """See `Store`."""
        await self.write(lambda connection: table_repository.change_seats(connection, table, changed, at))

    async def plan(self, table: str, seat: SeatEntry, text: str) -> None:
        """See `Store`."""
        await self.write(lambda connection: table_repository.plan(connection, table, seat, text))

    async def since(self, table: str, seq: int) -> tuple[Answer, ...]:
        """See `Store`."""
        return await self.read(lambda connection: round_index.since(connection, table, seq))

    def append(self, answer: Answer, snapshot: Snapshot | None = None) -> Coroutine[Any, Any, None]:
        """See `Store`."""
        return self._moves.append(answer, snapshot)

    async def log(self, table: str, before: int | None = None) -> Log:
        """See `Store`."""
        return await _reached(lambda: self._moves.read(table, before))

    async def answered(self, table: str, role: str, client_id: str) -> Answer | None:
        """See `Store`."""
        return await _reached(lambda: self._moves.find(table, role, client_id))

    async def fault(self, table: str, reason: str | None) -> None:
        """See `Store`."""
        await self.write(lambda connection: table_repository.fault(connection, table, reason))

    async def faulted(self) -> int:
        """See `Store`."""
        return await self.read(table_repository.faulted)

    async def close(self) -> None:
        """See `Store`."""
        self._moves.finish()
        await asyncio.to_thread(self._moves.close)
        self._engine.dispose()

    async def read(self, query: Callable[[Connection], T]) -> T:
        """See `Database`."""

        def read() -> T:
            self._file.check()  # else a new connection would create a new file
            with self._engine.connect().execution_options(reading=True) as connection:
                return query(connection)

        return await _reached(read)

    async def write(self, change: Callable[[Connection], T]) -> T:
        """See `Database`."""

        def write() -> T:
            self._file.check()
            with self._writing, self._engine.begin() as connection:
                made = change(connection)
            self._file.check()
            return made

        return await _reached(write)


async def _reached(call: Callable[[], T]) -> T:
    """The result of the call in a thread. Raises `Down` where the file cannot be used."""
    try:
        return await asyncio.to_thread(call)
    except (sqlite3.DatabaseError, DatabaseError) as error:
        if type(error) not in _UNUSABLE:
            raise
        raise Down(f"the database cannot be used: {getattr(error, 'orig', error)}") from error  # without the statement
