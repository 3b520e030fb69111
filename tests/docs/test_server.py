"""The page of the server: every package is in its diagram, and every path on it exists."""

from __future__ import annotations

import re
import tomllib
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
SERVER = ROOT / "src" / "rondel" / "server"
PAGE = (ROOT / "docs" / "server.md").read_text(encoding="utf-8")
DIAGRAM = PAGE.partition("```text\n")[2].partition("```")[0]


def packages() -> list[str]:
    return sorted(path.parent.name for path in SERVER.glob("*/__init__.py"))


def test_every_package_is_in_the_diagram_in_the_order_in_which_imports_go() -> None:
    contracts = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["tool"]["importlinter"]["contracts"]
    lines = next(each["layers"] for each in contracts if each["id"] == "server-packages")
    layers = [name for line in lines for name in line.split(" | ")]  # those in one line do not import each other
    shown = [name for name in re.findall(r"^.{23}(\w+)(?:/|\.py)", DIAGRAM, re.M) if name in layers]
    assert shown == layers
    assert sorted(set(layers) - {"serving"}) == packages()


def test_folders_in_the_diagram_exist() -> None:
    inner = re.findall(r"\b([a-z_]+)/", DIAGRAM)
    assert [name for name in inner if not any(path.is_dir() for path in SERVER.rglob(name))] == []


def test_every_path_of_the_walk_exists() -> None:
    paths = re.findall(r"`((?:[\w]+/)+\w+\.py)`", PAGE)
    assert len(paths) >= 15
    assert [path for path in paths if not (SERVER / path).exists() and not (ROOT / path).exists()] == []
