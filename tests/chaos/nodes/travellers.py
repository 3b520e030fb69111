"""Players who behave as the page does: they ping where nothing comes, and go to another node when theirs is silent.

    python -m tests.chaos.nodes.travellers PLAN JOURNAL

As `players`, but each has a socket that lives by itself. ``PLAN`` has the addresses of all nodes, and for each table the nodes
at which its players begin (``at``, by role). Of each new place, of each position and of everybody who is said to be away the
journal gets a line as well.
"""

from __future__ import annotations

import asyncio
import random
import time
from collections.abc import Mapping
from contextlib import suppress
from typing import Any, Final

from tests.chaos.players import GONE, Journal, Json, Players, Seat, run

PING_AFTER: Final = 1.0
"""Seconds without a message after which a player pings: as the page does while its player's clock runs."""

SILENT_AFTER: Final = 0.5
"""Seconds more after which the node counts as silent."""


class Traveller(Seat):
    """One player, at any of the nodes."""

    def __init__(
        self, addresses: list[str], at: int, table: str, role: str, token: str, journal: Journal, dice: random.Random
    ) -> None:
        super().__init__(table, role, token, journal)
        self.node = at
        """The number of the node at which it is, or tries to be."""
        self._name = role
        """The role it had at first: seats may rotate."""
        self._addresses = addresses
        self._dice = dice
        self._under_way: Json | None = None
        """What it has sent and nobody has answered."""
        self._news = asyncio.Event()
        self._living: asyncio.Task[None] | None = None
        self._left = time.time()
        """When it last heard anything at its former place."""

    async def come(self, address: str) -> None:
        """Be at a node from now on, whichever answers."""
        self._living = asyncio.create_task(self._live())
        while self.seq < 0:
            await self.hear()

    async def go(self) -> None:
        if self._living is not None:
            self._living.cancel()
            await asyncio.wait({self._living})
            self._living = None
        await super().go()

    async def say(self, message: Json) -> None:
        """Have this sent, and again wherever it comes, until it is answered."""
        self._under_way = message
        with suppress(*GONE):
            if self.socket is not None:
                await self.send(message)

    async def answer(self, message_id: str) -> Json:
        found = await super().answer(message_id)
        self._under_way = None
        return found

    async def hear(self) -> Json:
        """Return once there is something new; what it was, its fields show."""
        self._news.clear()
        async with asyncio.timeout(60):
            await self._news.wait()
        return {}

    # -- inside --------------------------------------------------------------------------------------------------------

    async def _live(self) -> None:
        while True:
            try:
                await self._arrive()
                while True:
                    await self._take_in()
            except GONE:
                self._lose()
                self.node = self._dice.choice([each for each in range(len(self._addresses)) if each != self.node])
                await asyncio.sleep(0.02)

    def _lose(self) -> None:
        lost, self.socket = self.socket, None
        if lost is not None:
            lost.transport.abort()

    async def _arrive(self) -> None:
        left = self._left
        async with asyncio.timeout(PING_AFTER + SILENT_AFTER):
            await super().come(self._addresses[self.node])
        self.journal.note(self.table, "arrived", role=self._name, node=self.node, left=left)
        self._news.set()
        if self._under_way is not None:
            await self.send(self._under_way)

    async def _take_in(self) -> None:
        """Take in the next message. Raises `TimeoutError` where the node is silent."""
        before = self.seq
        try:
            async with asyncio.timeout(PING_AFTER):
                message = await self.receive()
        except TimeoutError:
            await self.send({"type": "ping"})
            async with asyncio.timeout(SILENT_AFTER):
                message = await self.receive()
        self._left = time.time()
        if self.seq != before:
            self.journal.note(self.table, "seen", role=self._name, seq=self.seq, node=self.node)
        for each in message.get("seats", ()) if message["type"] == "seats" else ():
            if not each["present"]:
                self.journal.note(self.table, "away", role=each["role"], by=self.role)
        self._news.set()


class Travellers(Players):
    """Everybody at one table."""

    def __init__(self, plan: Json, made: Json, journal: Journal, dice: random.Random) -> None:
        super().__init__({**plan, "address": plan["addresses"][0]}, made, journal, dice)
        at: Mapping[str, Any] = made["at"]
        # Who begins at one node goes to one node, as the balancer sends all sockets of a table.
        apart = len(set(at.values())) > 1
        ways = {role: random.Random(f"{self.table} {role if apart else ''}") for role in at}
        self.seats = [
            Traveller(plan["addresses"], at[role], self.table, role, token, journal, ways[role])
            for role, token in made["tokens"].items()
        ]


if __name__ == "__main__":
    run(Travellers, buffering=1)  # what happens is waited for
