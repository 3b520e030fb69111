"""A node whose connections come from its parent: ``python -m rondel.server.supervisor.node FD``.

It serves as any server does, but it listens at no port. It ends in order when the parent is gone.
"""

from __future__ import annotations

import asyncio
import os
import signal
import socket
import sys
from collections.abc import Callable
from functools import partial
from typing import Final

from rondel.server import serving
from rondel.server.ops.data_folder import CannotServe
from rondel.server.serving import Take
from rondel.server.supervisor.channel import (
    Beat,
    Channel,
    Draining,
    Failed,
    Handed,
    HandedSocket,
    Message,
    Ready,
    Settings,
    tell,
    told,
)
from rondel.server.supervisor.child_process import BEAT_SECONDS

FAILED: Final = 3
"""The exit code of a node that has told its parent why it cannot serve."""


class Inlet:
    """The `serving.Door` of a node: connections come over the channel."""

    def __init__(self, end: socket.socket, settings: Settings) -> None:
        self.address = settings.address
        self.node = settings.node
        self._end = end
        self._lines: list[str] = []
        self._closed: list[int] = []
        self._channel: Channel | None = None
        self._beating: asyncio.Task[None] | None = None
        self._take: Take | None = None
        self._has_store: Callable[[], bool] = lambda: True
        self._taking: set[asyncio.Task[None]] = set()

    def say(self, line: str) -> None:
        """Keep a line for the parent, who tells the host."""
        self._lines.append(line)

    def open(self, take: Take, stop: Callable[[], None], has_store: Callable[[], bool]) -> None:
        """Begin to take connections."""
        self._take, self._has_store = take, has_store
        self._channel = Channel(self._end, self._hear, stop)
        self._beating = asyncio.create_task(self._beat(), name="beat")

    async def close(self) -> None:
        """Have the parent hand over no more; what is on the way is still taken."""
        if self._channel is not None:
            await self._send(Draining())

    def _hear(self, message: Message, connection: socket.socket | None) -> None:
        if isinstance(message, Handed) and isinstance(connection, HandedSocket) and self._take is not None:
            connection.on_close = partial(self._closed.append, message.number)
            task = asyncio.create_task(self._take(connection, message.first), name="taking a connection")
            self._taking.add(task)
            task.add_done_callback(self._taking.discard)

    async def _beat(self) -> None:
        await self._send(Ready(tuple(self._lines)))
        while True:
            closed, self._closed[:] = tuple(self._closed), ()
            await self._send(Beat(closed, self._has_store()))
            await asyncio.sleep(BEAT_SECONDS)

    async def _send(self, message: Message) -> None:
        if self._channel is not None:
            try:
                await self._channel.send(message)
            except OSError:  # the parent is gone, which `stop` was called for
                return


def main(end: socket.socket) -> int:
    """Serve until told to stop; the exit code."""
    settings = told(end)
    if not isinstance(settings, Settings):
        return FAILED
    inlet = Inlet(end, settings)
    try:
        serving.serve(
            data=settings.data,
            open_table=settings.open_table,
            database=settings.database,
            proxies=settings.proxies,
            games=settings.games,
            metrics=settings.metrics,
            embedders=settings.embedders,
            limits=settings.limits,
            bus=settings.bus,
            mail=settings.mail,
            url=settings.url,
            seasons=settings.seasons,
            log=settings.log,
            say=inlet.say,
            door=inlet,
        )
    except CannotServe as error:
        tell(end, Failed(str(error)))
        return FAILED
    return 0


if __name__ == "__main__":
    signal.signal(signal.SIGTERM, signal.SIG_DFL)
    os.set_inheritable(int(sys.argv[1]), False)
    sys.exit(main(socket.socket(fileno=int(sys.argv[1]))))
