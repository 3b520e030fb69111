"""The HTTP protocol of a connection, with limits on the size and the time of each request.

The application sees a request when its head is complete. Before that, the limits are enforced here: a silent connection, a
request that comes byte by byte, and a head without an end are refused and closed. A head has one limit, counted in raw bytes
from its first byte to its empty line, however the client divides it into writes and whatever precedes it in a write. A
WebSocket is a request until it is open; later bytes belong to `WebSocketProtocol`. A client that does not read its answer is
disconnected. The first bytes of a connection wait in a queue (`admission`), so that many new connections do not hold up open
ones.
"""

from __future__ import annotations

import asyncio
import re
from typing import TYPE_CHECKING, Any, Final, cast
from weakref import WeakKeyDictionary

import msgspec
import uvicorn
from uvicorn.protocols.http.httptools_impl import STATUS_LINE, HttpToolsProtocol, RequestResponseCycle
from uvicorn.server import ServerState

from rondel.server.protocol import Problem
from rondel.server.transport.admission import Admission
from rondel.server.transport.middleware import HEADERS, UNFRAMED, UNKEPT

if TYPE_CHECKING:
    from uvicorn._types import ASGI3Application

LARGEST_HEAD: Final = 32 * 1024
"""Bytes of a request's first line and headers, cookies and the empty line at its end included."""

REQUEST_SECONDS: Final = 10.0
"""How long a request may take to arrive, and a new connection to send its first one."""

LINGERING_SECONDS: Final = 2.0
"""How long a client may take to read a refusal before it is disconnected."""

STALLED_SECONDS: Final = 60.0
"""How long a client may read nothing of an answer that waits for it."""

_TOO_LARGE: Final = Problem(
    "too_large",
    f"the head of a request is at most {LARGEST_HEAD} bytes, with its address and its cookies; the same holds for trailers",
)
TOO_SLOW: Final = Problem("too_slow", f"the request did not come within {REQUEST_SECONDS:g} seconds; send it again, whole")
NO_REQUEST: Final = Problem("malformed", "this is no HTTP request")
_NO_HOST: Final = Problem("malformed", "a request has exactly one header Host, with a host name or address and perhaps a port")

_ADMISSIONS: Final[WeakKeyDictionary[ServerState, Admission]] = WeakKeyDictionary()
"""The queue of each server of this process."""

_HEAD_END: Final = b"\r\n\r\n"
_HOST: Final = re.compile(rb"(?:[\w.~%!$&'()*+;=-]+|\[[0-9A-Fa-f:.]+\])?(?::\d{0,5})?", re.ASCII)


def refusal(status: int, problem: Problem, *more: tuple[bytes, bytes]) -> bytes:
    """The bytes of an answer that ends the connection, with ``more`` headers."""
    body = msgspec.json.encode(problem)
    headers = [
        (b"content-type", b"application/json"),
        (b"content-length", str(len(body)).encode()),
        (b"connection", b"close"),
        *HEADERS,
        *UNFRAMED,
        UNKEPT,
        *more,
    ]
    lines = [b"%s: %s\r\n" % header for header in headers]
    return b"".join([STATUS_LINE[status], *lines, b"\r\n", body])


class HttpProtocol(HttpToolsProtocol):
    """uvicorn's HTTP protocol with a size and time limit for each request."""

    def __init__(
        self,
        config: uvicorn.Config,
        server_state: ServerState,
        app_state: dict[str, Any],
        _loop: asyncio.AbstractEventLoop | None = None,
    ) -> None:
        super().__init__(config, server_state, app_state, _loop)
        self._head: int | None = 0
        """Bytes of a head that is not complete yet; None from the end of the head to the end of the body."""
        self._body: int | None = 0
        """Bytes of the body that are still to come; None for a chunked body."""
        self._framing = 0
        """Bytes of a chunked body since its last content: sizes and extensions of chunks, and trailers."""
        self._tail = b""
        """The last bytes of the previous piece: an empty line may be divided between two writes."""
        self._silence: asyncio.TimerHandle | None = None
        self._stall: asyncio.TimerHandle | None = None
        self._answering: RequestResponseCycle | None = None
        self._refusal: bytes | None = None
        """A refusal that waits for the answers to earlier requests; later bytes are dropped."""
        self._first = b""
        self._admission: Admission | None = _ADMISSIONS.setdefault(server_state, Admission())
        """The queue for the first bytes; None once they were admitted."""

    def begin_with(self, first: bytes) -> None:
        """Take bytes that another process has read of the connection, before those that arrive here."""
        self._first = first

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override] # uvicorn's own has it so
        """A client has connected."""
        super().connection_made(transport)
        self._await_request()
        if self._first:
            self.loop.call_soon(self.data_received, b"")

    def connection_lost(self, exc: Exception | None) -> None:
        """The connection is closed."""
        self._came()
        if self._stall is not None:
            self._stall.cancel()
        self._drop()
        super().connection_lost(exc)

    def data_received(self, data: bytes) -> None:
        """Bytes of a request, or of several."""
        if self._first:
            data, self._first = self._first + data, b""
        if not data or self._is_refused():
            return
        if self._admission is not None:
            self.transport.pause_reading()  # so no more bytes than these wait
            self._came()  # a client is not charged for the time in the queue
            admission, self._admission = self._admission, None
            admission.admit(lambda: self._admitted(data))
            return
        self._await_request()
        at = 0
        while at < len(data) and not self._is_refused():
            if (upgraded := self.transport.get_protocol()) is not self:
                cast(asyncio.Protocol, upgraded).data_received(data[at:])  # a WebSocket is open
                return
            end = self._end_of_piece(data, at)
            if self._head is not None:
                self._head += end - at
            elif self._body is None:
                self._framing += end - at
            piece, at = data[at:end], end
            self._tail = (self._tail + piece[-len(_HEAD_END) :])[1 - len(_HEAD_END) :]
            super().data_received(piece)
            if max(self._head or 0, self._framing) >= LARGEST_HEAD and not self._is_refused():
                self._refuse(431, _TOO_LARGE)

    def _end_of_piece(self, data: bytes, at: int) -> int:
        """The end of the next piece for the parser: at the latest the end of a head or body, or the limit of a head. The parser
        reports no offsets, so this is how the bytes of a head are counted exactly. A piece of a chunked body is no longer than
        its framing may be."""
        if self._head is None and self._body is not None:
            return min(len(data), at + max(1, self._body))
        # A chunked body ends with an empty line as well. An empty line inside a chunk only makes a shorter piece.
        divided = (self._tail + data[at : at + len(_HEAD_END) - 1]).find(_HEAD_END)
        if divided >= 0:
            end = at + divided + len(_HEAD_END) - len(self._tail)
        else:
            found = data.find(_HEAD_END, at)
            end = len(data) if found < 0 else found + len(_HEAD_END)
        return min(end, at + LARGEST_HEAD - (self._framing if self._head is None else self._head))

    def on_message_begin(self) -> None:
        """A request begins."""
        super().on_message_begin()
        self._head = self._head or 1
        self._await_request()

    def on_header(self, name: bytes, value: bytes) -> None:
        """A header, or a trailer of a chunked body. Trailers are dropped: no proxy has checked them."""
        if self._head is not None:
            super().on_header(name, value)

    def on_headers_complete(self) -> None:
        """Its head is complete. Raises `ValueError` for a refused request, so that the parser reads no more of it."""
        hosts = [value for name, value in self.headers if name == b"host"]
        if len(hosts) > 1 or not (hosts or self.parser.get_http_version() == "1.0") or not all(map(_HOST.fullmatch, hosts)):
            self._refuse(400, _NO_HOST)
            raise ValueError("refused")
        lengths = [value for name, value in self.headers if name == b"content-length"]
        self._body = int(lengths[0]) if lengths else None
        super().on_headers_complete()
        self._head = None

    def on_body(self, body: bytes) -> None:
        """A part of its body."""
        self._framing = 0
        if self._body is not None:
            self._body -= len(body)
        super().on_body(body)

    def on_message_complete(self) -> None:
        """The request is complete."""
        self._head = self._framing = 0
        self._tail = b""  # the empty line of this request ends no other
        self._came()
        super().on_message_complete()

    def handle_websocket_upgrade(self) -> None:
        """The request opens a WebSocket, and `WebSocketProtocol` takes over the connection."""
        self._came()
        super().handle_websocket_upgrade()
        self.parser = None  # type: ignore[assignment]  # it refers to this object: reference counting frees both then

    def pause_writing(self) -> None:
        """The write buffer is full."""
        super().pause_writing()
        self._watch()

    def on_response_complete(self) -> None:
        """An answer is written; the client may not have read it yet."""
        super().on_response_complete()
        if self._refusal is not None and not self._is_answering() and not self.transport.is_closing():
            self._write_refusal(self._refusal)
        self._watch()

    def _start_asgi_task(self, cycle: RequestResponseCycle, app: ASGI3Application) -> None:
        self._answering = cycle
        super()._start_asgi_task(cycle, app)

    def shutdown(self) -> None:
        """The server stops, and does not wait for requests that have not arrived."""
        asked: RequestResponseCycle | None = self.cycle
        if self._silence is not None and (asked is None or asked.more_body):
            self.transport.close()
        else:
            super().shutdown()

    def send_400_response(self, msg: str) -> None:
        """The bytes are not a request."""
        if not self._is_refused():
            self._refuse(400, NO_REQUEST)

    # -- inside --------------------------------------------------------------------------------------------------------

    def _admitted(self, data: bytes) -> None:
        """Read the first bytes of the connection, and all later ones."""
        self.transport.resume_reading()
        self.data_received(data)

    def _await_request(self) -> None:
        if self._silence is None:
            self._silence = self.loop.call_later(REQUEST_SECONDS, self._too_late)

    def _came(self) -> None:
        if self._silence is not None:
            self._silence.cancel()
            self._silence = None

    def _watch(self) -> None:
        """Look at the write buffer again later, where it is not empty; one timer at a time."""
        waiting = self.transport.get_write_buffer_size()
        if waiting and self._stall is None:
            self._stall = self.loop.call_later(STALLED_SECONDS, self._look_whether_it_reads, waiting)

    def _look_whether_it_reads(self, waited: int) -> None:
        """Disconnect a client whose write buffer has not shrunk, and look again where it has."""
        self._stall = None
        if self.transport.get_write_buffer_size() == waited:  # it may be more as well, when the next answer was written
            self._drop()
            self.transport.abort()
        else:
            self._watch()

    def _drop(self) -> None:
        """Stop answering pipelined requests: uvicorn marks only the last of them as disconnected."""
        self.pipeline.clear()
        if self._answering is not None:
            self._answering.disconnected = True

    def _too_late(self) -> None:
        """The request has not arrived in time; a client that has not begun one gets no answer."""
        self._silence = None
        asked: RequestResponseCycle | None = self.cycle
        if asked is not None and not asked.more_body and not asked.response_complete:
            self._await_request()  # the server's answer is due first: a pipelined request may wait for it
        elif self._head or (self._head is None and asked is not None and not asked.response_started):
            self._refuse(408, TOO_SLOW)
        else:
            self.transport.close()

    def _is_refused(self) -> bool:
        """Whether the connection ends, now or after the answers that are under way, so that no further bytes count."""
        return self._refusal is not None or self.transport.is_closing()

    def _is_answering(self, beside: RequestResponseCycle | None = None) -> bool:
        """Whether the application is answering a request other than ``beside``."""
        cycle = self._answering
        return cycle is not None and cycle is not beside and not cycle.response_complete

    def _refuse(self, status: int, problem: Problem) -> None:
        """Answer a request instead of the application, and close the connection. The refusal is written at once, or after the
        answers to the requests that came before it over the same connection."""
        # The request has a cycle from the end of its head on; it may wait in the pipeline, and is not begun any more then.
        refused: RequestResponseCycle | None = self.cycle if self._head is None else None
        if self.pipeline and self.pipeline[0][0] is refused:
            self.pipeline.popleft()
        answer = refusal(status, problem)
        if self._is_answering(refused):
            self._came()
            self.flow.pause_reading()
            self._refusal = answer
        else:
            self._write_refusal(answer)

    def _write_refusal(self, answer: bytes) -> None:
        self.transport.write(answer)
        self.transport.close()
        self.loop.call_later(LINGERING_SECONDS, self.transport.abort)
