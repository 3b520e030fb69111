"""The store in PostgreSQL, for a host with a PostgreSQL server, or for several nodes. It needs the extra ``rondel[postgres]``.

One task writes. All answers that have come since its last statement go into the next one, which checks, inserts and commits
them at once: many rows for one round trip and one flush. Everything rare goes through SQLAlchemy over the same driver.
"""

from __future__ import annotations

import asyncio
import importlib.util
import logging
from collections.abc import Callable, Coroutine
from contextlib import asynccontextmanager
from typing import TYPE_CHECKING, Any, Final, TypeVar

import msgspec

from rondel.server.storage import schema
from rondel.server.storage.row_decoder import sound
from rondel.server.storage.sqlite_writer import apart
from rondel.server.storage.store import COUNTED, Closed, Down, NotSaved, Unfit, Waiting, answer, snapshot
from rondel.server.storage.table_store import TableStore
from rondel.server.table.log.entries import UNDO_REACH, Answer, Log, Snapshot
from rondel.server.telemetry.outage import Outage

if TYPE_CHECKING:
    from collections.abc import AsyncIterator

    from asyncpg import Pool
    from sqlalchemy import Connection
    from sqlalchemy.ext.asyncio import AsyncEngine

_logger = logging.getLogger(__name__)

T = TypeVar("T")

PATIENCE: Final = 5.0
"""Seconds after which a database that does not answer counts as down."""

GRACE: Final = 0.5
"""Seconds beyond those after which the driver must have reported a timeout itself."""

_COLUMNS: Final = "table_id, seq, round, kind, role, move, client_id, seed, at, digest, data, active, result"
_TYPES: Final = ("text", "int", "int", "text", "text", "text", "text", "bytea", "bigint", "bytea", "text", "text", "text")
_SNAPSHOT_COLUMNS: Final = "table_id, seq, round, version, packed"
_SNAPSHOT_TYPES: Final = ("text", "int", "int", "int", "bytea")


def _unnest(types: tuple[str, ...], first: int) -> str:
    return "unnest(" + ", ".join(f"${number}::{kind}[]" for number, kind in enumerate(types, first)) + ")"


# One statement, and so one transaction: the number before must exist (before the first, the table), the unique keys do the
# rest, and a snapshot is stored with its answer or not at all.
_APPEND: Final = f"""
WITH stored AS (
    INSERT INTO answers ({_COLUMNS})
    SELECT * FROM {_unnest(_TYPES, 1)} AS new ({_COLUMNS})
    WHERE (new.seq = 1 AND EXISTS (SELECT FROM tables WHERE tables.id = new.table_id))
       OR EXISTS (SELECT FROM answers AS before WHERE before.table_id = new.table_id AND before.seq = new.seq - 1)
    ON CONFLICT DO NOTHING
    RETURNING table_id, seq
), kept AS (
    INSERT INTO snapshots ({_SNAPSHOT_COLUMNS})
    SELECT taken.* FROM {_unnest(_SNAPSHOT_TYPES, 1 + len(_TYPES))} AS taken ({_SNAPSHOT_COLUMNS})
    JOIN stored USING (table_id, seq)
    ON CONFLICT (table_id, seq) DO UPDATE SET packed = excluded.packed, round = excluded.round, version = excluded.version
)
SELECT table_id, seq FROM stored
"""  # noqa: S608 - constants


class NotPostgres(Exception):
    """The address is not one of PostgreSQL, or its driver is not installed; the message says which."""


class PostgresStore(TableStore):
    """`Store` and `Database` over the database at an address like ``postgresql://user@host/name``; made by `open`."""

    def __init__(self, pool: Pool, engine: AsyncEngine, grouped: Callable[[float], object], patience: float | None) -> None:
        self._grouped = grouped
        self._patience = patience
        self._given_up: set[asyncio.Task[Any]] = set()
        """Tasks that nothing waits for any more, and that the driver has not ended yet."""
        self._outage = Outage(_logger)
        self._pool = pool
        self._engine = engine
        self._waiting: list[Waiting] = []
        self._more = asyncio.Event()
        self._closed = False
        self._writer = asyncio.create_task(self._write(), name="move log")

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
        each statement. A statement that takes longer than ``patience`` seconds is cancelled; None means no limit. Without
        ``upgrade`` the database must hold an arena of this version, and its schema is not changed. Raises `NotPostgres`,
        `Down`, `OtherVersion`, `ForeignDatabase`, and `EmptyDatabase` without ``upgrade``."""
        scheme, _, rest = address.partition("://")
        if scheme not in ("postgresql", "postgres") or not rest:
            # The address is not repeated: there may be a password in it.
            raise NotPostgres("the address of a database is like postgresql://user@host/name, and with a password user:…@")
        if importlib.util.find_spec("asyncpg") is None:
            raise NotPostgres("PostgreSQL needs a driver; run: pip install 'rondel[postgres]'")
        import asyncpg
        from sqlalchemy.ext.asyncio import create_async_engine

        def reaching(**more: float | None) -> AsyncEngine:
            # The driver itself parses the address, as for the pool: SQLAlchemy parses sslmode, hosts and sockets differently.
            # An error may be logged, so parameters are hidden: they may contain seeds.
            return create_async_engine(
                "postgresql+asyncpg://",
                async_creator=lambda: asyncpg.connect(address, timeout=PATIENCE, **more),
                pool_pre_ping=True,
                hide_parameters=True,
            )

        making = reaching()
        try:
            async with _reaching(), making.begin() as connection:  # migrations have no time limit
                await connection.run_sync(schema.upgrade if upgrade else schema.check_current)
        finally:
            await making.dispose()
        engine = reaching(command_timeout=patience)
        try:
            async with _reaching():
                pool = await asyncpg.create_pool(
                    address,
                    min_size=1,
                    max_size=4,
                    timeout=PATIENCE,
                    command_timeout=patience,
                    server_settings={"synchronous_commit": "on", "application_name": "rondel"},
                )
        except BaseException:
            await engine.dispose()
            raise
        return cls(pool, engine, grouped, patience)

    async def append(self, answer: Answer, snapshot: Snapshot | None = None) -> None:
        """See `Store`."""
        if self._closed:
            raise Closed("the store is closed")
        done: asyncio.Future[None] = asyncio.get_running_loop().create_future()

        def settle(outcome: BaseException | None) -> None:
            if not done.done():
                if outcome is None:
                    done.set_result(None)
                else:
                    done.set_exception(outcome)

        self._waiting.append(Waiting(answer, snapshot, settle))
        self._more.set()
        await done

    async def log(self, table: str, before: int | None = None) -> Log:
        """See `Store`."""
        async with _reaching():
            return await self._in_time(self._log(table, before))

    async def _log(self, table: str, before: int | None) -> Log:
        async with self._pool.acquire() as connection:
            last = await connection.fetchrow(
                "SELECT seq, round FROM answers WHERE table_id = $1 ORDER BY seq DESC LIMIT 1", table
            )
            if last is None:
                return Log()
            seq, number = last
            found = await connection.fetch(
                f"SELECT {_SNAPSHOT_COLUMNS} FROM snapshots"  # noqa: S608 - constants
                " WHERE table_id = $1 AND round = $2 AND seq <= $3 ORDER BY seq",
                table,
                number,
                seq - UNDO_REACH if before is None else min(seq - UNDO_REACH, before - 1),
            )
            snapshots = tuple(sound(found, snapshot))
            if snapshots:
                since = snapshots[-1].seq
            else:  # the last answer of the round before, found by walking back through this one, whatever the number of rounds
                since = await connection.fetchval(
                    "SELECT COALESCE("
                    "(SELECT seq FROM answers WHERE table_id = $1 AND round < $2 ORDER BY seq DESC LIMIT 1), 0)",
                    table,
                    number,
                )
            # Up to the number that was read first: another node may have stored an answer of a new round meanwhile.
            answers = await self._select(connection, "table_id = $1 AND seq > $2 AND seq <= $3 ORDER BY seq", table, since, seq)
            count = seq
            if seq <= COUNTED:
                counting = "SELECT count(*) FROM answers WHERE table_id = $1 AND seq <= $2"
                count = await connection.fetchval(counting, table, seq)
        return Log(snapshots, tuple(answers), seq - count)

    async def answered(self, table: str, role: str, client_id: str) -> Answer | None:
        """See `Store`."""

        async def answered() -> list[Answer]:
            async with self._pool.acquire() as connection:
                return await self._select(connection, "table_id = $1 AND role = $2 AND client_id = $3", table, role, client_id)

        async with _reaching():
            found = await self._in_time(answered())
        return found[0] if found else None

    async def close(self) -> None:
        """See `Store`."""
        self._closed = True
        self._more.set()
        await self._writer
        try:
            async with asyncio.timeout(self._patience):  # all is stored or refused: the connections can be closed
                await self._pool.close()
                await self._engine.dispose()
        except TimeoutError:
            self._pool.terminate()
            await self._engine.dispose(close=False)

    async def read(self, query: Callable[[Connection], T]) -> T:
        """See `Database`."""
        return await self.write(query)

    async def write(self, change: Callable[[Connection], T]) -> T:
        """See `Database`."""

        async def written() -> T:
            async with self._engine.begin() as connection:
                return await connection.run_sync(change)

        async with _reaching():
            return await self._in_time(written())

    # -- inside --------------------------------------------------------------------------------------------------------

    async def _in_time(self, work: Coroutine[Any, Any, T]) -> T:
        """The result of a statement, within its time limit and a grace period: a driver that cancels a statement waits until
        the server confirms it, which a frozen or unreachable server never does. Raises `TimeoutError`."""
        task = asyncio.create_task(work)
        try:
            await asyncio.wait({task}, timeout=None if self._patience is None else self._patience + GRACE)
            if task.done():
                return task.result()
            raise TimeoutError("it does not answer")
        finally:
            if not task.done():
                task.cancel()
                self._given_up.add(task)
                task.add_done_callback(self._ended)

    def _ended(self, task: asyncio.Task[Any]) -> None:
        self._given_up.discard(task)
        if not task.cancelled():
            task.exception()  # which was reported already

    async def _select(self, connection: Any, where: str, *values: str | int) -> list[Answer]:
        found = await connection.fetch(f"SELECT {_COLUMNS} FROM answers WHERE {where}", *values)  # noqa: S608 - constants
        return [answer(row) for row in found]

    async def _write(self) -> None:
        while self._waiting or not self._closed:
            await self._more.wait()
            self._more.clear()
            while self._waiting:
                group, self._waiting = self._waiting, []
                for each in apart(group):
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
            each.then(outcome)

    async def _insert(self, group: list[Waiting]) -> list[BaseException | None]:
        import asyncpg

        rows = [msgspec.structs.astuple(each.answer) for each in group]
        taken = [msgspec.structs.astuple(each.snapshot) for each in group if each.snapshot is not None]
        columns = [list(column) for column in zip(*rows, strict=True)]
        columns += [list(column) for column in zip(*taken, strict=True)] if taken else [[] for _ in _SNAPSHOT_TYPES]
        try:
            stored = {tuple(row) for row in await self._in_time(self._pool.fetch(_APPEND, *columns))}
        except (asyncpg.DataError, UnicodeError, OverflowError) as error:
            if len(group) == 1:
                return [NotSaved(f"{group[0].answer.named()} holds what a database cannot: {error}")]
            return [outcome for each in group for outcome in await self._insert([each])]
        return [None if (each.answer.table, each.answer.seq) in stored else each.answer.conflict() for each in group]


@asynccontextmanager
async def _reaching() -> AsyncIterator[None]:
    """Context for using the database. Raises `Down` where it cannot be reached, and `Unfit` where it does not accept
    a value."""
    import asyncpg
    from sqlalchemy.exc import DBAPIError

    away = (
        *(OSError, TimeoutError, asyncpg.PostgresConnectionError, asyncpg.InterfaceError, asyncpg.OperatorInterventionError),
        *(
            asyncpg.InsufficientResourcesError,
            asyncpg.PostgresSystemError,
        ),  # full or failing disk, too many connections
        asyncpg.ReadOnlySQLTransactionError,  # it is a read-only replica, as for a while after a failover
    )
    try:
        yield
    except away as error:
        raise Down(f"the database cannot be reached: {str(error) or type(error).__name__}") from error
    except DBAPIError as error:
        if isinstance(error.orig and error.orig.__cause__, asyncpg.DataError):
            raise Unfit(f"the database cannot look for this: {error.orig}") from error
        # A failed connection attempt is reported as any error, with the server's message as its cause.
        if not error.connection_invalidated and not isinstance(error.orig and error.orig.__cause__, away):
            raise
        raise Down(f"the database cannot be reached: {error.orig}") from error
