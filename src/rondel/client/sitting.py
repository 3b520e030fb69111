"""Sitting at a table: views and answers over a WebSocket that reconnects.

Every message has an idempotency key. If the connection is lost before the answer, the message is sent again on the next one,
and the arena carries it out once. Events in between arrive in order and once.
"""

from __future__ import annotations

import asyncio
import secrets
from collections.abc import AsyncIterator, Callable, Mapping
from types import TracebackType
from typing import Final, Self

import msgspec
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed, InvalidHandshake, InvalidStatus

from rondel.client.refused import Refused, Unreachable
from rondel.engine.components.move import one_by_one
from rondel.server import protocol

PATIENCE: Final = 60.0
"""Seconds of reconnection attempts after a lost connection."""

_PAUSE: Final = 0.05
_LONGEST_PAUSE: Final = 5.0
"""Seconds between two attempts: the first pause is `_PAUSE`, this is the longest."""

SESSION_OVER: Final = 4401
"""The close code of a socket whose token has ended."""

_TOO_MANY: Final = 429
"""The HTTP status of a refused socket. A bad token is reported over the socket instead."""

_ENDED: Final = "the token this client came with has ended, or never was one"

_CROWDED: Final = "; too many sockets are open from this address"

_LATER: Final = frozenset({"too_fast", "unavailable", "not_saved"})
_decoder: Final = msgspec.json.Decoder(protocol.ServerMessage)
_encode: Final = msgspec.json.Encoder().encode


class Position(msgspec.Struct, frozen=True):
    """The position of a game for the client's roles, and the events since the previous position."""

    seq: int
    """The number of the table's last answer."""
    round: int
    """The number of the game at this table, from 1."""
    roles: tuple[str, ...]
    """The client's roles in this game; empty for a watcher. By default two players change seats with each game."""
    views: dict[str, protocol.Json]
    """The view of each role, or of ``observer``."""
    events: dict[str, list[protocol.Json]]
    """The new events, by role."""
    undoable: tuple[str, ...]
    """The roles that may take back their last answer now."""
    standing: protocol.Standing
    """Clocks, open offers, players who left, and the result."""

    @property
    def over(self) -> bool:
        """Whether the game has ended."""
        return all(view["over"] for view in self.views.values())

    @property
    def role(self) -> str:
        """The role of a client that plays one. Raises `ValueError` for a client that plays several roles, or none."""
        if len(self.roles) != 1:
            raise ValueError(f"name a role: this client plays {self._plays}")
        return self.roles[0]

    def to_answer(self, role: str | None = None) -> list[str]:
        """The moves of a role that is active; empty while the table waits for others. Without a name the role is `role`.
        Raises the errors of `moves`."""
        if role is None:
            role = self.role
        moves = self.moves(role)
        return moves if role in self.views[role]["active"] else []

    def moves(self, role: str | None = None) -> list[str]:
        """The legal moves of a role; without a name, of `role`. If several answer at the same time, they are listed after its
        answer too, since it may be changed until the last has answered: a bot uses `to_answer`. Raises `ValueError` for a role
        that the client does not play, or plays no more."""
        if role is None:
            role = self.role
        if role not in self.views:
            raise ValueError(f"this client does not play {role!r} here; it plays {self._plays}")
        return [move["text"] for move in one_by_one(self.views[role]["moves"])]

    @property
    def _plays(self) -> str:
        return ", ".join(self.roles) or "no role, and watches"


class Sitting:
    """One client at one table; enter it with ``async with``. Iteration yields the newest `Position` when there is a newer one,
    with all events since the previous one. Before it is entered, all methods raise `RuntimeError`."""

    def __init__(self, address: str, table: str, tokens: tuple[str, ...], headers: Mapping[str, str]) -> None:
        self._address = address
        self._tokens = tokens
        self._headers = dict(headers)
        self._name = secrets.token_urlsafe(9)
        self._said = 0
        self._told: dict[str, int] = {}
        self._unanswered: dict[str, tuple[protocol.Said, asyncio.Future[int]]] = {}
        self._news: Position | None = None
        self._accepted = 0
        """The number of the client's last accepted answer."""
        self._more = asyncio.Event()
        self._socket: ClientConnection | None = None
        self._failure: Exception | None = None
        self._running: asyncio.Task[None] | None = None
        self.table = table
        """The table's id."""
        self.position: Position | None = None
        """The newest position."""
        self.scene: protocol.Json = {}
        self.seats: tuple[protocol.Seat, ...] = ()
        self.reconnected = 0
        """Number of reconnections."""

    async def __aenter__(self) -> Self:
        """Joins the table. Raises `Refused` for an unknown table or a token of another table's seat, and `Unreachable`."""
        self._running = asyncio.create_task(self._run(), name=f"at table {self.table}")
        try:
            await self._wait(lambda: self.position is not None)
        except BaseException:
            await self._leave()
            raise
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        await self._leave()

    async def __aiter__(self) -> AsyncIterator[Position]:
        self._check_entered()
        while True:
            # After a reconnection the first position may precede the client's last answer; it is skipped.
            await self._wait(lambda: self._news is not None and self._news.seq >= self._accepted)
            news, self._news = self._news, None
            if news is not None:
                yield news

    async def play(self, role: str, move: str, seq: int | None = None) -> int:
        """Answers for a role, at the newest position or that of ``seq``; returns the number of the answer once it is stored.
        Raises `Refused`, for instance with ``stale`` if the position has changed, and `Unreachable`."""
        return await self._say(protocol.Play(self._id(), role, move, self._seq if seq is None else seq))

    async def undo(self, role: str) -> int:
        """Takes back the role's last answer."""
        return await self._say(protocol.Undo(self._id(), role, self._seq))

    async def again(self) -> int:
        """Asks for the next game, and returns the number of that answer. The game begins when all people at the table have
        asked: at once where the others are bots. A client that asks twice gets the number of the open offer. Raises `Refused`
        with ``not_over`` during a game, and with ``offered`` after its offer was declined."""
        if self.position is not None:
            for offer in self.position.standing.offers:
                if offer.what == "rematch" and not set(offer.asked).intersection(self.position.roles):
                    return offer.number
        return await self._say(protocol.Again(self._id()))

    async def start(self, role: str) -> int:
        """Starts the game as the host, if the terms require it."""
        return await self._say(protocol.Start(self._id(), role))

    async def resign(self, role: str) -> int:
        """Leaves this game for good."""
        return await self._say(protocol.Resign(self._id(), role, self._seq))

    async def offer(self, role: str, what: protocol.What) -> int:
        """Offers a draw, a take-back of the role's last answer, or an end without a result; returns the number of the offer.
        Raises `Refused` with ``offered`` if the same offer is open."""
        return await self._say(protocol.Offer(self._id(), role, what, self._seq))

    async def agree(self, role: str, offer: int) -> int:
        """Agrees to an open offer of ``position.standing``, but to a rematch with `again`. Raises `Refused` with ``no_offer``
        if it is settled."""
        return await self._say(protocol.Agree(self._id(), role, offer))

    async def decline(self, role: str, offer: int) -> int:
        """Declines an open offer."""
        return await self._say(protocol.Decline(self._id(), role, offer))

    async def withdraw(self, role: str, offer: int) -> int:
        """Takes back an own offer."""
        return await self._say(protocol.Withdraw(self._id(), role, offer))

    async def claim(self, role: str) -> int:
        """Claims the win, after the opponent has been absent for the time in the terms."""
        return await self._say(protocol.Claim(self._id(), role, self._seq))

    # -- inside --------------------------------------------------------------------------------------------------------

    @property
    def _seq(self) -> int:
        return 0 if self.position is None else self.position.seq

    def _id(self) -> str:
        self._said += 1
        return f"{self._name}-{self._said}"

    def _check_entered(self) -> None:
        """Raises `RuntimeError` if the table was not joined, because no message would ever arrive."""
        if self._running is None:
            raise RuntimeError("join the table first: 'async with arena.at(...) as table'")

    async def _say(self, message: protocol.Said) -> int:
        """Sends a message until it is answered."""
        self._check_entered()
        while True:
            if self._failure is not None:
                raise self._failure
            answered: asyncio.Future[int] = asyncio.get_running_loop().create_future()
            self._unanswered[message.id] = (message, answered)
            try:
                await self._send(message)
                return await answered
            except Refused as refused:
                if refused.code not in _LATER:
                    raise
                await asyncio.sleep(1.0)
            finally:
                self._unanswered.pop(message.id, None)

    async def _send(self, message: msgspec.Struct) -> None:
        """Sends a message if there is a connection; unanswered messages are sent again on the next one."""
        if self._socket is not None:
            try:
                await self._socket.send(_encode(message).decode())
            except ConnectionClosed:
                return

    async def _wait(self, done: Callable[[], bool]) -> None:
        while not done():
            if self._failure is not None:
                raise self._failure
            self._more.clear()
            await self._more.wait()

    async def _leave(self) -> None:
        if self._running is not None:
            self._running.cancel()
            await asyncio.wait({self._running})

    async def _run(self) -> None:
        """Connects, and reconnects after a loss, until that fails for good."""
        loop = asyncio.get_running_loop()
        until, pause = loop.time() + PATIENCE, _PAUSE
        try:
            while True:
                if closed := await self._connected():
                    if loop.time() > until:
                        raise Unreachable(f"the arena opens connections and closes them before it answers: {closed}")
                    await asyncio.sleep(pause)
                    pause = min(pause * 2, _LONGEST_PAUSE)
                else:
                    until, pause = loop.time() + PATIENCE, _PAUSE
                self.reconnected += 1
        except (Refused, Unreachable) as failure:
            self._fail(failure)
        except asyncio.CancelledError:
            self._fail(Unreachable("the client has left the table"))
            raise
        except Exception as error:
            self._fail(Unreachable(f"the client failed: {error!r}"))
            raise

    async def _connected(self) -> str:
        """One connection, from its opening to its loss; returns the close reason if it came before the table was joined."""
        socket = await self._opened()
        try:
            await self._hello(socket)
            async for frame in socket:
                await self._hear(_decoder.decode(frame), socket)
        except ConnectionClosed:
            pass
        finally:
            came = self._socket is not None
            self._socket = None
            await socket.close()
        if socket.close_code == SESSION_OVER:
            raise Unreachable(_ENDED)
        return "" if came else f"{socket.close_code} {socket.close_reason}".strip()

    async def _hello(self, socket: ClientConnection) -> None:
        since = None if self.position is None else protocol.Since(self.position.seq, self._told)
        await socket.send(_encode(protocol.Hello(protocol.VERSION, self.table, self._tokens, since)).decode())

    async def _opened(self) -> ClientConnection:
        loop = asyncio.get_running_loop()
        until, pause = loop.time() + PATIENCE, _PAUSE
        while True:
            try:
                return await connect(self._address, additional_headers=self._headers, proxy=None, close_timeout=2)
            except (OSError, InvalidHandshake, TimeoutError) as error:
                failure = error
            if loop.time() > until:
                why = _CROWDED if isinstance(failure, InvalidStatus) and failure.response.status_code == _TOO_MANY else ""
                raise Unreachable(f"the arena cannot be reached: {failure}{why}") from failure
            await asyncio.sleep(pause)
            pause = min(pause * 2, _LONGEST_PAUSE)

    async def _hear(self, message: protocol.ServerMessage, socket: ClientConnection) -> None:
        match message:
            case protocol.Welcome() | protocol.Resumed():
                if isinstance(message, protocol.Welcome):
                    self.scene = message.scene
                    self._told = {}
                    self._news = None  # a welcome holds the log
                self.seats = message.table.seats
                self._came(_position(message, message.table.round, message.roles))
                if self._socket is None:
                    self._socket = socket
                    for said, _ in list(self._unanswered.values()):
                        await self._send(said)
            case protocol.Update() if self.position is not None:  # a welcome comes first
                self._came(_position(message, self.position.round, self.position.roles))
            case protocol.Accepted():
                self._accepted = max(self._accepted, message.seq)
                if message.id in self._unanswered:
                    _settle(self._unanswered[message.id][1], message.seq)
            case protocol.Refused():
                refused = Refused(message.code, message.message)
                if message.id in self._unanswered:
                    _settle(self._unanswered[message.id][1], refused)
                elif refused.code == "wrong_token":
                    raise Unreachable(_ENDED)
                elif self._socket is None:  # the hello message was refused
                    if refused.code not in _LATER:
                        raise refused
                    await asyncio.sleep(1.0)
                    await self._hello(socket)
            case protocol.Seats():
                self.seats = message.seats
            case _:
                pass  # messages that this client never requests

    def _came(self, position: Position) -> None:
        for role, events in position.events.items():
            self._told[role] = events[-1]["number"] + 1 if events else self._told.get(role, 0)
        self.position = position
        if self._news is not None:
            unread = self._news.events
            both = {role: [*unread.get(role, []), *events] for role, events in position.events.items()}
            position = msgspec.structs.replace(position, events=both)
        self._news = position
        self._more.set()

    def _fail(self, failure: Exception) -> None:
        self._failure = self._failure or failure
        for _, answered in self._unanswered.values():
            _settle(answered, self._failure)
        self._more.set()


def _position(shown: protocol.Welcome | protocol.Resumed | protocol.Update, number: int, roles: tuple[str, ...]) -> Position:
    return Position(shown.seq, number, roles, shown.views, shown.events, shown.undoable, shown.standing)


def _settle(answered: asyncio.Future[int], outcome: int | Exception) -> None:
    if answered.done():
        return
    if isinstance(outcome, Exception):
        answered.set_exception(outcome)
    else:
        answered.set_result(outcome)
