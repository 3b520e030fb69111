"""Migrations: steps from version to version. What becomes of games is tried in records/test_upgrade.py."""

from __future__ import annotations

from rondel.engine import Migration
from rondel.engine.declarations.migration import renamed, way

STEPS = (Migration(2, 3, states={"Play": "TakeTurn"}), Migration(1, 2, states={"Turn": "Play"}), Migration(5, 6))


def test_steps_are_put_in_the_order_of_their_versions() -> None:
    assert way(STEPS, 1, 3) == [STEPS[1], STEPS[0]]
    assert way(STEPS, 3, 3) == []


def test_there_is_no_way_over_a_missing_step() -> None:
    assert way(STEPS, 3, 6) is None


def test_a_state_is_followed_through_all_its_names() -> None:
    assert renamed(STEPS, 1, 3, "Turn") == "TakeTurn"
    assert renamed(STEPS, 1, 3, "Other") == "Other"
