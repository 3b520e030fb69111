"""Memory that goes back to the machine when many have left.

What sockets have held is freed when they are gone, but for what holds each other in a ring, which Python looks for seldom, and
the C library keeps what is freed for what may come. A server that many have left would stay as large as it was with them.
"""

from __future__ import annotations

import ctypes
import gc
import sys
from collections.abc import Callable
from typing import Any, Final

MANY: Final = 100
"""Sockets that must have gone before it is worth while: to look for rings takes some hundredths of a second."""

AFTER: Final = 20
"""Looks from then on, until the rest has gone as well."""


class Memory:
    """Gives memory back some time after many sockets have gone.

    >>> memory = Memory(many=2, after=1)
    >>> [memory.look(there) for there in (5, 4, 3, 3, 3)]
    [False, False, False, True, False]
    """

    def __init__(self, many: int = MANY, after: int = AFTER) -> None:
        self._many = many
        self._after = after
        self._most = 0
        self._since = 0
        self._trim = _trim()

    def look(self, there: int) -> bool:
        """Look how many sockets there are, every now and then; whether memory was given back."""
        self._most = max(self._most, there)
        if self._most - there < self._many:
            self._since = 0
            return False
        if self._since < self._after:
            self._since += 1
            return False
        self._most, self._since = there, 0
        gc.collect()
        self._trim(0)
        return True


def _trim() -> Callable[[int], Any]:
    """What gives back what the C library keeps; only that of GNU needs to be told."""
    library = ctypes.CDLL(None) if sys.platform == "linux" else None
    found: Callable[[int], Any] = getattr(library, "malloc_trim", lambda _kept: 0)
    return found
