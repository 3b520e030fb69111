"""The lock of an arena: one process at a time serves it, or several with a bus; it ends with its process, also by ``kill -9``.

A data folder is locked as a file is. A PostgreSQL database has an advisory lock, on a connection of its own, which nodes with a
bus share.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
import os
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Final

from rondel.server.storage.postgres.connections import KEEP_ALIVE, PATIENCE, Connections, reaching
from rondel.server.storage.store import Down

if sys.platform == "win32":
    import msvcrt
else:
    import fcntl

RETRY_SECONDS: Final = 1.0
"""The wait between two tries to take the lock of a database again, after its connection was lost."""

_WAITS: Final = (0.1, 0.3, 0.6)
"""Seconds between the tries to take it: the session of a server that was killed ends a moment later."""

_KEY: Final = 7342
"""The number of the advisory lock; other databases of the same server have locks of their own."""

_HOLDER: Final = f"""
    SELECT host(client_addr) AS address, mode = 'ExclusiveLock' AS is_alone FROM pg_locks JOIN pg_stat_activity USING (pid)
    WHERE locktype = 'advisory' AND objid = {_KEY} AND granted
    AND database = (SELECT oid FROM pg_database WHERE datname = current_database())
"""  # noqa: S608 - a constant

_logger = logging.getLogger(__name__)


class Occupied(Exception):
    """Another process has the lock; the message says so."""


@contextlib.contextmanager
def folder_lock(data: Path) -> Iterator[None]:
    """Context in which no other process serves the arena of that folder, or puts a backup back into it. Nothing is written,
    but on Windows, which locks no folders, an empty file ``lock``. Raises `Occupied`, and `OSError` where the folder cannot be
    opened."""
    if sys.platform == "win32":
        opened = os.open(data / "lock", os.O_RDWR | os.O_CREAT)
    else:
        opened = os.open(data, os.O_RDONLY)
    try:
        try:
            _lock(opened)
        except (BlockingIOError, PermissionError):
            raise Occupied(f"a server is running on {str(data)!r}, or a backup is being put back there") from None
        yield
    finally:
        os.close(opened)


def _lock(opened: int) -> None:
    """Lock an open file until it is closed. Raises `BlockingIOError`, on Windows `PermissionError`, where another has it."""
    if sys.platform == "win32":
        msvcrt.locking(opened, msvcrt.LK_NBLCK, 1)
    else:
        fcntl.flock(opened, fcntl.LOCK_EX | fcntl.LOCK_NB)


class DatabaseLock:
    """The lock of a server on a PostgreSQL database."""

    def __init__(self, address: str, *, shared: bool = False) -> None:
        """``shared`` lets other nodes serve the same database, which take the lock ``shared`` as well."""
        self._mode = "_shared" if shared else ""
        self._connections = Connections(address, PATIENCE)
        self._connection: Any = None
        self._retaking: asyncio.Task[None] | None = None
        self._closed = False

    async def take(self) -> None:
        """Take the lock, and keep it until `close`. Raises `Occupied`, and `Down`."""
        async with reaching():
            connection = await self._connections.connect()
            try:
                await self._take(connection)
            except BaseException:
                connection.terminate()
                raise
        connection.add_termination_listener(self._lost)
        self._connection = connection

    async def _take(self, connection: Any) -> None:
        await connection.execute(KEEP_ALIVE)  # the lock of a machine that is cut off ends then
        for wait in _WAITS:
            if await connection.fetchval(f"SELECT pg_try_advisory_lock{self._mode}({_KEY})"):
                return
            await asyncio.sleep(wait)
        holder = await connection.fetchrow(_HOLDER)
        at = f" at {holder['address']}" if holder is not None and holder["address"] else ""
        if self._mode:
            raise Occupied(f"another server{at} keeps this database without a bus (--bus none)")
        if holder is not None and not holder["is_alone"]:
            raise Occupied(f"another server{at} keeps this database, and this one would have no bus to it (--bus none)")
        raise Occupied(f"another server{at} keeps this database")

    async def close(self) -> None:
        """Give the lock back."""
        self._closed = True
        if self._retaking is not None:
            self._retaking.cancel()
            await asyncio.wait({self._retaking})
        if self._connection is not None:
            with contextlib.suppress(Exception):  # the end of the session does the same, a little later
                await self._connection.fetchval(f"SELECT pg_advisory_unlock{self._mode}({_KEY})", timeout=1.0)
            self._connection.terminate()
        await self._connections.close()

    def _lost(self, connection: object) -> None:
        self._connection = None
        if not self._closed:
            self._retaking = asyncio.create_task(self._retake(), name="arena lock")

    async def _retake(self) -> None:
        """Take the lock again: the database was restarted, or the connection was cut."""
        is_said = False
        while self._connection is None:
            try:
                await self.take()
            except Down:  # which the store reports
                await asyncio.sleep(RETRY_SECONDS)
            except Occupied as error:
                if not is_said:
                    _logger.error("%s as well: no move is lost or stored twice, but neither shows the other's; stop one", error)
                is_said = True
                await asyncio.sleep(RETRY_SECONDS)
