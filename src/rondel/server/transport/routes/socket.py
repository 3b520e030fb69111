"""The WebSocket at ``/ws``: one `Connection` per socket. Its query names a table for balancers, and is not read here."""

from __future__ import annotations

import asyncio
from contextlib import AbstractContextManager, nullcontext
from functools import partial
from typing import Any, Final

import msgspec
from litestar import WebSocket, websocket
from litestar.types import Receive, Send

from rondel.server import protocol
from rondel.server.accounts.authenticator import Visitor
from rondel.server.accounts.principal import NOBODY
from rondel.server.protocol.refused import Refusal
from rondel.server.table import views
from rondel.server.transport.backend import backend
from rondel.server.transport.client_address import peer
from rondel.server.transport.login import auth
from rondel.server.transport.rate_limits import INSOLENT
from rondel.server.transport.uvicorn_protocols.websocket import WebSocketProtocol
from rondel.server.transport.ws_session import Connection

RESYNC: Final = 4001
"""The close code for a client that did not read: it is to connect and say hello again."""

SESSION_OVER: Final = 4401
"""The close code for a client whose session or token has ended."""

TRY_LATER: Final = 1013
"""The close code while the database for authentication cannot be reached, and where only another node can serve the client."""

HELLO_SECONDS: Final = 10.0
"""How long a socket may be silent before its first message."""


class Socket(WebSocket[Any, Any, Any]):
    """Litestar's WebSocket without its wrappers of ``receive`` and ``send``. They refer to their object, which would keep a
    closed socket in memory until the garbage collector runs; no method used here needs the state they keep."""

    def receive_wrapper(self, receive: Receive) -> Receive:
        """The function as it is."""
        return receive

    def send_wrapper(self, send: Send) -> Send:
        """The function as it is."""
        return send


@websocket("/ws")
async def converse(socket: Socket) -> None:
    """Serve one client: read a frame, carry it out, read the next."""
    limiter, come_from = backend(socket).limiter, peer(socket.scope)
    try:
        if backend(socket).arena.health.leaving:
            raise Refusal("draining", "this server is about to stop; connect again, and another one serves you", retry_after=1)
        if backend(socket).arena.health.cut_off:
            raise Refusal("unavailable", "this server has lost its database; connect again, and another one serves you")
        with limiter.socket(come_from):
            try:
                visitor = await auth.authenticate(socket)
            except Refusal as refusal:
                await _turned_away(socket, refusal)
                return
            await socket.accept()
            who = NOBODY if visitor is None else visitor.principal
            wire = WebSocketProtocol.of(socket.scope)
            with _present(socket, visitor, wire):
                connection = Connection(backend(socket).arena, wire.put, who, limiter.messages(come_from, who))
                await _serve(wire, connection, backend(socket).sockets)
    except Refusal as refusal:
        await _unopened(socket, refusal)


async def _unopened(socket: Socket, refusal: Refusal) -> None:
    """Refuse the opening of a socket over HTTP, with a `Problem` and ``Retry-After``."""
    body = msgspec.json.encode(protocol.Problem(refusal.code, refusal.message))
    headers = [
        (b"content-type", b"application/json"),
        (b"content-length", str(len(body)).encode()),
        (b"retry-after", str(refusal.retry_after).encode()),
    ]
    start: Any = {"type": "websocket.http.response.start", "status": refusal.status, "headers": headers}
    await socket.send(start)
    ended: Any = {"type": "websocket.http.response.body", "body": body, "more_body": False}
    await socket.send(ended)


async def _turned_away(socket: Socket, refusal: Refusal) -> None:
    """Refuse a socket with a message of the protocol: a refused opening could say no more than 403."""
    await socket.accept()
    wire = WebSocketProtocol.of(socket.scope)
    wire.put(views.encode(protocol.Refused(None, refusal.code, refusal.message)))
    over = refusal.code == "wrong_token"
    wire.close(SESSION_OVER if over else TRY_LATER, "your token is good for nothing" if over else "connect again later")


async def _serve(wire: WebSocketProtocol, connection: Connection, sockets: set[WebSocketProtocol]) -> None:
    """Serve a client until it disconnects or is disconnected."""
    sockets.add(wire)
    try:
        # In a task of its own: the shorter stack of coroutines makes waking up for each frame cheaper.
        await asyncio.create_task(_read(wire, connection), name="a socket")
    except TimeoutError:
        wire.close(1008, "say hello within a few seconds of connecting")
    finally:
        sockets.discard(wire)
        connection.gone()
    if wire.overflown:
        wire.close(RESYNC, "too much was waiting for you; connect again")


def _present(socket: Socket, visitor: Visitor | None, wire: WebSocketProtocol) -> AbstractContextManager[None]:
    """Context in which a socket is open; it is closed when its session or token ends."""
    if visitor is None:
        return nullcontext()
    leave = partial(wire.close, SESSION_OVER, "your session has ended; connect again")
    return backend(socket).people.attendance.present(visitor.credential, leave)


async def _read(wire: WebSocketProtocol, connection: Connection) -> None:
    async with asyncio.timeout(HELLO_SECONDS) as silence:
        while (frame := await wire.next()) is not None:
            if silence.when() is not None:
                silence.reschedule(None)
            await connection.receive(frame)
            if connection.belongs_elsewhere:
                wire.close(TRY_LATER, "another server can open this table; connect again")
            if connection.refused_for_haste > INSOLENT:
                wire.close(1008, "far more than the server takes, again and again")
