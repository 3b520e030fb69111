"""Install each distribution into an empty environment and use it, as somebody does who has neither a compiler nor Node.

    python scripts/walk.py dist              every source archive and wheel in the folder
    python scripts/walk.py dist --write      and write sizes, times and speed into benchmarks/DISTRIBUTIONS.md

A compiled wheel is installed by its version of Python; one that fits none of those here is named and left out. The lean
installation plays from a program. With the extra ``cli`` games are listed and played, and a new one is checked. With ``server``
and ``rl`` an arena is started, games are played there to their ends over sockets, and an agent steps through one.
"""

from __future__ import annotations

import os
import re
import statistics
import subprocess
import sys
import sysconfig
import tempfile
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path

import prepare
import pythons

ROOT = prepare.ROOT
RESULTS = ROOT / "benchmarks" / "DISTRIBUTIONS.md"
LEAN_LIMIT = 25.0
"""The megabytes that a lean installation of the pure wheel may take on the disk, with all that it brings."""
COMPILED_LIMIT = 40.0
"""The same for a compiled wheel: it carries the sources, whose annotations the engine reads, and the library beside them."""
IMPORT_LIMIT = 80.0
"""The milliseconds of processor time that ``import rondel`` may take."""
IMPORT = """
import time
begun = time.process_time()
import rondel
print(1000 * (time.process_time() - begun))
"""
"""A program that prints the milliseconds of processor time of the import."""
SPEED = """
import time, rondel
game = rondel.new("reversi")
count, begun = 0, time.process_time()
while time.process_time() - begun < 1.0:
    game = rondel.new("reversi")
    for move in range(40):
        moves = list(game.moves())
        if not moves:
            break
        game.push(moves[count % len(moves)])
        count += 1
print(count / (time.process_time() - begun))
"""
"""A program that prints how many moves of Reversi are listed and made in a second of processor time."""
COMPILED = "import sys, rondel; print(any(name.startswith('rondel_native') for name in sys.modules))"
LEARNING = """
from rondel.adapters import gymnasium
env = gymnasium.env("connect_four", role="red", against="random")
observation, info = env.reset(seed=1)
over = False
while not over:
    action = int(observation["action_mask"].nonzero()[0][0])
    observation, reward, terminated, truncated, info = env.step(action)
    over = terminated or truncated
print("learned from a game with the reward", reward)
"""


class Stumbled(Exception):
    """A step of the walk failed; the message has the command and its output."""


@dataclass(frozen=True)
class Walked:
    """What was measured on one distribution."""

    name: str
    python: str
    """The version of Python that it was installed with."""
    size: float
    """Megabytes of the file."""
    installed: float
    """Megabytes of the lean installation on the disk, with all that it brings."""
    alone: float
    """Megabytes of Rondel in it."""
    importing: float
    """Milliseconds of processor time of ``import rondel``, median of nine."""
    speed: float
    """Moves of Reversi per second of processor time."""
    compiled: bool

    @property
    def over(self) -> bool:
        """Whether it is over a limit."""
        return self.installed > (COMPILED_LIMIT if self.compiled else LEAN_LIMIT) or self.importing > IMPORT_LIMIT


def interpreter(file: Path) -> Path | None:
    """The Python that a distribution is installed with; None if it is none, or fits no Python that is here.

    >>> [interpreter(Path(each)) for each in ("notes.md", "rondel-1-cp27-cp27mu-win32.whl")]
    [None, None]
    >>> interpreter(Path("rondel-1-py3-none-any.whl")) == interpreter(Path("rondel-1.tar.gz")) == Path(sys.executable)
    True
    """
    if file.name.endswith((".tar.gz", "-py3-none-any.whl")):
        return Path(sys.executable)
    named = re.search(r"-cp3(\d+)-cp3\1-(\w+).*\.whl$", file.name)
    system, machine = sysconfig.get_platform().split("-")[0], sysconfig.get_platform().split("-")[-1]
    return pythons.find(f"3.{named[1]}") if named and system in named[2] and machine in named[2] else None


def walk(file: Path, chosen: Path, place: Path) -> Walked:
    """Install a distribution with a Python, and use it.

    Raises `Stumbled`.
    """
    python, programs = place / "bin" / "python", place / "bin"
    if os.name == "nt":
        python, programs = place / "Scripts" / "python.exe", place / "Scripts"
    work = place / "work"
    subprocess.run([str(chosen), "-m", "venv", str(place)], check=True)
    work.mkdir()
    packages = Path(step([python, "-c", "import sysconfig; print(sysconfig.get_path('purelib'))"], work, programs).strip())
    before = megabytes(packages)
    pip: list[str | Path] = [python, "-m", "pip", "install", "--quiet", "--disable-pip-version-check"]
    step([*pip, "--constraint", ROOT / "constraints.txt", str(file)], work, programs)
    installed, alone = megabytes(packages) - before, megabytes(packages / "rondel")
    importing = statistics.median(float(step([python, "-c", IMPORT], work, programs)) for _ in range(9))
    rondel = programs / "rondel"
    speed = float(step([python, "-c", SPEED], work, programs))
    compiled = step([python, "-c", COMPILED], work, programs).strip() == "True"
    step([*pip, "--constraint", ROOT / "constraints.txt", f"{file}[cli]"], work, programs)
    step([rondel, "--version"], work, programs)
    step([rondel, "games"], work, programs)
    step([rondel, "new", "first_game"], work, programs)
    step([rondel, "check", "first_game.py"], work, programs)
    step([rondel, "play", "tic_tac_toe", "--as", "none", "--against", "level:3,random", "--seed", "1"], work, programs)
    step([rondel, "tournament", "connect_four", "--players", "greedy,random", "--games", "2"], work, programs)
    step([*pip, "--constraint", ROOT / "constraints.txt", f"{file}[server,rl]"], work, programs)
    step([python, ROOT / "examples" / "arena_bot.py"], work, programs)
    step([python, "-c", LEARNING], work, programs)
    version = step([python, "-c", "import platform; print(platform.python_version())"], work, programs).strip()
    return Walked(file.name, version, file.stat().st_size / 1e6, installed, alone, importing, speed, compiled)


def step(argv: Sequence[str | Path], work: Path, programs: Path) -> str:
    """Run a command in an environment in which only the installation is found; returns its output.

    Raises `Stumbled`.
    """
    env = {name: value for name, value in os.environ.items() if not name.startswith(("PYTHON", "RONDEL", "VIRTUAL"))}
    env["PATH"] = str(programs)
    if os.name == "nt":
        env["PATH"] += os.pathsep + str(Path(os.environ["SYSTEMROOT"]) / "System32")
    command = [str(each) for each in argv]
    done = subprocess.run(command, cwd=work, env=env, capture_output=True, text=True, check=False, timeout=900)
    if done.returncode:
        raise Stumbled(f"`{' '.join(command)}` ended with {done.returncode}:\n{done.stdout}{done.stderr}")
    return done.stdout


def megabytes(folder: Path) -> float:
    """The bytes of all files in a folder, in megabytes; compiled bytecode counts, as pip writes it."""
    return sum(each.stat().st_size for each in folder.rglob("*") if each.is_file()) / 1e6


HEAD = """# Distributions

Written by `python scripts/walk.py dist --write`, which installs each distribution into an empty environment without a compiler
or Node, and uses it there: games, play, the check of a new game, a tournament, an arena with games to their ends, learning.

| distribution | Python | rules | file, MB | installed lean, MB | of it Rondel, MB | `import rondel`, ms | moves of Reversi/s |
| --- | --- | --- | --- | --- | --- | --- | --- |
"""
LIMITS = f"""\
Limits of a lean installation with all that it brings: {LEAN_LIMIT:.0f} MB for the pure wheel,
{COMPILED_LIMIT:.0f} MB for a compiled one, which has the library beside the sources that it was made from. Limit of
the import: {IMPORT_LIMIT:.0f} ms of processor time. The bytecode that pip writes counts. Every wheel has the page.
"""


def table(walked: Sequence[Walked]) -> str:
    """The page with the figures."""
    rows = []
    for each in walked:
        rules = "compiled" if each.compiled else "interpreted"
        sizes = f"{each.size:.1f} | {each.installed:.1f} | {each.alone:.1f}"
        rows.append(f"| {each.name} | {each.python} | {rules} | {sizes} | {each.importing:.0f} | {each.speed:,.0f} |\n")
    where = f"{datetime.now(UTC).date().isoformat()}, {sys.platform}, {os.cpu_count()} cores"
    return f"{HEAD}{''.join(rows)}\n{LIMITS}\n{where}. Moves are listed and made with `moves()` and `push()`.\n"


def main(arguments: Sequence[str]) -> int:
    """Walk every distribution in a folder; 1 if one stumbles or is over a limit."""
    names = [each for each in arguments if each != "--write"]
    if missing := [name for name in names if not Path(name).is_dir()]:
        print(f"rondel: there is no folder {missing[0]!r}; python scripts/distributions.py builds into dist", file=sys.stderr)
        return 2
    chosen = {each: interpreter(each) for name in names for each in sorted(Path(name).resolve().iterdir())}
    walked = []
    for file, python in chosen.items():
        if python is None:
            prepare.say(f"no Python for {file.name} is here: left out")
            continue
        with tempfile.TemporaryDirectory() as place:
            try:
                with prepare.Doing(f"walking {file.name}"):
                    walked.append(walk(file, python, Path(place) / "environment"))
            except Stumbled as error:
                print(f"rondel: {file.name}: {error}", file=sys.stderr)
                return 1
        prepare.say(str(walked[-1]))
    if not walked:
        print("rondel: no distribution that fits a Python here; build some: python scripts/distributions.py", file=sys.stderr)
        return 2
    if "--write" in arguments:
        RESULTS.write_text(table(walked), encoding="utf-8")
    over = [each.name for each in walked if each.over]
    if over:
        prepare.say(f"over a limit: {', '.join(over)}")
    return 1 if over else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
