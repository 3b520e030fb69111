"""The channel of PostgreSQL's own notifications, on a connection of its own.

A notification is sent in a transaction of its own that waits for no disk. PostgreSQL sends notifications under one lock of the
whole database, and no commit of a move may wait for that.
"""

from __future__ import annotations

from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from typing import Any, Final

from rondel.server.storage.postgres.connections import KEEP_ALIVE, PATIENCE, Connections, reaching
from rondel.server.storage.store import Down

TOPIC: Final = "rondel"
"""The name that nodes listen to; each database of a server has its own."""

_SEND: Final = f"SELECT pg_notify('{TOPIC}', $1)"


class PostgresChannel:
    """Carries text to all nodes of one database."""

    def __init__(self, address: str) -> None:
        """Raises `NotPostgres`."""
        self._connections = Connections(address, PATIENCE)
        self._connection: Any = None

    async def open(self, on_payload: Callable[[str], None]) -> None:
        """Connect, and have ``on_payload`` called with each text. Raises `Down`."""
        async with _using():
            self._connection = connection = await self._connections.connect()
            await connection.execute(f"SET synchronous_commit = off; {KEEP_ALIVE}")
            await connection.add_listener(TOPIC, lambda _connection, _pid, _topic, payload: on_payload(payload))

    async def send(self, payload: str) -> None:
        """Send a text of fewer than 8,000 bytes to all nodes that listen. Raises `Down`."""
        if self._connection is None:
            raise Down("the channel is not open")
        async with _using():
            await self._connection.execute(_SEND, payload)

    async def close(self) -> None:
        """Close the connection."""
        if self._connection is not None:
            self._connection.terminate()
            self._connection = None


@asynccontextmanager
async def _using() -> AsyncIterator[None]:
    """Context for using the connection. Raises `Down` for whatever PostgreSQL refuses: it is tried again."""
    import asyncpg

    try:
        async with reaching():
            yield
    except asyncpg.PostgresError as error:
        raise Down(f"the database refuses: {error}") from error
