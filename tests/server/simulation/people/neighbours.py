"""Two other tables of the same store, at which two nodes store answers at the same time."""

from __future__ import annotations

import asyncio
from contextlib import suppress
from typing import TYPE_CHECKING

from msgspec import structs

from rondel.server.storage.store import NotSaved
from rondel.server.table.entries import TableEntry
from rondel.server.table.log.entries import Answer, Conflict
from tests.server.simulation.disk import SharedDisk

if TYPE_CHECKING:
    from tests.server.simulation.node import Node
    from tests.server.simulation.world import World

TABLES = ("left", "right")


class Neighbours:
    """What happens at the tables beside the one that is judged."""

    def __init__(self, world: World, like: TableEntry) -> None:
        self.world = world
        for table in TABLES:
            world.disk.tables[table] = structs.replace(like, id=table)

    async def live(self) -> None:
        """Store something now and then, until there is calm."""
        world = self.world
        assert isinstance(world.disk, SharedDisk)
        while not world.calm:
            await asyncio.sleep(world.random.uniform(0.5, 4.0))
            tasks = [node.context.copy().run(world.loop.create_task, self._store(node)) for node in world.nodes]
            if tasks:
                await asyncio.wait(tasks, timeout=10)
            world.demand(not world.disk.deadlocks, "two nodes that store answers at the same tables wait for one another")

    async def _store(self, node: Node) -> None:
        tables = list(TABLES)
        self.world.random.shuffle(tables)
        await asyncio.gather(*[self._answer(node, table) for table in tables])

    async def _answer(self, node: Node, table: str) -> None:
        seq = len(self.world.disk.answers.get(table, [])) + 1
        with suppress(Conflict, NotSaved):  # another node was first, or something is broken
            await node.store.append(Answer(table, seq, 1, "play", "x", "mark(a1)"))
