"""Reads rounds in the process of their rules: replays, branches, analyses and exports.

How open a round is takes longest to compute, and is the same for every page of its steps. So it is cached here; the cache ends
with the process of the rules.
"""

from __future__ import annotations

from typing import Final, TypeAlias

from rondel.server import protocol
from rondel.server.history.analysis import AnalysisPosition, position
from rondel.server.history.branch import branch
from rondel.server.history.replay import ReplayQuery, actions_done, replay
from rondel.server.history.round_export import ExportQuery, RoundExport, export
from rondel.server.history.viewer import Openness, openness
from rondel.server.table.entries import TableEntry
from rondel.server.table.log.round_log import RoundLog

ROUNDS: Final = 1_000
"""Rounds in the cache."""

GROWN: Final = 64
"""Answers of a running round after which a replay computes its openness again. A branch always computes it."""

_Key: TypeAlias = tuple[str, int, int, int]


class HistoryReader:
    """Reads ended and running rounds.

    >>> from rondel.server.table.entries import SeatEntry
    >>> from rondel.server.table.log.entries import Answer
    >>> entry = TableEntry("t", "tic_tac_toe", {}, b"seed", b"", (SeatEntry("x", "open"), SeatEntry("o", "open")))
    >>> round_log = RoundLog((Answer("t", 1, 1, "play", "x", "mark(b2)", active="o"),))
    >>> [step.seq for step in HistoryReader().replay(entry, 1, round_log, ReplayQuery()).steps]
    [0, 1]
    """

    def __init__(self) -> None:
        self._openness: dict[_Key, Openness] = {}

    def replay(self, entry: TableEntry, number: int, round_log: RoundLog, query: ReplayQuery) -> protocol.Replay:
        """See `history.replay`."""
        return replay(entry, number, round_log, query, self._roughly(entry, number, round_log))

    def table_actions(self, entry: TableEntry, round_log: RoundLog, query: ReplayQuery) -> protocol.TableActionLog:
        """See `history.replay`."""
        return actions_done(entry, round_log, query)

    def branch(self, entry: TableEntry, number: int, round_log: RoundLog, tried: protocol.Try) -> protocol.Branch:
        """See `history.branch`."""
        return branch(entry, number, round_log, tried, self._exactly(entry, number, round_log))

    def position(self, entry: TableEntry, number: int, round_log: RoundLog, seq: int) -> AnalysisPosition:
        """See `history.analysis`."""
        return position(entry, number, round_log, seq, self._exactly(entry, number, round_log))

    def export(self, entry: TableEntry, number: int, round_log: RoundLog, query: ExportQuery) -> RoundExport:
        """See `history.round_export`."""
        return export(entry, number, round_log, query, self._exactly(entry, number, round_log))

    def _roughly(self, entry: TableEntry, number: int, round_log: RoundLog) -> Openness:
        """How open a round is; for a running round, at most `GROWN` answers ago."""
        if not round_log.answers or not round_log.answers[-1].active:  # it is over, or an old row does not say
            return self._exactly(entry, number, round_log)
        return self._kept((entry.id, number, round_log.last // GROWN, -1), entry, round_log)

    def _exactly(self, entry: TableEntry, number: int, round_log: RoundLog) -> Openness:
        return self._kept((entry.id, number, 0, round_log.last), entry, round_log)

    def _kept(self, key: _Key, entry: TableEntry, round_log: RoundLog) -> Openness:
        found = self._openness.pop(key, None) or openness(entry, round_log)
        self._openness[key] = found  # the newest entry of the cache
        if len(self._openness) > ROUNDS:
            del self._openness[next(iter(self._openness))]
        return found
