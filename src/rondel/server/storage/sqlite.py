"""The store in one SQLite file, which needs no other program: the server's default.

Moves go through the thread of the `SqliteWriter`; everything else, which is rare, through SQLAlchemy in a worker thread.
"""

from __future__ import annotations

import asyncio
import sqlite3
import threading
from collections.abc import Callable, Coroutine
from pathlib import Path
from typing import Any, Final, TypeVar

from sqlalchemy import Connection
from sqlalchemy.exc import DatabaseError, OperationalError

from rondel.server.storage import schema
from rondel.server.storage.file_guard import DatabaseFile, Displaced
from rondel.server.storage.sqlite_writer import SqliteWriter
from rondel.server.storage.store import Down
from rondel.server.storage.table_store import TableStore
from rondel.server.table.log.entries import Answer, Log, Snapshot

T = TypeVar("T")

_UNUSABLE: Final = (sqlite3.OperationalError, OperationalError, sqlite3.DatabaseError, DatabaseError, Displaced)
"""Raised where the file cannot be reached or is damaged; subclasses of these are about the statement."""


class SqliteStore(TableStore):
    """`Store` and `Database` over the file at ``path``, which is created when it does not exist."""

    def __init__(self, path: Path, grouped: Callable[[float], object] = lambda size: None) -> None:
        """``grouped`` gets the number of answers in each transaction."""
        schema.prepare(path)
        self._engine = schema.engine(path)
        self._moves = SqliteWriter(path, grouped)
        self._file = DatabaseFile(path)
        self._writing = threading.Lock()
        """Serializes writers of this process; in SQLite they would poll."""

    def append(self, answer: Answer, snapshot: Snapshot | None = None, seating: int | None = None) -> Coroutine[Any, Any, None]:
        """See `Store`."""
        return self._moves.append(answer, snapshot, seating)

    async def log(self, table: str, before: int | None = None) -> Log:
        """See `Store`."""
        return await _reached(lambda: self._moves.read(table, before))

    async def answered(self, table: str, role: str, client_id: str) -> Answer | None:
        """See `Store`."""
        return await _reached(lambda: self._moves.find(table, role, client_id))

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
