"""The command names all figures."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from tests.chaos.__main__ import FIGURES, main


def test_every_module_of_a_figure_is_listed(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["--list"]) == 0
    listed = [line.split()[0] for line in capsys.readouterr().out.splitlines()]
    here = Path(__file__).parent
    files = [path.relative_to(here).with_suffix("") for path in here.rglob("*.py") if "def run(folder" in path.read_text()]
    modules = {".".join(file.parts) for file in files}
    assert set(listed) == set(FIGURES) == modules - {Path(__file__).stem}


def test_what_there_is_not_is_said() -> None:
    argv = [sys.executable, "-m", "tests.chaos", "nothing"]
    done = subprocess.run(argv, capture_output=True, text=True, check=False, cwd=Path(__file__).resolve().parents[2])
    assert (done.returncode, "there are kills" in done.stderr) == (2, True)
