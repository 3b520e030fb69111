"""Runs the ``rondel`` command: in this process, or as a process of its own.

In this process it takes no time to start Python. `spawned` is for what depends on a process: once for each command, at signals
and terminals, and where the games of other tests would be listed.
"""

from __future__ import annotations

import contextlib
import io
import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from rondel.cli import main
from rondel.engine.registry import LOADED

LOCALE = {"LC_ALL": "C.UTF-8"}
"""What the environment says of the language: nothing, so that it is English."""

COMMAND = [sys.executable, "-m", "rondel"]


def rondel(*argv: str, typed: str = "", cwd: Path | None = None) -> subprocess.CompletedProcess[str]:
    """The command in this process, without a terminal; it knows none of the games that tests have loaded."""
    code: object = 0
    with pytest.MonkeyPatch.context() as patch, _shipped_games_only(), _output() as out, _output() as err:
        for name, value in _environment().items():
            patch.setenv(name, value)
        patch.chdir(cwd or Path.cwd())
        patch.setattr(sys, "argv", ["rondel", *argv])
        patch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(typed.encode()), "utf-8"))
        patch.setattr(sys, "stdout", out)
        patch.setattr(sys, "stderr", err)
        try:
            main()
        except SystemExit as end:
            code = end.code
        return subprocess.CompletedProcess(argv, code if isinstance(code, int) else 0, _text(out), _text(err))


def spawned(*argv: str, typed: str = "", cwd: Path | None = None) -> subprocess.CompletedProcess[str]:
    """The command as a process of its own, without a terminal."""
    environment = {**os.environ, **_environment()}
    return subprocess.run(
        [*COMMAND, *argv], input=typed, capture_output=True, text=True, timeout=100, check=False, cwd=cwd, env=environment
    )


def _environment() -> dict[str, str]:
    return {"TERM": "dumb", "PYTHONIOENCODING": "utf-8", **LOCALE}


@contextlib.contextmanager
def _shipped_games_only() -> Iterator[None]:
    """Other tests of this process have loaded games, of which the command as a process of its own would not know."""
    kept = dict(LOADED)
    for name, game in kept.items():
        if not game.__module__.startswith("rondel.shelf."):
            del LOADED[name]
    try:
        yield
    finally:
        LOADED.clear()
        LOADED.update(kept)


@contextlib.contextmanager
def _output() -> Iterator[io.TextIOWrapper]:
    with io.TextIOWrapper(io.BytesIO(), "utf-8", write_through=True) as written:
        yield written


def _text(written: io.TextIOWrapper) -> str:
    written.seek(0)
    return written.read()
