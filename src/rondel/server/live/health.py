"""Health: whether this server can take new clients, for a load balancer in front of it.

The server is ready when its store takes a write and the server is not about to stop. A read alone is no proof: a database on a
full or read-only disk, or one that another program keeps locked, still answers reads.
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from typing import Final, Literal

import msgspec
from sqlalchemy import Connection, update

from rondel.server.storage import schema
from rondel.server.storage.insert_once import insert_once
from rondel.server.storage.store import Closed, Down

FRESH_SECONDS: Final = 1.0
"""How long a result is reused: at most one probe a second is written, however many requests come."""

PATIENCE: Final = 2.0
"""Seconds the store may take to answer."""

_SILENT: Final = "the database does not answer in time"

_REASONS: Final = {
    "disk is full": "the disk is full",
    "disk I/O": "the disk cannot be written",
    "readonly": "the database is read-only",
    "read-only": "the database is read-only",
    "locked": "another program keeps the database locked",
    "deleted, moved or replaced": "the file of the database is not at its place",
}
"""Reasons in plain words, by parts of the databases' messages. They are public, so they name no path and no address."""


class Report(msgspec.Struct, frozen=True, omit_defaults=True):
    """The state of the server: ``ready``; ``draining`` when it is about to stop; ``store`` when nothing can be stored."""

    status: Literal["ready", "draining", "store"]
    reason: str = ""
    """Why nothing can be stored."""

    @property
    def http_status(self) -> int:
        """200 for a server that is ready, else 503.

        >>> Report("ready").http_status, Report("draining").http_status
        (200, 503)
        """
        return 200 if self.status == "ready" else 503


def probe(connection: Connection) -> None:
    """Change one row and read the tables. The value alternates: SQLite writes no page for a row that stays the same."""
    marks = schema.marks
    change = update(marks).where(marks.c.name == "probe").values(at=1 - marks.c.at)
    if not connection.execute(change).rowcount:
        insert_once(connection, marks, {"name": "probe", "at": 0})
    connection.execute(schema.tables.select().limit(0))


def reason(said: str) -> str:
    """The reason of a store's message that it is down, in plain words.

    >>> reason("the database cannot be used: database or disk is full")
    'the disk is full'
    >>> reason("connection to 10.0.0.7 refused")
    'the database cannot be reached'
    """
    return next((words for part, words in _REASONS.items() if part in said), "the database cannot be reached")


class Health:
    """The health of one server's store."""

    def __init__(
        self, ask: Callable[[], Awaitable[object]], *, patience: float = PATIENCE, fresh: float = FRESH_SECONDS
    ) -> None:
        """``ask`` writes to the store, and raises where that fails."""
        self.draining = False
        """Whether the server is about to stop, and refuses new requests."""
        self.leaving = False
        """Whether new clients are to go to another node; those that are here are still served."""
        self.has_store = True
        """Whether the database has answered this server lately; known where there are other nodes."""
        self.cut_off = False
        """Whether the database answers other nodes and not this one: clients are to go to them."""
        self._ask = ask
        self._patience = patience
        self._fresh = fresh
        self._reason = ""
        self._asked_at = float("-inf")
        self._asking = asyncio.Lock()
        self._probe: asyncio.Task[str] | None = None

    async def report(self) -> Report:
        """The current state; a store that is down raises nothing."""
        if self.draining or self.leaving:
            return Report("draining")
        if self.cut_off:
            return Report("store", _SILENT)
        async with self._asking:
            loop = asyncio.get_running_loop()
            if loop.time() - self._asked_at >= self._fresh:
                self._reason = await self._probed()
                self._asked_at = (
                    loop.time()
                )  # after the probe: otherwise each waiting request would probe a silent store in turn
        return Report("store", self._reason) if self._reason else Report("ready")

    async def close(self) -> None:
        """Stop waiting for a probe."""
        if self._probe is not None:
            self._probe.cancel()
            await asyncio.wait({self._probe})

    async def _probed(self) -> str:
        """The reason why nothing can be stored, or empty. A probe that hangs is awaited again and never doubled, since each
        holds a thread until the database answers."""
        if self._probe is None:
            self._probe = asyncio.create_task(self._outcome(), name="health")
        done, _ = await asyncio.wait({self._probe}, timeout=self._patience)
        if not done:
            return _SILENT
        found, self._probe = self._probe, None
        return found.result()

    async def _outcome(self) -> str:
        try:
            await self._ask()
        except (Down, TimeoutError) as error:
            return reason(str(error))
        except Closed:
            return "the server is stopping"
        return ""
