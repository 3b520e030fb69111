"""Reads rounds in the process where their rules are: replays, branches and exports.

How open a round is takes longest to tell, and is the same for every block of its steps; so it is remembered here, where it is
forgotten with the rules it was told by.
"""

from __future__ import annotations

from typing import Final, TypeAlias

from rondel.server import protocol
from rondel.server.history.branch import branch
from rondel.server.history.replay import Look, deeds_done, replay
from rondel.server.history.round_export import RoundExport, Wanted, keepsake
from rondel.server.history.viewer import Openness, openness
from rondel.server.table.entries import TableEntry
from rondel.server.table.log.round_log import RoundLog

ROUNDS: Final = 1_000
"""Of so many rounds it is remembered how open they are."""

GROWN: Final = 64
"""So many answers a round goes on by before it is asked anew whether it can be tried out: whoever tries is told in any case."""

_Key: TypeAlias = tuple[str, int, int, int]


class HistoryReader:
    """What can be seen of rounds that were played, and of those that go on.

    >>> from rondel.server.table.entries import SeatEntry
    >>> from rondel.server.table.log.entries import Answer
    >>> entry = TableEntry("t", "tic_tac_toe", {}, b"seed", b"", (SeatEntry("x", "open"), SeatEntry("o", "open")))
    >>> course = RoundLog((Answer("t", 1, 1, "play", "x", "mark(b2)", active="o"),))
    >>> [step.seq for step in HistoryReader().replay(entry, 1, course, Look()).steps]
    [0, 1]
    """

    def __init__(self) -> None:
        self._openness: dict[_Key, Openness] = {}

    def replay(self, entry: TableEntry, number: int, course: RoundLog, look: Look) -> protocol.Replay:
        """See `past.replay`."""
        return replay(entry, number, course, look, self._roughly(entry, number, course))

    def deeds(self, entry: TableEntry, course: RoundLog, look: Look) -> protocol.DoneDeeds:
        """See `past.replay`."""
        return deeds_done(entry, course, look)

    def branch(self, entry: TableEntry, number: int, course: RoundLog, tried: protocol.Try) -> protocol.Branch:
        """See `past.branch`."""
        return branch(entry, number, course, tried, self._exactly(entry, number, course))

    def keepsake(self, entry: TableEntry, number: int, course: RoundLog, wanted: Wanted) -> RoundExport:
        """See `round_export`."""
        return keepsake(entry, number, course, wanted, self._exactly(entry, number, course))

    def _roughly(self, entry: TableEntry, number: int, course: RoundLog) -> Openness:
        """How open a round is, or, while it goes on, was a while ago."""
        if not course.answers or not course.answers[-1].active:  # it is over, or nobody has written down whether it is
            return self._exactly(entry, number, course)
        return self._kept((entry.id, number, course.last // GROWN, -1), entry, course)

    def _exactly(self, entry: TableEntry, number: int, course: RoundLog) -> Openness:
        return self._kept((entry.id, number, 0, course.last), entry, course)

    def _kept(self, key: _Key, entry: TableEntry, course: RoundLog) -> Openness:
        found = self._openness.pop(key, None) or openness(entry, course)
        self._openness[key] = found  # the last that was asked for
        if len(self._openness) > ROUNDS:
            del self._openness[next(iter(self._openness))]
        return found
