"""The compiled tree is a faithful copy: what is gone from the source is gone from it, and nothing compiled is stale."""

from __future__ import annotations

import ast
import importlib
from pathlib import Path

import pytest

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


def test_the_pure_rooms_and_a_servers_table_are_compiled_and_no_doors(tmp_path: Path) -> None:
    write(
        tmp_path,
        engine__game="",
        search__tree="",
        shelf__nim="",
        server__transport__app="",
        server__table__table="",
        players__table="",
    )
    (tmp_path / "engine" / "__init__.py").touch()
    assert compiling.compiled_modules(tmp_path) == ["engine/game.py", "search/tree.py", "server/table/table.py", "shelf/nim.py"]


def test_the_key_changes_with_the_source(tmp_path: Path) -> None:
    write(tmp_path, engine__game="a = 1")
    before = compiling.key(["engine/game.py"], tmp_path)
    assert compiling.key(["engine/game.py"], tmp_path) == before
    write(tmp_path, engine__game="a = 2")
    assert compiling.key(["engine/game.py"], tmp_path) != before


def test_the_key_changes_with_what_a_table_imports(tmp_path: Path) -> None:
    """Compiled code trusts the types that it saw, also those of what is not compiled."""
    write(tmp_path, server__table__table="from rondel.server.table import offer", server__table__offer="import rondel.errors")
    write(tmp_path, errors="a = 1")
    modules = ["server/table/table.py"]
    before = compiling.key(modules, tmp_path)
    write(tmp_path, errors="a = ''")
    assert compiling.key(modules, tmp_path) != before


def test_the_key_leaves_out_what_no_compiled_module_imports(tmp_path: Path) -> None:
    write(tmp_path, server__table__table="import json", server__transport__app="a = 1")
    before = compiling.key(["server/table/table.py"], tmp_path)
    write(tmp_path, server__transport__app="a = 2")
    assert compiling.key(["server/table/table.py"], tmp_path) == before


def test_an_object_is_kept_until_its_text_a_header_or_an_argument_changes(tmp_path: Path) -> None:
    inner, core, header = tmp_path / "inner.c", tmp_path / "core.c", tmp_path / "all.h"
    inner.write_text("int a;\n", encoding="utf-8")
    core.write_text(f'#include "{inner.as_posix()}"\n', encoding="utf-8")
    header.write_text("int b;\n", encoding="utf-8")

    def place(level: str = "-O1") -> Path:
        found: Path = compiling.Objects(tmp_path, tmp_path, []).place(core, [level])
        return found

    first = place()
    assert place() == first
    assert place("-O3") != first
    inner.write_text("int c;\n", encoding="utf-8")
    second = place()
    assert second != first
    header.write_text("int d;\n", encoding="utf-8")
    assert place() != second


def test_objects_of_earlier_builds_are_dropped(tmp_path: Path) -> None:
    kept = compiling.Objects(tmp_path, tmp_path, [])
    (tmp_path / "new.c").write_text("int a;", encoding="utf-8")
    new = kept.place(tmp_path / "new.c", [])
    new.touch()
    (tmp_path / "old-1234.o").touch()
    kept.drop_unused()
    assert list(tmp_path.glob("*.o")) == [new]


def test_no_compiled_class_says_anything_behind_its_bases() -> None:
    """The compiler would drop it, and say nothing: a struct that is frozen would not be."""
    for each in compiling.compiled_modules():
        for node in ast.walk(ast.parse((compiling.SOURCE / each).read_text(encoding="utf-8"))):
            assert not (isinstance(node, ast.ClassDef) and node.keywords), f"{each}: {node.name}"


def c_file(module: str) -> str:
    return f"__native_rondel___{module.removesuffix('.py').replace('/', '___')}.c"


def test_every_c_file_is_compiled_once_and_the_core_together(tmp_path: Path) -> None:
    core_files = [c_file(each) for each in compiling.CORE]
    names = [*core_files, "__native_rondel___shelf___nim.c", "__native_5a5f.c", "list_ops.c"]
    for size, name in enumerate(names):
        (tmp_path / name).write_text("/" * size, encoding="utf-8")
    core, *others = compiling.gathered([str(tmp_path / name) for name in names], tmp_path)
    assert [Path(each).name for each in others] == ["__native_5a5f.c", "__native_rondel___shelf___nim.c"]
    included = [line.removeprefix('#include "').rstrip('"') for line in Path(core).read_text(encoding="utf-8").splitlines()]
    assert included == [(tmp_path / name).as_posix() for name in (*core_files, "list_ops.c")]


def test_for_tests_the_modules_of_a_folder_are_one_c_file(tmp_path: Path) -> None:
    names = [*(c_file(each) for each in compiling.CORE), *map(c_file, ("shelf/nim/rules.py", "shelf/nim/advice.py", "svg.py"))]
    for name in names:
        (tmp_path / name).write_text(name, encoding="utf-8")
    core, *others = compiling.gathered([str(tmp_path / name) for name in names], tmp_path, by_folder=True)
    included = [Path(each).read_text(encoding="utf-8").count("#include") for each in (core, *others)]
    assert [Path(each).name for each in (core, *others)] == ["core.c", "rondel___shelf___nim.c", "rondel.c"]
    assert included == [len(compiling.CORE), 2, 1]


def test_no_compiled_module_imports_from_a_door_that_the_compiler_skips() -> None:
    """What it took from there would have no type."""
    skipped = {".".join(("rondel", *Path(door).parts[:-1])) for door in compiling.DOORS}
    for each in compiling.compiled_modules():
        for node in ast.walk(ast.parse((compiling.SOURCE / each).read_text(encoding="utf-8"))):
            if isinstance(node, ast.Import):
                assert skipped.isdisjoint(alias.name for alias in node.names), each
            if isinstance(node, ast.ImportFrom) and node.module in skipped:
                folder = compiling.SOURCE.joinpath(*node.module.split(".")[1:])
                for alias in node.names:
                    assert (folder / alias.name).is_dir() or (folder / f"{alias.name}.py").is_file(), each


def test_a_core_module_without_its_c_file_is_an_error(tmp_path: Path) -> None:
    with pytest.raises(SystemExit, match=r"___walk\.c"):
        compiling.gathered([str(tmp_path / c_file(each)) for each in compiling.CORE if not each.endswith("/walk.py")], tmp_path)


def test_every_listed_module_is_there() -> None:
    assert compiling.lost_modules() == []


def test_a_listed_module_that_is_gone_is_an_error(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(compiling, "CORE", ("engine/no_such.py",))
    assert compiling.lost_modules() == ["engine/no_such.py"]
    assert compiling.bring_up_to_date() == 1
    assert "engine/no_such.py" in capsys.readouterr().err
