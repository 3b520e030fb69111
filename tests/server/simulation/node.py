"""One process of a simulated world: an arena, its store, its bots, and the bus that it shares with the others."""

from __future__ import annotations

import asyncio
import contextvars
from collections.abc import Callable
from random import Random
from typing import TYPE_CHECKING, Any

from rondel.server.live.bots.answer_slot import Slot
from rondel.server.live.bots.question import Question
from rondel.server.live.nodes.channel_bus import ChannelBus
from rondel.server.live.services import Services
from rondel.server.live.table_registry import TableRegistry
from rondel.server.table.bot_turn import Knowledge
from tests.server.simulation.disk import SimulatedStore
from tests.server.simulation.network import Socket

if TYPE_CHECKING:
    from tests.server.simulation.world import World


class Bots:
    """Bots that take their time, and often have nothing to say, or nonsense."""

    def __init__(self, random: Random) -> None:
        self._random = random

    def slot(self, table: str, position: int, bot: str, left: float | None = None) -> Slot:
        return Slot(0.0, 1.0)

    def question(self, role: str, bot: str, known: Knowledge | None, slot: Slot | None = None) -> Question | None:
        return None

    async def think(self, question: Question | None, slot: Slot | None = None, bot: str = "") -> str | None:
        await asyncio.sleep(self._random.choice((0, 0.01, 0.5)))
        return self._random.choice((None, None, "nonsense"))

    async def close(self) -> None:
        """There is nothing to stop."""


class Wire:
    """The channel between the nodes: it is late, and loses, doubles and reorders what is said, also when there is calm."""

    def __init__(self, world: World, node: Node) -> None:
        self._world = world
        self._node = node

    async def open(self, on_payload: Callable[[str], None]) -> None:
        """There is one bus on each node."""
        await asyncio.sleep(0.001)
        self._node.heard = on_payload

    async def send(self, payload: str) -> None:
        """Tell everybody, perhaps."""
        world = self._world
        await asyncio.sleep(0.001)
        for other in world.nodes:
            for _ in range(world.random.choice((0, 1, 1, 2))):
                world.tell(other, payload)

    async def close(self) -> None:
        """There is nothing to stop."""


class Node:
    """One life of the server's process."""

    def __init__(self, world: World) -> None:
        self.alive = True
        self.tasks: set[asyncio.Task[Any]] = set()
        self.sockets: list[Socket] = []
        self.store = SimulatedStore(world.disk)
        self.heard: Callable[[str], None] = lambda payload: None
        skew = world.skew
        context = contextvars.copy_context()
        context.run(current.set, self)
        bus = context.run(ChannelBus, Wire(world, self), "node", world.random.randbytes)
        services = Services(self.store, Bots(world.random), bus, lambda: world.clock() + skew, world.random.randbytes)
        self.arena = TableRegistry(services)

    def die(self) -> None:
        """As by kill -9: nothing it does from now on reaches anybody."""
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


current: contextvars.ContextVar[Node | None] = contextvars.ContextVar("node", default=None)
"""The process whose code is running; its tasks end with it."""
