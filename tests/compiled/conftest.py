"""The two builds of Rondel side by side: programs run in each, in processes of their own."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import prepare
import pytest

ROOT = Path(__file__).resolve().parents[2]
TREES = {"interpreted": ROOT / "src", "compiled": ROOT / "build" / "compiled-for-tests"}

Run = Callable[..., Any]
"""Runs a program of ``programs/`` in one build, with arguments; returns what it printed, read as JSON."""


@pytest.fixture(scope="session")
def run() -> Run:
    """Runs programs in either build. The compiled one is made first, unless it is there and made from these very sources."""
    problem = prepare.compiler()
    if problem:
        pytest.skip(f"the compiled build is not tested: {problem}")
    done = subprocess.run(
        [sys.executable, str(ROOT / "scripts" / "compile.py"), "--tests"],
        capture_output=True,
        text=True,
        timeout=600,
        check=False,
    )
    assert not done.returncode, done.stdout + done.stderr

    def run_program(build: str, program: str, *arguments: str) -> Any:
        env = {**os.environ, "PYTHONPATH": os.pathsep.join((str(TREES[build]), str(ROOT))), "PYTHONHASHSEED": "0"}
        env.pop("RONDEL_COMPILED", None)
        argv = [sys.executable, "-W", "error", str(ROOT / "tests" / "compiled" / "programs" / f"{program}.py"), *arguments]
        done = subprocess.run(argv, env=env, cwd=ROOT, capture_output=True, text=True, timeout=150, check=False)
        assert not done.returncode, done.stderr
        assert not done.stderr, done.stderr
        return json.loads(done.stdout)

    return run_program
