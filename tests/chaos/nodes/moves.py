"""R7: durable moves per CPU-second, summed over the processes of one, two and four nodes.

The load is that of the benchmark ``server_moves``: tic-tac-toe over one PostgreSQL, whose own time is told apart. With several
nodes all sockets of a table are at one of them (hashed), as the parent and the balancers place them; without that (unhashed)
each move is also read at another node. The number of tables at each node is the same, since those of a node share
statements. Besides, one server over SQLite is compared with the package as it was before there could be several: each loaded
by its own tree's program, in turn, and by answers, of which a rematch takes two now and took one then.
"""

from __future__ import annotations

import os
import re
import statistics
import subprocess
import sys
from pathlib import Path
from typing import Final

import server_moves

from tests.chaos.report import Figure
from tests.server.storage.postgres import Cluster, programs
from tests.server.zygote import ROOT

LEAST: Final = 0.80
LEAST_OF_BEFORE: Final = 0.97
ROUNDS: Final = 5
BEFORE: Final = "9865c049"
"""The commit before several nodes were begun."""

OFFERS: Final = {"now": 2, "before": 1}
"""Answers of a rematch, after the nine moves of a game."""

NAME, DEMANDED = (
    "R7 moves of several nodes",
    "per CPU-second of all nodes at least 0.80 of one node's with 2 and 4 nodes, hashed (goal 0.95); SQLite 0.97 of before",
)


def run(folder: Path, short: bool = False) -> Figure:
    """Five rounds of 10 seconds each; in short, one of a third of a second with two nodes."""
    kinds = [(2, True)] if short else [(1, True), (2, True), (4, True), (2, False), (4, False)]
    rounds, tables, seconds = (1, 4, 0.3) if short else (ROUNDS, 40, 10.0)
    found: dict[tuple[int, bool], list[dict[str, float]]] = {kind: [] for kind in kinds}
    with Cluster(folder, programs(), connections=120) as cluster:
        for _ in range(rounds):
            for nodes, hashed in kinds:
                at = cluster.database()
                count = tables * nodes
                one = server_moves.measure(
                    count, seconds, 0, at, nodes=nodes if nodes > 1 else 0, hashed=hashed, store=cluster.pid
                )
                found[nodes, hashed].append(one)
    rates = {kind: _median(each, "moves_per_server_cpu_second") for kind, each in found.items()}
    stored = {kind: _median(each, "store_ms_per_move") for kind, each in found.items()}
    measured: dict[str, object] = {}
    failures: list[str] = []
    for (nodes, hashed), rate in rates.items():
        part = rate / rates[kinds[0]]
        what = "node" if nodes == 1 else f"nodes, {'hashed' if hashed else 'unhashed'}"
        how = f"{part:.2f} of the first; {stored[nodes, hashed]:.3f} ms of PostgreSQL a move"
        measured[f"moves per CPU-second with {nodes} {what} ({how})"] = f"{rate:.0f}"
        if hashed and part < LEAST and not short:
            failures.append(f"{part:.2f} of one node's with {nodes} nodes")
    if not short:
        compared = _compared(folder)
        told = "not measured" if compared is None else f"{compared:.2f}"
        measured[f"times as many answers per CPU-second over SQLite as at {BEFORE}"] = told
        if compared is not None and compared < LEAST_OF_BEFORE:
            failures.append(f"{compared:.2f} of before over SQLite")
    return Figure(NAME, DEMANDED, measured, tuple(failures))


def _median(rounds: list[dict[str, float]], what: str) -> float:
    return statistics.median(each[what] for each in rounds)


def _compared(folder: Path) -> float | None:
    """Answers per CPU-second over SQLite, as a part of before; None where the repository does not have that commit."""
    before = folder / "before"
    before.mkdir()
    packed = subprocess.run(["git", "archive", BEFORE, "src", "benchmarks"], cwd=ROOT, capture_output=True, check=False)
    if packed.returncode:
        return None
    subprocess.run(["tar", "-x", "-C", before], input=packed.stdout, check=True)
    rates: dict[str, list[float]] = {"before": [], "now": []}
    for _ in range(ROUNDS):
        for name, tree in (("before", before), ("now", ROOT)):
            rates[name].append(_answers(tree) * (9 + OFFERS[name]) / 9)
    return statistics.median(rates["now"]) / statistics.median(rates["before"])


def _answers(tree: Path) -> float:
    """Moves per CPU-second of the server in that tree, by the program in it."""
    env = {**os.environ, "PYTHONPATH": str(tree / "src")}
    argv = [sys.executable, str(tree / "benchmarks" / "server_moves.py")]
    done = subprocess.run(argv, env=env, cwd=tree, capture_output=True, text=True, check=False)
    found = re.search(r"(\d+) per CPU-second of the server", done.stdout)
    if found is None:
        raise RuntimeError(f"the program of {tree} says: {(done.stdout + done.stderr)[-500:]}")
    return float(found[1])
