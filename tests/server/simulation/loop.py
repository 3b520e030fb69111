"""An event loop that no time passes on but its own, and that does the same every time."""

from __future__ import annotations

import asyncio
import heapq
from collections.abc import Callable
from typing import Any


class Stuck(Exception):
    """Nothing is ready, and nothing ever will be."""


class Loop(asyncio.BaseEventLoop):
    """Runs one callback at a time; when none is ready, the clock jumps to the next timer. It has no threads and no sockets."""

    def __init__(self, before_each: Callable[[int], None], holds: Callable[[asyncio.Handle], bool]) -> None:
        """``before_each`` gets the number of each callback before it runs; ``holds`` may keep one to itself."""
        super().__init__()
        self._now = 0.0
        self._steps = 0
        self._before_each = before_each
        self._holds = holds

    def time(self) -> float:
        return self._now

    def run_in_executor(self, *_: Any) -> Any:  # type: ignore[override]
        raise AssertionError("a thread was wanted in the simulation: what it does belongs behind Surroundings")

    def _run_once(self) -> None:
        ready: Any = self._ready  # type: ignore[attr-defined]
        scheduled: Any = self._scheduled  # type: ignore[attr-defined]
        while scheduled and scheduled[0]._cancelled:
            heapq.heappop(scheduled)._scheduled = False
        if not ready:
            if not scheduled:
                raise Stuck("everybody waits for somebody")
            self._now = max(self._now, scheduled[0]._when)
        while scheduled and scheduled[0]._when <= self._now:
            handle = heapq.heappop(scheduled)
            handle._scheduled = False
            ready.append(handle)
        handle = ready.popleft()
        if not handle._cancelled and not self._holds(handle):
            self._steps += 1
            self._before_each(self._steps)
            handle._run()

    def _timer_handle_cancelled(self, handle: asyncio.TimerHandle) -> None:
        """It is taken away when its time comes."""

    def _write_to_self(self) -> None:
        """Nobody is to be woken: there is one thread."""
