"""Install each distribution into an empty environment and use it, as somebody does who has neither a compiler nor Node.

    python scripts/walk.py dist              every source archive and wheel in the folder
    python scripts/walk.py dist --write      and write sizes, times and speed into benchmarks/DISTRIBUTIONS.md

A compiled wheel is installed by its version of Python; one that fits none of those here is named and left out. The lean
installation plays from a program. With the extra ``cli`` games are listed and played, a new one is checked, and the missing
server is named with its extra. With ``server``, whose wheel is in the same folder, an arena is started and games are played
there to their ends over sockets. With ``rl`` an agent steps through one.
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
"""The megabytes that a lean installation may take on the disk, with all that it brings."""
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
PAGE = """
from rondel.server.transport.static import CLIENT
assert (CLIENT / "index.html").is_file(), f"no page in {CLIENT}"
"""
"""A program that looks for the page."""
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
    """Megabytes of Rondel in it, with the compiled library."""
    served: float
    """Megabytes of an installation with the extra ``server``."""
    importing: float
    """Milliseconds of processor time of ``import rondel``, median of nine."""
    speed: float
    """Moves of Reversi per second of processor time."""
    compiled: bool

    @property
    def over(self) -> bool:
        """Whether it is over a limit."""
        return self.installed > LEAN_LIMIT or self.importing > IMPORT_LIMIT


def interpreter(file: Path) -> Path | None:
    """The Python that a distribution is installed with; None if it is none, fits no Python that is here, or is the server's.

    >>> [interpreter(Path(each)) for each in ("notes.md", "rondel-1-cp27-cp27mu-win32.whl", "rondel_server-1-py3-none-any.whl")]
    [None, None, None]
    >>> interpreter(Path("rondel-1-py3-none-any.whl")) == interpreter(Path("rondel-1.tar.gz")) == Path(sys.executable)
    True
    """
    if file.name.startswith("rondel-") and file.name.endswith((".tar.gz", "-py3-none-any.whl")):
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
    pip += ["--constraint", ROOT / "constraints.txt", "--find-links", file.parent]
    step([*pip, file], work, programs)
    installed, alone = megabytes(packages) - before, sum(map(megabytes, packages.glob("rondel*")))
    importing = statistics.median(float(step([python, "-c", IMPORT], work, programs)) for _ in range(9))
    rondel = programs / "rondel"
    speed = float(step([python, "-c", SPEED], work, programs))
    compiled = step([python, "-c", COMPILED], work, programs).strip() == "True"
    step([*pip, f"{file}[cli]"], work, programs)
    step([rondel, "--version"], work, programs)
    step([rondel, "games"], work, programs)
    step([rondel, "new", "first_game"], work, programs)
    step([rondel, "check", "first_game.py"], work, programs)
    step([rondel, "play", "tic_tac_toe", "--as", "none", "--against", "level:3,random", "--seed", "1"], work, programs)
    step([rondel, "tournament", "connect_four", "--players", "greedy,random", "--games", "2"], work, programs)
    refused([rondel, "serve"], "run: pip install 'rondel[server]'", work, programs)
    step([*pip, f"{file}[server]"], work, programs)
    served = megabytes(packages) - before
    step([python, "-c", PAGE], work, programs)
    step([python, ROOT / "examples" / "arena_bot.py"], work, programs)
    step([rondel, "site", "reversi", "--into", "site"], work, programs)
    step([*pip, f"{file}[server,rl]"], work, programs)
    step([python, "-c", LEARNING], work, programs)
    version = step([python, "-c", "import platform; print(platform.python_version())"], work, programs).strip()
    return Walked(file.name, version, file.stat().st_size / 1e6, installed, alone, served, importing, speed, compiled)


def step(argv: Sequence[str | Path], work: Path, programs: Path) -> str:
    """Run a command in an environment in which only the installation is found; returns its output.

    Raises `Stumbled`.
    """
    done = run(argv, work, programs)
    if done.returncode:
        raise Stumbled(f"`{' '.join(done.args)}` ended with {done.returncode}:\n{done.stdout}{done.stderr}")
    return done.stdout


def refused(argv: Sequence[str | Path], end: str, work: Path, programs: Path) -> None:
    """Run a command that must end with 2 and one line, which ends like that.

    Raises `Stumbled`.
    """
    done = run(argv, work, programs)
    if (done.returncode, done.stderr.count("\n")) != (2, 1) or not done.stderr.endswith(f"{end}\n"):
        raise Stumbled(
            f"`{' '.join(done.args)}` ended with {done.returncode}, not with 2 and {end!r}:\n{done.stdout}{done.stderr}"
        )


def run(argv: Sequence[str | Path], work: Path, programs: Path) -> subprocess.CompletedProcess[str]:
    """Run a command in an environment in which only the installation is found."""
    env = {name: value for name, value in os.environ.items() if not name.startswith(("PYTHON", "RONDEL", "VIRTUAL"))}
    env["PATH"] = str(programs)
    if os.name == "nt":
        env["PATH"] += os.pathsep + str(Path(os.environ["SYSTEMROOT"]) / "System32")
    command = [str(each) for each in argv]
    return subprocess.run(command, cwd=work, env=env, capture_output=True, text=True, check=False, timeout=900)


def megabytes(place: Path) -> float:
    """The bytes of a file, or of all files in a folder, in megabytes; compiled bytecode counts, as pip writes it."""
    return sum(each.stat().st_size for each in (place, *place.rglob("*")) if each.is_file()) / 1e6


HEAD = """# Distributions

Written by `python scripts/walk.py dist --write`, which installs each distribution into an empty environment without a compiler
or Node, and uses it there: games, play, the check of a new game, a tournament, an arena with games to their ends, learning.

| distribution | Python | rules | file, MB | lean, MB | Rondel, MB | with `[server]`, MB | import, ms | moves of Reversi/s |
| --- | --- | --- | --- | --- | --- | --- | --- | --- |
"""
LIMITS = f"""\
Limits: {LEAN_LIMIT:.0f} MB for a lean installation with all that it brings, and {IMPORT_LIMIT:.0f} ms of processor time for
`import rondel`. The bytecode that pip writes counts. *Rondel* is its part of the lean installation. The page is in the wheel of
the server.
"""


def table(walked: Sequence[Walked], servers: Sequence[Path]) -> str:
    """The page with the figures; ``servers`` are wheels of the server."""
    rows = []
    for each in walked:
        rules = "compiled" if each.compiled else "interpreted"
        sizes = f"{each.size:.1f} | {each.installed:.1f} | {each.alone:.1f} | {each.served:.1f}"
        rows.append(f"| {each.name} | {each.python} | {rules} | {sizes} | {each.importing:.0f} | {each.speed:,.0f} |\n")
    where = f"{datetime.now(UTC).date().isoformat()}, {sys.platform}, {os.cpu_count()} cores"
    beside = "".join([f"`{each.name}` has {each.stat().st_size / 1e6:.1f} MB.\n" for each in servers])
    return f"{HEAD}{''.join(rows)}\n{LIMITS}{beside}\n{where}. Moves are listed and made with `moves()` and `push()`.\n"


def main(arguments: Sequence[str]) -> int:
    """Walk every distribution in a folder; 1 if one stumbles or is over a limit."""
    names = [each for each in arguments if each != "--write"]
    if missing := [name for name in names if not Path(name).is_dir()]:
        print(f"rondel: there is no folder {missing[0]!r}; python scripts/distributions.py builds into dist", file=sys.stderr)
        return 2
    found = [each for name in names for each in sorted(Path(name).resolve().iterdir())]
    servers = [each for each in found if each.name.startswith("rondel_server-")]
    chosen = {each: interpreter(each) for each in found if each not in servers}
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
        RESULTS.write_text(table(walked, servers), encoding="utf-8")
    over = [each.name for each in walked if each.over]
    if over:
        prepare.say(f"over a limit: {', '.join(over)}")
    return 1 if over else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
