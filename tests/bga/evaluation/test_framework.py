"""The names of the framework's own methods."""

from __future__ import annotations

from pathlib import Path

from rondel.bga.evaluation.framework import ACTIVATES, JUMPS, METHODS, MOVES, PRIVATE, SEVERAL, is_framework

POINTS = (Path(__file__).parents[3] / "docs" / "bga-points.md").read_text(encoding="utf-8")


def test_they_are_the_names_of_the_table_of_points() -> None:
    known = POINTS.lower()
    assert [each for each in (*MOVES, *JUMPS, *METHODS) if f"{each}`" not in known] == []


def test_each_moves_in_one_way() -> None:
    assert not set(MOVES) & set(JUMPS)
    assert set(MOVES) - PRIVATE - SEVERAL == {"nextstate"}
    assert set(JUMPS) - PRIVATE == {"jumptostate"}


def test_the_frameworks_own_classes_are_told_from_those_of_a_project() -> None:
    own = ["Table", "\\Table", "Bga\\Games\\stones\\Table", "APP_GameAction", "Bga\\GameFramework\\States\\GameState"]
    assert all(is_framework(each) for each in [*own, "JsonSerializable"])
    assert not any(is_framework(each) for each in ["Bga\\Games\\stones\\Moves", "Moves", "Own\\Countable"])


def test_activating_methods_are_found_in_any_letter_case() -> None:
    assert ACTIVATES.search("$this->gamestate->SETALLPLAYERSMULTIACTIVE();")
    assert not ACTIVATES.search("setPlayerNonMultiactive")
