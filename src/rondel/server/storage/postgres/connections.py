"""Connections to PostgreSQL: how they are made, how long one waits for them, and how they are given up.

A connection that does not answer is given up by terminating it, never by cancelling its statement. With a synchronous standby a
commit waits until the standby has it. Cancelling that wait would make a row visible that a failover may lose; a terminated
connection leaves the row invisible, and its keys locked, until the standby has it.
"""

from __future__ import annotations

import asyncio
import importlib.util
import logging
from collections.abc import Awaitable, Callable, Coroutine
from contextlib import asynccontextmanager
from typing import TYPE_CHECKING, Any, Final, TypeVar
from urllib.parse import urlsplit

from rondel.server.storage.store import Down, Unfit

if TYPE_CHECKING:
    from collections.abc import AsyncIterator

    from sqlalchemy import Connection
    from sqlalchemy.engine import ExceptionContext

T = TypeVar("T")

PATIENCE: Final = 5.0
"""Seconds after which a database that does not answer counts as down."""

GRACE: Final = 0.5
"""Seconds beyond those after which the database must have ended a statement itself."""

POOLED: Final = 4
"""Connections that a node keeps for the log."""

_LIMITS: Final = {
    "idle_in_transaction_session_timeout": "2s",  # a node that freezes inside a transaction keeps its locks no longer
    "lock_timeout": "1500ms",
    "tcp_user_timeout": "3s",
}
"""Limits that the database holds a session to. A wait for a standby is under none of them, and not under
``statement_timeout`` either."""

KEEP_ALIVE: Final = "SET tcp_keepalives_idle = 10; SET tcp_keepalives_interval = 5; SET tcp_keepalives_count = 3"
"""Statements that end the session of a machine that is cut off after 25 seconds."""

_ANOTHER_SERVER: Final = frozenset({"25006", "57P01", "57P02", "57P03"})
"""The errors of a server that is a standby now, or is going away: all connections to it are replaced."""

_REMEDIES: Final = (
    (("too many connections for",), "raise the CONNECTION LIMIT of that role or database in PostgreSQL"),
    (("authentication", "role ", "no pg_hba.conf entry"), "look at the user and the password in --database"),
    (
        ("permission denied", "no schema has been selected"),
        "make the database with createdb --owner, or give the user of --database the rights to it",
    ),
    (("parameter", "SSL"), "look at what follows the ? in --database"),
    (("does not exist",), "make it first, with createdb, or look at its name in --database"),
    (("too many clients", "remaining connection slots"), "raise max_connections of PostgreSQL"),
)
"""What to do about a PostgreSQL, by what it says."""

_NOT_THERE: Final = ": look at the host and the port in --database, and whether PostgreSQL runs there"
"""What to do where it says nothing."""


class NotPostgres(Exception):
    """The address is not one of PostgreSQL, or its driver is not installed; the message says which."""


class Connections:
    """The connections of one store: a pool for the log, an engine of SQLAlchemy for everything else."""

    def __init__(self, address: str, patience: float | None) -> None:
        """No limit applies where ``patience`` is None. Raises `NotPostgres`."""
        scheme, _, rest = address.partition("://")
        if scheme not in ("postgresql", "postgres") or not rest or not all(map(_has_port, each_server(address))):
            # The address is not repeated: there may be a password in it.
            raise NotPostgres("the address of a database is like postgresql://user@host:5432/name, and with a password user:…@")
        if importlib.util.find_spec("asyncpg") is None:
            raise NotPostgres("PostgreSQL needs a driver; run: pip install 'rondel[postgres]'")
        from sqlalchemy import event
        from sqlalchemy.ext.asyncio import create_async_engine

        self._patience = patience
        self._servers = each_server(address)
        self._settings = {"synchronous_commit": "on", "application_name": "rondel"}
        if patience is not None:
            self._settings |= {**_LIMITS, "statement_timeout": str(round(1000 * patience))}
        self._given_up: set[asyncio.Task[Any]] = set()
        """Tasks that nothing waits for any more, and that the driver has not ended yet."""
        # The driver itself parses the address, as for the pool: SQLAlchemy parses sslmode, hosts and sockets differently.
        # An error may be logged, so parameters are hidden: they may contain seeds.
        # No connection is asked for a sign of life before it is used, which takes two round trips: see `transact`.
        self.engine = create_async_engine("postgresql+asyncpg://", async_creator=self.connect, hide_parameters=True)
        event.listen(self.engine.sync_engine, "handle_error", _forget_server)
        self._reading = self.engine.execution_options(isolation_level="AUTOCOMMIT")
        self._pool: Any = None

    async def open(self) -> None:
        """Open the pool. Raises as `reaching`."""
        import asyncpg

        # It writes a traceback for each try to connect again, while what uses the database says in a line that it is away.
        logging.getLogger("asyncpg.pool").setLevel(logging.ERROR)
        async with reaching():
            # All are there before players come: to connect takes longer than to open a table.
            self._pool = await asyncpg.create_pool(min_size=POOLED, max_size=POOLED, connect=self.connect, reset=_keep)

    async def connect(self, *_: object, **more: Any) -> Any:
        """A connection to the first server that accepts changes; the one that did last is tried first. The driver alone would
        spend all the time on the first that is silent, and take a primary that was demoted. Raises what the driver does."""
        import asyncpg

        if not any("target_session_attrs=" in each for each in self._servers):
            more["target_session_attrs"] = "read-write"
        failure: Exception = ConnectionError("the server there accepts no changes: it is a standby, or read-only")
        for server in tuple(self._servers):
            try:
                made = await asyncpg.connect(
                    server, timeout=PATIENCE / len(self._servers), server_settings=self._settings, **more
                )
            except asyncpg.TargetServerAttributeNotMatched:
                continue
            except asyncpg.UndefinedObjectError as error:  # an option in the address that PostgreSQL does not know
                raise asyncpg.ClientConfigurationError(str(error)) from error
            except (OSError, asyncpg.CannotConnectNowError, asyncpg.PostgresConnectionError) as error:
                failure = error
            else:
                self._servers.sort(key=lambda each: each != server)
                return made
        raise failure

    async def use(self, work: Callable[[Any], Awaitable[T]]) -> T:
        """The result of ``work`` with a connection of the pool, within the time limit. Raises what the driver does, and
        `TimeoutError`."""
        import asyncpg

        async def used(hold: Callable[[Any], object]) -> T:
            async with self._pool.acquire() as connection:
                hold(connection)
                return await work(connection)

        try:
            return await self._in_time(used)
        except asyncpg.PostgresError as error:
            if error.sqlstate in _ANOTHER_SERVER:
                await self._pool.expire_connections()
            raise

    async def transact(self, change: Callable[[Connection], T], *, reading: bool = False) -> T:
        """The result of ``change`` in one transaction of SQLAlchemy, within the time limit; with ``reading`` each statement is
        one of its own. Where the connection is lost before the commit, ``change`` is called once more over another one. Raises
        as `use`."""
        from sqlalchemy.exc import DBAPIError

        is_made = False
        engine = self._reading if reading else self.engine

        async def transacted(hold: Callable[[Any], object]) -> T:
            def held(connection: Connection) -> T:
                nonlocal is_made
                hold(connection.connection.driver_connection)
                made = change(connection)
                is_made = True
                return made

            async with engine.begin() as connection:
                return await connection.run_sync(held)

        try:
            return await self._in_time(transacted)
        except DBAPIError as error:
            if is_made or not error.connection_invalidated:
                raise
            return await self._in_time(transacted)

    async def close(self) -> None:
        """Close all connections, at once where the database does not answer."""
        try:
            async with asyncio.timeout(self._patience):
                if self._pool is not None:
                    await self._pool.close()
                await self.engine.dispose()
        except TimeoutError:
            self._pool.terminate()
            await self.engine.dispose(close=False)

    async def _in_time(self, work: Callable[[Callable[[Any], object]], Coroutine[Any, Any, T]]) -> T:
        """The result of the work, which calls its argument with the connection it uses: that is terminated at the end of the
        time limit, or when nothing waits any more. Raises `TimeoutError`."""
        held: list[Any] = []
        task = asyncio.create_task(work(held.append))
        try:
            await asyncio.wait({task}, timeout=None if self._patience is None else self._patience + GRACE)
            if task.done():
                return task.result()
            raise TimeoutError("it does not answer")
        finally:
            if not task.done():
                for each in held:
                    each.terminate()
                task.cancel()
                self._given_up.add(task)
                task.add_done_callback(self._ended)

    def _ended(self, task: asyncio.Task[Any]) -> None:
        self._given_up.discard(task)
        if not task.cancelled():
            task.exception()  # which was reported already


def _has_port(server: str) -> bool:
    """Whether the port in the address of one server is a number, if there is one."""
    try:
        return urlsplit(server).port != 0
    except ValueError:
        return False


def each_server(address: str) -> list[str]:
    """An address for each server that an address names.

    >>> each_server("postgresql://me:secret@one:5433,two/arena?sslmode=require")
    ['postgresql://me:secret@one:5433/arena?sslmode=require', 'postgresql://me:secret@two/arena?sslmode=require']
    """
    scheme, _, rest = address.partition("://")
    place, slash, path = rest.partition("/")
    if "?" in place:  # no server is named before the parameters
        return [address]
    user, at, hosts = place.rpartition("@")
    return [f"{scheme}://{user}{at}{host}{slash}{path}" for host in hosts.split(",")]


def remedy(said: str) -> str:
    """What to do about a PostgreSQL that said this, to be put behind it; empty where that shows nothing.

    >>> remedy('password authentication failed for user "ada"')
    ': look at the user and the password in --database'
    """
    return next((f": {do}" for parts, do in _REMEDIES if any(part in said for part in parts)), "")


async def _keep(connection: Any) -> None:
    """Leave a connection as it is when it goes back to the pool: nothing that is done with one changes its session, and the
    driver's own way takes a round trip."""


def _forget_server(context: ExceptionContext) -> None:
    """Have the engine replace all its connections where the server is a standby now, or is going away."""
    if getattr(context.original_exception, "sqlstate", None) in _ANOTHER_SERVER:
        context.is_disconnect = True


@asynccontextmanager
async def reaching() -> AsyncIterator[None]:
    """Context for using the database. Raises `Down` where it cannot be reached, and `Unfit` where it does not accept
    a value."""
    import asyncpg
    from sqlalchemy.exc import DBAPIError

    away = (
        *(OSError, TimeoutError, asyncpg.PostgresConnectionError, asyncpg.InterfaceError, asyncpg.OperatorInterventionError),
        # full or failing disk, too many connections
        *(asyncpg.InsufficientResourcesError, asyncpg.PostgresSystemError),
        asyncpg.ReadOnlySQLTransactionError,  # it is a read-only replica, as for a while after a failover
        # the password or the rights were changed, or the database was renamed, while the server runs
        *(asyncpg.InvalidAuthorizationSpecificationError, asyncpg.InvalidCatalogNameError),
        # another node keeps a row locked or wants it in another order, or this one was frozen inside a transaction
        *(asyncpg.LockNotAvailableError, asyncpg.TransactionRollbackError, asyncpg.IdleInTransactionSessionTimeoutError),
    )
    try:
        yield
    except away as error:
        said = str(error) or ("it does not answer" if isinstance(error, TimeoutError) else type(error).__name__)
        raise Down(f"the database cannot be reached: {said}{_fix(said, error)}") from error
    except DBAPIError as error:
        cause = error.orig and error.orig.__cause__
        if isinstance(cause, asyncpg.DataError):
            raise Unfit(f"the database cannot look for this: {error.orig}") from error
        # A failed connection attempt is reported as any error, with the server's message as its cause.
        if not error.connection_invalidated and not isinstance(cause, away):
            raise
        raise Down(f"the database cannot be reached: {error.orig}{_fix(str(error.orig), cause)}") from error


def _fix(said: str, error: BaseException | None) -> str:
    """What to do about a database that cannot be reached."""
    return remedy(said) or (_NOT_THERE if isinstance(error, OSError) else "")
