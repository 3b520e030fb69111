"""The surface of the command: help, exit codes, messages without tracebacks, and a quick start."""

from __future__ import annotations

import os
import platform
import pty
import re
import resource
import select
import signal
import subprocess
import sys
import time
import tomllib
from pathlib import Path

import pytest

from tests.cli.shell import COMMAND, rondel, spawned

WITHOUT = ("rondel.server", "rondel.bga", "rondel.search", "rondel.players", "litestar", "uvicorn", "sqlalchemy", "tree_sitter")
STANDARD_IMPORTS = "import asyncio, unittest, http.client, decimal"


def test_help_names_every_command_and_no_other() -> None:
    done = rondel("--help")
    assert done.returncode == 0
    found = re.findall(r"^  ([a-z]+)  ", done.stdout.partition("Commands:")[2], re.MULTILINE)
    assert found == [
        "games",
        "new",
        "play",
        "dev",
        "serve",
        "site",
        "check",
        "compile",
        "perft",
        "tree",
        "solve",
        "replay",
        "diagram",
        "tournament",
        "bga",
        "admin",
    ]


def test_it_says_its_version_which_is_the_packages() -> None:
    project = tomllib.loads((Path(__file__).parents[2] / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    done = rondel("--version")
    build = "compiled" if os.environ.get("RONDEL_COMPILED") else "interpreted"
    assert done.returncode == 0
    assert done.stdout.startswith(f"rondel {project['version']}, {build}, Python {platform.python_version()} on ")


def test_help_is_quick() -> None:
    """At most three times the processor time of four imports of the standard library, measured in turn (1.6 when written)."""
    pairs = [(_seconds(*COMMAND, "--help"), _seconds(sys.executable, "-c", STANDARD_IMPORTS)) for _each in range(3)]
    help_, imports = (min(each) for each in zip(*pairs, strict=True))
    assert help_ < 3 * imports


def _seconds(*argv: str) -> float:
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    subprocess.run(argv, stdout=subprocess.DEVNULL, timeout=60, check=True)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime


def test_help_loads_neither_server_nor_search() -> None:
    program = (
        "import sys\nfrom rondel.cli import main\nsys.argv = ['rondel', '--help']\n"
        "try:\n    main()\nexcept SystemExit:\n    pass\n"
        f"print('loaded:', [each for each in {WITHOUT!r} if each in sys.modules])"
    )
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, timeout=60, check=True)
    assert done.stdout.endswith("loaded: []\n")


@pytest.mark.parametrize(
    "typed",
    [
        "games",
        "new pond --folder game.py",
        "play tic_tac_toe --as none --against random --seed 1",
        "dev nothing.py --no-open",
        "check tic_tac_toe --games 0",
        "tree reversi --depth 1",
        "solve tic_tac_toe",
        "replay game.py",
        "diagram tic_tac_toe --format text",
        "tournament tic_tac_toe --players random,greedy --games 1",
        "bga check .",
        "admin tables",
    ],
)
def test_a_command_is_the_same_in_a_process_of_its_own(typed: str, tmp_path: Path) -> None:
    """All other tests call it in theirs. `serve` and `perft` are started in tests of their own, which interrupt them."""
    (tmp_path / "game.py").write_text("{}", encoding="utf-8")
    apart, here = [run(*typed.split(), cwd=tmp_path) for run in (spawned, rondel)]
    assert (apart.returncode, apart.stdout, apart.stderr) == (here.returncode, here.stdout, here.stderr)


def test_a_closed_pipe_gives_no_traceback() -> None:
    process = subprocess.Popen(
        [*COMMAND, "perft", "reversi", "--depth", "6"], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    )
    assert process.stdout is not None
    assert process.stderr is not None
    process.stdout.readline()
    process.stdout.close()
    process.wait(timeout=20)
    assert process.stderr.read() == ""
    process.stderr.close()


def test_an_interrupt_gives_no_traceback() -> None:
    process = subprocess.Popen(
        [*COMMAND, "perft", "reversi", "--depth", "12"], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    )
    assert process.stdout is not None
    process.stdout.readline()
    process.send_signal(signal.SIGINT)
    _out, said = process.communicate(timeout=20)
    assert (process.returncode, said) == (130, "")


# -- at a real terminal ------------------------------------------------------------------------------------------------


def at_terminal(term: str, typed: bytes, *argv: str) -> str:
    """What the command writes on a terminal of its own; ``typed`` is sent when it asks for the first time."""
    master, slave = pty.openpty()
    environment = {name: value for name, value in os.environ.items() if name not in ("NO_COLOR", "FORCE_COLOR", "COLORTERM")}
    process = subprocess.Popen(
        [*COMMAND, *argv],
        stdin=slave,
        stdout=slave,
        stderr=slave,
        env={**environment, "TERM": term, "PYTHONIOENCODING": "utf-8", "COLUMNS": "80"},
        start_new_session=True,
    )
    os.close(slave)
    said = b""
    until = time.monotonic() + 30
    try:
        while time.monotonic() < until:
            if not select.select([master], [], [], 0.5)[0]:
                if process.poll() is not None:
                    break
                continue
            try:
                said += os.read(master, 65536)
            except OSError:  # the terminal is closed when its last program ends
                break
            if typed and said.endswith(b"> "):
                os.write(master, typed)
                typed = b""
    finally:
        process.kill()
        process.wait()
        os.close(master)
    return said.decode()


def test_a_terminal_that_can_shows_colours() -> None:
    said = at_terminal("xterm-256color", b"quit\n", "play", "reversi", "--against", "random")
    assert "\x1b[" in said
    assert "●" in said
    assert "You have left the game." in said


def test_a_dumb_terminal_gets_letters_only() -> None:
    said = at_terminal("dumb", b"quit\n", "play", "reversi", "--against", "random")
    assert "\x1b" not in said
    assert "4  .  .  *  W  B  .  .  ." in said
    assert "You have left the game." in said
