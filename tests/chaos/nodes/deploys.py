"""R15: new rules come to the nodes one after another, while many tables play.

Each deploy raises the version of a game. The first node that has it makes tables of it, whose players begin at all nodes: an
older node says ``unavailable``, closes the socket and marks nothing, and they find a newer one. The tables of other games go on
over all of that. A table under rules whose version was raised since stops, as with one server, so those tables are left when
their deploy is over.
"""

from __future__ import annotations

import time
from pathlib import Path
from typing import Final

from rondel import door
from tests.chaos.nodes.arena import Arena
from tests.chaos.nodes.stalls import Course, percentile
from tests.chaos.players import Json
from tests.chaos.report import Figure
from tests.chaos.stalled import until

GAMES: Final = Path(__file__).parents[2] / "server" / "rule_host" / "games"
BACK_SECONDS: Final = 2.0
NAME, DEMANDED = "R15 rolling deploys", "20, two versions of rules at a time: 0 lost, no table faulted, all back within 2 s"


def run(folder: Path, short: bool = False) -> Figure:
    """Twenty deploys of three nodes; in short, one of two."""
    deploys, nodes, tables, newer, pace = (1, 2, 2, 2, 0.2) if short else (20, 3, 16, 6, 0.05)
    failures: list[str] = []
    wrong: list[str] = []
    notes: list[Json] = []
    acknowledged = refused = 0
    with Arena(folder, nodes, games=[str(_release(folder, 1))]) as arena:
        crew = arena.crew(arena.tables(tables), pace)
        until(lambda: sum(note["event"] == "acked" for note in crew.notes()) > tables, 60)
        for deploy in range(deploys):
            rules = _release(folder, deploy + 2)
            arena.nodes[0].stop()
            arena.nodes[0].start(games=[str(rules)])
            made = arena.tables(newer, games=["sound"], roles=["one", "two"])
            before = len(_refusals(arena))
            guests = arena.crew(made, pace, f"deploy-{deploy}")
            until(lambda before=before: len(_refusals(arena)) > before, 60)  # type: ignore[misc]
            for node in arena.nodes[1:]:
                time.sleep(0.5 if short else 1.5)
                node.stop()
                node.start(games=[str(rules)])
            time.sleep(0.5 if short else 1.0)
            guests.end(120)
            door.load(rules, instead=True)  # for the checker, which knows shipped games alone
            counted, lost = arena.check(guests.notes())
            acknowledged += counted["acknowledged"]
            wrong += lost
            notes += guests.notes()
        crew.end(120)
        counted, lost = arena.check(crew.notes())
        acknowledged += counted["acknowledged"]
        wrong += lost
        notes += crew.notes()
        faulted = int(arena.ask("SELECT count(*) FROM tables WHERE fault IS NOT NULL"))
        refused = len(_refusals(arena))
    away = Course(notes).absences
    if faulted:
        failures.append(f"{faulted} tables are marked as faulted")
    if not refused:
        failures.append("no older node has met a table of newer rules")
    if not short and percentile(away, 99) > BACK_SECONDS:
        failures.append(f"it took {percentile(away, 99):.2f} s until somebody was back")
    measured = {
        "deploys": deploys,
        "nodes replaced": deploys * nodes,
        "moves acknowledged": acknowledged,
        "lost, doubled, forked, out of order or not replaying": len(wrong),
        "tables faulted": faulted,
        "tables of newer rules refused by an older node": refused,
        f"s until somebody was back, at the 99th percentile ({percentile(away, 50):.2f} median; "
        f"slowest {max(away, default=0):.2f}; {len(away)} times)": f"{percentile(away, 99):.2f}",
    }
    return Figure(NAME, DEMANDED, measured, (*failures, *wrong))


def _release(folder: Path, version: int) -> Path:
    """A file with that version of the rules."""
    file = folder / f"version-{version}" / "sound.py"
    file.parent.mkdir()
    rules = (GAMES / "sound.py").read_text()
    file.write_text(rules.replace('    name = "sound"\n', f'    name = "sound"\n    version = {version}\n'))
    return file


def _refusals(arena: Arena) -> list[str]:
    """What older nodes have said of tables of newer rules."""
    said = [line for node in arena.nodes for line in node.log.read_text().splitlines()]
    return [line for line in said if "is installed; it cannot be opened here" in line]
