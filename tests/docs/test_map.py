"""The map: at least forty tasks, and every path it names is there."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
TEXT = (ROOT / "docs" / "map.md").read_text(encoding="utf-8")
TASKS = re.findall(r"^\| (?!to change|---)(.+?) \| (.+) \|$", TEXT, re.MULTILINE)


def paths(text: str) -> list[str]:
    """What stands in backquotes and looks like a path, with R written out."""
    found = [each for each in re.findall(r"`([^`]+)`", text) if "/" in each or each.endswith((".md", ".toml"))]
    return [f"src/rondel{each.removeprefix('R')}" if each.startswith("R/") else each for each in found]


def test_there_are_tasks_enough() -> None:
    assert len({task for task, _ in TASKS}) == len(TASKS) >= 40


@pytest.mark.parametrize(("task", "places"), TASKS, ids=[task for task, _ in TASKS])
def test_a_task_names_paths_that_exist(task: str, places: str) -> None:
    assert paths(places), f"{task} names no path"
    assert [each for each in paths(places) if not (ROOT / each).exists()] == []


def test_the_example_of_a_test_of_the_same_name_exists() -> None:
    assert [each for each in paths(TEXT.partition("\n## ")[0]) if not (ROOT / each).exists()] == []
