"""One server process at one address, until it is told to stop.

The server binds its port itself, so that a taken one can be replaced by a free one before the address is printed. It prints the
addresses only when connections are accepted.
"""

from __future__ import annotations

import asyncio
import logging
import signal
import socket
import sys
from collections.abc import Callable, Collection, Coroutine, Sequence
from contextlib import ExitStack, nullcontext, suppress
from pathlib import Path
from types import FrameType
from typing import TYPE_CHECKING, Any, Final, Protocol

import uvicorn
from sqlalchemy.exc import SQLAlchemyError

import rondel
from rondel.door import brought
from rondel.errors import RondelError, UnknownGame, quoted
from rondel.server import protocol
from rondel.server.accounts.mail.mail_server import MailServer
from rondel.server.catalog.games import known_bot
from rondel.server.dev.trees import Unfold
from rondel.server.dev.workbench import Bench, NoBench
from rondel.server.features.ratings.season_dates import SeasonLength
from rondel.server.live.bots.bot_pool import BotPool
from rondel.server.live.nodes.channel_bus import ChannelBus
from rondel.server.live.nodes.valkey_channel import NotValkey, ValkeyChannel
from rondel.server.ops import data_folder
from rondel.server.ops.arena_lock import DatabaseLock, Occupied
from rondel.server.ops.data_folder import CannotServe, UnusableFolder
from rondel.server.ops.port import address_of, host_and_port, listen, raise_file_limit
from rondel.server.protocol.refused import Refusal
from rondel.server.rule_host.sandbox.pool import NotHosted, SandboxPool
from rondel.server.storage import schema, watermark
from rondel.server.storage.postgres.connections import NotPostgres, remedy
from rondel.server.storage.postgres.store import PostgresStore
from rondel.server.storage.store import Down
from rondel.server.telemetry import logs
from rondel.server.telemetry.gc_tuning import Memory, settle
from rondel.server.transport.app import Application
from rondel.server.transport.client_address import UnknownProxy
from rondel.server.transport.middleware import NoOrigin
from rondel.server.transport.rate_limits import Limits
from rondel.server.transport.routes.workbench import PAGE
from rondel.server.transport.uvicorn_protocols import draining
from rondel.server.transport.uvicorn_protocols.http import HttpProtocol
from rondel.server.transport.uvicorn_protocols.websocket import WebSocketProtocol

if TYPE_CHECKING:
    from rondel.server.ops.prometheus import Metrics

__all__ = ["CannotServe", "NoSuchTable", "UnusableFolder", "configuration", "serve"]

_logger = logging.getLogger(__name__)

LARGEST_SOCKET_FRAME: Final = 64 * 1024
"""Beyond this the connection is closed (1009); up to this a too large message is still answered."""


SWITCH_SECONDS: Final = 0.0005
"""How long the event loop may keep the interpreter's lock while the writer thread waits for it; Python's default of 5 ms would
be added to nearly every answer under load."""


ANSWERING_SECONDS: Final = 3
"""How long a stopping server waits for running answers."""

LAST_WORDS_SECONDS: Final = 0.05
"""How long the last messages have to leave before the sockets are closed."""


Take = Callable[[socket.socket, bytes], Coroutine[Any, Any, None]]
"""Serves a connection, of which these bytes were read already."""


class Door(Protocol):
    """Where connections come from, for a server that listens at no port: see `rondel.server.supervisor`."""

    address: str
    """The address that is written for the server."""
    node: str
    """The name of the server among those of the same address."""

    def open(self, take: Take, stop: Callable[[], None], has_store: Callable[[], bool]) -> None:
        """Have each connection taken from now on, and ``stop`` called when none can come any more. ``has_store`` says whether
        the database answers the server."""

    async def close(self) -> None:
        """Have no more connections come."""


class NoSuchTable(CannotServe):
    """The table to open at the start names an unknown game or bot."""


def say(line: str) -> None:
    sys.stdout.write(line + "\n")
    sys.stdout.flush()


def serve(
    host: str = "127.0.0.1",
    port: int = 8000,
    data: Path | str = ".rondel",
    open_table: str | protocol.NewTable | None = None,
    *,
    database: str | None = None,
    origins: Collection[str] = (),
    proxies: Collection[str] = (),
    limits: Limits | None = None,
    bots: BotPool | None = None,
    unfold: Unfold | None = None,
    metrics: str | None = None,
    games: Sequence[Path | str] = (),
    bench: Bench | None = None,
    embedders: Sequence[str] = (),
    opened: Callable[[str], None] = lambda address: None,
    luck: Callable[[int], bytes] | None = None,
    closing: Callable[[protocol.Json], None] | None = None,
    log: logs.Form = "plain",
    say: Callable[[str], None] = say,
    new: bool = False,
    accept_loss: bool = False,
    door: Door | None = None,
    bus: str | None = None,
    mail: MailServer | None = None,
    url: str = "",
    seasons: SeasonLength = "quarter",
) -> None:
    """Serve the arena in the folder ``data`` until interrupted; with ``database``, the one in PostgreSQL at that address.
    ``bots`` and ``limits`` replace the default bot times and rate limits; the headers of ``proxies`` (addresses or networks)
    are trusted.

    With ``open_table`` ("reversi:mcts") a table is created with the first role free and bots on the others, and its address is
    printed. Given as a `NewTable`, its address is for one browser that takes all free seats, and its bots may be any that
    `rondel.players.bots.registry` knows. ``opened`` is called with that address. With ``metrics`` ("127.0.0.1:9100") a second
    address serves metrics for Prometheus. ``unfold``, which unfolds the trees of games, adds the developer's view, which shows
    hidden information; its address is printed, too. ``log`` is the form of the log on the standard error. ``games`` are files
    with games that are not shipped; their rules run in processes of their own. With ``bench`` the server has only that game, at
    a table whose address is printed. ``luck`` makes the seeds of games, where they are to be repeatable, and ``closing`` is
    called with the record of the table's last game before the server ends. Pages of the origins ``embedders`` may frame a
    table. A taken port is replaced by a free one. ``new`` begins a new arena where the database was deleted, and
    ``accept_loss`` serves a database that lacks stored data; without them such a start is refused. ``bus`` connects the servers
    of one PostgreSQL database: "postgres", the default there, the address of a Valkey, or "none", and then no other may serve
    it. ``mail`` sends mails. ``url`` is the public address, with which browsers get notifications. ``seasons`` is how long a
    season of ratings is. With a ``door`` the connections come from there, and nothing listens at ``host``.

    Raises `CannotServe` for such a start and where the address cannot be used, `NoSuchTable` for an unknown game or bot, or
    where the workbench has no game, `UnusableFolder` when the data folder cannot be used.
    """
    foreign = [*games, *brought()] if bench is None else [bench.source.file]
    hosts = _hosts(foreign if bench is None else [])
    offer = _parse(open_table, hosts)
    watched = None if metrics is None else host_and_port(metrics)
    notes: list[str] = []
    if database is not None and (new or accept_loss):
        raise CannotServe("--new and --accept-loss are about a data folder, and not about PostgreSQL: leave them out")
    kind = bus_of(bus, database, check=door is None)
    with ExitStack() as stack:
        where: Path | str
        if database is None:
            where = stack.enter_context(data_folder.served(Path(data), notes.append, new=new, accept_loss=accept_loss))
        else:
            where = reached(database, shared=kind != "none")
        listening = [] if door is not None else [stack.enter_context(listen(host, port, say))]
        address = address_of(listening[0]) if door is None else door.address
        try:
            application = Application(
                where,
                bots=bots or BotPool(games=[str(each) for each in foreign]),
                origins=origins,
                unfold=unfold,
                limits=limits,
                proxies=proxies,
                hosts=bench or hosts,
                embedders=embedders,
                luck=luck,
                bus=kind,
                mail=mail,
                url=url,
                seasons=seasons,
            )
        except (UnknownProxy, NoOrigin) as error:
            raise CannotServe(str(error)) from error
        one = isinstance(open_table, protocol.NewTable)
        service = _Service(application, address, offer, watched, say, opened, closing, is_for_one=one)
        lock = None if database is None else DatabaseLock(database, shared=kind != "none")
        server = _Server(configuration(application), service, lock, door)
        sys.setswitchinterval(SWITCH_SECONDS)
        raise_file_limit()
        with logs.written(log, node="" if door is None else door.node):
            for note in notes:
                _logger.warning("%s", note)
            with watermark.kept(where) if isinstance(where, Path) else nullcontext():
                server.run(sockets=listening)
        if server.interrupted:
            say("stopped")
    if server.failure is not None:
        raise server.failure


def bus_of(named: str | None, database: str | None, *, check: bool = True) -> str:
    """The bus of that name: "postgres", "none", or the address of a Valkey, which was reached where it is to be checked. Raises
    `CannotServe`."""
    if named not in (None, "postgres", "none") and "://" not in named:
        raise CannotServe(f"the bus is postgres, none, or an address like valkey://host:6379, and not {quoted(named)}")
    if database is None:
        if named not in (None, "none"):
            raise CannotServe(
                "a bus connects the servers of one PostgreSQL database: name it with --database, or leave --bus out"
            )
        return "none"
    if named in (None, "postgres", "none"):
        return named or "postgres"

    async def reach() -> None:
        channel = ValkeyChannel(named)
        try:
            if check:
                await channel.open(lambda payload: None)
        finally:
            await channel.close()

    try:
        asyncio.run(reach())
    except NotValkey as error:
        raise CannotServe(str(error)) from error
    except Down as error:
        raise CannotServe(f"{error}; without --bus, PostgreSQL is the bus") from error
    return named


def reached(address: str, *, shared: bool = True) -> str:
    """The address of a PostgreSQL database, after it was reached and brought up to date, while no other server keeps it, or
    only such with a bus where it is ``shared``. Raises `CannotServe`."""

    async def reach() -> None:
        lock = DatabaseLock(address, shared=shared)
        try:
            await lock.take()
            await (await PostgresStore.open(address)).close()
        finally:
            await lock.close()

    try:
        asyncio.run(reach())
    except Occupied as error:
        raise _occupied(error) from error
    except NotPostgres as error:
        raise CannotServe(str(error)) from error
    except Down as error:
        raise CannotServe(f"the arena cannot be kept in that database: {error}") from error
    except (SQLAlchemyError, schema.OtherVersion, schema.ForeignDatabase) as error:
        said = str(getattr(error, "orig", None) or error)  # SQLAlchemy's own text contains the statement
        raise CannotServe(f"the arena cannot be kept in that database: {said}{remedy(said)}") from error
    return address


def _occupied(error: Occupied) -> CannotServe:
    """The refusal of a start beside another server."""
    way = "start both with a bus" if "--bus none" in str(error) else "stop it first"
    return CannotServe(f"{error}: {way}, or keep this arena in a database of its own")


def configuration(application: Application) -> uvicorn.Config:
    """The configuration of uvicorn."""
    return uvicorn.Config(
        application,
        http=HttpProtocol,
        ws=WebSocketProtocol,
        ws_max_size=LARGEST_SOCKET_FRAME,
        ws_per_message_deflate=False,  # small messages; compression costs memory for each socket
        log_config=None,  # see `logs`
        log_level="warning",
        access_log=False,
        server_header=False,
        timeout_graceful_shutdown=ANSWERING_SECONDS,
        lifespan="on",
        proxy_headers=False,  # the middleware reads them, of named proxies
    )


class _Service:
    """What happens when connections are accepted, and before they no longer are."""

    def __init__(
        self,
        application: Application,
        address: str,
        offer: protocol.NewTable | None,
        watched: tuple[str, int] | None,
        say: Callable[[str], None],
        opened: Callable[[str], None],
        closing: Callable[[protocol.Json], None] | None,
        *,
        is_for_one: bool,
    ) -> None:
        self._opened = opened
        self._closing = closing
        self._table = ""
        self._is_for_one = is_for_one
        """Whether one browser takes all free seats of the offered table."""
        self._application = application
        self._address = address
        self._offer = offer
        self._watched = watched
        self._say = say
        self._metrics: Metrics | None = None

    @property
    def loaded(self) -> int:
        """The number of tables in memory."""
        arena = self._application.arena
        return 0 if arena is None else arena.loaded

    def has_store(self) -> bool:
        """Whether the database answers."""
        arena = self._application.arena
        return arena is None or arena.health.has_store

    async def open(self) -> None:
        """Print the addresses. Raises `CannotServe`."""
        arena = self._application.arena
        if arena is None:
            raise CannotServe("the arena did not start")
        say, address = self._say, self._address
        if self._watched is not None:
            from rondel.server.ops.prometheus import Metrics

            host, port = self._watched
            try:
                self._metrics = Metrics(arena, self._application.bots, host, port)
            except OSError as error:
                raise CannotServe(f"cannot listen at {host}:{port} for metrics: {error.strerror or error}") from error
        bench = self._application.bench
        if bench is not None and self._application.store is not None:  # before any address is printed
            try:
                await bench.start(arena, self._application.store, self._application.bots)
            except NoBench as error:
                raise NoSuchTable(str(error)) from error
        _logger.info("serving at %s", address)
        say(f"Rondel is at {address}/")
        if self._metrics is not None:
            say(f"Metrics are at {self._metrics.address}/metrics")
        if self._application.developed:
            say(f"The developer's view is at {address}/dev/tree and shows what is hidden to everybody who can reach it")
        if bench is not None:
            self._say_table(f"{address}{PAGE}")
        if self._offer is None:
            return
        try:
            created = await arena.create(self._offer, bots=str if self._is_for_one else known_bot)
        except Refusal as refusal:
            raise NoSuchTable(refusal.message) from refusal
        self._table = created.table
        free = [seat.role for seat in self._offer.seats if seat.kind == "open"]
        taken = f"&seats={','.join(free)}" if self._is_for_one else ""
        invited = f"#invite={created.invite}{taken}" if free else ""
        self._say_table(f"{address}/table/{created.table}{invited}")

    def _say_table(self, address: str) -> None:
        self._say(f"Your table is at {address}")
        self._opened(address)

    def leave(self) -> bool:
        """Send new clients to the other nodes; returns whether there are any."""
        arena, bus = self._application.arena, self._application.bus
        if arena is None or not isinstance(bus, ChannelBus) or not bus.hears_others():
            return False
        _logger.info("draining: the sockets are closed a few at a time, and other nodes serve their clients")
        arena.health.leaving = True
        return True

    async def close(self) -> None:
        """Finish running requests, and close what was opened."""
        if self._application.bench is not None:
            await self._application.bench.stop()
        arena = self._application.arena
        if arena is not None:
            _logger.info("stopping: what is being carried out is finished first")
            if self._closing is not None and self._table:
                try:
                    self._closing(await (await arena.table(self._table)).record())
                except Refusal as refusal:
                    self._say(f"There is no record of the game: {refusal.message}")
            await arena.drain()
            await asyncio.sleep(LAST_WORDS_SECONDS)
        if self._metrics is not None:
            await self._metrics.close()


class _Server(uvicorn.Server):
    """uvicorn's server with hooks for the start and the end of accepting connections."""

    def __init__(
        self, config: uvicorn.Config, service: _Service, lock: DatabaseLock | None = None, door: Door | None = None
    ) -> None:
        super().__init__(config)
        self._lock = lock
        self._door = door
        self._service = service
        self.interrupted = False
        """Whether it was ended from the keyboard."""
        self.failure: Exception | None = None
        self._memory = Memory()

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        if self._lock is not None:
            try:
                await self._lock.take()
            except (Occupied, Down) as error:
                await self._lock.close()
                self.failure = _occupied(error) if isinstance(error, Occupied) else CannotServe(str(error))
                self.should_exit = True
                return
        await super().startup(sockets)
        settle()
        try:
            await self._service.open()
        except Exception as error:  # noqa: BLE001 - raised again by `serve`, once uvicorn has stopped what it started
            self.failure = error
            self.should_exit = True
        else:
            if self._door is not None:
                self._door.open(self._take, self._stop, self._service.has_store)

    async def _take(self, connection: socket.socket, first: bytes) -> None:
        """Serve a connection that came through the door."""

        def begun() -> HttpProtocol:
            protocol = HttpProtocol(self.config, self.server_state, self.lifespan.state)
            protocol.begin_with(first)
            return protocol

        with suppress(OSError):  # the client has gone
            await asyncio.get_running_loop().connect_accepted_socket(begun, connection)

    def _stop(self) -> None:
        self.should_exit = True

    async def on_tick(self, counter: int) -> bool:
        """Ten times a second: whether to stop."""
        self._memory.look(len(self.server_state.connections) + self._service.loaded)
        return await super().on_tick(counter)

    def handle_exit(self, sig: int, frame: FrameType | None) -> None:
        """Stop in order, with the exit code of success: uvicorn would raise the signal again."""
        self.interrupted = sig == signal.SIGINT
        self.force_exit = self.should_exit and self.interrupted
        self.should_exit = True

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        if self._door is not None:
            await self._door.close()
        if self.failure is None and self._service.leave():
            if self._door is None:
                await asyncio.sleep(draining.NOTICE_SECONDS)
            await draining.close_sockets(self.server_state.connections, lambda: self.force_exit)
        await self._service.close()
        await super().shutdown(sockets)
        if self._lock is not None:
            await self._lock.close()


def _hosts(games: Sequence[Path | str]) -> SandboxPool:
    """The sandboxes of these games, after each game was read once. Raises `CannotServe`."""
    hosts = SandboxPool(games)
    try:
        asyncio.run(hosts.prepare())
    except NotHosted as error:
        raise CannotServe(str(error)) from error
    return hosts


def _parse(open_table: str | protocol.NewTable | None, hosts: SandboxPool) -> protocol.NewTable | None:
    """The table to open at the start: ``game`` with every seat open, or ``game:bot`` with bots on all but the first."""
    if open_table is None or isinstance(open_table, protocol.NewTable):
        return open_table
    name, _, bot = open_table.partition(":")
    try:
        hosted = hosts.offered(name)
        roles = hosted.roles if hosted is not None else rondel.new(name).roles
        if bot:
            known_bot(bot)
    except UnknownGame as error:
        raise NoSuchTable(str(error)) from error
    except Refusal as error:
        raise NoSuchTable(error.message) from error
    except RondelError as error:
        raise CannotServe(str(error)) from error
    first, *others = roles
    rest = [protocol.NewSeat(role, "bot", bot) if bot else protocol.NewSeat(role, "open") for role in others]
    return protocol.NewTable(name, (protocol.NewSeat(first, "open"), *rest))
