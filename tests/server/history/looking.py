"""Reads rounds without snapshots and without a cache, as the first request does."""

from __future__ import annotations

from collections.abc import Sequence

from rondel.server import protocol
from rondel.server.history.analysis import AnalysisPosition
from rondel.server.history.reader import HistoryReader
from rondel.server.history.replay import ReplayQuery
from rondel.server.history.round_export import ExportQuery, RoundExport
from rondel.server.table.entries import TableEntry
from rondel.server.table.log.entries import Answer
from rondel.server.table.log.round_log import RoundLog


def replay(entry: TableEntry, number: int, log: Sequence[Answer], look: ReplayQuery) -> protocol.Replay:
    return HistoryReader().replay(entry, number, RoundLog(tuple(log)), look)


def branch(entry: TableEntry, number: int, log: Sequence[Answer], tried: protocol.Try) -> protocol.Branch:
    return HistoryReader().branch(entry, number, RoundLog(tuple(log)), tried)


def position(entry: TableEntry, number: int, log: Sequence[Answer], seq: int) -> AnalysisPosition:
    return HistoryReader().position(entry, number, RoundLog(tuple(log)), seq)


def export(entry: TableEntry, number: int, log: Sequence[Answer], wanted: ExportQuery) -> RoundExport:
    return HistoryReader().export(entry, number, RoundLog(tuple(log)), wanted)
