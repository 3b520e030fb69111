"""One process of a simulated world: an arena, its store, its bots, and the bus that it shares with the others."""

from __future__ import annotations

import asyncio
import contextvars
from collections import Counter
from dataclasses import replace
from random import Random
from typing import TYPE_CHECKING, Any

from rondel.server.accounts.authenticator import Authenticator
from rondel.server.features.chat.chat import Chat
from rondel.server.live.bots.answer_slot import Slot
from rondel.server.live.bots.question import Question
from rondel.server.live.nodes import channel_bus
from rondel.server.live.nodes.channel_bus import ChannelBus
from rondel.server.live.nodes.session_follower import SessionFollower
from rondel.server.live.services import Services
from rondel.server.live.table_registry import TableRegistry
from rondel.server.table.bot_turn import Knowledge
from tests.server.simulation.bus import Wire
from tests.server.simulation.network import Socket
from tests.server.simulation.store import SimulatedStore

if TYPE_CHECKING:
    from tests.server.simulation.world import World


class Bots:
    """Bots that take their time, and often have nothing to say, or nonsense."""

    def __init__(self, random: Random, asked: Counter[int]) -> None:
        """``asked`` counts the questions about each position, at all nodes."""
        self._random = random
        self._asked = asked

    def slot(self, table: str, position: int, bot: str, left: float | None = None) -> Slot:
        self._asked[position] += bool(bot)
        return Slot(0.0, 1.0)

    def question(self, role: str, bot: str, known: Knowledge | None, slot: Slot | None = None) -> Question | None:
        return None

    async def think(self, question: Question | None, slot: Slot | None = None, bot: str = "") -> str | None:
        await asyncio.sleep(self._random.choice((0, 0.01, 0.5)))
        return self._random.choice((None, None, "nonsense"))

    async def close(self) -> None:
        """There is nothing to stop."""


class Node:
    """One life of the server's process."""

    def __init__(self, world: World) -> None:
        self.alive = True
        self._loop: asyncio.AbstractEventLoop = world.loop
        self.tasks: set[asyncio.Task[Any]] = set()
        self.sockets: list[Socket] = []
        self.store = SimulatedStore(world.disk)
        self.deaf_until = 0.0
        """Until then nothing comes through to the bus or from it; in seconds of the loop's clock."""
        self.well_since = world.loop.time()
        """Since when it is neither frozen nor cut off from the database; in the future while it is."""
        self.heard_since = world.loop.time()
        """Since when the others hear it, too."""
        self._held: list[asyncio.Handle] | None = None
        self._is_out = False
        self.woken_at = float("-inf")
        """When it last woke after so long that it does not take what it knows for all there is."""
        self._frozen_at = 0.0
        self.context = contextvars.copy_context()
        """That in which its code runs."""
        self.context.run(current.set, self)
        skew = world.skew
        entropy = world.random.randbytes

        def clock() -> int:
            return world.clock() + skew

        bus = self.context.copy().run(ChannelBus, Wire(world.bus, self), "node", entropy)
        services = Services(self.store, Bots(world.random, world.asked), bus, clock, entropy)
        if world.several:
            services = replace(services, database_time=lambda connection: world.clock())
        self.arena = TableRegistry(services)
        self.chat = Chat(self.arena, self.store, clock)
        self.people = Authenticator(self.store, clock, entropy)
        for reader in (SessionFollower(self.people, bus).read, self.chat.follower.read):
            self.arena.follower.add(reader)

    def die(self) -> None:
        """As by kill -9: nothing it does from now on reaches anybody."""
        self.wake()
        self.alive = False
        self.store.dead = True
        for socket in self.sockets:
            socket.cut()
        for task in self.tasks:
            task.cancel()

    def lose_touch(self) -> None:
        """It lives on, and its bots with it; but nobody can reach it, and another process takes its place."""
        for socket in self.sockets:
            socket.cut()

    def freeze(self, is_outage: bool) -> None:
        """As by SIGSTOP: nothing runs until it wakes, after so long that it is an outage of the server, or sooner."""
        if self._held is None:
            self._held, self._frozen_at = [], self._loop.time()
        self._is_out = is_outage

    def wake(self) -> None:
        """Go on, with all that has come meanwhile."""
        if self._held is not None and self._loop.time() - self._frozen_at > channel_bus.BLIND_AFTER:
            self.woken_at = self._loop.time()
        held, self._held, self._is_out = self._held or [], None, False
        for handle in held:
            self._loop._ready.append(handle)  # type: ignore[attr-defined]

    @property
    def serves(self) -> bool:
        """Whether it lives, and has not been frozen for so long that this is an outage."""
        return self.alive and not self._is_out

    def trouble(self, seconds: float) -> None:
        """It is of no use for so many seconds."""
        self.well_since = max(self.well_since, self._loop.time() + seconds)
        self.silence(seconds)

    def silence(self, seconds: float) -> None:
        """The others do not hear it for so many seconds."""
        self.heard_since = max(self.heard_since, self._loop.time() + seconds)


def holds(handle: asyncio.Handle) -> bool:
    """Whether that is to run in a process that is frozen, and waits until it wakes."""
    node = handle._context.get(current)  # type: ignore[attr-defined]
    if node is None or node._held is None:
        return False
    node._held.append(handle)
    return True


current: contextvars.ContextVar[Node | None] = contextvars.ContextVar("node", default=None)
"""The process whose code is running; its tasks end with it."""
