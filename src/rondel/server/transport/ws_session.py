"""The session of one WebSocket client: messages in, replies and updates out.

Messages are carried out one after another, each answered before the next is read. Sending never waits, so a client that does
not read never holds up the table (`websocket` limits what is buffered for it). This module knows JSON and the table registry,
but no web framework.
"""

from __future__ import annotations

import logging
from collections.abc import Callable
from typing import Final, Protocol

import msgspec

from rondel.server import protocol
from rondel.server.accounts.principal import NOBODY, Principal
from rondel.server.live.audience import Put
from rondel.server.live.open_table import OpenTable
from rondel.server.protocol.bounds import LARGEST_FRAME, LONGEST_ID
from rondel.server.protocol.decode import read
from rondel.server.protocol.refused import Elsewhere, Refusal, too_fast
from rondel.server.table import views
from rondel.server.table.commands import Roles
from rondel.server.table.entries import hashed
from rondel.server.telemetry.measures import Measures

_logger = logging.getLogger(__name__)


class _Identified(msgspec.Struct):
    id: str | None = None


_decoder: Final[msgspec.json.Decoder[protocol.ClientMessage]] = msgspec.json.Decoder(protocol.ClientMessage)
_id_decoder = msgspec.json.Decoder(_Identified)


class Feed(Protocol):
    """The notices of the lobby; see `rondel.server.lobby.feed`."""

    def subscribe(self, follower: Connection) -> None:
        """Send the follower notices from now on."""

    def unsubscribe(self, follower: Connection) -> None:
        """Send it none any more."""


class Arena(Protocol):
    """The tables that a session can join: `TableRegistry`, or those of one browser."""

    @property
    def measures(self) -> Measures:
        """The counters."""

    @property
    def feed(self) -> Feed:
        """The notices of the lobby."""

    @property
    def is_draining(self) -> bool:
        """Whether the server is about to stop."""

    async def table(self, table_id: str) -> OpenTable:
        """A table, opened if need be. Refused as ``unknown_table``."""


class Connection:
    """The session of one WebSocket: `receive` carries out a frame, `put` sends one."""

    def __init__(
        self,
        arena: Arena,
        send: Put,
        principal: Principal = NOBODY,
        count: Callable[[str], float] | None = None,
    ) -> None:
        """``send`` sends frames to the client and never waits. ``principal``, if it may play, plays its own seats at each
        table, besides those of the tokens in `Hello`. ``count`` gets the table of every message and returns how many seconds
        the message comes too early."""
        self.roles: Roles = ()
        self.refused_for_haste = 0
        """Messages that were refused as too fast."""
        self.belongs_elsewhere = False
        """Whether only another node can serve the client."""
        self.put = send
        """Sends text frames to the client; never waits."""
        self._count = count
        self._arena = arena
        arena.measures.sockets += 1
        self._principal = principal
        self._room: OpenTable | None = None

    def dismissed(self, refusal: Refusal) -> None:
        """See `Viewer`."""
        self._room = None
        self._refuse(None, refusal.code, refusal.message)

    async def receive(self, frame: str | bytes | None) -> None:
        """Carry out one frame from the client; every message that is refused gets a `Refused`."""
        if self._arena.is_draining:
            return  # the socket is about to be closed, and the client sends the message again later
        message_id: str | None = None
        try:
            # Counted before it is decoded: an invalid message counts as well.
            if self._count is not None and (wait := self._count("" if self._room is None else self._room.entry.id)):
                self.refused_for_haste += 1
                message_id = _named(frame)
                raise too_fast(wait)
            text = _text(frame)
            try:
                message = read(_decoder, text, "the message")
            except Refusal:
                message_id = _id(text)
                raise
            message_id = _fit(getattr(message, "id", None))
            await self._carry_out(message)
        except Refusal as refusal:
            self._refuse(message_id, refusal.code, refusal.message)
            self.belongs_elsewhere = isinstance(refusal, Elsewhere)
        except Exception:
            # An error of the server. The client is told, and the table goes on; it has discarded what it could not store.
            _logger.exception("a message could not be carried out")
            self._refuse(message_id, "internal", "the server failed here; nothing has changed")

    @property
    def holder(self) -> str:
        """The id of the principal; empty for a client without one."""
        return self._principal.id

    def gone(self) -> None:
        """The socket is closed."""
        self.leave()
        self._arena.feed.unsubscribe(self)
        self._arena.measures.sockets -= 1

    def leave(self) -> None:
        """Leave the table."""
        if self._room is not None:
            self._room.leave(self)
            self._room = None

    async def _carry_out(self, message: protocol.ClientMessage) -> None:
        match message:
            case protocol.Ping():
                self.put(views.encode(protocol.Pong()))
            case protocol.Follow():
                self._follow(message)
            case protocol.Hello():
                await self._hello(message)
            case _:  # `protocol.Said`
                await self._joined().carry_out(self, message)

    async def _hello(self, message: protocol.Hello) -> None:
        if message.version != protocol.VERSION:
            spoken = f"version {protocol.VERSION} of the protocol, and not {message.version}"
            raise Refusal("version", f"this server speaks {spoken}; reload the page, or update the client")
        may_play = self._principal.may("play")
        if message.tokens and not may_play:
            raise Refusal(
                "not_allowed", "this token is not good for this: it needs the scope 'play'; watch without a seat's token"
            )
        room = await self._arena.table(message.table)
        await room.join(
            self, [hashed(token) for token in message.tokens], message.since, self._principal.id if may_play else ""
        )
        if room is not self._room:  # only now: a client that is refused stays at its table
            self.leave()
        self._room = room

    def _follow(self, message: protocol.Follow) -> None:
        if message.on:
            self._arena.feed.subscribe(self)
        else:
            self._arena.feed.unsubscribe(self)
        self.put(views.encode(protocol.Lobby((), (), False)))

    def _joined(self) -> OpenTable:
        if self._room is None:
            raise Refusal("not_seated", "say hello to a table first")
        return self._room

    def _refuse(self, message_id: str | None, code: str, text: str) -> None:
        self._arena.measures.refused[code] += 1
        seq = self._room.seq if self._room is not None else None
        self.put(views.encode(protocol.Refused(message_id, code, text, seq)))


def _text(frame: str | bytes | None) -> str:
    if not isinstance(frame, str):
        raise Refusal("malformed", "messages are text frames holding one JSON object each")
    # A character is one to four bytes: most frames are too short to be encoded and counted.
    if 4 * len(frame) > LARGEST_FRAME and len(frame.encode("utf-8", "surrogatepass")) > LARGEST_FRAME:
        raise Refusal("too_large", f"a message is at most {LARGEST_FRAME} bytes")
    return frame


def _named(frame: str | bytes | None) -> str | None:
    """The id of a message that is not decoded any further; None where it has none."""
    try:
        return _id(_text(frame))
    except Refusal:
        return None


def _id(text: str) -> str | None:
    """The id of a message that is invalid otherwise, so that its refusal can name it."""
    try:
        found = _id_decoder.decode(text).id
    except (msgspec.DecodeError, UnicodeError, RecursionError):
        return None  # decoding the whole message reports what is wrong
    return _fit(found)


def _fit(message_id: str | None) -> str | None:
    """The id, if it is valid."""
    if message_id is not None and (not 0 < len(message_id) <= LONGEST_ID or "\0" in message_id):
        raise Refusal("malformed", f"the id of a message is 1 to {LONGEST_ID} characters long, none of them NUL")
    return message_id
