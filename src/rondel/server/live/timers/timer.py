"""A table's timer: looks at the table at a set time, at once, or after a delay when something failed."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable

LATE: float = 0.001
"""Seconds by which the timer goes off late, so that a time that ends then has passed."""


class Timer:
    """One timer; times are seconds of the loop's clock.

    >>> async def wait():
    ...     rung = asyncio.Event()
    ...     async def ring():
    ...         rung.set()
    ...     timer = Timer("t", ring)
    ...     timer.set(asyncio.get_running_loop().time())
    ...     await rung.wait()
    ...     return timer.is_set
    >>> asyncio.run(wait())
    False
    """

    def __init__(self, name: str, ring: Callable[[], Awaitable[float | None]]) -> None:
        """``ring`` is called when the timer goes off. It returns the seconds until the next call, or None where it has set the
        timer itself."""
        self._name = name
        self._ring = ring
        self._timer: asyncio.TimerHandle | None = None
        self._ringing: asyncio.Task[None] | None = None

    @property
    def is_set(self) -> bool:
        """Whether the timer will go off."""
        return self._timer is not None

    @property
    def busy(self) -> bool:
        """Whether ``ring`` is running."""
        return self._ringing is not None

    def set(self, at: float | None) -> None:
        """Go off at that time and at no other; None for never."""
        self.clear()
        if at is not None:
            loop = asyncio.get_running_loop()
            self._timer = loop.call_at(max(loop.time(), at) + LATE, self.look)

    def clear(self) -> None:
        """Do not go off until the timer is set again."""
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None

    def look(self) -> None:
        """Go off now, unless ``ring`` is running; never waits."""
        self.clear()
        if self._ringing is None:
            self._ringing = asyncio.create_task(self._look(), name=f"timer of table {self._name}")

    async def stop(self) -> None:
        """Do not go off any more, and cancel ``ring``."""
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
