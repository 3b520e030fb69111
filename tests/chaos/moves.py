"""R7: durable moves per CPU-second of the server.

50 tables of tic-tac-toe with two sockets, and of Hearts with four whose hands are hidden, over SQLite with full durability, and
of tic-tac-toe over a PostgreSQL on the same machine, whose own CPU time does not count. The load is a process of its own; a
move counts when its mover has heard that it is stored, and all at the table see each. With the package as it is in ``src``, and
compiled, where ``make compile`` has been run: that is the wheel of ``RONDEL_COMPILE=1``.
"""

from __future__ import annotations

import statistics
from contextlib import nullcontext
from pathlib import Path
from typing import Final

import server_moves

from tests.chaos.report import Figure
from tests.server.storage.postgres import Cluster, programs

FLOOR: Final = 6000
ROUNDS: Final = 5
COMPILED: Final = Path(__file__).resolve().parents[2] / "build" / "compiled"


def run(folder: Path, short: bool = False) -> Figure:
    """Rounds of 10 seconds, interpreted and compiled in turn; in short, one of half a second."""
    trees = {"interpreted": server_moves.SOURCE}
    if COMPILED.exists() and not short:
        trees["compiled"] = COMPILED
    measured: dict[str, object] = {}
    best = 0.0
    with nullcontext() if short else Cluster(folder, programs()) as cluster:
        for game, kept in (("tic_tac_toe", ""), ("hearts", ""), *((("tic_tac_toe", " over PostgreSQL"),) if cluster else ())):
            rounds: dict[str, list[dict[str, float]]] = {name: [] for name in trees}
            for _ in range(1 if short else ROUNDS):
                for name, tree in trees.items():
                    at = cluster.database() if cluster and kept else None
                    tables, seconds = (4, 0.5) if short else (50, 10.0)
                    rounds[name].append(server_moves.measure(tables, seconds, 0, at, game, tree))
            for name, each in rounds.items():
                rate, second, cores = (
                    statistics.median(found[what] for found in each)
                    for what in ("moves_per_server_cpu_second", "moves_per_second", "server_cores")
                )
                waited = min(found["p99_ms"] for found in each)
                how = f"{second:.0f} a second, p99 of the best round {waited:.1f} ms, on {cores:.2f} cores"
                measured[f"at {game}{kept}, {name} ({how})"] = f"{rate:.0f}"
                if game == "tic_tac_toe" and not kept:
                    best = max(best, rate)
    failures = () if best >= FLOOR or short else (f"{best:.0f} of {FLOOR}",)
    return Figure("R7 durable moves per CPU-second", "6,000 at tic-tac-toe; goal 10,000; Hearts stated", measured, failures)
