"""The reception: HTTP requests as they come in over a connection, each of which has an end, and comes in time.

What a request says is the application's business, and it is asked when the head of one is whole. Until then nobody would look:
a connection that says nothing, a request that comes byte by byte, and a head without an end would each hold memory for as long
as they like, and httptools looks at the whole of a head's field again for every piece of it. A WebSocket is a request until it
is open; what comes afterwards is the `wire`'s. And who asks for much and reads nothing of it is cut off.
"""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING, Any, Final

import msgspec
import uvicorn
from uvicorn.protocols.http.httptools_impl import STATUS_LINE, HttpToolsProtocol, RequestResponseCycle
from uvicorn.server import ServerState

from rondel.server.edge import HEADERS, UNFRAMED, UNKEPT
from rondel.server.protocol import Problem

if TYPE_CHECKING:
    from uvicorn._types import ASGI3Application

LARGEST_HEAD: Final = 32 * 1024
"""Bytes of a request's first line and headers, cookies included."""

REQUEST_SECONDS: Final = 10.0
"""How long a request may take to come, and a connection to bring its first one."""

LINGERING_SECONDS: Final = 2.0
"""How long a client may take to read that its request was refused, before it is cut off."""

STALLED_SECONDS: Final = 60.0
"""For how long a client may read nothing of an answer that is waiting for it."""

_TOO_LARGE: Final = Problem(
    "too_large", f"the head of a request is at most {LARGEST_HEAD} bytes, with its address and its cookies"
)
_TOO_SLOW: Final = Problem("too_slow", f"the request did not come within {REQUEST_SECONDS:g} seconds; send it again, whole")
_NO_REQUEST: Final = Problem("malformed", "this is no HTTP request")


class Reception(HttpToolsProtocol):
    """A connection over which HTTP requests come: uvicorn's own, with an end to each of them."""

    def __init__(
        self,
        config: uvicorn.Config,
        server_state: ServerState,
        app_state: dict[str, Any],
        _loop: asyncio.AbstractEventLoop | None = None,
    ) -> None:
        super().__init__(config, server_state, app_state, _loop)
        self._head: int | None = 0
        """Bytes of a head that is not whole yet; None while a request's body comes."""
        self._silence: asyncio.TimerHandle | None = None
        self._stall: asyncio.TimerHandle | None = None
        self._answering: RequestResponseCycle | None = None

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override] # uvicorn's own has it so
        """Somebody has come."""
        super().connection_made(transport)
        self._await_request()

    def connection_lost(self, exc: Exception | None) -> None:
        """They have gone."""
        self._came()
        if self._stall is not None:
            self._stall.cancel()
        self._drop()
        super().connection_lost(exc)

    def data_received(self, data: bytes) -> None:
        """Bytes of a request, or of several."""
        if self.transport.is_closing():
            return
        self._await_request()
        if self._head is not None:
            self._head += len(data)
        super().data_received(data)
        # What came at once is looked at whole; it is no more than what the loop reads at a time.
        if self._head is not None and self._head > LARGEST_HEAD and not self.transport.is_closing():
            self._refuse(431, _TOO_LARGE)

    def on_message_begin(self) -> None:
        """A request begins."""
        super().on_message_begin()
        self._head = self._head or 1
        self._await_request()

    def on_headers_complete(self) -> None:
        """Its head is whole."""
        self._head = None
        if len(self.url) + sum([len(name) + len(value) for name, value in self.headers]) > LARGEST_HEAD:
            self._refuse(431, _TOO_LARGE)
            raise ValueError("refused")  # so that nothing more of it is parsed, and nobody is asked
        super().on_headers_complete()

    def on_message_complete(self) -> None:
        """All of it has come."""
        self._head = 0
        self._came()
        super().on_message_complete()

    def handle_websocket_upgrade(self) -> None:
        """It was the opening of a WebSocket, which is the wire's from here on."""
        self._came()
        super().handle_websocket_upgrade()

    def pause_writing(self) -> None:
        """More of an answer is waiting than the connection takes at once."""
        super().pause_writing()
        self._watch()

    def on_response_complete(self) -> None:
        """An answer has been given; whether it is read is another matter."""
        super().on_response_complete()
        self._watch()

    def _start_asgi_task(self, cycle: RequestResponseCycle, app: ASGI3Application) -> None:
        self._answering = cycle
        super()._start_asgi_task(cycle, app)

    def shutdown(self) -> None:
        """The server stops, and does not wait for what has not come."""
        asked: RequestResponseCycle | None = self.cycle
        if self._silence is not None and (asked is None or asked.more_body):
            self.transport.close()
        else:
            super().shutdown()

    def send_400_response(self, msg: str) -> None:
        """What came is no request."""
        if not self.transport.is_closing():
            self._refuse(400, _NO_REQUEST)

    # -- inside --------------------------------------------------------------------------------------------------------

    def _await_request(self) -> None:
        if self._silence is None:
            self._silence = self.loop.call_later(REQUEST_SECONDS, self._too_late)

    def _came(self) -> None:
        if self._silence is not None:
            self._silence.cancel()
            self._silence = None

    def _watch(self) -> None:
        """Look again later, where something is waiting for the client; once only, however often that happens."""
        waiting = self.transport.get_write_buffer_size()
        if waiting and self._stall is None:
            self._stall = self.loop.call_later(STALLED_SECONDS, self._look_whether_it_reads, waiting)

    def _look_whether_it_reads(self, waited: int) -> None:
        """Cut off a client for which just as much is waiting as did, and look again where some of it has been read."""
        self._stall = None
        if self.transport.get_write_buffer_size() == waited:  # it may be more, too, where the next answer has come
            self._drop()
            self.transport.abort()
        else:
            self._watch()

    def _drop(self) -> None:
        """Answer nothing more of what was asked at once: uvicorn only knows of the last of it that nobody is there any more."""
        self.pipeline.clear()
        if self._answering is not None:
            self._answering.disconnected = True

    def _too_late(self) -> None:
        """The request has not come; whoever has not begun one is told nothing."""
        self._silence = None
        asked: RequestResponseCycle | None = self.cycle
        if asked is not None and not asked.more_body and not asked.response_complete:
            self._await_request()  # it is our turn: what comes behind a request may wait for its answer
        elif self._head or (self._head is None and asked is not None and not asked.response_started):
            self._refuse(408, _TOO_SLOW)
        else:
            self.transport.close()

    def _refuse(self, status: int, problem: Problem) -> None:
        """Answer instead of the application, and have nothing more to do with whoever is there."""
        body = msgspec.json.encode(problem)
        headers = [
            (b"content-type", b"application/json"),
            (b"content-length", str(len(body)).encode()),
            (b"connection", b"close"),
            *HEADERS,
            *UNFRAMED,
            UNKEPT,
        ]
        lines = [b"%s: %s\r\n" % header for header in headers]
        self.transport.write(b"".join([STATUS_LINE[status], *lines, b"\r\n", body]))
        self.transport.close()
        self.loop.call_later(LINGERING_SECONDS, self.transport.abort)
