"""Thousand instructions per decision of random games, counted by valgrind: figures that do not depend on the machine's load.

    python benchmarks/instructions.py                     every game that `pyspiel` has, too, on both builds
    python benchmarks/instructions.py --against ../before chess hearts
    python benchmarks/instructions.py --way walk --build compiled

Each count is a difference: a process plays some games, another one plays some more, and only those are counted, so neither
imports nor filled caches are. Needs `valgrind`, and `make compile` for the compiled build.
"""

from __future__ import annotations

import argparse
import os
import re
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Final

import run
from rows import WORKLOADS
from workloads.playouts import BATCH

GAMES: Final = tuple(dict.fromkeys(each.game for each in WORKLOADS if each.module == "playouts"))
DRIVER: Final = """
import gc, sys
from workloads.playouts import pushes, walks
name, way, games = sys.argv[1], sys.argv[2], int(sys.argv[3])
play = walks(name) if way == "walk" else pushes(name, way)
play()
gc.freeze()  # else each collection would also look at all that was imported
print(sum([play() for _game in range(games)]))
"""


def counted(tree: Path, name: str, way: str, games: int) -> tuple[int, int]:
    """The decisions of that many games and the instructions of the whole process; ``tree`` has the package."""
    env = {**os.environ, "PYTHONHASHSEED": "1", "PYTHONPATH": os.pathsep.join((str(tree), str(run.ROOT / "benchmarks")))}
    tool = ("valgrind", "--tool=cachegrind", "--cache-sim=no", "--cachegrind-out-file=/dev/null")
    argv = [*tool, sys.executable, "-c", DRIVER, name, way, str(games)]
    ended = subprocess.run(argv, env=env, capture_output=True, text=True, check=False)
    found = re.search(r"I\s+refs:\s+([\d,]+)", ended.stderr)
    if ended.returncode or found is None:
        raise SystemExit(f"{name} on {tree} failed:\n{ended.stderr}")
    return int(ended.stdout), int(found[1].replace(",", ""))


def per_decision(tree: Path, name: str, way: str) -> float:
    """Thousand instructions per decision."""
    games = 10 * BATCH.get(name, 20)
    few, before = counted(tree, name, way, games)
    many, after = counted(tree, name, way, 3 * games)
    return (after - before) / (many - few) / 1000


def main() -> int:
    """Print a line for each game and build."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("games", nargs="*", default=GAMES, help=f"of {', '.join(GAMES)}; all by default")
    parser.add_argument("--against", type=Path, help="the root of another tree, which is counted beside this one")
    parser.add_argument("--way", default="new", choices=("new", "copy", "walk"), help="as in workloads/playouts.py")
    parser.add_argument("--build", choices=run.BUILDS, help="one build alone")
    told = parser.parse_args()
    if shutil.which("valgrind") is None:
        raise SystemExit("valgrind is not installed; it counts the instructions")
    roots = [run.ROOT] if told.against is None else [told.against.resolve(), run.ROOT]
    for build in (told.build,) if told.build else run.BUILDS:
        for name in told.games:
            found = [per_decision(run.package(root, build), name, told.way) for root in roots]
            ratio = f"  {found[0] / found[-1]:.3f}" if told.against else ""
            print(f"  {build:<12}{name:<18}{'  '.join(f'{each:8.2f}' for each in found)}{ratio}", flush=True)
    return 0


if __name__ == "__main__":
    sys.exit(main())
