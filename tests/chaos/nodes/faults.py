"""R2: nodes that are killed, frozen and cut off while many tables play.

Three nodes share one PostgreSQL and one bus. One of them after another is killed and started again, stands still for ten
seconds, or loses its link to PostgreSQL, to the bus or to both: silent, reset or slow. Its players go to another node, as the
page does. Nothing acknowledged is lost, stored twice or shown out of order, and all play on within two seconds.
"""

from __future__ import annotations

import random
import time
from pathlib import Path
from typing import Final

from tests.chaos.nodes.arena import Arena
from tests.chaos.nodes.link import Way
from tests.chaos.nodes.stalls import Course, percentile
from tests.chaos.report import Figure
from tests.chaos.stalled import until

BACK_SECONDS: Final = 2.0
BACK_FROM_KILL_SECONDS: Final = 1.0
NAME, DEMANDED = (
    "R2 three nodes",
    "50 kills, 50 freezes, 50 cuts: 0 lost, doubled, forked or out of order; 99 of 100 tables play on within 2 s (kills 1 s)",
)

CUTS: Final[tuple[tuple[str, Way], ...]] = (
    ("store", "hole"),
    ("bus", "hole"),
    ("both", "hole"),
    ("store", "reset"),
    ("bus", "reset"),
    ("store", "delay"),
    ("bus", "delay"),
)


def run(folder: Path, short: bool = False) -> Figure:
    """Fifty of each at 24 tables; in short, one of each at six."""
    rounds, tables, frozen, cut, pause = (1, 6, 2.0, 1.5, 0.3) if short else (50, 24, 10.0, 5.0, 2.0)
    dice = random.Random(1)
    happened: list[tuple[str, int, float]] = []
    with Arena(folder, 3, valkey=True) as arena:
        crew = arena.crew(arena.tables(tables), pace=0.2 if short else 0.05)
        until(lambda: sum(note["event"] == "acked" for note in crew.notes()) > tables, 60)
        for number in range(rounds):
            for kind in ("kill", "freeze", "cut"):
                node = dice.choice([each for each in range(3) if not happened or each != happened[-1][1]])  # the last is empty
                happened.append((kind, node, time.time()))
                if kind == "kill":
                    arena.nodes[node].kill()
                    time.sleep(0.2)
                    arena.nodes[node].start()
                elif kind == "freeze":
                    arena.freeze(node)
                    time.sleep(frozen)
                    arena.thaw(node)
                else:
                    _cut(arena, node, CUTS[number % len(CUTS)], cut)
                time.sleep(dice.uniform(pause / 2, pause))
        time.sleep(0.5)
        crew.end(120)
        notes = crew.notes()
        counted, wrong = arena.check(notes)
    course = Course(notes)
    back: dict[str, list[float]] = {kind: [] for kind in ("kill", "freeze", "cut")}
    for kind, node, at in happened:
        back[kind] += [course.back(table, at) for table in course.tables_at(node, at)]
    failures = list(wrong)
    failures += [f"no player was at a node at a {kind}" for kind, each in back.items() if not each and not short]
    worst = {kind: percentile(each, 99) for kind, each in back.items()}
    if not short:
        limits = {"kill": BACK_FROM_KILL_SECONDS, "freeze": BACK_SECONDS, "cut": BACK_SECONDS}
        failures += [
            f"after a {kind} it took {worst[kind]:.2f} s until play went on"
            for kind, most in limits.items()
            if worst[kind] > most
        ]
    measured: dict[str, object] = {
        "kills, freezes and cuts each": rounds,
        "moves acknowledged": counted["acknowledged"],
        "lost, doubled, forked, out of order or not replaying": len(wrong),
    }
    for kind, each in back.items():
        how = f"median; slowest {max(each, default=0):.2f}; {len(each)} tables met"
        measured[f"s until play went on after a {kind}, at the 99th percentile ({percentile(each, 50):.2f} {how})"] = (
            f"{worst[kind]:.2f}"
        )
    return Figure(NAME, DEMANDED, measured, tuple(failures))


def _cut(arena: Arena, node: int, what: tuple[str, Way], seconds: float) -> None:
    """Have the links of a node do that for a while."""
    which, way = what
    links = {"store": [arena.stores[node]], "bus": [arena.buses[node]], "both": [arena.stores[node], arena.buses[node]]}[which]
    for link in links:
        link.set(way)
    time.sleep(seconds)
    for link in links:
        link.set("pass")
