"""Tables of points in the documentation: their rows, and the tests they name, found by reading the test files."""

from __future__ import annotations

import ast
import re
from functools import cache
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
NAMED = re.compile(r"`([\w/]+\.(?:py|ts))::(\w+)`")


def rows(page: str, first: str) -> dict[str, list[str]]:
    """The rows of every table whose first cell matches ``first``, by that cell; the other cells in order."""
    found: dict[str, list[str]] = {}
    for line in (ROOT / "docs" / page).read_text(encoding="utf-8").splitlines():
        if not line.startswith("| "):
            continue
        cells = [cell.strip() for cell in re.split(r"(?<!\\)\|", line.strip())[1:-1]]
        if re.fullmatch(first, cells[0]):
            assert cells[0] not in found, f"{cells[0]} stands in {page} twice"
            found[cells[0]] = cells[1:]
    return found


@cache
def tests_in(file: str) -> frozenset[str]:
    """The names of the tests that a file below ``tests`` defines."""
    path = ROOT / "tests" / file
    if not path.exists():
        return frozenset()
    tree = ast.parse(path.read_text(encoding="utf-8"))
    return frozenset(node.name for node in tree.body if isinstance(node, ast.FunctionDef) and node.name.startswith("test_"))


def missing(cell: str) -> list[str]:
    """The tests a cell names that there are not; the cell itself if it names none."""
    named = NAMED.findall(cell)
    return [f"{file}::{name}" for file, name in named if name not in tests_in(file)] if named else [cell or "(empty)"]
