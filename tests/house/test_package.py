"""What is shipped: a pure wheel with the built page and the sources, and commands that say what they are."""

from __future__ import annotations

import os
import re
import subprocess
import sys
import zipfile
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]


@pytest.fixture(scope="module")
def shipped(tmp_path_factory: pytest.TempPathFactory) -> set[str]:
    """The names in the wheel."""
    folder = tmp_path_factory.mktemp("wheel")
    argv = [sys.executable, "-m", "hatchling", "build", "-t", "wheel", "-d", str(folder)]
    done = subprocess.run(argv, cwd=ROOT, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
    (wheel,) = folder.glob("*.whl")
    assert wheel.name.endswith("-py3-none-any.whl")
    return set(zipfile.ZipFile(wheel).namelist())


def test_a_wheel_holds_the_package_typed(shipped: set[str]) -> None:
    modules = {path.relative_to(ROOT / "src").as_posix() for path in (ROOT / "src" / "rondel").rglob("*.py")}
    assert modules - shipped == set()
    assert "rondel/py.typed" in shipped
    assert {f"rondel/translations/locale/{lang}.po" for lang in ("de", "ja", "en_XA")} <= shipped


def test_a_wheel_holds_the_page(shipped: set[str]) -> None:
    if not (ROOT / "src" / "rondel" / "server" / "client" / "index.html").exists():
        pytest.skip("the page is not built; make test builds it")
    assert "rondel/server/client/index.html" in shipped
    assert any(re.fullmatch(r"rondel/server/client/assets/.+\.js", name) for name in shipped)


def test_a_wheel_holds_nothing_else(shipped: set[str]) -> None:
    assert {name.split("/")[0] for name in shipped} == {"rondel", "rondel-0.1.0.dist-info"}
    assert [name for name in shipped if name.endswith((".so", ".pyc", ".built-from"))] == []


def test_every_command_of_make_is_in_its_help() -> None:
    makefile = (ROOT / "Makefile").read_text(encoding="utf-8")
    targets = set(re.findall(r"^([a-z-]+):", makefile, re.MULTILINE)) - {"help"}
    phony = re.search(r"^\.PHONY: (.+)$", makefile, re.MULTILINE)
    assert phony is not None
    assert set(phony[1].split()) == targets | {"help"}
    assert set(re.findall(r'@echo "make ([a-z-]+)', makefile)) == targets


def test_continuous_integration_runs_the_same_command() -> None:
    script = ROOT / ".ci" / "run"
    assert os.access(script, os.X_OK)
    commands = [line for line in script.read_text(encoding="utf-8").splitlines() if line and not line.startswith("#")]
    assert commands == ["exec make test"]
