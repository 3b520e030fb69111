"""What is shipped: a pure wheel with the built page and the sources, and commands that say what they are."""

from __future__ import annotations

import ast
import os
import re
import shutil
import subprocess
import sys
import tomllib
import zipfile
from pathlib import Path

import pytest
import wheel

import rondel

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
    locale = {name.rpartition("/")[2] for name in shipped if name.startswith("rondel/translations/locale/")}
    assert locale == {"de.po", "ja.po"}, "and nothing that only translators need"


def test_a_wheel_holds_the_page(shipped: set[str]) -> None:
    if not (ROOT / "src" / "rondel" / "server" / "client" / "index.html").exists():
        pytest.skip("the page is not built; make test builds it")
    assert "rondel/server/client/index.html" in shipped
    assert any(re.fullmatch(r"rondel/server/client/assets/.+\.js\.br", name) for name in shipped)
    packed = [name.rpartition("/")[2] for name in shipped if name.startswith("rondel/server/client/packed/")]
    assert any(re.fullmatch(r"rondel-.+\.zip\.br", name) for name in packed), "for `rondel site`"
    assert [name for name in packed if not name.endswith((".br", ".json"))] == [], "each file once"
    rules = {name.rpartition("/")[2] for name in shipped if name.startswith("rondel/server/client/sources/")}
    assert {"my_game.txt.br", "reversi.txt.br", "index.json"} <= rules, "for the playground"
    assert {name for name in rules if not name.endswith((".txt.br", ".json"))} == set(), "each file once"
    scripts = {name.removesuffix(".br") for name in shipped if name.endswith(".js.br")}
    assert scripts, "and so are scripts"
    assert scripts & shipped == {"rondel/server/client/service-worker.js"}, "which is no part of the page"


PACKED = ("packed/rules.zip.br", "packed/game.zip.br")
LISTED = '{"rondel": {"name": "rules.zip", "size": 1}, "games": {"nim": {"name": "game.zip", "size": 1}}}'


@pytest.mark.parametrize("lost", ["index.html", "packed/files.json", "packed/modules.json", *PACKED])
def test_a_wheel_without_a_part_of_the_page_is_refused(tmp_path: Path, lost: str) -> None:
    (tmp_path / "packed").mkdir()
    for part in (*wheel.PARTS, *PACKED):
        (tmp_path / part).write_text(LISTED, encoding="utf-8")
    assert wheel.missing_part(tmp_path) is None
    (tmp_path / lost).unlink()
    assert wheel.missing_part(tmp_path) == lost


def test_a_wheel_holds_nothing_else(shipped: set[str]) -> None:
    assert {name.split("/")[0] for name in shipped} == {"rondel", f"rondel-{rondel.__version__}.dist-info"}
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


def test_a_package_whose_private_classes_are_subclassed_is_capped_at_its_minor_version() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    wanted = [*project["dependencies"], *project["optional-dependencies"]["server"]]
    required = {re.split(r"[^\w-]", each)[0]: each for each in wanted}
    found = set()
    for path in (ROOT / "src").rglob("*.py"):
        text = path.read_text(encoding="utf-8")
        if ".protocols." not in text:
            continue  # walking the syntax trees of all modules takes seconds
        tree = ast.parse(text)
        deep = {
            alias.asname or alias.name: node.module.split(".")[0]
            for node in ast.walk(tree)
            if isinstance(node, ast.ImportFrom) and node.module and ".protocols." in node.module and "rondel" not in node.module
            for alias in node.names
        }
        for node in ast.walk(tree):
            if isinstance(node, ast.ClassDef):
                found |= {deep[base.id] for base in node.bases if isinstance(base, ast.Name) and base.id in deep}
    assert found == {"uvicorn"}
    for package in found | {"websockets"}:  # uvicorn's class is built on the objects of websockets
        assert re.search(r",<\d+\.\d+$", required[package]), f"{package} needs an upper bound at the next minor version"


@pytest.mark.parametrize("command", ["wheel", "sdist"])
def test_neither_wheel_nor_archive_is_built_without_the_page(tmp_path: Path, command: str) -> None:
    for each in ("pyproject.toml", "README.md", "LICENSE"):
        shutil.copy(ROOT / each, tmp_path)
    for each in ("scripts/wheel.py", "src/rondel/__init__.py"):
        (tmp_path / each).parent.mkdir(parents=True)
        shutil.copy(ROOT / each, tmp_path / each)
    (tmp_path / "docs" / "games").mkdir(parents=True)
    build = [sys.executable, "-m", "hatchling", "build", "--target", command]
    done = subprocess.run(build, cwd=tmp_path, capture_output=True, text=True, check=False)
    assert done.returncode != 0
    assert "python3 scripts/prepare.py client" in done.stdout + done.stderr
    assert not list(tmp_path.glob("dist/*.*"))
    for part in wheel.PARTS:
        (tmp_path / wheel.CLIENT / part).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / wheel.CLIENT / part).write_text("{}", encoding="utf-8")
    assert subprocess.run(build, cwd=tmp_path, capture_output=True, check=False).returncode == 0
    assert list(tmp_path.glob("dist/*.*"))
