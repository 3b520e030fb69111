"""R7: moves per CPU-second beside boardgame.io's server, in one run, with one load.

A rate follows the machine; a ratio of two in turn does not. The first moves of each server are its warm-up, and counted apart.
Our server stores each move before anybody is sent it. Theirs keeps its matches in memory, or writes files without waiting for
the disk.
"""

from __future__ import annotations

from pathlib import Path
from statistics import median
from typing import Final

import server_beside
from server_beside import FLAT_FILE, FLOORS, MEMORY

from tests.chaos.report import Figure

DEMANDED: Final = "3 times boardgame.io in memory compiled, 2 times interpreted (goals 4 and 2.5); p99 at most 15 ms"


def run(folder: Path, short: bool = False) -> Figure:
    """Five windows of each server, after its warm-up; in short, one of ours alone."""
    if short:
        found = server_beside.measure(["interpreted"], turns=1, tables=4, warm=20, seconds=0.3)
    else:
        found = server_beside.measure()
    measured: dict[str, object] = {}
    for name, (cold, turns) in found.items():
        rate, waited = median(turn.per_cpu_second for turn in turns), min(turn.p99 for turn in turns)
        said = f"{cold.per_cpu_second:.0f} in the warm-up, p99 of the best window {waited:.1f} ms"
        measured[f"moves per CPU-second, {name} ({said})"] = f"{rate:.0f}"
    for build in FLOORS:
        for other in (MEMORY, FLAT_FILE):
            if other in found:
                compared = server_beside.ratios(found[build], found[other])
                spread = f"{compared[0]:.2f} to {compared[-1]:.2f}"
                measured[f"times {other}, {build} ({spread})"] = f"{median(compared):.2f}"
    failures = () if short else tuple(server_beside.missed(found))
    return Figure("R7 moves beside boardgame.io", DEMANDED, measured, failures)
