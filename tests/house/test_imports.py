"""Who may import what, as far as import-linter does not say it already: the engine is pure, games know only the engine."""

from __future__ import annotations

import ast
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


@pytest.mark.parametrize("module", PURE, ids=lambda path: path.relative_to(PACKAGE).as_posix())
def test_the_engine_is_pure(module: Path) -> None:
    room = module.relative_to(PACKAGE).parts[0]
    for line, name in imported(module):
        top = name.partition(".")[0]
        where = f"{module.name}:{line} imports {name}"
        if top == "rondel":
            assert name.startswith(("rondel.engine", "rondel.errors", f"rondel.{room}")), where
        else:
            assert top in sys.stdlib_module_names, f"{where}, which is third-party"
            assert top not in IMPURE - ALLOWED.get(module.name, set()), f"{where}; what it gives must be handed in"


@pytest.mark.parametrize("module", sorted((PACKAGE / "shelf").rglob("*.py")), ids=lambda path: path.name)
def test_games_know_only_the_engine(module: Path) -> None:
    inside = module.relative_to(PACKAGE / "shelf").parts[0].removesuffix(".py")
    own = f"rondel.shelf.{inside}" if inside != "__init__" else "rondel.shelf"
    for line, name in imported(module):
        top = name.partition(".")[0]
        where = f"{module.name}:{line} imports {name}"
        if top == "rondel":
            assert name.startswith(("rondel.engine", "rondel.errors", own)), where
        else:
            assert top in sys.stdlib_module_names - IMPURE, where
