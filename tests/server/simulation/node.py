"""One process of a simulated world: an arena, its store, its bots, and the bus that it shares with the others."""

from __future__ import annotations

import asyncio
import contextvars
from collections.abc import Callable, Sequence
from random import Random
from typing import TYPE_CHECKING, Any

from rondel.server.live.bots.answer_slot import Slot
from rondel.server.live.bots.bot_pool import Question
from rondel.server.live.bus import Hint
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
    """The bus between the nodes: it is late, and loses and doubles what is said, until there is calm."""

    def __init__(self, world: World, node: Node) -> None:
        self._world = world
        self._node = node

    sighted = True

    def publish(self, *hints: Hint) -> None:
        """Tell the others, perhaps."""
        world = self._world
        for other in world.nodes:
            if other is not self._node:
                for _ in range(1 if world.calm else world.random.choice((0, 1, 1, 2))):
                    world.tell(other, hints)

    def subscribe(self, on_hints: Callable[[str, Sequence[Hint]], None], on_missed: Callable[[], None]) -> None:
        """There is one arena on each node."""
        self._node.heard = on_hints

    async def close(self) -> None:
        """There is nothing to stop."""


class Node:
    """One life of the server's process."""

    def __init__(self, world: World) -> None:
        self.alive = True
        self.tasks: set[asyncio.Task[Any]] = set()
        self.sockets: list[Socket] = []
        self.store = SimulatedStore(world.disk)
        self.heard: Callable[[str, Sequence[Hint]], None] = lambda node, hints: None
        skew = world.skew
        services = Services(
            self.store, Bots(world.random), Wire(world, self), lambda: world.clock() + skew, world.random.randbytes
        )
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
