"""The WebSocket protocol of a connection: frames in and out, without ASGI's messages in between.

The opening handshake goes through the whole application, as every request does. From then on a frame from the client is handed
over as it arrives, and a frame for it is written straight to the transport; several texts are written in one system call, the
most expensive part of sending. So a frame costs a fraction of its cost through ASGI, and a socket needs no task for sending.
The transport buffers data for a slow client; beyond `LARGEST_QUEUE` bytes the client is dropped.

``websockets`` parses the frames. Only the most frequent kind (a short, whole text frame that arrives alone) is parsed here.
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
except ImportError:  # as websockets itself does without its C extension
    from websockets.utils import apply_mask

LARGEST_QUEUE: Final = 256 * 1024
"""Bytes buffered for a client that does not read, before it is dropped."""

MOST_WAITING: Final = 32
"""Unprocessed frames of a client, before its socket is read no further."""

MOST_SCRAPS: Final = 500
"""Control frames and fragments (pings, pongs, pieces of a message) that a client may send at once; the message limits do not
count them."""

SCRAP_SECONDS: Final = 0.05
"""Seconds after which one more of them is allowed."""

SLOW_CLOSE_SECONDS: Final = 2.0
"""How long a client may take to answer a close frame, before it is disconnected."""

_EXTENSION: Final = "rondel.wire"
_MESSAGES: Final = frozenset({Opcode.TEXT, Opcode.BINARY, Opcode.CLOSE})
_WHOLE_TEXT: Final = 0x81
_SHORTEST_EXTENDED: Final = 126
_NO_OPENING: Final = b"HTTP/1.1 400 Bad Request\r\nConnection: close\r\nContent-Length: 0\r\n\r\n"
_HEADS: Final = tuple(bytes((_WHOLE_TEXT, size)) for size in range(_SHORTEST_EXTENDED))
"""The frame headers of short texts."""


class WebSocketProtocol(WebSocketsSansIOProtocol):
    """A WebSocket as the application holds it: `next` returns the client's next frame, `put` sends one.

    Uvicorn makes one for every WebSocket (``ws=WebSocketProtocol``), and the application finds it with `of`.
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
        """Whether the client was dropped because it did not read."""
        self._inbox: deque[str | bytes] = deque()
        self._waiter: asyncio.Future[None] | None = None
        self._ended = False
        self._owed = 0
        """Bytes given to ``websockets`` that are not part of a finished frame; 0 between two frames."""
        self._room_at = 0.0
        """When the token bucket for `MOST_SCRAPS` is full again."""

    @classmethod
    def of(cls, scope: Any) -> WebSocketProtocol:
        """The protocol of the WebSocket with that scope."""
        wire = scope["extensions"][_EXTENSION]
        if not isinstance(wire, cls):
            raise TypeError(
                f"the WebSocket came over {type(wire).__name__}, not over WebSocketProtocol: serve with `serving.configuration`"
            )
        return wire

    # -- for the application -------------------------------------------------------------------------------------------

    @property
    def is_open(self) -> bool:
        """Whether neither end has begun to close the connection. A client may have gone while its message is still carried
        out."""
        return not self.close_sent and not self.transport.is_closing()

    async def next(self) -> str | bytes | None:
        """The next frame from the client: text, or bytes, which no client of ours sends; None at the end."""
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
        """Send texts in one system call; never waits. A client that was dropped gets nothing more."""
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
        """Close the socket with a code. Unprocessed frames of the client are discarded, and a client that does not answer soon
        is disconnected."""
        self._inbox.clear()
        if self.is_open:
            self.conn.send_close(code, reason)
            self.transport.write(b"".join(self.conn.data_to_send()))
            self.close_sent = True
            self.close_timer = self.loop.call_later(SLOW_CLOSE_SECONDS, self.transport.abort)
            if self.read_paused:  # the client's answer comes after the unread frames
                self.read_paused = False
                self.transport.resume_reading()
        self._end()

    # -- for uvicorn ---------------------------------------------------------------------------------------------------

    async def send(self, message: Any) -> None:
        """A message of the application: the answer to the opening."""
        await super().send(message)
        if self.initial_response is not None and self.close_sent:
            self.handshake_complete = True  # refused in full: uvicorn would log that the application has not answered

    def data_received(self, data: bytes) -> None:
        """Bytes from the client."""
        between = not self._owed and not self.frames and self.handshake_complete and not self.close_sent
        if between and (text := _whole_text(data)) is not None:
            self._take(text)
            return
        self._owed += len(data)
        super().data_received(data)
        if not self.handshake_initiated:
            # The request head comes whole and is invalid: uvicorn waits for more, and does not send the answer of
            # ``websockets``.
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
        """Handle what ``websockets`` has parsed."""
        events = self.conn.events_received()
        frames = [each for each in events if isinstance(each, Frame)]
        self._owed -= sum([_size(each) for each in frames])
        scraps = len([1 for each in frames if each.opcode not in _MESSAGES or not each.fin])
        if scraps and not self._has_room(scraps):
            self.conn.data_to_send()  # drops the answers to those pings
            self.close(1008, "more pings and pieces than the server takes")
            self.transport.pause_reading()  # until it is disconnected: many more may arrive
            return
        self.conn.events = events
        super().handle_events()

    def handle_ping(self) -> None:
        """Answer a ping; a client that does not read gets a limited number of answers."""
        pong = b"".join(self.conn.data_to_send())
        if self.transport.get_write_buffer_size() + len(pong) > LARGEST_QUEUE:
            self.overflown = True
            self.transport.pause_reading()
            self._wake()
        else:
            self.transport.write(pong)

    def send_receive_event_to_app(self) -> None:
        """A message is complete."""
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
        """The client sends or answers a close frame."""
        super().handle_close(event)
        self._end()

    def handle_parser_exception(self) -> None:
        """The client violates the protocol; the close frame with the reason is written already."""
        if self.conn.close_sent is None:  # invalid bytes before the handshake was answered
            self.transport.write(_NO_OPENING)
            self.transport.close()
        else:
            super().handle_parser_exception()
        self._cut_off_soon()
        self._end()

    def keepalive_timeout(self) -> None:
        """The client has not answered a ping in time."""
        super().keepalive_timeout()
        self._cut_off_soon()

    def shutdown(self) -> None:
        """The server stops."""
        super().shutdown()
        self._cut_off_soon()
        self._end()

    def connection_lost(self, exc: Exception | None) -> None:
        """The connection is closed."""
        super().connection_lost(exc)
        self._end()
        self.conn.parser.close()  # a suspended generator, which refers to its own object

    async def run_asgi(self) -> None:
        """Run the application; then the scope, which belongs to this object, no longer refers to it."""
        try:
            await super().run_asgi()
        finally:
            extensions: dict[Any, Any] = self.scope["extensions"] or {}
            extensions.pop(_EXTENSION, None)

    # -- inside --------------------------------------------------------------------------------------------------------

    def _has_room(self, scraps: int) -> bool:
        """Take tokens for that many control frames and fragments, as in `token_bucket`; returns whether there were enough."""
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
        """Disconnect after a while: a closing transport would wait for a slow client without a limit."""
        self.loop.call_later(SLOW_CLOSE_SECONDS, self.transport.abort)


@lru_cache(maxsize=1)
def _framed(frame: bytes) -> bytes:
    """A text as a frame. The last result is cached: a broadcast sends the same bytes to all clients, also while they are
    buffered.

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
    """The text in the bytes from a client, if they are exactly one whole text frame, as they mostly are.

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
    """The size of a client's frame on the wire, in bytes."""
    size = len(frame.data)
    return 6 + size + (0 if size < _SHORTEST_EXTENDED else 2 if size < 0x10000 else 8)
