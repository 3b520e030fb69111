"""The time of `rondel check` for each shipped game, and its default depth.

    python benchmarks/check_times.py                    every game, one after the other, into benchmarks/CHECK.md
    python benchmarks/check_times.py reversi hearts     only these, printed

Each game runs in its own process. The first finding or line of progress, and the end, are timed by the clock. The processor
time is that of the process and its children; the load is the machine's average of the last minute before the process began.
Both show the effect of other work on the machine.
"""

from __future__ import annotations

import argparse
import os
import subprocess
import sys
import time
from pathlib import Path
from typing import Final, NamedTuple

import rondel

ROOT: Final = Path(__file__).resolve().parent.parent
REPORT: Final = ROOT / "benchmarks" / "CHECK.md"
FIRST: Final = 2.0
"""Seconds by the clock in which the first line must come."""
WHOLE: Final = 20.0
"""Seconds by the clock in which the check must end."""
HEADER: Final = f"""# How long a check takes

Written by `python benchmarks/check_times.py`: `rondel check GAME` with its defaults, one game after the other,
interpreted. Goals: the first line within {FIRST:g} s, the end within {WHOLE:g} s by the clock. The processor time and the load
(the average of the last minute before the check began) tell what other work on the machine added to the clock.

| game | first line | end | processor | load | goals | depth |
| --- | --- | --- | --- | --- | --- | --- |
"""


class Timing(NamedTuple):
    """The seconds of one check, and its output."""

    game: str
    first: float
    end: float
    processor: float
    load: float
    code: int
    depth: str

    @property
    def met(self) -> bool:
        """Whether both goals are met."""
        return self.first <= FIRST and self.end <= WHOLE

    def row(self) -> str:
        """A row of the table."""
        goals = "met" if self.met else "NOT MET"
        if self.code:
            goals += f", exit {self.code}"
        times = f"{self.first:.2f} s | {self.end:.1f} s | {self.processor:.1f} s | {self.load:.1f}"
        return f"| {self.game} | {times} | {goals} | {self.depth} |"


def measured(game: str) -> Timing:
    """The times of the check of this game."""
    load = os.getloadavg()[0]
    before = os.times()
    begun = time.monotonic()
    command = [sys.executable, "-m", "rondel", "check", game]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True) as process:
        assert process.stdout is not None
        lines = [process.stdout.readline()]
        first = time.monotonic() - begun
        lines.extend(process.stdout)
        code = process.wait()
    end = time.monotonic() - begun
    after = os.times()
    used = after.children_user + after.children_system - before.children_user - before.children_system
    return Timing(game, first, end, used, load, code, depth(lines))


def depth(lines: list[str]) -> str:
    """The depth of a check, as one cell of the table, from its output."""
    said = [line.strip().removeprefix("depth: ").replace("|", "/") for line in lines if line.startswith("  depth: ")]
    said = [each for each in said if "were spent" not in each]
    return "; ".join(said) if said else "complete: every law on every game"


def main() -> None:
    """Measure, print, and write the page where every game was measured."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("games", nargs="*", help="only these games")
    wanted = parser.parse_args().games
    rows: list[str] = []
    for game in wanted or sorted(rondel.games()):
        timing = measured(game)
        rows.append(timing.row())
        print(rows[-1], flush=True)
    if not wanted:
        REPORT.write_text(HEADER + "\n".join(rows) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
