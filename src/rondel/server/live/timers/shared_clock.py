"""The clock that several nodes share: the database's, continued by each node's own between two readings."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable
from typing import Final

READINGS: Final = 8
"""Readings of which the quickest counts: the less time a reading took, the less is unknown about it."""

DRIFT: Final = 20
"""Milliseconds by which two clocks may differ from one reading to the next before one of them was set."""


class SharedClock:
    """Milliseconds since 1970 by the database's clock; it never goes back.

    >>> own = 5_000
    >>> clock = SharedClock(lambda: own)
    >>> clock.note(4_990, 70_000, 5_010)
    >>> clock.note(5_000, 70_002, 5_004)
    >>> own = 6_000
    >>> clock.now()
    71000
    """

    def __init__(self, own: Callable[[], int]) -> None:
        """``own`` is a clock that is never set, with any zero."""
        self._own = own
        self._readings: deque[tuple[int, int]] = deque(maxlen=READINGS)
        """How long each took, and by how much the database's clock was ahead."""
        self._ahead: int | None = None
        self._latest = 0

    def note(self, before: int, found: int, after: int) -> None:
        """Note a reading of the database's clock, and the own time before and after it."""
        if self._ahead is not None and not found - after - DRIFT <= self._ahead <= found - before + DRIFT:
            self._readings.clear()  # a clock was set, or this machine was asleep
        self._readings.append((after - before, found - (before + after) // 2))
        self._ahead = min(self._readings)[1]

    def now(self) -> int:
        """The time; the own clock's before the first reading."""
        if self._ahead is None:
            return self._own()
        self._latest = max(self._latest, self._own() + self._ahead)
        return self._latest
