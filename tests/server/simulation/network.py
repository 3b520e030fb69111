"""Sockets between players and the arena: in order and late, and cut with messages under way."""

from __future__ import annotations

import asyncio
import contextvars
from collections import deque
from collections.abc import Callable
from random import Random
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from tests.server.simulation.node import Node


class Pipe:
    """One direction of a socket."""

    def __init__(self, random: Random) -> None:
        self.arrived: asyncio.Queue[str | None] = asyncio.Queue()
        self._random = random
        self._under_way: deque[str] = deque()
        self._last = 0.0
        self._cut = False

    def send(self, frame: str) -> None:
        if not self._cut:
            loop = asyncio.get_running_loop()
            self._last = max(self._last, loop.time() + self._random.choice((0.0, 0.001, 0.01, 0.2)))
            self._under_way.append(frame)
            loop.call_at(self._last, self._arrive, context=contextvars.Context())  # also while its sender is frozen

    def cut(self) -> None:
        """What is under way is lost; the other end notices."""
        if not self._cut:
            self._cut = True
            self.arrived.put_nowait(None)

    def _arrive(self) -> None:
        # The first that is under way: two timers of one moment go off in any order.
        if not self._cut:
            self.arrived.put_nowait(self._under_way.popleft())


class Socket:
    """Two pipes that are cut together."""

    def __init__(self, random: Random, node: Node) -> None:
        self.node = node
        self.up = Pipe(random)
        self.down = Pipe(random)
        self.is_cut = False

    def cut(self) -> None:
        self.is_cut = True
        self.up.cut()
        self.down.cut()


async def converse(socket: Socket, connection: Any, living: Callable[[], bool]) -> None:
    """The server's end, as ``app.converse`` is that of a WebSocket."""
    try:
        while (frame := await socket.up.arrived.get()) is not None:
            await connection.receive(frame)
    finally:
        if living():
            connection.gone()
        socket.cut()
