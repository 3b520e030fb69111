"""The comparison of a game's two builds: one trial of each, at the same time, and what differs."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import tempfile
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from itertools import zip_longest
from pathlib import Path
from typing import Final

from rondel import builds
from rondel.builds import Build
from rondel.compiler.refusal import Refused
from rondel.compiler.trial import Seen
from rondel.testing.law import difference, disorder

SECONDS: Final = 5.0
"""Processor time that the laws share, for each build; as much again at most for the compared games."""
PATIENCE: Final = 300.0
"""Seconds by the clock for a trial, besides those of the laws."""

FROZEN: Final = (
    "    instead: annotations must be true when compiled. A prop keeps lists, dicts and sets frozen: annotate them as "
    "Sequence, Mapping and Set of collections.abc, as in Prop[Mapping[str, int]]"
)
"""What helps where a value is not of its annotation's type."""
_UNTRUE: Final = " object expected; got "
"""How compiled code reports that."""


@dataclass(frozen=True)
class Compared:
    """Two builds that behave the same."""

    laws: int
    """The laws that were tried on both."""
    untried: list[str]
    """Those for which the time was too short in one of them."""
    answers: int
    """The answers after which all that is seen was compared."""
    interpreted: float
    """Random decisions per second."""
    compiled: float


def compare(file: Path, build: Build, seconds: float = SECONDS) -> Compared:
    """Try the game as it is and in its build. Raises `Refused` where the rules break a law, and where the builds differ."""
    with ThreadPoolExecutor(2) as both:
        plain, made = both.map(lambda each: _trial(file, each, seconds), (None, build))
    if plain.problem:
        raise Refused([], f"the game cannot be started: {plain.problem}")
    if plain.failures:
        raise Refused([], _listed("the rules break laws before they are compiled; mend them first", plain.failures))
    if made.problem:
        raise Refused([], f"compiled, the game cannot be started: {made.problem}")
    if made.failures:
        lines = made.failures + ([FROZEN] if any(_UNTRUE in line for line in made.failures) else [])
        raise Refused([], _listed("compiled, the rules break laws that they keep interpreted", lines))
    both_played = min([len(seen.lines) for seen in (plain, made) if seen.cut], default=None)
    pairs = zip_longest(plain.lines[:both_played], made.lines[:both_played], fillvalue=("the end", None))
    for (where, one), (_there, other) in pairs:
        if one != other or json.dumps(one) != json.dumps(other):
            what = difference(one, other) or disorder(one, other)
            raise Refused([], f"compiled, the game is another one: {where}: {what} (interpreted and compiled)")
    untried = sorted({*plain.untried, *made.untried})
    count = len(plain.lines) if both_played is None else both_played
    return Compared(min(plain.laws, made.laws), untried, count, plain.speed, made.speed)


def _listed(what: str, lines: list[str]) -> str:
    return "\n".join([f"{what}:", *lines])


def _trial(file: Path, build: Build | None, seconds: float) -> Seen:
    """What a process saw that plays the game in that build."""
    with tempfile.TemporaryDirectory(prefix="rondel-trial-") as folder:
        out = Path(folder, "seen.json")
        task = {
            "file": str(file.absolute()),
            "folder": str(build.folder) if build is not None else "",
            "build": {name: value for name, value in vars(build).items() if name != "folder"} if build is not None else None,
            "seconds": seconds,
            "out": str(out),
        }
        try:
            done = subprocess.run(
                [sys.executable, "-m", "rondel.compiler.trial"],
                input=json.dumps(task),
                capture_output=True,
                text=True,
                check=False,
                timeout=PATIENCE + 4 * seconds,
                env=environment(),
            )
        except subprocess.TimeoutExpired:
            return Seen(problem=f"it was not done after {PATIENCE + 4 * seconds:.0f} s")
        if done.returncode or not out.exists():
            return Seen(problem=_end(done))
        return Seen(**json.loads(out.read_text(encoding="utf-8")))


def environment() -> dict[str, str]:
    """The environment of a process that finds the same Rondel, and uses no other build than the one that it is given."""
    paths = os.pathsep.join([os.path.abspath(each) for each in sys.path if each])
    return {**os.environ, "PYTHONPATH": paths, "PYTHONHASHSEED": "0", builds.SWITCH: "1"}


def _end(done: subprocess.CompletedProcess[str]) -> str:
    """How a process ended that left no result."""
    last = (done.stderr.strip().splitlines() or ["nothing was said"])[-1]
    if done.returncode < 0:
        return f"its process was ended by {signal.Signals(-done.returncode).name} ({last})"
    return f"its process ended with code {done.returncode}: {last}"
