"""The WebSocket protocol of a connection: frames in and out, without ASGI's messages in between.

The opening of a WebSocket goes through the whole application, as every request does. From then on a frame from the client is
handed over as it comes, and a frame for it goes straight to the socket's transport; what is to be sent together goes in one
system call, which is what sending costs most. So a frame costs a fraction of what it costs through ASGI, and a socket needs no
task of its own for sending. What waits for a client that does not read, waits in the transport; beyond `LARGEST_QUEUE` bytes
the client is dropped.

Frames are parsed by ``websockets``. Only the frame nearly all of them are (a short text, whole, alone, and between two others)
is taken apart here.
"""

from __future__ import annotations

import asyncio
from collections import deque
from functools import lru_cache
from typing import Any, Final

import uvicorn
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from uvicorn.server import ServerState
from websockets.frames import Frame, Opcode
from websockets.http11 import Request

try:
    from websockets.speedups import apply_mask
except ImportError:  # as websockets itself does where it could not be compiled
    from websockets.utils import apply_mask

LARGEST_QUEUE: Final = 256 * 1024
"""Bytes waiting for a client that does not read, before it is dropped."""

MOST_WAITING: Final = 32
"""Frames from a client that may wait to be carried out, before no more are read from its socket."""

MOST_SCRAPS: Final = 500
"""Frames from a client at once that are no messages: pings, pongs, and pieces of a message; nobody else counts those."""

SCRAP_SECONDS: Final = 0.05
"""After how long there is room for one more of them."""

SLOW_CLOSE_SECONDS: Final = 2.0
"""How long a client may take to answer that it is closed, before it is cut off."""

_EXTENSION: Final = "rondel.wire"
_MESSAGES: Final = frozenset({Opcode.TEXT, Opcode.BINARY, Opcode.CLOSE})
_WHOLE_TEXT: Final = 0x81
_SHORTEST_EXTENDED: Final = 126
_NO_OPENING: Final = b"HTTP/1.1 400 Bad Request\r\nConnection: close\r\nContent-Length: 0\r\n\r\n"
_HEADS: Final = tuple(bytes((_WHOLE_TEXT, size)) for size in range(_SHORTEST_EXTENDED))
"""What comes before a short text."""


class WebSocketProtocol(WebSocketsSansIOProtocol):
    """A WebSocket as the application holds it: `next` is the client's next frame, `put` sends it one.

    Uvicorn makes one for every WebSocket (``ws=Wire``), and the application finds its own with `of`.
    """

    def __init__(
        self,
        config: uvicorn.Config,
        server_state: ServerState,
        app_state: dict[str, Any],
        _loop: asyncio.AbstractEventLoop | None = None,
    ) -> None:
        super().__init__(config, server_state, app_state, _loop)
        self.overflown = False
        """Whether the client has not read for too long."""
        self._inbox: deque[str | bytes] = deque()
        self._waiter: asyncio.Future[None] | None = None
        self._ended = False
        self._owed = 0
        """Bytes ``websockets`` was given and has not made a frame of; 0 between two frames."""
        self._room_at = 0.0
        """When there would be room for all scraps again."""

    @classmethod
    def of(cls, scope: Any) -> WebSocketProtocol:
        """The wire of the WebSocket that the application was called for."""
        wire = scope["extensions"][_EXTENSION]
        if not isinstance(wire, cls):
            raise TypeError(
                f"the WebSocket came over {type(wire).__name__}, not over a Wire: serve with `serving.configuration`"
            )
        return wire

    # -- for the application -------------------------------------------------------------------------------------------

    async def next(self) -> str | bytes | None:
        """The next frame from the client: text, or bytes, which no client of ours sends; None when there will be no more."""
        while not self._inbox or self.overflown:
            if self._ended or self.overflown:
                return None
            self._waiter = self.loop.create_future()
            await self._waiter
        frame = self._inbox.popleft()
        if self.read_paused and not self._inbox:
            self.read_paused = False
            self.transport.resume_reading()
        return frame

    def put(self, *texts: bytes) -> None:
        """Send texts, in one system call; never waits. A client that has not read for too long gets nothing more."""
        transport = self.transport
        if self.close_sent or self.overflown or transport.is_closing():
            return
        data = _framed(texts[0]) if len(texts) == 1 else b"".join([_framed(text) for text in texts])
        waiting = transport.get_write_buffer_size()
        if waiting and waiting + len(data) > LARGEST_QUEUE:
            self.overflown = True
            self._wake()
        else:
            transport.write(data)

    def close(self, code: int, reason: str) -> None:
        """Close it with a code. Frames of the client that nobody has looked at yet are let go of, and a client that does not
        answer soon is cut off."""
        self._inbox.clear()
        if not self.close_sent and not self.transport.is_closing():
            self.conn.send_close(code, reason)
            self.transport.write(b"".join(self.conn.data_to_send()))
            self.close_sent = True
            self.close_timer = self.loop.call_later(SLOW_CLOSE_SECONDS, self.transport.abort)
            if self.read_paused:  # the client's answer is behind what is not read any more
                self.read_paused = False
                self.transport.resume_reading()
        self._end()

    # -- for uvicorn ---------------------------------------------------------------------------------------------------

    def data_received(self, data: bytes) -> None:
        """Bytes from the client."""
        between = not self._owed and not self.frames and self.handshake_complete and not self.close_sent
        if between and (text := _whole_text(data)) is not None:
            self._take(text)
            return
        self._owed += len(data)
        super().data_received(data)
        if not self.handshake_initiated:
            # The opening comes whole, and is none: uvicorn waits for more, and keeps what ``websockets`` says to it.
            self.transport.write(b"".join(self.conn.data_to_send()) or _NO_OPENING)
            self.transport.close()
            self._cut_off_soon()

    def handle_connect(self, event: Request) -> None:
        """The client opens the WebSocket."""
        super().handle_connect(event)
        if not self.close_sent:  # else it was none, and has been refused
            extensions: dict[Any, Any] = self.scope["extensions"] or {}
            extensions[_EXTENSION] = self
        self._owed = 0

    def handle_events(self) -> None:
        """What ``websockets`` has made of the bytes."""
        events = self.conn.events_received()
        frames = [each for each in events if isinstance(each, Frame)]
        self._owed -= sum([_size(each) for each in frames])
        scraps = len([1 for each in frames if each.opcode not in _MESSAGES or not each.fin])
        if scraps and not self._has_room(scraps):
            self.conn.data_to_send()  # the answers to those pings
            self.close(1008, "more pings and pieces than the server takes")
            self.transport.pause_reading()  # until it is cut off: there may be any number of them still
            return
        self.conn.events = events
        super().handle_events()

    def handle_ping(self) -> None:
        """The client asks whether the server is there; one that does not read is not answered for ever."""
        pong = b"".join(self.conn.data_to_send())
        if self.transport.get_write_buffer_size() + len(pong) > LARGEST_QUEUE:
            self.overflown = True
            self.transport.pause_reading()
            self._wake()
        else:
            self.transport.write(pong)

    def send_receive_event_to_app(self) -> None:
        """A frame is whole."""
        pieces, self.frames = self.frames, []
        if self.close_sent:
            return
        whole = b"".join(pieces)
        if self.curr_msg_data_type == "bytes":
            self._take(whole)
            return
        try:
            self._take(whole.decode())
        except UnicodeDecodeError:
            self.conn.send_close(1007, "a text is UTF-8")
            self.handle_parser_exception()

    def handle_close(self, event: Frame) -> None:
        """The client closes, or answers that it is closed."""
        super().handle_close(event)
        self._end()

    def handle_parser_exception(self) -> None:
        """The client does not keep to the protocol; it has been told so."""
        if self.conn.close_sent is None:  # bytes that are no frames, sent before the opening was answered
            self.transport.write(_NO_OPENING)
            self.transport.close()
        else:
            super().handle_parser_exception()
        self._cut_off_soon()
        self._end()

    def keepalive_timeout(self) -> None:
        """The client does not answer any more."""
        super().keepalive_timeout()
        self._cut_off_soon()

    def shutdown(self) -> None:
        """The server stops."""
        super().shutdown()
        self._cut_off_soon()
        self._end()

    def connection_lost(self, exc: Exception | None) -> None:
        """The socket is gone."""
        super().connection_lost(exc)
        self._end()

    # -- inside --------------------------------------------------------------------------------------------------------

    def _has_room(self, scraps: int) -> bool:
        """Whether the server takes so many more frames that are no messages, as in `people.throttle`."""
        now = self.loop.time()
        self._room_at = max(self._room_at, now) + scraps * SCRAP_SECONDS
        return self._room_at - now <= MOST_SCRAPS * SCRAP_SECONDS

    def _take(self, frame: str | bytes) -> None:
        self._inbox.append(frame)
        self._wake()
        if len(self._inbox) > MOST_WAITING and not self.read_paused:
            self.read_paused = True
            self.transport.pause_reading()

    def _wake(self) -> None:
        if self._waiter is not None and not self._waiter.done():
            self._waiter.set_result(None)

    def _end(self) -> None:
        self._ended = True
        self._wake()

    def _cut_off_soon(self) -> None:
        """A transport that is closed waits until the client has read everything; not for ever."""
        self.loop.call_later(SLOW_CLOSE_SECONDS, self.transport.abort)


@lru_cache(maxsize=1)
def _framed(frame: bytes) -> bytes:
    """A text as it goes over the wire. The last is kept: what many get is the same bytes for all, also while it waits for them.

    >>> _framed(b"hi"), _framed(b"h" * 200)[:4], _framed(b"h" * 70_000)[:10]
    (b'\\x81\\x02hi', b'\\x81~\\x00\\xc8', b'\\x81\\x7f\\x00\\x00\\x00\\x00\\x00\\x01\\x11p')
    """
    size = len(frame)
    if size < _SHORTEST_EXTENDED:
        return _HEADS[size] + frame
    if size < 0x10000:
        return b"\x81\x7e" + size.to_bytes(2, "big") + frame
    return b"\x81\x7f" + size.to_bytes(8, "big") + frame


def _whole_text(data: bytes) -> str | None:
    """The text in what came from a client, if that is one whole frame of a text and nothing else, as most are.

    >>> _whole_text(b"\\x81\\x82\\x01\\x02\\x03\\x04" + bytes((ord("h") ^ 1, ord("i") ^ 2)))
    'hi'
    >>> _whole_text(b"\\x81\\x82\\x01\\x02\\x03\\x04" + b"i"), _whole_text(b"\\x89\\x80\\x01\\x02\\x03\\x04")
    (None, None)
    """
    length = len(data)
    if length < 6 or data[0] != _WHOLE_TEXT:
        return None
    size = data[1] - 0x80  # the bit says that the client has masked it, as it must
    if size == _SHORTEST_EXTENDED and length > 8:
        size = data[2] << 8 | data[3]
        start = 8
    else:
        start = 6
    if size != length - start or (size < _SHORTEST_EXTENDED) != (start == 6):
        return None
    try:
        return apply_mask(data[start:], data[start - 4 : start]).decode()
    except UnicodeDecodeError:
        return None


def _size(frame: Frame) -> int:
    """How many bytes a client's frame has on the wire."""
    size = len(frame.data)
    return 6 + size + (0 if size < _SHORTEST_EXTENDED else 2 if size < 0x10000 else 8)
