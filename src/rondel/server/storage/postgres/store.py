"""The store in PostgreSQL, for a host with a PostgreSQL server, or for several nodes. It needs the extra ``rondel[postgres]``.

`writer.Writer` stores the answers. Everything rare goes through SQLAlchemy over the same driver.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any, Final, TypeVar

from rondel.server.storage import schema
from rondel.server.storage.postgres.connections import PATIENCE, Connections, reaching
from rondel.server.storage.postgres.writer import COLUMNS, SNAPSHOT_COLUMNS, Writer
from rondel.server.storage.row_decoder import sound
from rondel.server.storage.store import COUNTED, answer, snapshot
from rondel.server.storage.table_store import TableStore
from rondel.server.table.log.entries import UNDO_REACH, Answer, Log, Snapshot

if TYPE_CHECKING:
    from sqlalchemy import Connection

T = TypeVar("T")

# An answer may be visible before the standby has it, as after a restart of the primary. So finding one writes to that log as
# well, and returns once the standby has both.
_ANSWERED: Final = (
    f"SELECT {COLUMNS}, pg_logical_emit_message(true, 'rondel', '') FROM answers"  # noqa: S608 - constants
    " WHERE table_id = $1 AND role = $2 AND client_id = $3"
)

_LAST: Final = (
    f"SELECT seq, round, CASE WHEN seq > {COUNTED} THEN seq"  # noqa: S608 - constants
    " ELSE (SELECT count(*) FROM answers WHERE table_id = $1 AND seq <= last.seq) END"
    " FROM (SELECT seq, round FROM answers WHERE table_id = $1 ORDER BY seq DESC LIMIT 1) AS last"
)
"""The number of the last answer, its round, and how many answers there are up to it, where these are counted."""

# The last answer of the round before is found by walking back through this one, whatever the number of rounds.
_OF_ROUND: Final = (
    "table_id = $1 AND seq <= $3 AND seq > "
    "COALESCE((SELECT seq FROM answers WHERE table_id = $1 AND round < $2 ORDER BY seq DESC LIMIT 1), 0) ORDER BY seq"
)


class PostgresStore(TableStore):
    """`Store` and `Database` over the database at an address like ``postgresql://user@host/name``; made by `open`."""

    def __init__(self, connections: Connections, grouped: Callable[[float], object]) -> None:
        self._connections = connections
        self._writer = Writer(connections, grouped)

    @classmethod
    async def open(
        cls,
        address: str,
        grouped: Callable[[float], object] = lambda size: None,
        *,
        patience: float | None = PATIENCE,
        upgrade: bool = True,
    ) -> PostgresStore:
        """The store at that address, with its schema created or brought up to date; ``grouped`` gets the number of answers of
        each statement. A statement that takes longer than ``patience`` seconds is given up; None means no limit. Without
        ``upgrade`` the database must hold an arena of this version, and its schema is not changed. Raises `NotPostgres`,
        `Down`, `OtherVersion`, `ForeignDatabase`, and `EmptyDatabase` without ``upgrade``."""
        making = Connections(address, None)  # migrations have no time limit
        try:
            async with reaching(), making.engine.begin() as connection:
                await connection.run_sync(schema.upgrade if upgrade else schema.check_current)
        finally:
            await making.close()
        connections = Connections(address, patience)
        await connections.open()
        return cls(connections, grouped)

    async def append(self, answer: Answer, snapshot: Snapshot | None = None, seating: int | None = None) -> None:
        """See `Store`."""
        await self._writer.append(answer, snapshot, seating)

    async def log(self, table: str, before: int | None = None) -> Log:
        """See `Store`."""
        async with reaching():
            return await self._connections.use(lambda connection: self._log(connection, table, before))

    async def _log(self, connection: Any, table: str, before: int | None) -> Log:
        last = await connection.fetchrow(_LAST, table)
        if last is None:
            return Log()
        seq, number, count = last
        found = await connection.fetch(
            f"SELECT {SNAPSHOT_COLUMNS} FROM snapshots"  # noqa: S608 - constants
            " WHERE table_id = $1 AND round = $2 AND seq <= $3 ORDER BY seq",
            table,
            number,
            seq - UNDO_REACH if before is None else min(seq - UNDO_REACH, before - 1),
        )
        snapshots = tuple(sound(found, snapshot))
        # Up to the number that was read first: another node may have stored an answer of a new round meanwhile.
        if snapshots:
            since = "table_id = $1 AND seq > $2 AND seq <= $3 ORDER BY seq"
            answers = await self._select(connection, since, table, snapshots[-1].seq, seq)
        else:
            answers = await self._select(connection, _OF_ROUND, table, number, seq)
        return Log(snapshots, tuple(answers), seq - count)

    async def answered(self, table: str, role: str, client_id: str) -> Answer | None:
        """See `Store`."""
        async with reaching():
            found = await self._connections.use(lambda connection: connection.fetchrow(_ANSWERED, table, role, client_id))
        return None if found is None else answer(tuple(found)[:-1])

    async def close(self) -> None:
        """See `Store`."""
        await self._writer.close()
        await self._connections.close()  # all is stored or refused

    async def read(self, query: Callable[[Connection], T]) -> T:
        """See `Database`."""
        async with reaching():
            return await self._connections.transact(query, reading=True)

    async def write(self, change: Callable[[Connection], T]) -> T:
        """See `Database`."""
        async with reaching():
            return await self._connections.transact(change)

    # -- inside --------------------------------------------------------------------------------------------------------

    async def _select(self, connection: Any, where: str, *values: str | int) -> list[Answer]:
        found = await connection.fetch(f"SELECT {COLUMNS} FROM answers WHERE {where}", *values)  # noqa: S608 - constants
        return [answer(row) for row in found]


def database_time(connection: Connection) -> int:
    """The time by the clock of the database's machine, in milliseconds since 1970."""
    asked = connection.exec_driver_sql("SELECT (extract(epoch FROM clock_timestamp()) * 1000)::bigint")
    return int(asked.scalar_one())
