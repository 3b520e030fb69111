"""The benchmarks: Rondel interpreted, Rondel compiled, and ``pyspiel`` (OpenSpiel's C++ driven from Python), side by side.

    make bench                                compile what has changed, then run everything
    python benchmarks/run.py --repeats 3      fewer repeats
    python benchmarks/run.py reversi          only the workloads whose name holds the word

All three take turns at every workload, several times over; what counts is the median of each one's rates, and the ratio of the
medians. Writes ``benchmarks/RESULTS.md`` when everything was run. docs/benchmarks.md says how to read it.
"""

from __future__ import annotations

import argparse
import json
import os
import platform
import subprocess
import sys
from collections.abc import Sequence
from datetime import UTC, datetime
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path
from statistics import median
from typing import NamedTuple

ROOT = Path(__file__).resolve().parent.parent
RESULTS = ROOT / "benchmarks" / "RESULTS.md"
CONTESTANTS = ("interpreted", "compiled", "pyspiel")


class Workload(NamedTuple):
    """One line of the table."""

    name: str
    unit: str
    module: str
    game: str
    spiel_game: str
    way: str
    interpreted_floor: float | None = None
    """The least ratio to pyspiel that the project allows itself, interpreted; None where it only reports."""
    compiled_floor: float | None = None


WORKLOADS = (
    Workload("tic-tac-toe, random playouts", "decisions", "playouts", "tic_tac_toe", "tic_tac_toe", "new", 0.2, 0.5),
    Workload("tic-tac-toe, playouts from a copy", "decisions", "playouts", "tic_tac_toe", "tic_tac_toe", "copy"),
    Workload("Reversi, random playouts", "decisions", "playouts", "reversi", "othello", "new", 0.2, 1.0),
    Workload("Reversi, playouts from a copy", "decisions", "playouts", "reversi", "othello", "copy"),
    Workload("tic-tac-toe, whole tree, driven from Python", "nodes", "trees", "tic_tac_toe", "tic_tac_toe", "python"),
    Workload("tic-tac-toe, whole tree, `rondel.search`", "nodes", "trees", "tic_tac_toe", "tic_tac_toe", "search", None, 1.3),
    Workload("Reversi, perft 6, driven from Python", "leaves", "trees", "reversi", "othello", "python"),
    Workload("Reversi, perft 6, `rondel.search`", "leaves", "trees", "reversi", "othello", "search", None, 1.0),
    Workload("Reversi, MCTS from the start", "simulations", "searches", "reversi", "othello", "mcts", None, 1.0),
    Workload("tic-tac-toe, copy after 4 moves", "copies", "copies", "tic_tac_toe", "tic_tac_toe", "copy"),
    Workload("Reversi, copy after 30 moves", "copies", "copies", "reversi", "othello", "copy"),
)


class Contestant:
    """A process that works when it is told to."""

    def __init__(self, name: str) -> None:
        self.name = name
        tree = {"interpreted": ROOT / "src", "compiled": ROOT / "build" / "compiled"}.get(name)
        env = {**os.environ, "PYTHONHASHSEED": "1"}
        if tree is not None:
            env["PYTHONPATH"] = str(tree)
        kind = "pyspiel" if name == "pyspiel" else "rondel"
        argv = [sys.executable, str(ROOT / "benchmarks" / "worker.py"), kind]
        self._process = subprocess.Popen(argv, env=env, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)

    def tell(self, what: object) -> object:
        """Let it work; returns its answer. Ends the run when it has none."""
        process = self._process
        if process.stdin is None or process.stdout is None:
            raise SystemExit(f"{self.name} has no pipes")
        process.stdin.write(json.dumps(what) + "\n")
        process.stdin.flush()
        line = process.stdout.readline()
        if not line:
            raise SystemExit(f"{self.name} ended while it was at {what}; what it said is above")
        answer: object = json.loads(line)
        return answer

    def rate(self, workload: Workload, seconds: float) -> float:
        """How many units of the workload it does in a second."""
        game = workload.spiel_game if self.name == "pyspiel" else workload.game
        answer = self.tell([workload.module, game, workload.way, seconds])
        if not isinstance(answer, list):
            raise SystemExit(f"{self.name} answered {answer!r}")
        units, took = answer
        return float(units) / float(took)

    def end(self) -> None:
        """Send it home."""
        if self._process.stdin is not None:
            self._process.stdin.close()
        self._process.wait(timeout=30)


Rates = dict[str, float]
"""The median rate of each contestant."""


def check(contestants: Sequence[Contestant]) -> None:
    """Make sure that each of them runs the engine it is said to run."""
    for each in contestants:
        if each.name == "pyspiel":
            continue
        origin = str(each.tell("origin"))
        if origin.endswith(".py") == (each.name == "compiled"):
            raise SystemExit(f"the contestant {each.name!r} runs {origin}; `make compile` first")


def measure(contestants: Sequence[Contestant], workload: Workload, repeats: int, seconds: float) -> Rates:
    """Let all take turns at one workload; the median of each."""
    found: dict[str, list[float]] = {each.name: [] for each in contestants}
    for _repeat in range(repeats):
        for each in contestants:
            found[each.name].append(each.rate(workload, seconds))
    return {name: median(rates) for name, rates in found.items()}


def short(rate: float) -> str:
    """A rate as people say it.

    >>> short(1_234_567), short(45_678), short(1_234)
    ('1.23 M', '45.7 k', '1.23 k')
    """
    if rate >= 1e6:
        return f"{rate / 1e6:.2f} M"
    return f"{rate / 1e3:.1f} k" if rate >= 10_000 else f"{rate / 1e3:.2f} k"


def cells(workload: Workload, rates: Rates) -> list[str]:
    """One row of the table."""
    row = [workload.name, f"{workload.unit}/s", short(rates["pyspiel"])]
    for name, floor in (("interpreted", workload.interpreted_floor), ("compiled", workload.compiled_floor)):
        ratio = rates[name] / rates["pyspiel"]
        kept = "" if floor is None else f" (floor {floor}{'' if ratio >= floor else ', MISSED'})"
        row += [short(rates[name]), f"{ratio:.2f}×{kept}"]
    return row


HEADER = ["work", "unit", "pyspiel", "interpreted", "to pyspiel", "compiled", "to pyspiel"]


def report(rows: Sequence[Sequence[str]], repeats: int, seconds: float) -> str:
    """The whole of RESULTS.md."""
    lines = ["# Results", "", "Written by `make bench`; how to read it: docs/benchmarks.md.", ""]
    lines += ["| " + " | ".join(HEADER) + " |", "|" + " --- |" * len(HEADER)]
    lines += ["| " + " | ".join(row) + " |" for row in rows]
    lines += ["", f"Medians of {repeats} turns of about {seconds} s CPU time each, all contestants taking turns.", ""]
    lines += [f"- {datetime.now(UTC):%Y-%m-%d}", f"- {machine()}", f"- {software()}"]
    return "\n".join(lines) + "\n"


def machine() -> str:
    """The processor, as far as the system tells."""
    model = platform.processor() or platform.machine()
    info = Path("/proc/cpuinfo")
    if info.exists():
        for line in info.read_text(encoding="utf-8").splitlines():
            if line.startswith("model name"):
                model = line.partition(":")[2].strip()
                break
    return f"{model}, {os.cpu_count()} cores, {platform.system()} {platform.machine()}"


def software() -> str:
    """The versions that matter."""
    found = [f"{platform.python_implementation()} {platform.python_version()}"]
    for package in ("rondel", "open-spiel", "mypy"):
        try:
            found.append(f"{package} {version(package)}")
        except PackageNotFoundError:
            found.append(f"{package} not installed")
    return ", ".join(found)


def main() -> int:
    """Run what was asked for; 1 when a floor was missed."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("words", nargs="*", help="run only the workloads whose name holds one of these words")
    parser.add_argument("--repeats", type=int, default=5, help="turns of each contestant at each workload")
    parser.add_argument("--seconds", type=float, default=0.5, help="CPU time of one turn")
    parser.add_argument("--strict", action="store_true", help="exit with 1 when a floor is missed")
    told = parser.parse_args()
    chosen = [each for each in WORKLOADS if not told.words or any(word.lower() in each.name.lower() for word in told.words)]
    contestants = [Contestant(name) for name in CONTESTANTS]
    check(contestants)
    print(f"rondel: {len(chosen)} workloads, {told.repeats} turns each for {', '.join(CONTESTANTS)}", flush=True)
    rows: list[list[str]] = []
    for workload in chosen:
        rows.append(cells(workload, measure(contestants, workload, told.repeats, told.seconds)))
        row = rows[-1]
        print(
            f"  {row[0]:<46}{row[1]:<14}{row[2]:>8}   interpreted {row[3]:>8} {row[4]:<24} compiled {row[5]:>8} {row[6]}",
            flush=True,
        )
    for each in contestants:
        each.end()
    if len(chosen) == len(WORKLOADS):
        RESULTS.write_text(report(rows, told.repeats, told.seconds), encoding="utf-8")
        print(f"rondel: written to {RESULTS.relative_to(ROOT)}")
    missed = sum("MISSED" in cell for row in rows for cell in row)
    if missed:
        print(f"rondel: {missed} floors missed")
    return 1 if missed and told.strict else 0


if __name__ == "__main__":
    sys.exit(main())
