"""Who may import what, as far as import-linter does not say it already: the engine is pure, games know only the engine."""

from __future__ import annotations

import ast
import graphlib
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

PACKAGE = Path(__file__).resolve().parents[2] / "src" / "rondel"
IMPURE = {
    "asyncio", "concurrent", "datetime", "io", "locale", "logging", "multiprocessing", "os", "pathlib", "platform", "queue",
    "random", "secrets", "select", "selectors", "shutil", "signal", "socket", "sqlite3", "ssl", "subprocess", "sys", "tempfile",
    "threading", "time", "urllib", "uuid",
}  # fmt: skip
ALLOWED = {
    "source_annotations.py": {"pathlib", "sys"},
    "source_places.py": {"pathlib", "sys"},
}
"""What a module of the engine may import all the same: the graph check reads the annotations in the source of the rules."""


def imported(path: Path) -> Iterator[tuple[int, str]]:
    """Every module a file imports when it runs, with the line; what is for the type checker alone does not count."""
    tree = ast.parse(path.read_text(encoding="utf-8"))
    typing_only = {
        id(inner)
        for node in ast.walk(tree)
        if isinstance(node, ast.If) and isinstance(node.test, ast.Name) and node.test.id == "TYPE_CHECKING"
        for each in node.body
        for inner in ast.walk(each)
    }
    for node in ast.walk(tree):
        if id(node) in typing_only:
            continue
        if isinstance(node, ast.Import):
            yield from ((node.lineno, alias.name) for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            yield node.lineno, "." * node.level + (node.module or "")


PURE = [path for room in ("engine", "learning", "turnbase") for path in sorted((PACKAGE / room).rglob("*.py"))]


def test_the_engine_is_pure() -> None:
    for module in PURE:
        room = module.relative_to(PACKAGE).parts[0]
        for line, name in imported(module):
            top = name.partition(".")[0]
            where = f"{module.relative_to(PACKAGE)}:{line} imports {name}"
            if top == "rondel":
                assert name.startswith(("rondel.engine", "rondel.errors", f"rondel.{room}")), where
            else:
                assert top in sys.stdlib_module_names, f"{where}, which is third-party"
                assert top not in IMPURE - ALLOWED.get(module.name, set()), f"{where}; what it gives must be handed in"


def test_games_know_only_the_engine() -> None:
    for module in sorted((PACKAGE / "shelf").rglob("*.py")):
        inside = module.relative_to(PACKAGE / "shelf").parts[0].removesuffix(".py")
        own = f"rondel.shelf.{inside}" if inside != "__init__" else "rondel.shelf"
        for line, name in imported(module):
            top = name.partition(".")[0]
            where = f"{module.relative_to(PACKAGE)}:{line} imports {name}"
            if top == "rondel":
                assert name.startswith(("rondel.engine", "rondel.errors", own)), where
            else:
                assert top in sys.stdlib_module_names - IMPURE, where


def named_modules(path: Path) -> Iterator[str]:
    """The names of all that a file imports, for the type checker alone too: modules, and what may be a module in a package."""
    package = [PACKAGE.name, *path.relative_to(PACKAGE).parent.parts]
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            start = package[: len(package) - node.level + 1] if node.level else []
            base = ".".join([*start, *([node.module] if node.module else [])])
            yield base
            yield from (f"{base}.{alias.name}" for alias in node.names)


def circle(files: dict[str, Path]) -> list[str]:
    """Modules that import each other in a circle, the first one again at the end; empty if there are none. Front doors do not
    count: they only re-export."""
    graph = {name: {each for each in named_modules(path) if each in files and each != name} for name, path in files.items()}
    try:
        graphlib.TopologicalSorter(graph).prepare()
    except graphlib.CycleError as error:
        found: list[str] = error.args[1]
        return found
    return []


def test_no_modules_import_each_other_in_a_circle() -> None:
    files = {
        ".".join([PACKAGE.name, *path.relative_to(PACKAGE).with_suffix("").parts]): path
        for path in PACKAGE.rglob("*.py")
        if path.name != "__init__.py"
    }
    assert circle(files) == [], "imports for the type checker alone count: move what both need into a module below"


def test_a_circle_of_imports_for_the_type_checker_is_found(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(f"{__name__}.PACKAGE", tmp_path)
    (tmp_path / "rules.py").write_text("from . import advice\n")
    files = {f"{tmp_path.name}.{name}": tmp_path / f"{name}.py" for name in ("rules", "advice")}
    (tmp_path / "advice.py").write_text("import ast\n")
    assert circle(files) == []
    (tmp_path / "advice.py").write_text(f"if TYPE_CHECKING:\n    from {tmp_path.name}.rules import Hearts\n")
    assert set(circle(files)) == set(files)
