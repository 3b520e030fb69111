"""What was demanded and what was measured: one line for each figure in ``benchmarks/CHAOS.md``."""

from __future__ import annotations

import os
import platform
import re
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import Final

RESULTS: Final = Path(__file__).resolve().parents[2] / "benchmarks" / "CHAOS.md"

_HEAD: Final = """# What the server withstands

Written by `python -m tests.chaos`; each line is what its command measured when it was run last, on the machine and beside the
work it names. A kill -9 is the death of a process: what a power cut does is up to the disk and its cache.

| figure | demanded | measured | met | command | when, where |
| --- | --- | --- | --- | --- | --- |
"""


@dataclass(frozen=True)
class Figure:
    """One figure as it was measured."""

    name: str
    """As in issue and contract: R1."""
    demanded: str
    measured: Mapping[str, object]
    """What was counted, by what people call it."""
    failures: tuple[str, ...] = ()
    """Whatever was not as it must be."""

    @property
    def met(self) -> bool:
        """Whether nothing was wrong."""
        return not self.failures

    def __str__(self) -> str:
        told = ", ".join(f"{value} {what}" for what, value in self.measured.items())
        return f"{self.name}: {told}" + "".join(f"\n  WRONG: {each}" for each in self.failures[:20])


def keep(figure: Figure, command: str, load: float, path: Path = RESULTS) -> None:
    """Write a figure down in place of the one of that name and command; ``load`` is the machine's load before it began."""
    lines = [line for line in path.read_text().splitlines() if line.startswith("| R")] if path.exists() else []
    told = ", ".join(f"{value} {what}" for what, value in figure.measured.items())
    met = "yes" if figure.met else "**no**: " + "; ".join(figure.failures[:3])
    cells = (figure.name, figure.demanded, told, met, f"`{command}`", f"{datetime.now(UTC):%d %B %Y}, {machine(load)}")
    line = "| " + " | ".join(cell.replace("|", "/").replace("\n", " ") for cell in cells) + " |"
    lines = [each for each in lines if f"| `{command}` |" not in each] + [line]
    path.write_text(_HEAD + "\n".join(sorted(lines, key=_number)) + "\n")


def machine(load: float) -> str:
    """Where this runs and beside what, in words."""
    cores = os.cpu_count() or 1
    beside = "otherwise quiet" if load < 0.5 else f"shared with other work (load {load:.1f} at the start)"
    return f"{cores} cores of a {platform.machine()} virtual machine, {beside}, Python {platform.python_version()}"


def _number(line: str) -> tuple[int, str]:
    found = re.match(r"\| R(\d+)", line)
    return (int(found[1]) if found else 0, line)
