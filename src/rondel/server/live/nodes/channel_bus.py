"""A bus over a channel that carries text to all nodes: numbers its messages, and so notices what it has missed.

Each node counts its messages, so a gap in the numbers of another node is noticed at the next message, and one comes every half
second. A node hears its own messages as well. While it hears none that it sent lately, it is blind: its connection may be
half open, or the node was frozen and what it hears is old. It is blind at once where its connection fails. While a node that
was heard before is silent, its subscribers are told three times a second that they may have missed something.
"""

from __future__ import annotations

import asyncio
import logging
import secrets
from collections.abc import Callable, Hashable, Sequence
from typing import Final, Protocol

import msgspec

from rondel.server.live.bus import VERSION, Hint, LogHint, PresenceHint, SeatsHint
from rondel.server.storage.store import Down
from rondel.server.telemetry.failure_log import FailureLog, Transient

_logger = logging.getLogger(__name__)

BEAT: Final = 0.5
"""Seconds after which a message is sent where there are no hints."""

BLIND_AFTER: Final = 1.5
"""Seconds after which a node is blind whose own messages do not come back."""

LARGEST: Final = 7_900
"""Bytes of a message at most; PostgreSQL takes fewer than 8,000."""

MOST: Final = 20_000
"""Hints that wait at most. Further ones are dropped with a gap in the numbers, so the other nodes read instead."""

PATIENCE: Final = 2.0
"""Seconds that opening the channel, or sending, may take."""

RETRY: Final = 0.5
"""Seconds before the channel is opened again."""

FORGOTTEN_AFTER: Final = 60.0
"""Seconds of silence after which a node is forgotten."""

SILENT_EVERY: Final = 0.3
"""Seconds from one look at what a silent node may have stored to the next. An answer there may follow one from here that was
read late, so players wait for this after `BLIND_AFTER`: together at most two seconds."""


class Channel(Protocol):
    """Carries text to every node that has opened it, itself included."""

    async def open(self, on_payload: Callable[[str], None]) -> None:
        """Connect, and have ``on_payload`` called with each text. Raises `Down`."""

    async def send(self, payload: str) -> None:
        """Send a text. Raises `Down`."""

    async def close(self) -> None:
        """Close the connection; a channel may be opened again."""


class Message(msgspec.Struct, frozen=True):
    """A message on the channel."""

    v: int
    n: str
    """The name of the node."""
    b: str
    """The node's boot: random, and another one after each start."""
    i: int
    """The number of the message since that boot, from 1."""
    h: msgspec.Raw
    """The hints."""
    s: bool = True
    """Whether the database answers the node."""


class Peer(msgspec.Struct):
    """Another node, as it is heard."""

    name: str
    number: int
    """The number of its last message."""
    heard_at: float
    """When it was heard last, by the loop's clock."""
    has_store: bool = True
    """Whether the database answered it then."""


class Deaf(Transient):
    """The node does not hear its own messages."""

    def __str__(self) -> str:
        return "nothing comes back from it"


_decoder: Final = msgspec.json.Decoder(Message)
_hints: Final[msgspec.json.Decoder[list[Hint]]] = msgspec.json.Decoder(list[Hint])


class ChannelBus:
    """A `Bus` over a channel; made in a running loop."""

    def __init__(self, channel: Channel, name: str, entropy: Callable[[int], bytes] = secrets.token_bytes) -> None:
        self.name = name
        self.boot = entropy(6).hex()
        self.peers: dict[str, Peer] = {}
        """The other nodes that were heard lately, by their boots."""
        self.missed = 0
        """How often messages were missed."""
        self._has_store = True
        self._channel = channel
        self._loop = asyncio.get_running_loop()
        self._number = 0
        self._sent: dict[int, float] = {}
        """When each message was sent that has not come back."""
        self._heard_until = float("-inf")
        """When the last message was sent that has come back: all that others sent before was heard, or missed knowingly."""
        self._was_sighted = False
        """Whether the node was sighted when it sent last."""
        self._looked_at = float("-inf")
        """When the subscribers were last told that a node is silent."""
        self._waiting: dict[Hashable, Hint] = {}
        self._more = asyncio.Event()
        self._on_hints: list[Callable[[str, Sequence[Hint]], None]] = []
        self._on_missed: list[Callable[[], None]] = []
        self._closing = False
        self._task = asyncio.create_task(self._run(), name="bus")

    is_shared: Final = True

    @property
    def sighted(self) -> bool:
        """See `Bus`."""
        return self._loop.time() - self._heard_until <= BLIND_AFTER

    def hears_others(self, within: float | None = None) -> bool:
        """Whether another node was heard lately, or within so many seconds, that could use the database then."""
        since = self._loop.time() - (BLIND_AFTER if within is None else within)
        return any(peer.has_store and peer.heard_at >= since for peer in self.peers.values())

    def tell_store(self, answers: bool) -> None:
        """Tell the other nodes, at once, whether the database answers this one."""
        if answers != self._has_store:
            self._has_store = answers
            self._more.set()

    @property
    def others(self) -> int:
        """See `Bus`."""
        return len(self.peers)

    def publish(self, *hints: Hint) -> None:
        """See `Bus`. Of several hints about one thing the last is sent."""
        for hint in hints:
            one = isinstance(hint, LogHint | SeatsHint | PresenceHint)
            self._waiting[(type(hint), hint.table) if one else hint] = hint  # type: ignore[union-attr]
        if len(self._waiting) > MOST:
            self._waiting.clear()
            self._number += 1
        self._more.set()

    def subscribe(self, on_hints: Callable[[str, Sequence[Hint]], None], on_missed: Callable[[], None]) -> None:
        """See `Bus`."""
        self._on_hints.append(on_hints)
        self._on_missed.append(on_missed)

    async def close(self) -> None:
        """See `Bus`."""
        self._closing = True
        self._more.set()
        await asyncio.wait({self._task}, timeout=PATIENCE)
        self._task.cancel()
        await asyncio.wait({self._task})
        await self._channel.close()

    # -- inside --------------------------------------------------------------------------------------------------------

    async def _run(self) -> None:
        failures = FailureLog(
            _logger,
            "the bus between the nodes cannot be used, and this node reads the database three times a second instead",
            over="the bus between the nodes can be used again",
        )
        while not self._closing:
            try:
                await self._talk(failures)
            except (Down, TimeoutError, Deaf) as error:
                failures.met(Down("it does not answer") if isinstance(error, TimeoutError) else error)
            except Exception as error:  # noqa: BLE001 - a driver may raise anything, and it is logged
                failures.met(error)
            if not self._closing:
                self._lose_sight()
                await self._channel.close()
                await asyncio.sleep(RETRY)

    def _lose_sight(self) -> None:
        """Be blind at once, for the channel is known to be closed or silent."""
        self._heard_until = float("-inf")
        if self._was_sighted:
            self._was_sighted = False
            self._miss()  # what is said from now on

    async def _talk(self, failures: FailureLog) -> None:
        """Open the channel, and send until nothing comes back or the bus is closed."""
        async with asyncio.timeout(PATIENCE):
            await self._channel.open(self._heard)
        self._miss()  # what was said while it was not open
        since = self._loop.time()
        while True:
            # A message that hangs ends with the sight, else the node would learn too late that it is blind.
            left = max(since, self._heard_until) + BLIND_AFTER - self._loop.time()
            async with asyncio.timeout(min(max(left, BEAT), PATIENCE)):
                await self._channel.send(self._next())
            if self.sighted:
                self._was_sighted = True
                failures.passed()
            elif self._loop.time() - max(since, self._heard_until) > BLIND_AFTER:
                raise Deaf
            self._look_for_silence()
            if not self._waiting:
                if self._closing:
                    return
                await self._rest()

    async def _rest(self) -> None:
        """Wait for hints, or until the next message without any is due."""
        self._more.clear()
        timer = self._loop.call_later(BEAT, self._more.set)
        await self._more.wait()
        timer.cancel()

    def _next(self) -> str:
        """The next message, with as many of the hints that wait as fit."""
        self._number += 1
        self._sent[self._number] = self._loop.time()
        for old in [each for each in self._sent if each <= self._number - 100]:
            del self._sent[old]
        head = Message(VERSION, self.name, self.boot, self._number, msgspec.Raw(b"[]"), self._has_store)
        room = LARGEST - len(msgspec.json.encode(head))
        parts: list[bytes] = []
        taken: list[Hashable] = []
        for key, hint in self._waiting.items():
            part = msgspec.json.encode(hint)
            room -= len(part) + 1
            if room < 0 and parts:
                break
            parts.append(part)
            taken.append(key)
        for key in taken:
            del self._waiting[key]
        whole = msgspec.structs.replace(head, h=msgspec.Raw(b"[" + b",".join(parts) + b"]"))
        return msgspec.json.encode(whole).decode()

    def _heard(self, payload: str) -> None:
        try:
            message = _decoder.decode(payload)
            if message.b == self.boot:
                return self._came_back(message.i)
            hints = _hints.decode(message.h) if message.v == VERSION else []
        except msgspec.MsgspecError:  # of a newer node, or of somebody else
            return self._miss()
        is_other = message.v != VERSION
        if is_other and message.b not in self.peers:
            _logger.warning(
                "node %s speaks version %d of the bus and this one version %d, so this one reads the database instead: bring "
                "all nodes to one version of Rondel",
                *(message.n, message.v, VERSION),
            )
        if not self._follows(message) or is_other:
            self._miss()
        if hints:
            for tell in self._on_hints:
                tell(message.b, hints)

    def _came_back(self, number: int) -> None:
        sent = self._sent.pop(number, None)
        if sent is None:
            return
        was_sighted = self.sighted
        self._heard_until = max(self._heard_until, sent)
        if self.sighted and not was_sighted:
            self._miss()  # what was said meanwhile

    def _follows(self, message: Message) -> bool:
        """Note another node's message; returns whether all messages before it were heard."""
        now = self._loop.time()
        for boot in [boot for boot, peer in self.peers.items() if now - peer.heard_at > FORGOTTEN_AFTER]:
            del self.peers[boot]
        peer = self.peers.setdefault(message.b, Peer(message.n, 0, now))
        follows = message.i <= peer.number + 1  # a lower number was late, and its gap was noticed
        peer.number, peer.heard_at, peer.has_store = max(peer.number, message.i), now, message.s
        return follows

    def _look_for_silence(self) -> None:
        """A node that is not heard any more may be cut off and store on, or may have died before it said what it had stored."""
        now = self._loop.time()
        silent = any(BLIND_AFTER < now - peer.heard_at <= FORGOTTEN_AFTER for peer in self.peers.values())
        if silent and now - self._looked_at >= SILENT_EVERY:
            self._looked_at = now
            for tell in self._on_missed:
                tell()

    def _miss(self) -> None:
        self.missed += 1
        for tell in self._on_missed:
            tell()
