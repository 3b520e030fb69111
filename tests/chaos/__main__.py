"""The command: ``python -m tests.chaos NAME [--short]``, ``--all``, ``--list``."""

from __future__ import annotations

import importlib
import os
import sys
import tempfile
import time
from pathlib import Path

from tests.chaos.report import RESULTS, keep

FIGURES = (
    "kills",
    "deploys",
    "cuts",
    "duplicates",
    "stalled",
    "crowd",
    "fuzz",
    "full_disk",
    "database_down",
    "moves",
    "beside",
    "million",
    "replay",
    "curtain",
    "evil",
    "clocks",
    "notifications",
    "tournament",
    "seasons",
    "soak",
    "nodes.faults",
    "nodes.bus_down",
    "nodes.failover",
    "nodes.deploys",
    "nodes.clocks",
    "nodes.moves",
    "nodes.hints",
    "nodes.tournament",
)


def main(arguments: list[str]) -> int:
    sys.path.insert(0, str(RESULTS.parent))  # the benchmarks are programs beside each other, and no package
    names = [each for each in arguments if not each.startswith("--")]
    if "--list" in arguments:
        for name in FIGURES:
            print(f"{name:<18}{(importlib.import_module(f'tests.chaos.{name}').__doc__ or '').splitlines()[0]}")
        return 0
    if "--all" in arguments:
        names = list(FIGURES)
    if not names or any(name not in FIGURES for name in names):
        print(f"python -m tests.chaos NAME ... [--short], or --all, or --list; there are {', '.join(FIGURES)}", file=sys.stderr)
        return 2
    met = True
    for name in names:
        load, began = os.getloadavg()[0], time.monotonic()
        with tempfile.TemporaryDirectory(prefix="rondel-chaos-") as folder:
            figure = importlib.import_module(f"tests.chaos.{name}").run(Path(folder), short="--short" in arguments)
        print(f"{figure}\n  {'met' if figure.met else 'NOT MET'}, in {time.monotonic() - began:.0f} s", flush=True)
        if "--short" not in arguments:
            keep(figure, f"python -m tests.chaos {name}", load)
            print(f"  written to {RESULTS.name}", flush=True)
        met = met and figure.met
    return 0 if met else 1


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
