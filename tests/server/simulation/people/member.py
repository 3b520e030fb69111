"""Somebody with an account: has sockets at several nodes, and ends the session at one of them."""

from __future__ import annotations

import asyncio
from contextlib import ExitStack
from typing import TYPE_CHECKING, Final

from sqlalchemy import delete

from rondel.server.accounts import sessions
from rondel.server.live.bus import CredentialHint, LogHint, SeatsHint
from rondel.server.protocol.refused import Refusal
from rondel.server.storage import schema

if TYPE_CHECKING:
    from tests.server.simulation.node import Node
    from tests.server.simulation.world import World

GONE_AFTER: Final = 16.0
"""Seconds after which all sockets of a session that has ended are closed: eight times what a server takes, as everything
between the nodes of a world takes longer and is lost more often."""


class Member:
    """A member of the arena."""

    def __init__(self, world: World) -> None:
        self.world = world
        self.ended = 0
        """How many sessions were ended."""

    async def live(self) -> None:
        """Have one session after the other."""
        while not self.world.over and not self.world.calm:
            await asyncio.sleep(self.world.random.uniform(0.5, 6.0))
            if self.world.nodes:
                await self._stay()

    async def _stay(self) -> None:
        world = self.world
        session = world.random.randbytes(32)
        here = list(world.nodes)
        left: set[Node] = set()
        with ExitStack() as sockets, world.disk.engine.begin() as connection:
            sessions.add(connection, session, "member", world.clock() + world.skew)
            for node in here:
                sockets.enter_context(node.people.attendance.present(session, lambda node=node: left.add(node)))  # type: ignore[misc]
            sockets_now = sockets.pop_all()
        with sockets_now:
            world.bus.forge(CredentialHint(session), LogHint(world.table, 1_000), SeatsHint(world.table, 1_000))
            await asyncio.sleep(world.random.uniform(0.5, 4.0))
            world.demand(not left, "a socket was closed, and its session has not ended")
            node = world.random.choice(here)
            if not node.alive or not await self._end(node, session):
                return
            self.ended += 1
            await asyncio.sleep(GONE_AFTER)
            now = world.loop.time()
            able = {each for each in here if each.alive and each.well_since < now - GONE_AFTER}
            world.demand(able <= left, f"a session has ended for {GONE_AFTER} s, and has an open socket")

    async def _end(self, node: Node, session: bytes) -> bool:
        """End the session at a node; returns whether that was done."""
        wanted = delete(schema.sessions).where(schema.sessions.c.hash == session)

        async def end() -> None:
            await node.people.write(lambda connection: connection.execute(wanted))
            node.people.attendance.end([session])

        task = node.context.copy().run(self.world.loop.create_task, end())
        await asyncio.wait({task}, timeout=30)
        if not task.done() or task.cancelled():
            return False
        error = task.exception()
        self.world.demand(error is None or isinstance(error, Refusal), f"a session cannot be ended: {error!r}")
        return error is None
