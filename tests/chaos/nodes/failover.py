"""R2: the primary dies, and its synchronous standby takes over.

Three nodes have an address with both servers. The primary is killed while many tables play, the standby is promoted, and a new
standby is copied from it; then the other way round. An answer is acknowledged only once the standby has it, so none is lost,
and all tables store again within two seconds after the promotion. Whoever operates the servers fences the old primary: here
it is dead.
"""

from __future__ import annotations

import time
from collections.abc import Sequence
from pathlib import Path
from typing import Final

from tests.chaos.nodes.arena import Arena
from tests.chaos.nodes.pair import Pair
from tests.chaos.nodes.stalls import percentile
from tests.chaos.players import Crew, Json
from tests.chaos.report import Figure

STORING_SECONDS: Final = 2.0
NAME, DEMANDED = (
    "R2 failover",
    "20 with a synchronous standby: 0 acknowledged lost; storing again within 2 s after the promotion",
)


def run(folder: Path, short: bool = False) -> Figure:
    """Twenty failovers at 16 tables; in short, one at three."""
    failovers, tables = (1, 3) if short else (20, 16)
    storing: list[float] = []
    with Pair(folder) as pair, Arena(folder, 2 if short else 3, pair=pair) as arena:
        made = arena.tables(tables)
        crew = arena.crew(made, pace=0.2 if short else 0.05)
        for number in range(failovers):
            _stored(crew, made, time.time() + (0.0 if short else 1.0))
            pair.kill()
            time.sleep(0.1 if short else 0.5)  # until somebody decides
            pair.promote()
            promoted = time.time()
            storing += [at - promoted for at in _stored(crew, made, promoted)]
            if number < failovers - 1:
                pair.copy()
        crew.end(120)
        notes = crew.notes()
        counted, wrong = arena.check(notes)
    failures = list(wrong)
    if not short and percentile(storing, 99) > STORING_SECONDS:
        failures.append(f"a table stored again only {percentile(storing, 99):.2f} s after the promotion")
    measured = {
        "failovers": failovers,
        "moves acknowledged": counted["acknowledged"],
        "lost, doubled, forked, out of order or not replaying": len(wrong),
        f"s from the promotion until a table stored again, at the 99th percentile ({percentile(storing, 50):.2f} median; "
        f"slowest {max(storing):.2f})": f"{percentile(storing, 99):.2f}",
    }
    return Figure(NAME, DEMANDED, measured, tuple(failures))


def _stored(crew: Crew, tables: Sequence[Json], since: float) -> list[float]:
    """When each table first stored an answer after that moment, once all have."""
    found: dict[str, float] = {}
    read = len(crew.notes())
    deadline = time.monotonic() + 60
    while len(found) < len(tables):
        assert time.monotonic() < deadline, f"{len(tables) - len(found)} tables store nothing any more"
        time.sleep(0.05)
        notes = crew.notes()
        for note in notes[read:]:
            if note["event"] == "acked" and note["at"] >= since:
                found.setdefault(note["table"], note["at"])
        read = len(notes)
    return list(found.values())
