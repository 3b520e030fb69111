"""The store watch: notices that the database answers the other nodes and not this one.

Such a node is of no use to its clients, and they are better served elsewhere. Where no other node can use the database, its
clients stay: they would find nothing better. A node that has lost the bus as well does not know. If another one was heard
lately that could use the database, it closes the sockets once, and refuses nobody.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable
from typing import Final

from sqlalchemy import Connection, select

from rondel.server.live.health import Health
from rondel.server.live.nodes.channel_bus import ChannelBus
from rondel.server.storage.store import Database

_logger = logging.getLogger(__name__)

EVERY: Final = 0.25
"""Seconds from one question to the next."""

SILENT: Final = 4
"""Questions in a row without an answer after which a node is cut off. They are counted, and no clock is read: a process that
was frozen has asked nothing meanwhile. The other nodes are told of the first one, so that those that have lost the database at
the same time know it of each other."""

HEARD: Final = (SILENT - 1) * EVERY
"""Seconds for which it counts that another node was heard: longer than the pause between two messages of a node, and shorter
than the questions, so that where the bus is lost with the database nobody counts as heard."""

UNHEARD: Final = 16
"""Questions for which a node stays cut off while it hears of no other that can use the database: one slow answer at another
node changes nothing for the clients of this one."""

LATELY: Final = 4.0
"""Seconds for which it counts that another node could use the database, where the bus was lost with it: longer than the silence
after which nobody is heard, and these questions."""


def _ask(connection: Connection) -> None:
    connection.execute(select(1))


class StoreWatch:
    """Watches the database of one node; made in a running loop."""

    def __init__(
        self,
        database: Database,
        bus: ChannelBus,
        health: Health,
        close: Callable[[Callable[[], bool]], Awaitable[None]],
        *,
        bus_is_apart: bool,
    ) -> None:
        """``close`` closes the sockets of the clients, who connect to other nodes then, until what it is given returns true:
        the database answers again. A bus that is not ``bus_is_apart`` is the database's own and lost with it, so its silence
        shows nothing."""
        self._database = database
        self._bus = bus
        self._health = health
        self._close = close
        self._bus_is_apart = bus_is_apart
        self._silent = 0
        """Questions in a row without an answer."""
        self._unheard = 0
        """Questions in a row at which no other node was heard that could use the database."""
        self._asking: asyncio.Task[None] | None = None
        self._closing: asyncio.Future[None] | None = None
        self._task = asyncio.create_task(self._watch(), name="store watch")

    async def close(self) -> None:
        """Stop watching."""
        running: set[asyncio.Future[None]] = {each for each in (self._task, self._asking, self._closing) if each is not None}
        for each in running:
            each.cancel()
        await asyncio.wait(running)

    async def _watch(self) -> None:
        while True:
            answers = await self._answers()
            self._silent = 0 if answers else self._silent + 1
            self._bus.tell_store(answers)
            self._unheard = 0 if self._bus.hears_others(HEARD) else self._unheard + 1
            self._health.has_store = self._silent < SILENT
            is_cut_off = not self._health.has_store and self._unheard <= (UNHEARD if self._health.cut_off else 0)
            if is_cut_off and not self._health.cut_off:
                self._send_away("the database answers other nodes and not this one")
            elif not is_cut_off and self._silent == SILENT and self._bus_is_apart and self._bus.hears_others(LATELY):
                self._send_away("this node hears neither the database nor another node")
            elif self._health.cut_off and answers:
                _logger.info("the database answers this node again")
            self._health.cut_off = is_cut_off

    def _send_away(self, why: str) -> None:
        _logger.error(
            "%s; its sockets are closed, so that its clients go to other nodes: look at the network of this machine", why
        )
        if self._closing is not None:
            self._closing.cancel()
        self._closing = asyncio.ensure_future(self._close(lambda: not self._silent))

    async def _answers(self) -> bool:
        """Whether the database answers within `EVERY` seconds; returns after that time. What hangs is not asked again."""
        if self._asking is None:
            self._asking = asyncio.create_task(self._database.read(_ask), name="question to the database")
        loop = asyncio.get_running_loop()
        until = loop.time() + EVERY
        done, _ = await asyncio.wait({self._asking}, timeout=EVERY)
        answers = bool(done) and self._asking.exception() is None
        if done:
            self._asking = None
        await asyncio.sleep(max(0.0, until - loop.time()))
        return answers
