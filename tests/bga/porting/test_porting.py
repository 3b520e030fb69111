"""Porting: corresponding names."""

from __future__ import annotations

import re
from pathlib import Path

from rondel.bga.porting.porting import PORTS, table, used

PAGE = Path(__file__).resolve().parents[3] / "docs" / "bga-points.md"


def test_the_page_has_every_function_that_is_named() -> None:
    page = PAGE.read_text(encoding="utf-8").lower()
    named = {each.rpartition("->")[2].rpartition(".")[2] for each in re.findall(r"^\| `([^`]+)` \|", page, re.MULTILINE)}
    lost = [name for name in PORTS if name.lower() not in named]
    assert lost == []


def test_used_functions_are_listed_in_the_order_of_the_table() -> None:
    assert list(used({"zombieTurn", "nextState", "mine"})) == ["nextState", "zombieTurn"]


def test_a_table_keeps_its_columns() -> None:
    assert table(("a", "b"), [("x|y", "z")]).splitlines() == ["| a | b |", "| --- | --- |", r"| x\|y | z |"]
