"""The log of one round, whole, with the snapshots taken during it.

A late position of a long round is reached from the last snapshot before it. Snapshots are a cache: without them the result is
the same and takes longer.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeVar

import msgspec

from rondel.server.table.commands import Faulted
from rondel.server.table.log.entries import Answer, Log, Snapshot

T = TypeVar("T")


class TooLate(Exception):
    """The snapshot a table was opened from is too late in its round for what is wanted."""


class RoundLog(msgspec.Struct, frozen=True):
    """The answers of one round, in order; the first is the one that began the round, where there is such a row."""

    answers: tuple[Answer, ...] = ()
    snapshots: tuple[Snapshot, ...] = ()
    """The round's snapshots, in order and without gaps, since each holds only what was told after the one before it."""

    @property
    def began(self) -> int:
        """The number of the round's first position: moves are counted from it, in the log and in a replay alike.

        >>> RoundLog((Answer("t", 1, 1, "play", "x", "mark(a1)"),)).began
        0
        >>> RoundLog((Answer("t", 1, 1, "start", ""), Answer("t", 2, 1, "play", "x", "mark(a1)"))).began
        1
        >>> RoundLog((Answer("t", 7, 2, "again", ""), Answer("t", 8, 2, "play", "o", "mark(a1)"))).began
        7
        """
        return self.answers[0].seq if self.answers and self.answers[0].kind in ("again", "start") else 0

    @property
    def last(self) -> int:
        """The number of the round's last position so far."""
        return self.answers[-1].seq if self.answers else 0

    def opened(self, seq: int, work: Callable[[Log], T]) -> T:
        """Call ``work`` with a log that leaves a table at that position, and return its result.

        The first log begins at the last snapshot before the position. While ``work`` raises `Faulted` or `TooLate`, the next
        log begins twice as far back. An error from the start of the round is raised here.
        """
        before = tuple([each for each in self.snapshots if each.seq <= seq])
        count, farther = len(before), 1
        while count > 0:
            try:
                return work(self._log(before[:count], seq))
            except (Faulted, TooLate):  # an undo reaches behind the snapshot, or other rules wrote the snapshot
                count, farther = count - farther, 2 * farther
        return work(self._log((), seq))

    def _log(self, snapshots: tuple[Snapshot, ...], seq: int) -> Log:
        since = snapshots[-1].seq if snapshots else 0
        return Log(snapshots, tuple([each for each in self.answers if since < each.seq <= seq]))
