"""The benchmarks: Rondel interpreted and compiled, beside `pyspiel` (OpenSpiel's C++), python-chess, PettingZoo and the reducer
of boardgame.io.

    make bench                                compile what has changed, then run everything
    python benchmarks/run.py --repeats 3      fewer repeats
    python benchmarks/run.py reversi          only the workloads whose name contains the word

All contestants take turns at every workload, several times. The results are the median of each contestant's rates, and the
median of the turns' ratios with the least and the greatest. Writes ``benchmarks/RESULTS.md`` after a complete run.
docs/benchmarks.md explains it.
"""

from __future__ import annotations

import argparse
import json
import os
import platform
import shutil
import subprocess
import sys
from collections.abc import Sequence
from datetime import UTC, datetime
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path
from statistics import median
from typing import Final

from rows import BOARDGAMEIO, ITSELF, SIZES, WORKLOADS, Size, Workload

ROOT = Path(__file__).resolve().parent.parent
RESULTS = ROOT / "benchmarks" / "RESULTS.md"
REDUCER = ROOT / "benchmarks" / "boardgameio"
BUILDS = ("interpreted", "compiled")


def package(root: Path, build: str) -> Path:
    """The folder of a tree that holds the package of that build."""
    return root / "build" / "compiled" if build == "compiled" else root / "src"


class Contestant:
    """A process of this tree, or of another one of the project, that works on request."""

    def __init__(self, name: str, root: Path = ROOT) -> None:
        self.name = name
        env = {**os.environ, "PYTHONHASHSEED": "1", "NODE_ENV": "production"}
        if name == BOARDGAMEIO:
            argv = [shutil.which("node") or "node", str(REDUCER / "worker.mjs")]
        else:
            if name in BUILDS:
                env["PYTHONPATH"] = str(package(root, name))
            kind = "rondel" if name in BUILDS else name.replace("-", "_")
            argv = [sys.executable, str(root / "benchmarks" / "worker.py"), kind]
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

    def rate(self, module: str, game: str, way: str, seconds: float) -> float:
        """How many units of the work it does in a second; where sizes are counted, how many moves to a byte."""
        answer = self.tell([module, game, way, seconds])
        if not isinstance(answer, list):
            raise SystemExit(f"{self.name} answered {answer!r}")
        units, took = answer
        return float(units) / float(took)

    def end(self) -> None:
        """Send it home."""
        self._process.communicate(timeout=30)


Rates = dict[str, list[float]]
"""The rates of each contestant, or of work that it is compared with, turn by turn."""


def check(contestants: dict[str, Contestant]) -> None:
    """Check that each build is the named one."""
    for name in BUILDS:
        origin = str(contestants[name].tell("origin"))
        if origin.endswith(".py") == (name == "compiled"):
            raise SystemExit(f"the contestant {name!r} runs {origin}; `make compile` first")


def measure(contestants: dict[str, Contestant], workload: Workload, repeats: int, seconds: float) -> Rates:
    """Let all take turns at one workload. ``to compiled`` is the reference of the compiled build."""
    found: Rates = {}
    for _repeat in range(repeats):
        for name in BUILDS:
            each = contestants[name]
            if workload.against == ITSELF:
                theirs = each.rate(workload.module, workload.game, workload.theirs, seconds)
                found.setdefault(f"to {name}", []).append(theirs)
            found.setdefault(name, []).append(each.rate(workload.module, workload.game, workload.way, seconds))
        if workload.against != ITSELF:
            theirs = contestants[workload.against].rate(workload.module, workload.theirs, workload.way, seconds)
            for name in BUILDS:
                found.setdefault(f"to {name}", []).append(theirs)
    return found


def weigh(contestants: dict[str, Contestant], size: Size, repeats: int, seconds: float) -> list[str]:
    """One row of the second table."""
    row = [size.name, size.unit]
    for name, limit in (("interpreted", size.interpreted_limit), ("compiled", size.compiled_limit)):
        taken = [
            contestants[name].rate(size.module, size.game, size.way, seconds) for _repeat in range(repeats if size.per else 1)
        ]
        value = size.per / median(taken) if size.per else median(taken)
        row.append(f"{value:,.1f}" if value < 100 else f"{value:,.0f}")
        row.append("" if limit is None else f"at most {limit:g}: {'met' if value <= limit else 'NOT MET'}")
    return row


def short(rate: float) -> str:
    """A rate in short form.

    >>> short(1_234_567), short(45_678), short(1_234)
    ('1.23 M', '45.7 k', '1.23 k')
    """
    if rate >= 1e6:
        return f"{rate / 1e6:.2f} M"
    return f"{rate / 1e3:.1f} k" if rate >= 10_000 else f"{rate / 1e3:.2f} k"


def cells(workload: Workload, rates: Rates) -> list[str]:
    """One row of the first table."""
    against = workload.against if workload.against != ITSELF else "itself"
    row = [workload.name, f"{workload.unit}/s", f"{against} {short(median(rates['to compiled']))}"]
    for name, aim in (("interpreted", workload.interpreted), ("compiled", workload.compiled)):
        ratios = sorted([ours / theirs for ours, theirs in zip(rates[name], rates[f"to {name}"], strict=True)])
        ratio = median(ratios)
        row += [short(median(rates[name])), f"{times(ratio)} ({times(ratios[0])} to {times(ratios[-1])})", aim.judged(ratio)]
    return row


def times(ratio: float) -> str:
    """A ratio in short form.

    >>> times(0.256), times(12.34)
    ('0.26×', '12.3×')
    """
    return f"{ratio:.2f}×" if ratio < 10 else f"{ratio:.1f}×"


HEADER = ["work", "unit", "against", "interpreted", "ratio", "floor", "compiled", "ratio", "floor"]
SIZES_HEADER = ["time or size", "unit", "interpreted", "limit", "compiled", "limit"]


def table(header: Sequence[str], rows: Sequence[Sequence[str]]) -> list[str]:
    """The lines of a table in Markdown."""
    return ["| " + " | ".join(header) + " |", "|" + " --- |" * len(header), *("| " + " | ".join(row) + " |" for row in rows)]


INTRODUCTION: Final = """\
Written by `make bench`; how to read it: docs/benchmarks.md. How quick the page in the browser is, is in
[PAGE.md](PAGE.md), how strong the bots are in [STRENGTH.md](STRENGTH.md) and [LEVELS.md](LEVELS.md). The size, the time of
the import and the speed of each distribution are in [DISTRIBUTIONS.md](DISTRIBUTIONS.md)."""


def report(rows: Sequence[Sequence[str]], sizes: Sequence[Sequence[str]], repeats: int, seconds: float) -> str:
    """The whole of RESULTS.md."""
    lines = ["# Results", "", INTRODUCTION, ""]
    lines += [*table(HEADER, rows), "", *table(SIZES_HEADER, sizes)]
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
    for package in ("rondel", "open-spiel", "chess", "pettingzoo", "mypy"):
        try:
            found.append(f"{package} {version(package)}")
        except PackageNotFoundError:
            found.append(f"{package} not installed")
    node = subprocess.run([shutil.which("node") or "node", "--version"], capture_output=True, text=True, check=False)
    wanted = json.loads((REDUCER / "package.json").read_text(encoding="utf-8"))["dependencies"]
    found.append(f"boardgame.io {wanted['boardgame.io']} on Node {node.stdout.strip()}")
    return ", ".join(found)


def main() -> int:
    """Run the requested workloads; 1 if a floor was missed."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("words", nargs="*", help="run only the workloads whose name contains one of these words")
    parser.add_argument("--repeats", type=int, default=5, help="turns of each contestant at each workload")
    parser.add_argument("--seconds", type=float, default=0.5, help="CPU time of one turn")
    parser.add_argument("--strict", action="store_true", help="exit with 1 when a floor is missed")
    told = parser.parse_args()
    chosen = [each for each in WORKLOADS if wanted(each.name, told.words)]
    weighed = [each for each in SIZES if wanted(each.name, told.words)]
    if any(each.against == BOARDGAMEIO for each in chosen) and not (REDUCER / "node_modules").is_dir():
        raise SystemExit("boardgame.io is not installed; `make bench` does it, or `npm ci` in benchmarks/boardgameio")
    names = [*BUILDS, *dict.fromkeys(each.against for each in chosen if each.against != ITSELF)]
    contestants = {name: Contestant(name) for name in names}
    check(contestants)
    print(f"rondel: {len(chosen) + len(weighed)} workloads, {told.repeats} turns each for {', '.join(names)}", flush=True)
    rows: list[list[str]] = []
    for workload in chosen:
        rows.append(cells(workload, measure(contestants, workload, told.repeats, told.seconds)))
        print("  " + "  ".join(rows[-1]), flush=True)
    sizes: list[list[str]] = []
    for size in weighed:
        sizes.append(weigh(contestants, size, told.repeats, told.seconds))
        print("  " + "  ".join(sizes[-1]), flush=True)
    for each in contestants.values():
        each.end()
    if not told.words:
        RESULTS.write_text(report(rows, sizes, told.repeats, told.seconds), encoding="utf-8")
        print(f"rondel: written to {RESULTS.relative_to(ROOT)}")
    missed = sum("NOT MET" in cell for row in [*rows, *sizes] for cell in row)
    if missed:
        print(f"rondel: {missed} floors not met")
    return 1 if missed and told.strict else 0


def wanted(name: str, words: Sequence[str]) -> bool:
    """Whether a workload was requested; without names all are."""
    return not words or any(word.lower() in name.lower() for word in words)


if __name__ == "__main__":
    sys.exit(main())
