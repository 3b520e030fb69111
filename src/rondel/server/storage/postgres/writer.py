"""The writer of the move log: one task, which stores answers in groups.

All answers that have come since its last statement go into the next one, which checks, inserts and commits them at once: many
rows for one round trip and one flush.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable
from typing import Final

import msgspec

from rondel.server.storage.postgres.connections import Connections
from rondel.server.storage.sqlite_writer import apart
from rondel.server.storage.store import Closed, NotSaved, Waiting
from rondel.server.table.log.entries import Answer, Snapshot
from rondel.server.telemetry.outage import Outage

_logger = logging.getLogger(__name__)

COLUMNS: Final = "table_id, seq, round, kind, role, move, client_id, seed, at, digest, data, active, result"
_TYPES: Final = ("text", "int", "int", "text", "text", "text", "text", "bytea", "bigint", "bytea", "text", "text", "text")
SNAPSHOT_COLUMNS: Final = "table_id, seq, round, version, packed"
_SNAPSHOT_TYPES: Final = ("text", "int", "int", "int", "bytea")


def _unnest(types: tuple[str, ...], first: int) -> str:
    return "unnest(" + ", ".join(f"${number}::{kind}[]" for number, kind in enumerate(types, first)) + ")"


# The table, if its seats are those that the answer was stepped with.
_SEATED: Final = "SELECT FROM tables WHERE tables.id = new.table_id AND tables.seating = coalesce(new.seating, tables.seating)"

# One statement, and so one transaction: the table and the number before must exist, the unique keys do the rest, and a snapshot
# is stored with its answer or not at all. The first row locks the table, so that a change of seats comes before or after it.
_APPEND: Final = f"""
WITH stored AS (
    INSERT INTO answers ({COLUMNS})
    SELECT {COLUMNS} FROM {_unnest((*_TYPES, "int"), 1)} AS new ({COLUMNS}, seating)
    WHERE CASE new.seq
        WHEN 1 THEN EXISTS ({_SEATED} FOR SHARE)
        ELSE EXISTS ({_SEATED})
            AND EXISTS (SELECT FROM answers AS before WHERE before.table_id = new.table_id AND before.seq = new.seq - 1)
        END
    ON CONFLICT DO NOTHING
    RETURNING table_id, seq
), kept AS (
    INSERT INTO snapshots ({SNAPSHOT_COLUMNS})
    SELECT taken.* FROM {_unnest(_SNAPSHOT_TYPES, 2 + len(_TYPES))} AS taken ({SNAPSHOT_COLUMNS})
    JOIN stored USING (table_id, seq)
    ON CONFLICT (table_id, seq) DO UPDATE SET packed = excluded.packed, round = excluded.round, version = excluded.version
)
SELECT table_id, seq FROM stored
"""  # noqa: S608 - constants

# Writes a row to the database's own log, and so its commit waits for the standby as that of an answer does. One at a time: the
# others soon give up waiting for the lock.
_CONFIRM: Final = "SELECT pg_advisory_xact_lock(7341), pg_logical_emit_message(true, 'rondel', '')"


class Writer:
    """Stores the answers of one store."""

    def __init__(self, connections: Connections, grouped: Callable[[float], object]) -> None:
        """``grouped`` gets the number of answers of each statement."""
        self._grouped = grouped
        self._outage = Outage(_logger)
        self._connections = connections
        self._unconfirmed = False
        """Whether the last statement was given up, so that its transaction may still wait for a standby."""
        self._waiting: list[Waiting] = []
        self._more = asyncio.Event()
        self._closed = False
        self._task = asyncio.create_task(self._write(), name="move log")

    async def append(self, answer: Answer, snapshot: Snapshot | None = None, seating: int | None = None) -> None:
        """See `Store`."""
        if self._closed:
            raise Closed("the store is closed")
        done: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self._waiting.append(Waiting(answer, snapshot, seating, done))
        self._more.set()
        await done

    async def close(self) -> None:
        """Store waiting answers, or refuse them, then stop."""
        self._closed = True
        self._more.set()
        await self._task

    async def _write(self) -> None:
        while self._waiting or not self._closed:
            await self._more.wait()
            self._more.clear()
            while self._waiting:
                group, self._waiting = self._waiting, []
                # By table: two nodes that store answers at the same tables wait for one another, and do not deadlock.
                for each in apart(sorted(group, key=lambda waiting: waiting.answer.table)):
                    await self._store(each)

    async def _store(self, group: list[Waiting]) -> None:
        """Store a group with no table twice in it, and report the results. The writer survives every error."""
        try:
            outcomes = await self._insert(group)
            self._outage.stored()
            self._grouped(len(group))
        except Exception as error:  # noqa: BLE001 - it is told and logged
            self._outage.refused(len(group), error)
            outcomes = [NotSaved(f"the answer could not be stored: {str(error) or type(error).__name__}") for _ in group]
        for each, outcome in zip(group, outcomes, strict=True):
            each.settle(outcome)

    async def _insert(self, group: list[Waiting]) -> list[BaseException | None]:
        import asyncpg

        rows = [msgspec.structs.astuple(each.answer) for each in group]
        taken = [msgspec.structs.astuple(each.snapshot) for each in group if each.snapshot is not None]
        columns = [*(list(column) for column in zip(*rows, strict=True)), [each.seating for each in group]]
        columns += [list(column) for column in zip(*taken, strict=True)] if taken else [[] for _ in _SNAPSHOT_TYPES]
        try:
            # What was given up may wait for a standby until it is back. One such statement at a time, or each would keep a
            # connection of the database.
            if self._unconfirmed:
                await self._connections.use(lambda connection: connection.execute(_CONFIRM))
                self._unconfirmed = False
            rows_stored = await self._connections.use(lambda connection: connection.fetch(_APPEND, *columns))
        except TimeoutError:
            self._unconfirmed = True
            raise
        except (asyncpg.DataError, UnicodeError, OverflowError) as error:
            if len(group) == 1:
                return [NotSaved(f"{group[0].answer.named()} holds what a database cannot: {error}")]
            return [outcome for each in group for outcome in await self._insert([each])]
        stored = {tuple(row) for row in rows_stored}
        return [None if (each.answer.table, each.answer.seq) in stored else each.answer.conflict() for each in group]
