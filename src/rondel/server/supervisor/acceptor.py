"""The acceptor: takes connections from the port, reads the request line of each, and gives it to who places it.

A client has `LINE_SECONDS` for the line, and `request_line.LARGEST_LINE` bytes. What is read goes along with the connection. So
the cost is one of each connection: once it is handed over, this process has nothing more to do with it.
"""

from __future__ import annotations

import asyncio
import contextlib
import errno
import logging
import socket
from collections.abc import Awaitable, Callable
from contextlib import ExitStack
from typing import Any, Final

import msgspec

from rondel.server.protocol import Problem
from rondel.server.protocol.refused import Refusal
from rondel.server.supervisor.request_line import LARGEST_LINE, SOCKETS, NoRequest, RequestLine, line_end, parsed
from rondel.server.telemetry.failure_log import FailureLog, Transient
from rondel.server.transport.client_address import Peer, Proxies, peer
from rondel.server.transport.rate_limits import Limiter, Limits
from rondel.server.transport.uvicorn_protocols.http import NO_REQUEST, refusal

LINE_SECONDS: Final = 2.0
"""How long a client may take to send the request line, and to read a refusal."""

MOST_WAITING: Final = 4096
"""Connections whose request line has not come yet; further ones are refused."""

PAUSE: Final = 0.1
"""Seconds until the next connection is accepted after one could not be."""

_FULL: Final = frozenset({errno.EMFILE, errno.ENFILE})
"""The system's errors where no further file can be opened."""

_TOO_LARGE: Final = Problem("too_large", f"the first line of a request is at most {LARGEST_LINE} bytes")
_TOO_SLOW: Final = Problem(
    "too_slow", f"the first line of the request did not come within {LINE_SECONDS:g} seconds; send it again"
)
_AWAY: Final = Problem("unavailable", "no node of the server is ready; try again in a moment")

_logger = logging.getLogger(__name__)


class Arrival(msgspec.Struct):
    """A connection with its request line. ``open`` holds what is to be released when the connection has ended."""

    connection: socket.socket
    line: RequestLine
    first: bytes
    open: ExitStack


class _Refused(Exception):
    """The connection is refused with an answer."""

    def __init__(self, answer: bytes) -> None:
        super().__init__()
        self.answer = answer


class Acceptor:
    """Accepts the connections of a port."""

    def __init__(
        self, listening: socket.socket, place: Callable[[Arrival], Awaitable[bool]], limits: Limits, proxies: Proxies
    ) -> None:
        """``place`` hands a connection over, or returns False where nobody takes it. ``limits`` are those for all nodes
        together; named ``proxies`` are not limited here, since their clients are known to the nodes alone."""
        listening.setblocking(False)
        self._listening = listening
        self._place = place
        self._proxies = proxies
        self._sockets = Limiter(limits)
        self._waiting = Limiter(Limits(sockets=MOST_WAITING, sockets_from=limits.sockets_from, here=limits.here))
        self._tasks: set[asyncio.Task[None]] = set()
        self._accepting: asyncio.Task[None] | None = None

    def start(self) -> None:
        """Begin to accept."""
        self._accepting = asyncio.create_task(self._accept(), name="accepting")

    async def close(self) -> None:
        """Stop accepting, and drop the connections without a request line."""
        tasks = [*self._tasks, *([] if self._accepting is None else [self._accepting])]
        for each in tasks:
            each.cancel()
        if tasks:
            await asyncio.wait(tasks)
        self._listening.close()

    async def _accept(self) -> None:
        loop = asyncio.get_running_loop()
        failures = FailureLog(_logger, "connections cannot be accepted", over="connections are accepted again")
        while True:
            try:
                connection, address = await loop.sock_accept(self._listening)
            except OSError as error:  # the client has gone, or the system has no room for another connection
                failures.met(Transient(_why(error)))
                await asyncio.sleep(PAUSE)
                continue
            failures.passed()
            task = asyncio.create_task(self._receive(connection, address), name="an arrival")
            self._tasks.add(task)
            task.add_done_callback(self._tasks.discard)

    async def _receive(self, connection: socket.socket, address: Any) -> None:
        """Read the request line, and hand the connection over. It is closed here in every case: a node has its own copy."""
        client = self._client(address)
        open_ = ExitStack()
        with connection, contextlib.suppress(OSError):
            try:
                with _counted(self._waiting, client):
                    first = await self._first_bytes(connection)
                    line = _line(first)
                if line.path == SOCKETS:
                    open_.enter_context(_counted(self._sockets, client))
                if await self._place(Arrival(connection, line, first, open_)):
                    open_ = ExitStack()  # whoever took the connection has it now
                else:
                    raise _Refused(refusal(503, _AWAY, (b"retry-after", b"1")))
            except _Refused as refused:
                await _answer(connection, refused.answer)
            finally:
                open_.close()

    async def _first_bytes(self, connection: socket.socket) -> bytes:
        """The bytes up to the end of the request line at least; empty for a client that sends none."""
        loop = asyncio.get_running_loop()
        first = b""
        try:
            async with asyncio.timeout(LINE_SECONDS):
                while line_end(first) < 0:
                    if len(first) >= LARGEST_LINE:
                        raise _Refused(refusal(414, _TOO_LARGE))
                    more = await loop.sock_recv(connection, LARGEST_LINE)
                    if not more:
                        raise ConnectionError("the client has gone")
                    first += more
        except TimeoutError:
            if not first:  # as a browser that connects in advance
                raise ConnectionError("the client said nothing") from None
            raise _Refused(refusal(408, _TOO_SLOW)) from None
        return first

    def _client(self, address: Any) -> Peer | None:
        """The client for the limits; None for a proxy."""
        scope = {"client": address[:2] if isinstance(address, tuple) else None}
        return None if self._proxies.trusts(scope) else peer(scope)


def _why(error: OSError) -> str:
    """Why a connection could not be accepted, with the fix where the host has one."""
    if error.errno not in _FULL:
        return str(error)
    return f"{error.strerror}; clients wait until others have gone. Raise the limit, with `ulimit -n` or systemd's LimitNOFILE"


def _line(first: bytes) -> RequestLine:
    try:
        return parsed(first)
    except NoRequest:
        raise _Refused(refusal(400, NO_REQUEST)) from None


@contextlib.contextmanager
def _counted(limiter: Limiter, client: Peer | None) -> Any:
    """Context in which a connection is counted."""
    with ExitStack() as stack:
        if client is not None:
            try:
                stack.enter_context(limiter.socket(client))
            except Refusal as error:
                later = (b"retry-after", str(error.retry_after).encode())
                raise _Refused(refusal(429, Problem(error.code, error.message), later)) from error
        yield


async def _answer(connection: socket.socket, answer: bytes) -> None:
    """Send a refusal, and give the client a moment to read it: closing at once would discard it together with what the client
    has sent meanwhile."""
    loop = asyncio.get_running_loop()
    with contextlib.suppress(TimeoutError):
        async with asyncio.timeout(LINE_SECONDS):
            await loop.sock_sendall(connection, answer)
            connection.shutdown(socket.SHUT_WR)
            while await loop.sock_recv(connection, LARGEST_LINE):
                pass
