"""The parent of several nodes: it accepts, places and hands over connections, and keeps its nodes alive.

It knows no table, no rule and no person, and it holds no connection that a node has. So a move costs it nothing, and its death
ends its nodes in order. The nodes share the database as those of several machines do.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
import signal
import socket
from collections.abc import Callable, Collection, Sequence
from functools import partial
from pathlib import Path

import msgspec

from rondel.server.accounts.mail.mail_server import MailServer
from rondel.server.features.ratings.season_dates import SeasonLength
from rondel.server.ops.data_folder import CannotServe
from rondel.server.ops.port import address_of, host_and_port, listen, raise_file_limit
from rondel.server.serving import bus_of, reached, say
from rondel.server.supervisor import channel
from rondel.server.supervisor.acceptor import Acceptor, Arrival
from rondel.server.supervisor.channel import Failed, Ready, Settings
from rondel.server.supervisor.child_process import ChildProcess
from rondel.server.supervisor.placement import Placement
from rondel.server.telemetry import logs
from rondel.server.transport.client_address import Proxies, UnknownProxy
from rondel.server.transport.rate_limits import Limits

MOST_NODES = 64
"""Nodes of one parent."""

_logger = logging.getLogger(__name__)


def serve_nodes(
    nodes: int,
    database: str | None,
    *,
    host: str = "127.0.0.1",
    port: int = 8000,
    data: Path | str = ".rondel",
    open_table: str | None = None,
    proxies: Collection[str] = (),
    games: Sequence[Path | str] = (),
    metrics: str | None = None,
    embedders: Sequence[str] = (),
    limits: Limits | None = None,
    bus: str | None = None,
    mail: MailServer | None = None,
    url: str = "",
    seasons: SeasonLength = "quarter",
    log: logs.Form = "plain",
    say: Callable[[str], None] = say,
) -> None:
    """Serve the arena of that PostgreSQL database with so many processes, until interrupted. The rest is as for `serve`; each
    node has its metrics at a port of its own, from that of ``metrics`` on. Raises `CannotServe`."""
    if not 1 <= nodes <= MOST_NODES:
        raise CannotServe(f"--nodes is from 1 to {MOST_NODES}, one for each core less one for PostgreSQL, and not {nodes}")
    if database is None:
        raise CannotServe("--nodes is for PostgreSQL, since one server serves a SQLite file: add --database postgresql://…")
    if not channel.SUPPORTED:
        raise CannotServe("--nodes needs Linux; start several servers behind a balancer instead (see docs/nodes.md)")
    try:
        trusted = Proxies(proxies)
    except UnknownProxy as error:
        raise CannotServe(str(error)) from error
    kind = bus_of(bus, database)
    if kind == "none":
        raise CannotServe("--nodes needs a bus between the nodes: leave --bus none out")
    reached(database)
    listening = listen(host, port, say)
    raise_file_limit()
    settings = Settings(
        node="",
        address=address_of(listening),
        database=database,
        data=str(data),
        open_table=open_table,
        proxies=tuple(proxies),
        games=tuple([str(each) for each in games]),
        metrics=metrics,
        embedders=tuple(embedders),
        limits=limits,
        bus=kind,
        mail=mail,
        url=url,
        seasons=seasons,
        log=log,
    )
    with contextlib.closing(listening), logs.written(log):
        asyncio.run(Supervisor(nodes, settings, say).run(listening, trusted))


def _note(child: ChildProcess, told: Ready | Failed) -> None:
    """Log the result of a later start."""
    if isinstance(told, Ready):
        _logger.info("node %s is ready again", child.settings.node)
    else:
        _logger.error("node %s cannot serve: %s", child.settings.node, told.reason)


class Supervisor:
    """Nodes, and who places connections among them."""

    def __init__(self, nodes: int, settings: Settings, say: Callable[[str], None]) -> None:
        self._settings = settings
        self._say = say
        self._nodes = nodes
        self._children: dict[int, ChildProcess] = {}
        self._placement = Placement()
        self._stop = asyncio.Event()
        self._interrupted = False
        self._failure = ""

    async def run(self, listening: socket.socket, proxies: Proxies) -> None:
        """Serve until told to stop. Raises `CannotServe` where a node cannot be started."""
        loop = asyncio.get_running_loop()
        loop.add_signal_handler(signal.SIGINT, self._interrupt)
        loop.add_signal_handler(signal.SIGTERM, self.stop)
        limits = self._settings.limits or Limits()
        of_all = msgspec.structs.replace(limits, sockets=limits.sockets * self._nodes)
        acceptor = Acceptor(listening, self._place, of_all, proxies)
        try:
            if await self._started():
                acceptor.start()
                await self._stop.wait()
        finally:
            for child in self._children.values():
                child.drain()
            await asyncio.gather(*[child.ended() for child in self._children.values()])
            await acceptor.close()  # until then it says that no node is ready, for balancers
        if self._failure:
            raise CannotServe(self._failure)
        if self._interrupted:
            self._say("stopped")

    def stop(self) -> None:
        """Have all nodes drain, and `run` return."""
        self._stop.set()

    def _interrupt(self) -> None:
        self._interrupted = True
        self.stop()

    async def _started(self) -> bool:
        """Start all nodes; returns whether all are ready. One that fails now has a reason that the host can mend."""
        told: asyncio.Queue[Ready | Failed] = asyncio.Queue()
        for number in range(1, self._nodes + 1):
            settings = self._of(number)
            self._children[number] = ChildProcess(settings, told.put_nowait)
        lines: dict[str, None] = {}
        stopping = asyncio.create_task(self._stop.wait())
        for _ in self._children:
            telling = asyncio.create_task(told.get())
            await asyncio.wait({telling, stopping}, return_when=asyncio.FIRST_COMPLETED)
            if not telling.done():
                telling.cancel()
                return False
            result = telling.result()
            if isinstance(result, Failed):
                self._failure = result.reason
                stopping.cancel()
                return False
            lines |= dict.fromkeys(result.lines)
        stopping.cancel()
        for child in self._children.values():
            child.on_told = partial(_note, child)
        for line in lines:
            self._say(line)
        return True

    def _of(self, number: int) -> Settings:
        """The settings of one node. The first makes the table that is wanted; each has its own address for metrics."""
        metrics = self._settings.metrics
        if metrics is not None:
            host, port = host_and_port(metrics)
            metrics = f"[{host}]:{port + number - 1}" if ":" in host else f"{host}:{port + number - 1}"
        table = self._settings.open_table if number == 1 else None
        return msgspec.structs.replace(self._settings, node=str(number), metrics=metrics, open_table=table)

    async def _place(self, arrival: Arrival) -> bool:
        """Hand a connection to the node of its table, and to another one where that does not take it, or has lost the database
        that others have."""
        tried: set[int] = set()
        while True:
            ready = {
                number: child.load for number, child in self._children.items() if child.state == "ready" and number not in tried
            }
            useful = {number: load for number, load in ready.items() if self._children[number].has_store}
            number = self._placement.node(arrival.line.table, useful or ready)
            if number is None:
                return False
            if await self._children[number].take(arrival):
                return True
            tried.add(number)
