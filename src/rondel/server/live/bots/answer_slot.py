"""An answer slot: the time at which a bot's answer leaves, fixed before the bot is asked.

The end of a slot is drawn from a keyed stream, by the table and the number of the position. It depends on public facts alone:
the kind of the bot, the clock of the table, and the slots that other bots of the server have been given. It never depends on
the legal moves, on what a seat holds or on the time a search takes. The search gets a part of the slot as its budget.

A search that takes longer than its slot is late. Its answer leaves after a whole number of further steps, each as long as a
search of the slot may take. The lateness tells that number of steps, and nothing more of the search time.
"""

from __future__ import annotations

import hashlib
import math
import time
from collections.abc import Callable
from typing import Final

import msgspec

QUICK: Final = frozenset({"", "random"})
"""Bots that do not search; the empty name is the rules' absent player."""

MARGIN: Final = 0.15
"""Seconds of a slot for the way to a worker and back."""

STARTING: Final = 1.0
"""Added seconds while no worker has been started yet."""

CLOCK_SHARE: Final = 20
"""A slot takes at most this fraction of the time that is left on the clock."""

LEAST: Final = 0.01
"""Seconds that a search gets in the shortest slot."""


class Slot(msgspec.Struct, frozen=True):
    """The time at which an answer leaves."""

    ends: float
    """The time, in seconds of the monotonic clock."""
    seconds: float
    """What the search may take."""
    step: float = 0.0
    """The seconds between the times at which a late answer may leave, counted from ``ends``; 0 for at once."""

    def departure(self, ready: float) -> float:
        """The time at which an answer leaves that was found at ``ready``: the end of the slot, or a whole number of steps
        later.

        >>> slot = Slot(ends=100.0, seconds=1.0, step=1.25)
        >>> [slot.departure(ready) for ready in (99.0, 100.0, 100.01, 101.25, 101.5)]
        [100.0, 100.0, 101.25, 101.25, 102.5]
        """
        if ready <= self.ends or not self.step:
            return max(ready, self.ends)
        return self.ends + self.step * math.ceil((ready - self.ends) / self.step)


class Slots:
    """Gives out slots, and keeps the worker time that they reserve.

    >>> slots = Slots(b"key", seconds=1.0, pace=0.4, workers=1, clock=lambda: 100.0)
    >>> slot = slots.give("table", 3, "mcts")
    >>> slot == Slots(b"key", seconds=1.0, pace=0.4, workers=1, clock=lambda: 100.0).give("table", 3, "mcts")
    True
    >>> 101.0 + MARGIN <= slot.ends < 101.4 + MARGIN, slot.seconds
    (True, 1.0)
    >>> Slots(b"key", seconds=1.0, pace=0.0, workers=1, clock=lambda: 100.0).give("table", 3, "mcts")
    Slot(ends=100.0, seconds=1.0, step=0.0)
    """

    def __init__(
        self, key: bytes, *, seconds: float, pace: float, workers: int, clock: Callable[[], float] = time.monotonic
    ) -> None:
        """``seconds`` limits a search. ``pace`` is the shortest slot, and the spread of the draw; with 0 an answer leaves as
        soon as it is found."""
        self._key = key
        self._seconds = seconds
        self._pace = pace
        self._clock = clock
        self._reserved = [0.0] * workers
        """Until when each worker is busy, if every search uses its whole budget."""

    def give(self, table: str, position: int, bot: str, *, left: float | None = None, starting: bool = False) -> Slot:
        """The slot of an answer to the position of that number. ``left`` is how many seconds the clock of the table has left
        until the next flag falls, and ``starting`` says that no worker has been started yet."""
        now = self._clock()
        if not self._pace:
            return Slot(now, self._seconds)
        longest = float("inf") if left is None else max(0.0, left) / CLOCK_SHARE
        drawn = self._pace * self._draw(table, position, bot)
        if bot in QUICK:
            return Slot(now + min(self._pace + drawn, longest), self._seconds, max(LEAST, min(self._pace, longest)))
        margin = min(MARGIN, longest / 3)
        seconds = max(LEAST, min(self._seconds, longest - margin))
        worker = min(range(len(self._reserved)), key=self._reserved.__getitem__)
        begins = max(now, self._reserved[worker])  # a forced answer reserves as much: others must not see which it was
        self._reserved[worker] = begins + seconds + margin
        length = max(self._pace, begins - now + seconds + margin) + drawn
        if starting:
            length += STARTING
        return Slot(now + min(length, longest), seconds, seconds + margin)

    def _draw(self, table: str, position: int, bot: str) -> float:
        """A number from 0 up to 1, the same each time."""
        text = f"{table}\0{position}\0{bot}".encode()
        return int.from_bytes(hashlib.blake2b(text, key=self._key, digest_size=6).digest(), "big") / (1 << 48)
