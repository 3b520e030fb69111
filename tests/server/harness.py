"""Real servers and real clients for the tests of the server.

`Running` is a server on a thread of this process, `Program` one in a process of its own, which can be killed. `Client` is one
WebSocket, which keeps what it was sent in order. Nothing in here is faked.
"""

from __future__ import annotations

import asyncio
import json
import os
import signal
import socket
import sqlite3
import ssl
import subprocess
import sys
import threading
import time
from collections.abc import AsyncIterator, Callable, Collection, Iterable, Mapping, Sequence
from contextlib import asynccontextmanager, nullcontext
from functools import cache
from itertools import count
from pathlib import Path
from tempfile import TemporaryDirectory
from types import TracebackType
from typing import Any, Final, Self

import brotli
import httpx
import uvicorn
from litestar.utils.signature import ParsedSignature
from websockets.asyncio.client import ClientConnection, connect

from rondel.server.accounts.mail.mail_server import MailServer
from rondel.server.accounts.passwords import Cost
from rondel.server.dev.trees import Unfold
from rondel.server.features.notifications.outgoing.guarded_client import GuardedClient
from rondel.server.live.bots.bot_pool import BotPool
from rondel.server.ops.port import bound
from rondel.server.protocol import VERSION
from rondel.server.rule_host.sandbox.pool import SandboxPool
from rondel.server.serving import configuration
from rondel.server.storage import schema
from rondel.server.storage.postgres.store import PostgresStore
from rondel.server.storage.sqlite import SqliteStore
from rondel.server.transport import app
from rondel.server.transport.app import Application
from rondel.server.transport.rate_limits import Limits
from rondel.server.transport.static import CLIENT
from rondel.server.transport.token_bucket import Rate
from tests.server import zygote
from tests.server.zygote import SOURCE

Json = dict[str, Any]

FAKE_CLIENT = {
    "index.html": b"<!doctype html><html><head><title>Rondel</title></head><body>Rondel</body></html>",
    "assets/app-1.js": b"export {}",
    "assets/app-2.js": b"export {};",
    "assets/app-2.js.br": brotli.compress(b"export {};"),
    "assets/kinds-1.js": b"export {}",
    "assets/kinds-1.css": b"main {}",
    "mark.svg": b"<svg/>",
}


NO_TLS: Final = ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT)
"""Handed to every client, which would otherwise read all the certificates of the machine; nothing here is encrypted."""

CHEAP = Cost(memory=8, passes=1)
"""What hashing a password costs in tests."""

_SENT = count(1)
"""The numbers of the messages that all clients of this process send: an id that comes again would be a repetition."""
PATIENCE: Final = 60.0
"""Seconds within which whatever is waited for happens, on a busy machine as well: only a fault takes longer."""

_FREELY: Final = Rate(100_000, 0.001)
NOT_LIMITED: Final = Limits(login=_FREELY, name=_FREELY, newcomer=_FREELY, known=_FREELY)
"""For tests of other things: passwords may be tried as often as one likes, too."""

WIN: Final = [("x", "a1"), ("o", "a2"), ("x", "b1"), ("o", "b2"), ("x", "c1")]
"""Five answers at tic-tac-toe, with which x wins."""


class Http:
    """The addresses of one server, over HTTP."""

    def __init__(self, address: str) -> None:
        self.address = address

    @property
    def ws(self) -> str:
        return self.at("")

    def at(self, table: str) -> str:
        """The address of the socket to a table; without one that of the lobby."""
        return self.address.replace("http", "ws", 1) + "/ws" + (f"?table={table}" if table else "")

    def request(self, method: str, path: str, **more: Any) -> httpx.Response:
        return httpx.request(method, self.address + path, timeout=PATIENCE, trust_env=False, verify=NO_TLS, **more)

    def get(self, path: str, **more: Any) -> httpx.Response:
        return self.request("GET", path, **more)

    def post(self, path: str, body: Any = None, **more: Any) -> httpx.Response:
        return self.request("POST", path, **({"json": body} if body is not None else {}), **more)

    def create(self, game: str, *seats: Json, **more: Any) -> Json:
        """A new table; the answer to it as JSON."""
        answer = self.post("/api/tables", {"game": game, "seats": list(seats), **more})
        assert answer.status_code == 201, answer.text
        return dict(answer.json())


def prepare(database: Path) -> None:
    """Write the file of an arena in which nothing has happened, unless there is a file: a copy takes no time."""
    if not database.exists():
        database.touch(mode=0o600)
        database.write_bytes(_prepared())


def empty_store(folder: Path) -> SqliteStore:
    """The store of an arena that is kept in this folder, and in which nothing has happened before."""
    prepare(folder / "arena.sqlite3")
    return SqliteStore(folder / "arena.sqlite3")


@cache
def _prepared() -> bytes:
    with TemporaryDirectory() as folder:
        schema.prepare(Path(folder) / "arena.sqlite3")
        return (Path(folder) / "arena.sqlite3").read_bytes()


def rehearse() -> None:
    """Make a database and an application. What that leaves in the caches of this process, later ones take a third less time."""
    _prepared()
    Application(Path("unused"))


class PatientStore(PostgresStore):
    """The store of servers on a busy machine: a database that takes more than five seconds is not away."""

    @classmethod
    async def open(cls, *given: Any, **more: Any) -> PostgresStore:
        return await super().open(*given, **{"patience": PATIENCE, **more})


app.PostgresStore = PatientStore  # type: ignore[attr-defined]


def _inspect_handlers_once() -> None:
    """Have Litestar read the signature of a handler once in this process, and not again for each application."""
    read, known = ParsedSignature.from_fn, dict[Any, ParsedSignature]()

    def from_fn(fn: Any, names: dict[str, Any]) -> ParsedSignature:
        key = getattr(fn, "__code__", fn)
        if key not in known:
            known[key] = read(fn, names)
        return known[key]

    ParsedSignature.from_fn = staticmethod(from_fn)  # type: ignore[method-assign, assignment]


_inspect_handlers_once()


class Running(Http):
    """A server on a thread of this process, with the database kept in a folder; with ``unfold`` it has the developer's view."""

    def __init__(
        self,
        folder: Path,
        *,
        address: str | None = None,
        client: Path | None = None,
        unfold: Unfold | None = None,
        limits: Limits = NOT_LIMITED,
        proxies: Collection[str] = (),
        hosts: SandboxPool | None = None,
        embedders: Sequence[str] = (),
        bus: str = "postgres",
        mail: MailServer | None = None,
        url: str = "",
        outgoing: GuardedClient | None = None,
        send_buffer: int | None = None,
        **bots: Any,
    ) -> None:
        self.database = folder / "arena.sqlite3"
        pool = BotPool(**{"pace": 0.0, "seconds": 0.1, **bots})
        where, page = address or self.database, client or CLIENT
        if not address:
            prepare(self.database)
        self.application = Application(
            where,
            bots=pool,
            client=page,
            unfold=unfold,
            cost=CHEAP,
            limits=limits,
            proxies=proxies,
            hosts=hosts,
            embedders=embedders,
            bus=bus,
            mail=mail,
            url=url,
            outgoing=outgoing,
        )
        self._socket = bound("127.0.0.1", 0)
        if send_buffer is not None:
            self._socket.setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, send_buffer)  # that of each connection, too
        self._server = uvicorn.Server(configuration(self.application))
        self._thread = threading.Thread(target=self._server.run, args=([self._socket],), daemon=True)
        super().__init__(f"http://127.0.0.1:{self._socket.getsockname()[1]}")

    def __enter__(self) -> Self:
        self._thread.start()
        deadline = time.monotonic() + PATIENCE
        while not self._server.started:
            assert self._thread.is_alive(), "the server did not start"
            assert time.monotonic() < deadline, "the server did not start in time"
            time.sleep(0.005)
        return self

    def __exit__(self, *_: object) -> None:
        self._server.should_exit = True
        self._thread.join(PATIENCE)
        self._socket.close()
        assert not self._thread.is_alive(), "the server did not stop"

    def stored(self, table: str) -> list[tuple[Any, ...]]:
        """What is stored of the answers at a table: number, round, kind, role and move."""
        connection = sqlite3.connect(self.database)
        try:
            return connection.execute(
                "SELECT seq, round, kind, role, move FROM answers WHERE table_id = ? ORDER BY seq", (table,)
            ).fetchall()
        finally:
            connection.close()


class Program(Http):
    """A server in a process of its own; started again, it has the same data and the same address.

    ``bots`` are the settings of the `BotPool`, where they are not the usual ones; ``more`` goes to `serve`. With ``cold`` an
    interpreter is started for it, and it is not forked from the `zygote`.
    """

    first = ""
    """Statements that its process begins with."""

    def __init__(
        self,
        folder: Path,
        open_table: str | None = None,
        bots: Mapping[str, float] | None = None,
        *,
        cold: bool = False,
        **more: Any,
    ) -> None:
        self.folder = folder
        self._cold = cold
        self._bots = dict(bots or {})
        self._more = more
        self.log = folder / "log"
        """What it writes on its standard error, over all starts, where it was said in which form."""
        self.lines: list[str] = []
        self._open_table = open_table
        self._port = 0
        self.process: subprocess.Popen[str] | zygote.Program
        self.start()

    def start(self, **more: Any) -> None:
        """Start it, with ``more`` for `serve` from now on."""
        self._more |= more
        bots = f"BotPool(**{self._bots!r})" if self._bots else None
        code = self.first + (
            "from rondel.server import serve; from rondel.server.live.bots.bot_pool import BotPool;"
            f"serve('127.0.0.1', {self._port}, {str(self.folder)!r}, {self._open_table!r}, bots={bots}, **{self._more!r})"
        )
        with self.log.open("a") if "log" in self._more else nullcontext() as log:
            env = {**os.environ, "PYTHONPATH": os.pathsep.join([str(SOURCE), os.environ.get("PYTHONPATH", "")])}
            if self._cold:
                argv, pipe = [sys.executable, "-c", code], subprocess.PIPE
                self.process = subprocess.Popen(argv, stdout=pipe, stderr=log, text=True, env=env)
            else:
                self.process = zygote.program("-c", code, stdout=subprocess.PIPE, stderr=log, env=env)
        self.lines = [self._line()]
        super().__init__(self.lines[0].removeprefix("Rondel is at ").rstrip("/"))
        self._port = int(self.address.rpartition(":")[2])
        if self._more.get("metrics"):
            self.lines.append(self._line())
        if self._open_table is not None:
            self.lines.append(self._line())

    def kill(self) -> None:
        """End it as a crash would: no clean-up of any kind."""
        self.process.send_signal(signal.SIGKILL)
        self._gone()

    def stop(self) -> None:
        """Ask it to end."""
        self.process.terminate()
        self._gone()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None) -> None:
        if self.process.poll() is None:
            self.stop()

    def _line(self) -> str:
        assert self.process.stdout is not None
        line = self.process.stdout.readline().strip()
        assert line, "the server ended without a word"
        return line

    def _gone(self) -> None:
        self.process.wait(PATIENCE)
        assert self.process.stdout is not None
        self.process.stdout.close()


class Client:
    """One WebSocket to a table."""

    def __init__(self, socket: ClientConnection) -> None:
        self.socket = socket
        self.heard: list[Json] = []
        self.welcome: Json = {}
        self.seq = 0

    async def say(self, message: Json | str | bytes) -> None:
        await self.socket.send(json.dumps(message) if isinstance(message, dict) else message)

    async def hear(self, *types: str) -> Json:
        """The next message of one of these types; what comes before it is kept in ``heard``."""
        async with asyncio.timeout(PATIENCE):
            while True:
                message: Json = json.loads(await self.socket.recv())
                self.heard.append(message)
                if message["type"] in ("update", "welcome"):
                    self.seq = message["seq"]
                if message["type"] in types:
                    return message

    async def ask(self, message: Json | str | bytes) -> Json:
        """Say something and hear whether it was accepted or refused."""
        await self.say(message)
        return await self.hear("accepted", "refused", "pong")

    async def hello(self, table: str, tokens: Iterable[str] = (), since: Json | None = None) -> Json:
        here = {} if since is None else {"since": since}
        await self.say({"type": "hello", "version": VERSION, "table": table, "tokens": list(tokens), **here})
        answer = await self.hear("welcome", "resumed", "refused")
        if answer["type"] == "welcome":
            self.welcome = answer
        return answer

    async def ask_follow(self) -> Json:
        """Follow the lobby; returns the answer."""
        await self.say({"type": "follow"})
        return await self.hear("lobby")

    def message(self, kind: str, **fields: Any) -> Json:
        """A message with an id of its own, given to the position seen last."""
        name = f"{os.getpid():x}-{next(_SENT)}"
        return {"type": kind, "id": name, **({} if kind == "again" else {"seq": self.seq}), **fields}

    async def play(self, role: str, move: str) -> Json:
        """Play a move and wait until its update is here; returns the update."""
        answer = await self.ask(self.message("play", role=role, move=move))
        assert answer["type"] == "accepted", answer
        return await self.until(answer["seq"])

    async def until(self, seq: int) -> Json:
        """The update numbered ``seq`` or later."""
        for message in reversed(self.heard):
            if message["type"] in ("update", "welcome") and message["seq"] >= seq:
                return message
        while (update := await self.hear("update", "welcome"))["seq"] < seq:
            pass
        return update


@asynccontextmanager
async def joined(
    server: Http, table: str, tokens: Iterable[str] = (), more: Mapping[str, Any] | None = None
) -> AsyncIterator[Client]:
    """A client that has been welcomed to a table; ``more`` is how its socket is opened, where not as usual."""
    async with opened(server, at=table, **(more or {})) as client:
        answer = await client.hello(table, tokens)
        assert answer["type"] == "welcome", answer
        yield client


@asynccontextmanager
async def opened(server: Http, at: str = "", **more: Any) -> AsyncIterator[Client]:
    """A client that has said nothing yet; its address names the table ``at``."""
    async with connect(server.at(at), **{"proxy": None, "open_timeout": PATIENCE, "ping_timeout": PATIENCE, **more}) as socket:
        yield Client(socket)


async def until(met: Callable[[], object], within: float = PATIENCE) -> None:
    """Wait until a condition holds. Raises `TimeoutError` if it does not within that time."""
    async with asyncio.timeout(within):
        while not met():
            await asyncio.sleep(0.005)


def me(role: str, name: str = "") -> Json:
    return {"role": role, "kind": "me", "name": name}


def free(role: str) -> Json:
    return {"role": role, "kind": "open"}


def bot(role: str, kind: str = "random") -> Json:
    return {"role": role, "kind": "bot", "bot": kind}
