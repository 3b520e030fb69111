"""What breaks in a simulated world: processes die, freeze and are cut off, and the bus and the database go away."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Coroutine
from random import Random
from typing import TYPE_CHECKING, Any, Final

from tests.server.simulation.disk import SharedDisk

if TYPE_CHECKING:
    from tests.server.simulation.node import Node
    from tests.server.simulation.world import World

CHARGED: Final = 3.0
"""Seconds for which the only process may be frozen and the clocks at its tables run on."""

NEXT: Final = (20, 1500)
"""From one death to the next, in callbacks."""

AWAY: Final = 90.0
"""Seconds for which everybody goes away where they leave the table alone: longer than any flag there takes to fall."""

LEFT_ALONE: float = 0.2
"""The part of the worlds with several processes in which they do. Not final: a planted bug needs all of them."""


class Failures:
    """All that breaks."""

    def __init__(self, world: World) -> None:
        self._world = world
        self._random = world.random
        self._next_death = self._random.randrange(*NEXT)
        self.deaths = 0
        self.freezes = 0
        self.cuts = 0
        self.leaves_alone = world.several and Random(f"{world.seed} leaves alone").random() < LEFT_ALONE
        """Whether everybody leaves the table while a process is frozen that believes no clock runs there."""

    def before_step(self, step: int) -> None:
        """Between any two callbacks a process may die."""
        world = self._world
        if step < self._next_death or world.calm or world.over or not world.nodes or world.is_fair:
            return
        self._next_death = step + self._random.randrange(*NEXT) * len(world.nodes)
        world.note(f"a process dies before step {step}")
        self.deaths += 1
        node = world.nodes.pop(self._random.randrange(len(world.nodes)))
        world.past.append(node)
        if self._random.random() < 0.8:
            node.die()
        else:
            node.lose_touch()
        world.note_up()
        skew = self._random.choice((0, 0, -3_600_000, 3_600_000))
        # A process that runs on beside the new one has the same clock, unless all take the database's.
        if world.several or not any(each.alive for each in world.past):
            world.skew = skew
        world.loop.call_later(self._random.choice((0.0, 0.05, 1.0)), world.start)

    async def happen(self) -> None:
        """Break one thing after the other, until the task is cancelled."""
        world, random = self._world, self._random
        if self.leaves_alone and world.terms.clock is not None and not world.is_fair:
            await self._leave_alone()
        things = self.things() if world.several else [self._freeze]
        while not world.is_fair:
            await asyncio.sleep(random.uniform(1.0, 12.0))
            await random.choice(things)()

    def things(self) -> list[Callable[[], Coroutine[Any, Any, None]]]:
        """What may break where several nodes share a database."""
        return [*self.of_a_process(), self._cut_from_store, self._cut_from_bus, self._lose_bus, *self.of_the_database()]

    def of_a_process(self) -> list[Callable[[], Coroutine[Any, Any, None]]]:
        """What makes processes stop."""
        return [self._freeze, self._stop_all]

    def of_the_database(self) -> list[Callable[[], Coroutine[Any, Any, None]]]:
        """What may break of a primary and its standby."""
        return [self._lose_primary, self._lose_standby]

    def stop(self) -> None:
        """Nothing is broken any more."""
        world = self._world
        world.disk.failing = world.bus.away_until = 0.0
        world.has_power = True
        if isinstance(world.disk, SharedDisk):
            world.disk.standby_away_until = 0.0
        for node in world.past:
            node.die()
        for node in world.nodes:
            node.wake()
            node.store.cut_until = node.deaf_until = 0.0

    # -- inside --------------------------------------------------------------------------------------------------------

    async def _freeze(self) -> None:
        if (node := self._node()) is not None:
            world = self._world
            seconds = self._random.choice((0.5, 2.0, 5.0, 20.0) if self._world.several else (0.5, 5.0, 20.0))
            world.note(f"a process is frozen for {seconds} s")
            self.freezes += 1
            node.trouble(seconds)
            node.freeze(is_outage=seconds > CHARGED)
            world.note_up()
            if world.several:
                world.visit_first(node)
            await asyncio.sleep(seconds)
            node.wake()
            world.note_up()

    async def _leave_alone(self) -> None:
        """A process is frozen at the end of a round, before it has stored that no clock runs any more. The next round begins
        elsewhere, everybody goes away, and it wakes."""
        world = self._world
        await self._until(lambda: world.judge.is_over)
        if (node := self._node()) is None:
            return
        world.note("a process is frozen at the end of a round")
        self.freezes += 1
        node.trouble(AWAY)
        node.freeze(is_outage=False)
        await self._until(lambda: not world.judge.is_over)
        await asyncio.sleep(1.0)  # another node has stored when the flag of that round falls
        world.note("everybody is away")
        world.away_until = world.loop.time() + AWAY
        for player in world.judge.players:
            player.hang_up()
        await asyncio.sleep(2.0)  # the table has left the memory there
        node.well_since = world.loop.time()
        node.wake()
        await asyncio.sleep(AWAY)

    async def _stop_all(self) -> None:
        """As by a power cut: no process runs, and none is started before it ends."""
        world = self._world
        seconds = self._random.choice((6.0, 15.0))
        world.note(f"all nodes are stopped for {seconds} s")
        world.has_power = False
        world.past += world.nodes
        world.nodes.clear()
        for node in world.past:
            node.die()
        world.note_up()
        await asyncio.sleep(seconds)
        world.has_power = True
        while len(world.nodes) < world.wanted:
            world.start()

    async def _cut_from_store(self) -> None:
        if (node := self._node()) is not None:
            seconds = self._cut_for("the database")
            node.store.cut_until = self._world.loop.time() + seconds
            node.trouble(seconds)

    async def _cut_from_bus(self) -> None:
        if (node := self._node()) is not None:
            seconds = self._cut_for("the bus")
            node.deaf_until = self._world.loop.time() + seconds
            node.silence(seconds)

    async def _lose_bus(self) -> None:
        seconds = self._random.choice((1.0, 5.0, 12.0))
        self._world.note(f"the bus is away for {seconds} s")
        self._world.bus.away_until = self._world.loop.time() + seconds
        for node in self._world.nodes:
            node.silence(seconds)

    async def _lose_primary(self) -> None:
        disk = self._world.disk
        assert isinstance(disk, SharedDisk)
        self._world.note("the primary is lost")
        disk.fail_over(self._random.choice((0.2, 1.0, 3.0)))

    async def _lose_standby(self) -> None:
        disk = self._world.disk
        assert isinstance(disk, SharedDisk)
        seconds = self._random.choice((0.5, 3.0, 9.0))
        self._world.note(f"the standby is away for {seconds} s")
        disk.standby_away_until = self._world.loop.time() + seconds

    async def _until(self, met: Callable[[], bool]) -> None:
        while not met():
            await asyncio.sleep(0.05)

    def _node(self) -> Node | None:
        return self._random.choice(self._world.nodes) if self._world.nodes else None

    def _cut_for(self, what: str) -> float:
        seconds = self._random.choice((0.5, 2.0, 8.0, 24.0))
        self._world.note(f"a process is cut off from {what} for {seconds} s")
        self.cuts += 1
        return seconds
