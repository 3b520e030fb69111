"""The channel between the parent and one node: messages, and connections that go with them.

A socket pair of the kind that keeps messages apart (``SOCK_SEQPACKET``), which Linux has. A connection is handed over as its
file descriptor (``SCM_RIGHTS``). A message is MessagePack; nothing that is executed ever goes over it.
"""

from __future__ import annotations

import array
import asyncio
import contextlib
import socket
import sys
from collections.abc import Callable
from typing import Final

import msgspec

from rondel.server.accounts.mail.mail_server import MailServer
from rondel.server.features.ratings.season_dates import SeasonLength
from rondel.server.telemetry import logs
from rondel.server.transport.rate_limits import Limits

LARGEST: Final = 64 * 1024
"""Bytes of a message."""

MOST_AT_ONCE: Final = 64
"""Messages that are read before the event loop goes on."""

SUPPORTED: Final = sys.platform == "linux"
"""Whether the system has such socket pairs."""

_ROOM: Final = 64
"""Bytes for the descriptor of a connection."""


class Settings(msgspec.Struct, frozen=True, tag=True):
    """Parent to node, first: how to serve. The address of the database may hold a password, so it is no argument."""

    node: str
    address: str
    database: str
    data: str
    open_table: str | None = None
    proxies: tuple[str, ...] = ()
    games: tuple[str, ...] = ()
    metrics: str | None = None
    embedders: tuple[str, ...] = ()
    limits: Limits | None = None
    bus: str = "postgres"
    log: logs.Form = "plain"
    mail: MailServer | None = None
    url: str = ""
    seasons: SeasonLength = "quarter"


class Handed(msgspec.Struct, frozen=True, tag=True):
    """Parent to node: a connection goes with this, under a number; ``first`` is what the parent has read of it."""

    number: int
    first: bytes


class Ready(msgspec.Struct, frozen=True, tag=True):
    """Node to parent: it serves; ``lines`` are for the host to read."""

    lines: tuple[str, ...]


class Failed(msgspec.Struct, frozen=True, tag=True):
    """Node to parent: it cannot serve, and why."""

    reason: str


class Beat(msgspec.Struct, frozen=True, tag=True):
    """Node to parent, again and again: its event loop runs."""

    closed: tuple[int, ...] = ()
    """The numbers of connections that have ended since."""
    has_store: bool = True
    """Whether the database answers it."""


class Draining(msgspec.Struct, frozen=True, tag=True):
    """Node to parent: it takes no more connections."""


Message = Settings | Handed | Ready | Failed | Beat | Draining

_ENCODER: Final = msgspec.msgpack.Encoder()
_DECODER: Final = msgspec.msgpack.Decoder(Message)


def pair() -> tuple[socket.socket, socket.socket]:
    """The two ends of a new channel. Raises `OSError` where the system has none."""
    return socket.socketpair(socket.AF_UNIX, socket.SOCK_SEQPACKET)


def told(end: socket.socket) -> Message | None:
    """The next message, outside an event loop; None where the other end is closed."""
    data = end.recv(LARGEST)
    return _DECODER.decode(data) if data else None


def tell(end: socket.socket, message: Message) -> None:
    """Send a message outside an event loop; it is dropped where the other end is closed."""
    with contextlib.suppress(OSError):
        end.send(_ENCODER.encode(message))


class Channel:
    """One end of a channel, in an event loop."""

    def __init__(
        self, end: socket.socket, on_message: Callable[[Message, socket.socket | None], None], on_end: Callable[[], None]
    ) -> None:
        """``on_message`` gets each message of the other end, with the connection that goes with it; ``on_end`` is called when
        the other end is closed."""
        end.setblocking(False)
        self._end = end
        self._on_message = on_message
        self._on_end = on_end
        self._loop = asyncio.get_running_loop()
        self._loop.add_reader(end.fileno(), self._readable)
        self._sending = asyncio.Lock()

    async def send(self, message: Message, connection: socket.socket | None = None) -> None:
        """Send a message once the other end has room for it; the caller still has to close the connection. Raises `OSError`
        where the other end is closed."""
        data = _ENCODER.encode(message)
        rights = [] if connection is None else [(socket.SOL_SOCKET, socket.SCM_RIGHTS, array.array("i", [connection.fileno()]))]
        async with self._sending:
            while True:
                if self._end.fileno() < 0:
                    raise ConnectionError("the channel is closed")
                try:
                    self._end.sendmsg([data], rights)
                except BlockingIOError:
                    await self._room()
                else:
                    return

    def close(self) -> None:
        """Close this end."""
        if self._end.fileno() >= 0:
            self._loop.remove_reader(self._end.fileno())
            self._loop.remove_writer(self._end.fileno())
            self._end.close()

    async def _room(self) -> None:
        """Wait until the other end has read something."""
        room: asyncio.Future[None] = self._loop.create_future()
        self._loop.add_writer(self._end.fileno(), lambda: None if room.done() else room.set_result(None))
        try:
            await room
        finally:
            if self._end.fileno() >= 0:
                self._loop.remove_writer(self._end.fileno())

    def _readable(self) -> None:
        for _ in range(MOST_AT_ONCE):
            try:
                data, ancillary, _flags, _ = self._end.recvmsg(LARGEST, _ROOM, socket.MSG_CMSG_CLOEXEC)
            except BlockingIOError:
                return
            except OSError:
                data, ancillary = b"", []
            if not data:
                self.close()
                self._on_end()
                return
            self._on_message(_DECODER.decode(data), _connection(ancillary))
            if self._end.fileno() < 0:
                return


def _connection(ancillary: list[tuple[int, int, bytes]]) -> socket.socket | None:
    for level, kind, data in ancillary:
        if level == socket.SOL_SOCKET and kind == socket.SCM_RIGHTS:
            numbers = array.array("i", data)
            return HandedSocket(fileno=numbers[0])
    return None


class HandedSocket(socket.socket):
    """A connection from the other end, which says when it is closed."""

    on_close: Callable[[], None] | None = None

    def close(self) -> None:
        """Close the connection."""
        super().close()
        on_close, self.on_close = self.on_close, None
        if on_close is not None:
            on_close()
