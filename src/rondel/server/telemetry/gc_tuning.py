"""Tunes the garbage collector: memory goes back to the system when many clients have left.

Sockets and games are freed when their last reference is dropped, reference cycles excepted. Python collects cycles among old
objects only when their number has grown by a quarter, so a server would grow by a quarter first; and the C library keeps freed
memory for later use.
"""

from __future__ import annotations

import ctypes
import gc
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any, Final

MANY: Final = 100
"""Sockets and tables that must have gone before a full collection: it takes some hundredths of a second."""

AFTER: Final = 20
"""Calls of `Memory.look` from then on, until the other clients have left as well."""

YOUNG: Final = 20_000
"""Allocations before a collection of the youngest generation. Few objects of moves are cyclic: Python's default of 700 would
cost a twentieth of the time."""

MIDDLE: Final = 1
"""Collections of the youngest generation before the next one includes the middle one. Python's default of 10 held up every move
for 90 ms while many clients connected."""

NEVER: Final = 1_000_000
"""Keeps Python from full collections of its own: `Memory` starts them."""

OLDER: Final = 8
"""Collections of the middle generation before a full collection."""

PAUSE_SECONDS: Final = 10.0
"""The minimum time between two full collections."""

SHARE: Final = 0.005
"""The part of the time that full collections may take: where one takes long, they become rarer."""


@contextmanager
def paused() -> Iterator[None]:
    """Context without collections, for a start: of all that it imports and builds, nothing is to be freed. They took an
    eighth of its time.

    >>> with paused():
    ...     gc.isenabled()
    False
    >>> gc.isenabled()
    True
    """
    was = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if was:
            gc.enable()


def settle() -> None:
    """Set the thresholds for a server: frequent, short collections. Objects that exist now are not collected."""
    gc.freeze()
    gc.set_threshold(YOUNG, MIDDLE, NEVER)


class Memory:
    """Frees memory some time after many sockets or tables have gone, and collects cycles regularly.

    >>> memory = Memory(many=2, after=1)
    >>> [memory.look(there) for there in (5, 4, 3, 3, 3)]
    [False, False, False, True, False]
    """

    def __init__(self, many: int = MANY, after: int = AFTER, clock: Callable[[], float] = time.perf_counter) -> None:
        self._many = many
        self._after = after
        self._clock = clock
        self._rested = clock()
        """The earliest time of the next full collection."""
        self._next = self._rested + PAUSE_SECONDS
        self._most = 0
        self._then = 0
        """The number of sockets and tables when a collection was due last."""
        self._since = 0
        self._trim = _trim()

    def look(self, there: int) -> bool:
        """Return whether memory was given back to the system. To be called regularly, with the number of sockets and tables."""
        self._most = max(self._most, there)
        if self._most - there < self._many:
            self._since = 0
            self._look_for_rings(there)
            return False
        if self._since < self._after:
            self._since += 1
            return False
        if self._clock() < self._rested:  # else a client that opens and closes a hundred sockets could keep the collector busy
            return False
        self._most, self._since = there, 0
        self._look_through()
        self._trim(0)
        return True

    def _look_for_rings(self, there: int) -> None:
        if gc.get_count()[2] < OLDER or self._clock() < self._next:
            return
        come, self._then = there - self._then, there
        if come >= self._many:  # many clients are connecting: their objects stay, and a collection would hold up moves
            self._next = self._clock() + PAUSE_SECONDS
        else:
            self._look_through()

    def _look_through(self) -> None:
        began = self._clock()
        gc.collect()
        took = self._clock() - began
        self._rested = self._next = began + took + max(PAUSE_SECONDS, took / SHARE)


def _trim() -> Callable[[int], Any]:
    """A function that returns free memory of the C library to the system; only the GNU library needs it."""
    library = ctypes.CDLL(None) if sys.platform == "linux" else None
    found: Callable[[int], Any] = getattr(library, "malloc_trim", lambda _kept: 0)
    return found
