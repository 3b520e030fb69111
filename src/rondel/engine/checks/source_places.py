"""Source places: the file and the line where an author has written a function, a class, or an attribute of a class.

A message about the rules names the place, so that its reader finds it without a search.
"""

from __future__ import annotations

import ast
import sys
from collections.abc import Iterator
from pathlib import Path
from types import ModuleType
from typing import Any, Final

_ENGINE: Final = __name__.removesuffix("checks.source_places")
"""The prefix of the engine's module names."""


class Place:
    """A line of a file.

    >>> str(Place(Path("games/nim.py"), 44)), str(Place(Path("jewels/__init__.py"), 7))
    ('nim.py line 44', 'jewels/__init__.py line 7')
    """

    def __init__(self, file: Path, line: int) -> None:
        self.file = file
        self.line = line

    def __str__(self) -> str:
        name = self.file.name
        return f"{f'{self.file.parent.name}/{name}' if name == '__init__.py' else name} line {self.line}"

    def to_json(self) -> dict[str, Any]:
        """Plain data."""
        return {"file": str(self.file), "line": self.line}


def place_of(subject: object, attribute: str = "") -> Place | None:
    """The place of a function or class, or of an attribute in the body of that class or of a base; None without a source.

    Without such an attribute it is the place of the class.
    """
    if isinstance(subject, type):
        for kind in subject.__mro__ if attribute else ():
            if attribute in vars(kind) and not kind.__module__.startswith(_ENGINE):
                return _of_class(kind, attribute)
        return _of_class(subject, "")
    return _of_function(subject)


def source(module: ModuleType | None) -> Path | None:
    """The source file of a module; of a compiled one, the file beside it. None if there is none."""
    file = getattr(module, "__file__", None)
    if file is None:
        return None
    found = Path(file).with_name(Path(file).name.partition(".")[0] + ".py")
    return found if found.is_file() else None


def used(kind: type[Any]) -> set[str]:
    """All names that are read in the module of a class, and in the other loaded modules of its package."""
    found: set[str] = set()
    for file in _beside(kind):
        for node in _nodes(file):
            if isinstance(node, ast.Attribute):
                found.add(node.attr)
            elif isinstance(node, ast.Name) and isinstance(node.ctx, ast.Load):
                found.add(node.id)
    return found


def place_of_text(kind: type[Any], text: str) -> Place | None:
    """The place of the first literal text of that value in the module of a class, or in the other modules of its package."""
    for file in _beside(kind):
        for node in _nodes(file):
            if isinstance(node, ast.Constant) and node.value == text:
                return Place(file, node.lineno)
    return None


def _beside(kind: type[Any]) -> list[Path]:
    """The source files of the module of a class, then of the other loaded modules of its package."""
    home = kind.__module__
    package = home.rpartition(".")[0]
    inside = [name for name in list(sys.modules) if package and name.startswith(f"{package}.") and name != home]
    files = [source(sys.modules.get(name)) for name in (home, *inside)]
    return [file for file in files if file is not None]


def _of_class(kind: type[Any], attribute: str) -> Place | None:
    file = source(sys.modules.get(kind.__module__))
    for node in _nodes(file):
        if isinstance(node, ast.ClassDef) and node.name == kind.__name__ and file is not None:
            for inner in node.body if attribute else ():
                if attribute in _names(inner):
                    return Place(file, inner.lineno)
            return Place(file, node.lineno)
    return None


def _of_function(function: Any) -> Place | None:
    """``co_firstlineno`` is the line of the first decorator, so the line of the ``def`` is looked up."""
    code = getattr(function, "__code__", None)
    begun = getattr(code, "co_firstlineno", 0)
    file = source(sys.modules.get(str(getattr(function, "__module__", ""))))
    name = getattr(function, "__name__", "")
    lines = [
        node.lineno
        for node in _nodes(file)
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef) and node.name == name and node.lineno >= begun
    ]
    if file is None or not (lines or begun):
        return None
    return Place(file, min(lines, default=begun))


def _nodes(file: Path | None) -> Iterator[ast.AST]:
    """The nodes of a file's syntax tree; none for a file that cannot be read."""
    if file is None:
        return
    try:
        tree = ast.parse(file.read_text(encoding="utf-8"))
    except (OSError, SyntaxError, ValueError):
        return
    yield from ast.walk(tree)


def _names(node: ast.stmt) -> list[str]:
    """The names that a statement of a class body defines."""
    if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef):
        return [node.name]
    if isinstance(node, ast.AnnAssign):
        return [node.target.id] if isinstance(node.target, ast.Name) else []
    if isinstance(node, ast.Assign):
        return [each.id for each in node.targets if isinstance(each, ast.Name)]
    return []
