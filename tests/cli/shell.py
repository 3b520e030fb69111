"""Runs the real ``rondel`` command."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

LOCALE = {"LC_ALL": "C.UTF-8"}
"""What the environment says of the language: nothing, so that it is English."""

COMMAND = [sys.executable, "-m", "rondel"]


def rondel(*argv: str, typed: str = "", cwd: Path | None = None) -> subprocess.CompletedProcess[str]:
    """The command as a process of its own, without a terminal."""
    environment = {**os.environ, "TERM": "dumb", "PYTHONIOENCODING": "utf-8", **LOCALE}
    return subprocess.run(
        [*COMMAND, *argv], input=typed, capture_output=True, text=True, timeout=100, check=False, cwd=cwd, env=environment
    )
