"""Admission: limits how many new connections are served in one turn of the event loop.

When a server restarts, all clients reconnect at once, and opening a connection costs more than a move. If all of that were done
in the turn in which it arrives, the moves of running tables would wait for it. New connections over the limit wait in a queue,
first come, first served; moves are carried out between two turns.
"""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import Callable
from typing import Final

MOST: Final = 4
"""New connections in one turn."""


class Admission:
    """A queue of new connections for one event loop.

    >>> async def admitted():
    ...     admission, begun = Admission(most=2), []
    ...     for number in range(5):
    ...         admission.admit(lambda number=number: begun.append(number))
    ...     turns = [list(begun)]
    ...     while admission.waiting:
    ...         await asyncio.sleep(0)
    ...         turns.append(list(begun))
    ...     return turns
    >>> asyncio.run(admitted())
    [[0, 1], [0, 1, 2, 3], [0, 1, 2, 3, 4]]
    """

    def __init__(self, most: int = MOST) -> None:
        self._most = most
        self._queue: deque[Callable[[], None]] = deque()
        self._begun = 0
        """Connections begun in this turn."""
        self._counting = False
        """Whether the end of this turn is scheduled."""

    @property
    def waiting(self) -> int:
        """The length of the queue."""
        return len(self._queue)

    def admit(self, begin: Callable[[], None]) -> None:
        """Call ``begin``, now or in the first later turn with room. The event loop logs what it raises there."""
        if self._begun >= self._most or self._queue:
            self._queue.append(begin)
            return
        self._begun += 1
        if not self._counting:
            self._counting = True
            asyncio.get_running_loop().call_soon(self._next_turn)
        begin()

    def _next_turn(self) -> None:
        self._begun = 0
        try:
            while self._queue and self._begun < self._most:
                self._begun += 1
                self._queue.popleft()()
        finally:  # an error of one connection must not hold up the queue
            self._counting = self._begun > 0
            if self._counting:
                asyncio.get_running_loop().call_soon(self._next_turn)
