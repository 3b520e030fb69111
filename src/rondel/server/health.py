"""Health: whether this server should be sent people, for whatever stands in front of it.

It is ready when its store answers and it is not about to stop. It says no more than that to everybody who can reach it.
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from typing import Final, Literal

import msgspec

from rondel.server.store import Closed, Down

FRESH_SECONDS: Final = 1.0
"""For how long the store is not asked again: whoever asks us often must not cost the database anything."""

PATIENCE: Final = 2.0
"""Seconds the store may take to answer."""


class Report(msgspec.Struct, frozen=True):
    """What is said: ``ready``; ``draining`` when the server is about to stop; ``store`` when the database does not answer."""

    status: Literal["ready", "draining", "store"]

    @property
    def http_status(self) -> int:
        """200 for a server that is ready, else 503.

        >>> Report("ready").http_status, Report("draining").http_status
        (200, 503)
        """
        return 200 if self.status == "ready" else 503


class Health:
    """Looks after the store of one arena."""

    def __init__(
        self, ask: Callable[[], Awaitable[object]], *, patience: float = PATIENCE, fresh: float = FRESH_SECONDS
    ) -> None:
        """``ask`` has the store answer something, and raises when it does not."""
        self.draining = False
        """Whether the server is about to stop."""
        self._ask = ask
        self._patience = patience
        self._fresh = fresh
        self._answered = True
        self._asked_at = float("-inf")
        self._asking = asyncio.Lock()

    async def report(self) -> Report:
        """How it is now; never raises for a store that is down."""
        if self.draining:
            return Report("draining")
        async with self._asking:
            loop = asyncio.get_running_loop()
            if loop.time() - self._asked_at >= self._fresh:
                self._answered = await self._answers()
                self._asked_at = loop.time()  # as of now: else whoever waits here would wait for a silent store in turn
        return Report("ready" if self._answered else "store")

    async def _answers(self) -> bool:
        try:
            async with asyncio.timeout(self._patience):
                await self._ask()
        except (Down, Closed, TimeoutError):
            return False
        return True
