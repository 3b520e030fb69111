"""``rondel new``: the written files work unchanged."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

from rondel.cli.commands.new import new
from rondel.errors import BadOption
from tests.cli.shell import rondel

ROOT = Path(__file__).resolve().parents[3]


def python(*argv: str, cwd: Path) -> subprocess.CompletedProcess[str]:
    """A tool as a process of its own, with the package of this project."""
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join([str(ROOT / "src"), os.environ.get("PYTHONPATH", "")])}
    return subprocess.run(
        [sys.executable, "-m", *argv], capture_output=True, text=True, timeout=150, check=False, cwd=cwd, env=environment
    )


@pytest.mark.slow
def test_the_written_game_plays_and_passes_all_checks(tmp_path: Path) -> None:
    done = rondel("new", "my_heap_2", "--folder", str(tmp_path))
    assert (done.returncode, done.stderr) == (0, "")
    assert sorted(path.name for path in tmp_path.iterdir()) == ["my_heap_2.py", "test_my_heap_2.py"]
    game = str(tmp_path / "my_heap_2.py")
    assert f"rondel check {game}" in done.stdout
    played = rondel("play", game, "--as", "none", "--against", "greedy,random", "--seed", "1")
    assert (played.returncode, played.stderr) == (0, "")
    assert "wins" in played.stdout
    checked = rondel("check", game, "--games", "1")
    assert (checked.returncode, checked.stdout.splitlines()[-1]) == (0, "nothing wrong found")
    tested = python("pytest", "-q", "-p", "no:cacheprovider", "test_my_heap_2.py", cwd=tmp_path)
    assert tested.returncode == 0, tested.stdout
    assert " passed" in tested.stdout
    settings = str(ROOT / "pyproject.toml")
    # Beside it lies the file with mistakes of docs/editors.md: each marked line is one for mypy, and no other.
    page = (
        (ROOT / "docs" / "editors.md").read_text(encoding="utf-8").replace("jewels", "my_heap_2").replace("Jewels", "MyHeap2")
    )
    slips = page.partition("# slips.py\n")[2].partition("```")[0]
    (tmp_path / "slips.py").write_text(slips, encoding="utf-8")
    cache = ("--cache-dir", str(ROOT / "build" / "mypy-of-authors"))
    typed = python("mypy", "--strict", *cache, "my_heap_2.py", "test_my_heap_2.py", "slips.py", cwd=tmp_path)
    (tmp_path / "slips.py").unlink()
    marked = {number for number, line in enumerate(slips.splitlines(), 1) if "# " in line}
    assert {int(line) for line in re.findall(r"^slips\.py:(\d+): error", typed.stdout, re.MULTILINE)} == marked, typed.stdout
    assert "my_heap_2.py:" not in typed.stdout, typed.stdout
    for tool in (("check", "--ignore", "S101,INP001"), ("format", "--check")):  # tests assert; the folder is no package
        linted = python("ruff", *tool, "--no-cache", "--config", settings, ".", cwd=tmp_path)
        assert linted.returncode == 0, linted.stdout + linted.stderr


@pytest.mark.parametrize("there", ["pond.py", "test_pond.py"])
def test_nothing_is_written_over(tmp_path: Path, there: str) -> None:
    (tmp_path / there).write_text("mine", encoding="utf-8")
    done = rondel("new", "pond", "--folder", str(tmp_path))
    assert done.returncode == 2
    assert done.stderr.startswith(f"rondel: {tmp_path / there} exists already, and no file is overwritten; choose another")
    assert [path.name for path in tmp_path.iterdir()] == [there]
    assert (tmp_path / there).read_text(encoding="utf-8") == "mine"


@pytest.mark.parametrize(
    ("name", "hint"),
    [
        ("MyGame", "'my_game'"),
        ("my game", "'my_game'"),
        ("my-game.py", "'my_game'"),
        ("2048", "'my_game'"),
        ("../pond", "'pond'"),
        ("_pond", "'pond'"),
        ("köln", "'k_ln'"),
        ("", "'my_game'"),
        ("reversi", "'my_reversi'"),
        ("random", "'my_random'"),
        ("class", "'my_class'"),
        ("rondel", "'my_rondel'"),
        ("test_pond", "'my_test_pond'"),
    ],
)
def test_a_name_that_cannot_be_one_is_refused_with_one_that_can(tmp_path: Path, name: str, hint: str) -> None:
    with pytest.raises(BadOption, match=hint):
        new(name, tmp_path)
    assert list(tmp_path.iterdir()) == []
    new(hint.strip("'"), tmp_path)


def test_a_folder_that_is_not_there_is_made(tmp_path: Path) -> None:
    folder = tmp_path / "games" / "mine"
    assert rondel("new", "pond", "--folder", str(folder)).returncode == 0
    assert sorted([path.name for path in folder.iterdir()]) == ["pond.py", "test_pond.py"]


def test_a_folder_that_cannot_be_made_is_refused(tmp_path: Path) -> None:
    (tmp_path / "taken").touch()
    done = rondel("new", "pond", "--folder", str(tmp_path / "taken" / "mine"))
    assert (done.returncode, done.stdout) == (2, "")
    assert "choose another folder, --folder DIR" in done.stderr
