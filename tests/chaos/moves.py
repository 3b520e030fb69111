"""R7: durable moves per CPU-second of the server.

50 tables of tic-tac-toe with two sockets, and of Hearts with four whose hands are hidden, over SQLite with full durability. The
load is a process of its own; a move counts when its mover has heard that it is stored, and all at the table see each. With
the package as it is in ``src``, and compiled, where ``make compile`` has been run: that is the wheel of ``RONDEL_COMPILE=1``.
"""

from __future__ import annotations

import statistics
from pathlib import Path
from typing import Final

import server_moves

from tests.chaos.report import Figure

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
    for game in ("tic_tac_toe", "hearts"):
        rounds: dict[str, list[dict[str, float]]] = {name: [] for name in trees}
        for _ in range(1 if short else ROUNDS):
            for name, tree in trees.items():
                rounds[name].append(server_moves.measure(4 if short else 50, 0.5 if short else 10, 0, game=game, tree=tree))
        for name, each in rounds.items():
            rate = statistics.median(found["moves_per_server_cpu_second"] for found in each)
            waited = min(found["p99_ms"] for found in each)
            cores = statistics.median(found["server_cores"] for found in each)
            measured[f"at {game}, {name} (p99 of the best round {waited:.1f} ms, on {cores:.2f} cores)"] = f"{rate:.0f}"
            if game == "tic_tac_toe":
                best = max(best, rate)
    failures = () if best >= FLOOR or short else (f"{best:.0f} of {FLOOR}",)
    return Figure("R7 durable moves per CPU-second", "6,000 at tic-tac-toe; goal 10,000; Hearts stated", measured, failures)
