"""The table of budgets of docs/benchmarks.md: what single parts of a decision cost, interpreted and compiled.

    python benchmarks/budgets.py            after `make compile`; half a minute
    python benchmarks/budgets.py ../before  another tree

Each build is measured in a process of its own.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import run


def measured(build: str, root: Path = run.ROOT) -> dict[str, float]:
    """The costs on a build, from a process of its own."""
    path = os.pathsep.join((str(run.package(root, build)), str(run.ROOT / "benchmarks")))
    env = {**os.environ, "PYTHONHASHSEED": "1", "PYTHONPATH": path}
    argv = [sys.executable, "-m", "workloads.budgets"]
    found: dict[str, float] = json.loads(subprocess.run(argv, env=env, stdout=subprocess.PIPE, check=True).stdout)
    return found


def main() -> int:
    """Print the table."""
    root = Path(sys.argv[1]).resolve() if len(sys.argv) > 1 else run.ROOT
    found = {build: measured(build, root) for build in run.BUILDS}
    units = {build: costs.pop("unit") for build, costs in found.items()}
    print("| part | " + " | ".join(run.BUILDS) + " |\n| --- | " + " | ".join("---" for _build in run.BUILDS) + " |")
    for part in found[run.BUILDS[0]]:
        print(f"| {part} | " + " | ".join(f"{found[build][part]:,.1f}" for build in run.BUILDS) + " |")
    print("\nA call of an empty function: " + ", ".join(f"{each:.0f} ns {build}" for build, each in units.items()))
    return 0


if __name__ == "__main__":
    sys.exit(main())
