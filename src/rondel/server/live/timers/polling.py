"""Polling: work that is repeated at an interval, and at once when it is woken.

A node is woken by its own changes. It polls as well, because another node may have made the change, or have died before it was
done.
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from contextlib import suppress

from rondel.server.telemetry.failure_log import FailureLog


class Polling:
    """Repeats some work from `start` to `close`. An error of the work is logged, and the work is tried again.

    >>> async def example() -> None:
    ...     done = asyncio.Event()
    ...     async def work() -> None:
    ...         print("worked")
    ...         done.set()
    ...     polling = Polling(work, 60, "example", FailureLog(logging.getLogger(), "no example works"))
    ...     polling.start()
    ...     polling.wake()
    ...     await done.wait()
    ...     await polling.close()
    >>> import logging
    >>> asyncio.run(example())
    worked
    """

    def __init__(self, work: Callable[[], Awaitable[object]], seconds: float, name: str, failures: FailureLog) -> None:
        """``seconds`` is the longest time from one end of the work to its next beginning. ``name`` names the task."""
        self._work = work
        self._seconds = seconds
        self._name = name
        self._failures = failures
        self._woken = asyncio.Event()
        self._task: asyncio.Task[None] | None = None

    @property
    def is_woken(self) -> bool:
        """Whether the work will be repeated as soon as it has ended."""
        return self._woken.is_set()

    def start(self) -> None:
        """Begin to poll, in the running loop. The first work is done after the interval, or when woken."""
        self._task = asyncio.create_task(self._repeat(), name=self._name)

    async def close(self) -> None:
        """Stop. Work under way is cancelled."""
        if self._task is not None:
            self._task.cancel()
            await asyncio.wait({self._task})

    def wake(self) -> None:
        """Do the work soon."""
        self._woken.set()

    async def _repeat(self) -> None:
        while True:
            with suppress(TimeoutError):
                async with asyncio.timeout(self._seconds):
                    await self._woken.wait()
            self._woken.clear()
            try:
                await self._work()
            except Exception as error:  # noqa: BLE001 - it is logged, and tried again
                self._failures.met(error)
            else:
                self._failures.passed()
