"""The log of one round, whole, with the snapshots taken on its way.

Who looks at a late position of a long round waits for what lies between the last snapshot before it and there, and for nothing
earlier. Snapshots are a cache: a course without any is the same, and takes longer to look at.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeVar

import msgspec

from rondel.server.table.commands import Faulted
from rondel.server.table.log.entries import Answer, Log, Snapshot

T = TypeVar("T")


class TooLate(Exception):
    """What is wanted cannot be told of a table that was opened so late in its round."""


class RoundLog(msgspec.Struct, frozen=True):
    """The answers of one round, in order; from the second round on the one that began it is first."""

    answers: tuple[Answer, ...] = ()
    snapshots: tuple[Snapshot, ...] = ()
    """Those of the round, in order: none is missing between the first and the last that are here, for each holds what was
    told since the one before."""

    @property
    def began(self) -> int:
        """The number of its first position.

        >>> RoundLog((Answer("t", 1, 1, "play", "x", "mark(a1)"),)).began
        0
        >>> RoundLog((Answer("t", 7, 2, "again", ""), Answer("t", 8, 2, "play", "o", "mark(a1)"))).began
        7
        """
        return self.answers[0].seq if self.answers and self.answers[0].kind == "again" else 0

    @property
    def last(self) -> int:
        """The number of its last position so far."""
        return self.answers[-1].seq if self.answers else 0

    def opened(self, seq: int, work: Callable[[Log], T]) -> T:
        """What the work makes of a log that leaves a table at that position: the shortest that will do, tried each time
        twice as far back. One will not where the work raises `Faulted` or `TooLate`; what it raises from the start of the
        round is raised here."""
        before = tuple([each for each in self.snapshots if each.seq <= seq])
        count, farther = len(before), 1
        while count > 0:
            try:
                return work(self._log(before[:count], seq))
            except (Faulted, TooLate):  # what is taken back later on lies before it, or it was written by other rules
                count, farther = count - farther, 2 * farther
        return work(self._log((), seq))

    def _log(self, snapshots: tuple[Snapshot, ...], seq: int) -> Log:
        since = snapshots[-1].seq if snapshots else 0
        return Log(snapshots, tuple([each for each in self.answers if since < each.seq <= seq]))
