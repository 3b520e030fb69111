"""R2: the bus is dead for a while.

At every table the players are at different nodes, so that each move must be seen elsewhere. The bus, a Valkey, is killed and
started again. A node that hears nothing reads the database three times a second: moves are seen later, none is lost, and
nobody counts as away meanwhile.
"""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Sequence
from pathlib import Path
from typing import Final

from tests.chaos.nodes.arena import Arena
from tests.chaos.nodes.stalls import Course, percentile
from tests.chaos.players import Json
from tests.chaos.report import Figure
from tests.chaos.stalled import until

SEEN_SECONDS: Final = 1.5
NAME, DEMANDED = "R2 bus down", "dead for 30 s: 0 lost; a move seen elsewhere within 1.5 s; nobody wrongly away"


def run(folder: Path, short: bool = False) -> Figure:
    """Dead for 30 seconds, three times; in short, once for three."""
    rounds, dead, tables = (1, 2.5, 4) if short else (3, 30.0, 24)
    spans: list[tuple[float, float]] = []
    with Arena(folder, 3, valkey=True) as arena:
        assert arena.valkey is not None
        crew = arena.crew(arena.tables(tables, apart=True), pace=0.2 if short else 0.05)
        until(lambda: sum(note["event"] == "acked" for note in crew.notes()) > tables, 60)
        for _ in range(rounds):
            began = time.time()
            arena.valkey.stop()
            time.sleep(dead)
            until(lambda began=began: _played(crew.notes(), began) > tables, 60)  # type: ignore[misc]
            arena.valkey.start()
            spans.append((began, time.time()))
            time.sleep(1.0 if short else 5.0)
        ended = time.time()
        crew.end(120)
        notes = crew.notes()
        counted, wrong = arena.check(notes)
    course = Course(notes)
    lags = [lag for began, end in spans for lag in course.lags(began, min(end + 1.0, ended))]
    moved = _moved(notes) if short else set()  # where the machine is busy, a player may take its node for silent
    away = [
        note
        for note in notes
        if note["event"] == "away" and spans[0][0] < note["at"] < ended and (note["table"], note["role"]) not in moved
    ]
    failures = list(wrong)
    if away:
        failures.append(f"{away[0]['role']} at {away[0]['table']} was told to be away, and {len(away) - 1} more")
    if not lags:
        failures.append("nobody played while the bus was dead")
    if not short and percentile(lags, 99) > SEEN_SECONDS:
        failures.append(f"a move was seen elsewhere only after {percentile(lags, 99):.2f} s")
    measured = {
        f"times {dead:.0f} s without the bus": rounds,
        "moves acknowledged": counted["acknowledged"],
        "lost, doubled, forked, out of order or not replaying": len(wrong),
        "times that somebody was wrongly said to be away": len(away),
        f"s until a move was seen at the other node, at the 99th percentile ({percentile(lags, 50):.2f} median; "
        f"slowest {max(lags, default=0):.2f}; {len(lags)} moves)": f"{percentile(lags, 99):.2f}",
    }
    return Figure(NAME, DEMANDED, measured, tuple(failures))


def _played(notes: Sequence[Json], since: float) -> int:
    """How many moves were acknowledged after that time."""
    return sum(note["event"] == "acked" and note["at"] > since for note in notes)


def _moved(notes: Sequence[Json]) -> set[tuple[str, str]]:
    """The tables and roles of players who have gone from one node to another."""
    arrivals = Counter((note["table"], note["role"]) for note in notes if note["event"] == "arrived")
    return {each for each, times in arrivals.items() if times > 1}
