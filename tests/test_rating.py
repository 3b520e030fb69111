"""The rating model: winners rise, losers fall, and the same result rates tournaments and the arena alike."""

from __future__ import annotations

import pytest

from rondel.rating import Rating, algorithm, rate


def test_each_rank_rates_above_the_next() -> None:
    new = rate([("a",), ("b",), ("c",)], [1, 2, 3], dict.fromkeys("abc", Rating()))
    assert new["a"].mean > new["b"].mean > new["c"].mean
    assert new["a"].shown > 0


def test_a_draw_between_equals_keeps_the_mean_and_lowers_the_deviation() -> None:
    new = rate([("x",), ("o",)], [1, 1], {"x": Rating(), "o": Rating()})
    assert new["x"] == new["o"]
    assert new["x"].mean == pytest.approx(25.0)
    assert new["x"].deviation < 25 / 3


def test_partners_rise_and_fall_together() -> None:
    roles = ("north", "south", "east", "west")
    new = rate([("north", "south"), ("east", "west")], [1, 2], dict.fromkeys(roles, Rating()))
    assert new["north"] == new["south"]
    assert new["east"] == new["west"]
    assert new["north"].mean > 25 > new["east"].mean


def test_the_algorithm_is_named_with_its_version() -> None:
    assert algorithm().startswith("openskill PlackettLuce 6.")
