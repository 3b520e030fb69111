"""Looking back at rounds of which no snapshots were kept, as those who look are shown them the first time."""

from __future__ import annotations

from collections.abc import Sequence

from rondel.server import protocol
from rondel.server.history.reader import Hindsight
from rondel.server.history.replay import Look
from rondel.server.history.round_export import Keepsake, Wanted
from rondel.server.table.entries import TableEntry
from rondel.server.table.log.entries import Answer
from rondel.server.table.log.round_log import Course


def replay(entry: TableEntry, number: int, log: Sequence[Answer], look: Look) -> protocol.Replay:
    return Hindsight().replay(entry, number, Course(tuple(log)), look)


def branch(entry: TableEntry, number: int, log: Sequence[Answer], tried: protocol.Try) -> protocol.Branch:
    return Hindsight().branch(entry, number, Course(tuple(log)), tried)


def keepsake(entry: TableEntry, number: int, log: Sequence[Answer], wanted: Wanted) -> Keepsake:
    return Hindsight().keepsake(entry, number, Course(tuple(log)), wanted)
