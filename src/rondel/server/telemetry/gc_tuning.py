"""Tunes the garbage collector: memory goes back to the system when many clients have left.

What sockets and games have held is freed when they are gone, but for what holds each other in a ring. Python looks for those
among all that has been there for long only when a quarter as much has come besides, so that a server would grow by a quarter
before it looked; and the C library keeps what is freed for what may come.
"""

from __future__ import annotations

import ctypes
import gc
import sys
import time
from collections.abc import Callable
from typing import Any, Final

MANY: Final = 100
"""Sockets and tables that must have gone before it is worth while: to look for rings takes some hundredths of a second."""

AFTER: Final = 20
"""Looks from then on, until the rest has gone as well."""

YOUNG: Final = 20_000
"""Objects that are made and not freed again, before Python looks for those that hold only each other. There are few: at its own
700 it would look at what every move has made, and that costs a twentieth of the time."""

MIDDLE: Final = 1
"""Looks among the youngest, after which the next one takes in what they have kept. At Python's own 10 that look held up every
move for 90 ms while a crowd came."""

NEVER: Final = 1_000_000
"""Python looks through all there is of itself only after so many looks: `Memory` says when."""

OLDER: Final = 8
"""Looks of Python among what is young, each of which has let something grow old, after which all there is is looked through."""

PAUSE_SECONDS: Final = 10.0
"""From one look among all there is to the next, at the least."""

SHARE: Final = 0.005
"""The part of the time that these looks may take: where there is much to be looked at, they are rarer."""


def settle() -> None:
    """Have Python look for rings as a server needs it, often and a little each time. What is there now stays, and is not looked
    at again."""
    gc.freeze()
    gc.set_threshold(YOUNG, MIDDLE, NEVER)


class Memory:
    """Gives memory back some time after many sockets or tables have gone, and as it is left behind.

    >>> memory = Memory(many=2, after=1)
    >>> [memory.look(there) for there in (5, 4, 3, 3, 3)]
    [False, False, False, True, False]
    """

    def __init__(self, many: int = MANY, after: int = AFTER, clock: Callable[[], float] = time.perf_counter) -> None:
        self._many = many
        self._after = after
        self._clock = clock
        self._rested = clock()
        """When all there is may be looked through again."""
        self._next = self._rested + PAUSE_SECONDS
        self._most = 0
        self._then = 0
        """How many sockets and tables there were when it was last due to look for rings."""
        self._since = 0
        self._trim = _trim()

    def look(self, there: int) -> bool:
        """Return whether memory was given back. To be called regularly, with the number of sockets and tables in memory."""
        self._most = max(self._most, there)
        if self._most - there < self._many:
            self._since = 0
            self._look_for_rings(there)
            return False
        if self._since < self._after:
            self._since += 1
            return False
        if self._clock() < self._rested:  # else who comes and goes with a hundred sockets would have it look all the time
            return False
        self._most, self._since = there, 0
        self._look_through()
        self._trim(0)
        return True

    def _look_for_rings(self, there: int) -> None:
        if gc.get_count()[2] < OLDER or self._clock() < self._next:
            return
        come, self._then = there - self._then, there
        if come >= self._many:  # a crowd comes: what it brings stays, and to look through it would hold up the moves of others
            self._next = self._clock() + PAUSE_SECONDS
        else:
            self._look_through()

    def _look_through(self) -> None:
        began = self._clock()
        gc.collect()
        took = self._clock() - began
        self._rested = self._next = began + took + max(PAUSE_SECONDS, took / SHARE)


def _trim() -> Callable[[int], Any]:
    """What gives back what the C library keeps; only that of GNU needs to be told."""
    library = ctypes.CDLL(None) if sys.platform == "linux" else None
    found: Callable[[int], Any] = getattr(library, "malloc_trim", lambda _kept: 0)
    return found
