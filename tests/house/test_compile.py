"""The compiled tree is a faithful copy: what is gone from the source is gone from it, and nothing compiled is stale."""

from __future__ import annotations

import importlib
from pathlib import Path

compiling = importlib.import_module("compile")


def write(tree: Path, **files: str) -> None:
    for name, text in files.items():
        path = tree / name.replace("__", "/")
        path.parent.mkdir(parents=True, exist_ok=True)
        path.with_suffix(".py").write_text(text, encoding="utf-8")


def test_the_tree_follows_its_source(tmp_path: Path) -> None:
    source, target = tmp_path / "source", tmp_path / "target"
    write(source, engine__game="a = 1", engine__move="b = 1")
    compiling.sync(source, target)
    (target / "engine" / "game.cpython-311-x86_64-linux-gnu.so").touch()
    (source / "engine" / "move.py").unlink()
    write(source, engine__game="a = 2")
    compiling.sync(source, target)
    assert (target / "engine" / "game.py").read_text(encoding="utf-8") == "a = 2"
    assert not (target / "engine" / "move.py").exists()
    assert (target / "engine" / "game.cpython-311-x86_64-linux-gnu.so").exists()


def test_no_compiled_module_outlives_its_source(tmp_path: Path) -> None:
    (tmp_path / "engine").mkdir()
    (tmp_path / "engine" / "game.so").touch()
    (tmp_path / "engine" / "game.py").touch()
    compiling.remove_compiled(tmp_path)
    assert [path.name for path in (tmp_path / "engine").iterdir()] == ["game.py"]


def test_the_three_rooms_are_compiled_and_their_doors_are_not(tmp_path: Path) -> None:
    write(tmp_path, engine__game="", search__tree="", games__nim="", server__app="")
    (tmp_path / "engine" / "__init__.py").touch()
    assert compiling.compiled_modules(tmp_path) == ["engine/game.py", "games/nim.py", "search/tree.py"]


def test_the_key_changes_with_the_source(tmp_path: Path) -> None:
    write(tmp_path, engine__game="a = 1")
    before = compiling.key(["engine/game.py"], tmp_path)
    assert compiling.key(["engine/game.py"], tmp_path) == before
    write(tmp_path, engine__game="a = 2")
    assert compiling.key(["engine/game.py"], tmp_path) != before


def test_what_stays_interpreted_is_there() -> None:
    assert [each for each in compiling.INTERPRETED if not (compiling.SOURCE / each).exists()] == []
