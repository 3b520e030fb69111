"""A table's timer: looks at the table at a set time, at once, or after a delay when something failed."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable

LATE: float = 0.001
"""Seconds it goes off after its time, so that what was to be over by then is over."""


class Timer:
    """One alarm; times are seconds of the loop's clock.

    >>> async def wait():
    ...     rung = asyncio.Event()
    ...     async def ring():
    ...         rung.set()
    ...     alarm = Timer("t", ring)
    ...     alarm.set(asyncio.get_running_loop().time())
    ...     await rung.wait()
    ...     return alarm.is_set
    >>> asyncio.run(wait())
    False
    """

    def __init__(self, name: str, ring: Callable[[], Awaitable[float | None]]) -> None:
        """``ring`` looks, and says after how many seconds it is to look again, or None when it has set the alarm itself as it
        is to be."""
        self._name = name
        self._ring = ring
        self._timer: asyncio.TimerHandle | None = None
        self._ringing: asyncio.Task[None] | None = None

    @property
    def is_set(self) -> bool:
        """Whether it will go off."""
        return self._timer is not None

    @property
    def busy(self) -> bool:
        """Whether the table is being looked at."""
        return self._ringing is not None

    def set(self, at: float | None) -> None:
        """Have it go off then and at no other time; None for not at all."""
        self.clear()
        if at is not None:
            loop = asyncio.get_running_loop()
            self._timer = loop.call_at(max(loop.time(), at) + LATE, self.look)

    def clear(self) -> None:
        """It goes off no more, until it is set again."""
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None

    def look(self) -> None:
        """Have the table looked at now, unless it does; never waits."""
        self.clear()
        if self._ringing is None:
            self._ringing = asyncio.create_task(self._look(), name=f"alarm of table {self._name}")

    async def stop(self) -> None:
        """It goes off no more, and the table is looked at no further."""
        self.clear()
        if self._ringing is not None:
            self._ringing.cancel()
            await asyncio.wait({self._ringing})

    async def _look(self) -> None:
        try:
            after = await self._ring()
        finally:
            self._ringing = None
        if after is not None:
            self.set(asyncio.get_running_loop().time() + after)
