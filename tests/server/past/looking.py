"""Looking back at rounds of which no snapshots were kept, as those who look are shown them the first time."""

from __future__ import annotations

from collections.abc import Sequence

from rondel.server import protocol
from rondel.server.catalogue import TableEntry
from rondel.server.past.course import Course
from rondel.server.past.hindsight import Hindsight
from rondel.server.past.keepsake import Keepsake, Wanted
from rondel.server.past.replay import Look
from rondel.server.store import Answer


def replay(entry: TableEntry, number: int, log: Sequence[Answer], look: Look) -> protocol.Replay:
    return Hindsight().replay(entry, number, Course(tuple(log)), look)


def branch(entry: TableEntry, number: int, log: Sequence[Answer], tried: protocol.Try) -> protocol.Branch:
    return Hindsight().branch(entry, number, Course(tuple(log)), tried)


def keepsake(entry: TableEntry, number: int, log: Sequence[Answer], wanted: Wanted) -> Keepsake:
    return Hindsight().keepsake(entry, number, Course(tuple(log)), wanted)
