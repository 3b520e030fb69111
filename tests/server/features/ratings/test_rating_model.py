"""The model: winners rise, losers fall, and it agrees with the tournament's ratings, which are made by the same rule."""

from __future__ import annotations

import pytest

from rondel.server.features.ratings.rating_model import Belief, algorithm, revised
from rondel.tournament.entrant import entrants
from rondel.tournament.outcome import Outcome
from rondel.tournament.rating import courses


def test_it_is_the_rule_by_which_tournaments_are_rated() -> None:
    outcome = Outcome("0-1-2/0", (0, 1, 2), (3.0, 2.0, 1.0), (1, 2, 3), (1.0, 0.0, -1.0), 5, 0.1)
    wanted = [course[-1] for course in courses(entrants(["greedy", "random", "mcts"]), [outcome])]
    new = revised([("a",), ("b",), ("c",)], {"a": 1, "b": 2, "c": 3}, dict.fromkeys("abc", Belief()))
    for role, each in zip("abc", wanted, strict=True):
        assert new[role].mean == pytest.approx(each.mean)
        assert new[role].deviation == pytest.approx(each.deviation)


def test_a_draw_between_equals_moves_nobody_and_makes_both_surer() -> None:
    new = revised([("x",), ("o",)], {"x": 1, "o": 1}, {"x": Belief(), "o": Belief()})
    assert new["x"] == new["o"]
    assert new["x"].mean == pytest.approx(25.0)
    assert new["x"].deviation < 25 / 3


def test_partners_rise_and_fall_together() -> None:
    ranks = {"north": 1, "south": 1, "east": 2, "west": 2}
    new = revised([("north", "south"), ("east", "west")], ranks, dict.fromkeys(ranks, Belief()))
    assert new["north"] == new["south"]
    assert new["east"] == new["west"]
    assert new["north"].mean > 25 > new["east"].mean


def test_what_made_a_rating_is_named_with_its_version() -> None:
    assert algorithm().startswith("openskill PlackettLuce 6.")
