"""What an author's game gains by the compiled engine, and what by being compiled itself.

    make compile
    PYTHONPATH=build/compiled rondel compile examples/nim.py
    python benchmarks/authors.py examples/nim.py

Three contestants play the same random games in turns: the file on the interpreted engine, the file on the compiled one, and its
build on that. The ratios are medians of the turns, with the least and the greatest.
"""

from __future__ import annotations

import argparse
from pathlib import Path
from statistics import median
from typing import Final

import run

WAYS: Final = (("interpreted", "file"), ("compiled", "file"), ("compiled", "build"))
"""The build of the engine and what is played on it, the slowest first."""


def measured(file: Path, repeats: int, seconds: float) -> list[list[float]]:
    """The rates of each way, turn by turn."""
    contestants = [run.Contestant(engine) for engine, _what in WAYS]
    found: list[list[float]] = [[] for _way in WAYS]
    for _repeat in range(repeats):
        for contestant, (_engine, what), rates in zip(contestants, WAYS, found, strict=True):
            rates.append(contestant.rate("authors", str(file), what, seconds))
    for contestant in contestants:
        contestant.end()
    return found


def ratio(rates: list[float], others: list[float]) -> str:
    """The rates as multiples of the others."""
    each = sorted([one / other for one, other in zip(rates, others, strict=True)])
    return f"{run.times(median(each))} ({run.times(each[0])} to {run.times(each[-1])})"


def main() -> None:
    """Print a line for each file."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("files", nargs="+", type=Path, help="game files, or folders of packages")
    parser.add_argument("--repeats", type=int, default=5, help="turns of each contestant")
    parser.add_argument("--seconds", type=float, default=0.5, help="processor time of one turn")
    typed = parser.parse_args()
    header = ["game", "plain engine and game", "compiled engine", "its gain", "game compiled too", "its gain", "both"]
    lines = run.table(header, [])
    print("\n".join(lines))
    for file in typed.files:
        plain, engine, both = measured(file.absolute(), typed.repeats, typed.seconds)
        row = [file.name, run.short(median(plain)), run.short(median(engine)), ratio(engine, plain)]
        row += [run.short(median(both)), ratio(both, engine), ratio(both, plain)]
        print("| " + " | ".join(row) + " |", flush=True)


if __name__ == "__main__":
    main()
