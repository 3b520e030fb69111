"""This tree beside another one of the project, workload by workload: was anything made slower?

    python benchmarks/compare.py ../before               all workloads, both builds
    python benchmarks/compare.py ../before reversi       those whose name contains the word

Both trees need `make compile`. Each workload runs in pairs, the trees taking turns at beginning, so that what slows the machine
down slows both alike. The printed ratio is the median of the pairs' ratios: 1.03 means that this tree is 3 % quicker. Behind it
stand the least and the greatest. Exit code 1 if the median of any row is below ``--least``.
"""

from __future__ import annotations

import argparse
import sys
from pathlib import Path
from statistics import median
from typing import Final

import run
from rows import SIZES, WORKLOADS

LEAST: Final = 0.97
"""The least median ratio: no row more than 3 % slower."""


def works() -> list[tuple[str, str, str, str]]:
    """Each piece of work once: its name, module, game and way."""
    found = [(each.name, each.module, each.game, each.way) for each in WORKLOADS]
    found += [(each.name, each.module, each.game, each.way) for each in SIZES if each.per]
    return list({work[1:]: work for work in reversed(found)}.values())[::-1]


def ratios(
    pair: tuple[run.Contestant, run.Contestant], work: tuple[str, str, str, str], pairs: int, seconds: float
) -> list[float]:
    """The rate of the first contestant over that of the second, for each pair of turns."""
    _name, *what = work
    found = []
    for turn in range(pairs):
        order = pair if turn % 2 == 0 else pair[::-1]
        rates = {each: each.rate(what[0], what[1], what[2], seconds) for each in order}
        found.append(rates[pair[0]] / rates[pair[1]])
    return found


def refuse_unready(root: Path) -> None:
    """Raise `SystemExit` unless the folder is a checkout with a compiled build; without one Python would import another."""
    if not (root / "benchmarks" / "worker.py").is_file():
        raise SystemExit(f"{root} is not a checkout of the project: it has no benchmarks/worker.py")
    if not (root / "build" / "compiled" / "rondel").is_dir():
        raise SystemExit(f"{root} has no compiled build: run `make compile` there")


def main() -> int:
    """Compare the trees; 1 if a row is slower than allowed."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("other", type=Path, help="the other tree's root")
    parser.add_argument("words", nargs="*", help="run only the workloads whose name contains one of these words")
    parser.add_argument("--pairs", type=int, default=7, help="pairs of turns at each workload")
    parser.add_argument("--seconds", type=float, default=0.5, help="CPU time of one turn")
    parser.add_argument("--least", type=float, default=LEAST, help="the least median ratio")
    told = parser.parse_args()
    other = told.other.resolve()
    for root in (run.ROOT, other):
        refuse_unready(root)
    chosen = [each for each in works() if run.wanted(each[0], told.words)]
    slower = 0
    for build in run.BUILDS:
        pair = (run.Contestant(build), run.Contestant(build, other))
        for work in chosen:
            found = ratios(pair, work, told.pairs, told.seconds)
            middle = median(found)
            slower += middle < told.least
            mark = "  SLOWER" if middle < told.least else ""
            print(f"  {build:<12}{work[0]:<66}{middle:5.2f}  ({min(found):.2f} to {max(found):.2f}){mark}", flush=True)
        for each in pair:
            each.end()
    print(f"rondel: {slower} rows below {told.least:g}")
    return 1 if slower else 0


if __name__ == "__main__":
    sys.exit(main())
