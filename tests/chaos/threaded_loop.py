"""An event loop on a thread of its own, and connections in it that end as if a cable were cut."""

from __future__ import annotations

import asyncio
import socket
import struct
import threading
from collections.abc import Coroutine
from typing import Any, TypeVar

T = TypeVar("T")


class ThreadedLoop:
    """An event loop that runs beside the thread of the test."""

    def __init__(self) -> None:
        self._loop = asyncio.new_event_loop()
        self._thread = threading.Thread(target=self._loop.run_forever, daemon=True)

    def start(self) -> None:
        """Begin to run."""
        self._thread.start()

    def run(self, wanted: Coroutine[Any, Any, T]) -> T:
        """The result of a coroutine that runs in it."""
        return asyncio.run_coroutine_threadsafe(wanted, self._loop).result(10)

    def start_soon(self, wanted: Coroutine[Any, Any, object]) -> None:
        """Have a coroutine run beside, until it ends or all is stopped."""
        asyncio.run_coroutine_threadsafe(wanted, self._loop)

    def stop(self) -> None:
        """Cancel all that is under way, and end."""

        async def cancel() -> None:
            tasks = [task for task in asyncio.all_tasks() if task is not asyncio.current_task()]
            for task in tasks:
                task.cancel()
            await asyncio.gather(*tasks, return_exceptions=True)

        self.run(cancel())
        self._loop.call_soon_threadsafe(self._loop.stop)
        self._thread.join(10)
        self._loop.close()


def reset(writer: asyncio.StreamWriter) -> None:
    """End a connection as one whose cable is cut: whatever was not sent is lost."""
    sock = writer.get_extra_info("socket")
    if sock is not None and sock.fileno() >= 0:
        sock.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
    writer.transport.abort()
