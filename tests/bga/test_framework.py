"""The names of the framework's own methods."""

from __future__ import annotations

from pathlib import Path

from rondel.bga.framework import ACTIVATES, JUMPS, METHODS, MOVES, PRIVATE, SEVERAL

POINTS = (Path(__file__).parents[2] / "docs" / "bga-points.md").read_text(encoding="utf-8")


def test_they_are_the_names_of_the_table_of_points() -> None:
    known = POINTS.lower()
    assert [each for each in (*MOVES, *JUMPS, *METHODS) if f"{each}`" not in known] == []


def test_each_moves_in_one_way() -> None:
    assert not set(MOVES) & set(JUMPS)
    assert set(MOVES) - PRIVATE - SEVERAL == {"nextstate"}
    assert set(JUMPS) - PRIVATE == {"jumptostate"}


def test_what_makes_active_is_read_without_case() -> None:
    assert ACTIVATES.search("$this->gamestate->SETALLPLAYERSMULTIACTIVE();")
    assert not ACTIVATES.search("setPlayerNonMultiactive")
