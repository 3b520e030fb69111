"""Reads rounds in the process where their rules are: replays, branches and exports.

How open a round is takes longest to tell, and is the same for every block of its steps; so it is remembered here, where it is
forgotten with the rules it was told by.
"""

from __future__ import annotations

from typing import Final, TypeAlias

from rondel.server import protocol
from rondel.server.history.branch import branch
from rondel.server.history.replay import ReplayQuery, actions_done, replay
from rondel.server.history.round_export import ExportQuery, RoundExport, export
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
    >>> round_log = RoundLog((Answer("t", 1, 1, "play", "x", "mark(b2)", active="o"),))
    >>> [step.seq for step in HistoryReader().replay(entry, 1, round_log, ReplayQuery()).steps]
    [0, 1]
    """

    def __init__(self) -> None:
        self._openness: dict[_Key, Openness] = {}

    def replay(self, entry: TableEntry, number: int, round_log: RoundLog, look: ReplayQuery) -> protocol.Replay:
        """See `past.replay`."""
        return replay(entry, number, round_log, look, self._roughly(entry, number, round_log))

    def table_actions(self, entry: TableEntry, round_log: RoundLog, look: ReplayQuery) -> protocol.DoneDeeds:
        """See `past.replay`."""
        return actions_done(entry, round_log, look)

    def branch(self, entry: TableEntry, number: int, round_log: RoundLog, tried: protocol.Try) -> protocol.Branch:
        """See `past.branch`."""
        return branch(entry, number, round_log, tried, self._exactly(entry, number, round_log))

    def export(self, entry: TableEntry, number: int, round_log: RoundLog, wanted: ExportQuery) -> RoundExport:
        """See `round_export`."""
        return export(entry, number, round_log, wanted, self._exactly(entry, number, round_log))

    def _roughly(self, entry: TableEntry, number: int, round_log: RoundLog) -> Openness:
        """How open a round is, or, while it goes on, was a while ago."""
        if not round_log.answers or not round_log.answers[-1].active:  # it is over, or nobody has written down whether it is
            return self._exactly(entry, number, round_log)
        return self._kept((entry.id, number, round_log.last // GROWN, -1), entry, round_log)

    def _exactly(self, entry: TableEntry, number: int, round_log: RoundLog) -> Openness:
        return self._kept((entry.id, number, 0, round_log.last), entry, round_log)

    def _kept(self, key: _Key, entry: TableEntry, round_log: RoundLog) -> Openness:
        found = self._openness.pop(key, None) or openness(entry, round_log)
        self._openness[key] = found  # the last that was asked for
        if len(self._openness) > ROUNDS:
            del self._openness[next(iter(self._openness))]
        return found
