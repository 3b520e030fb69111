"""Rankings: by how often a move was tried, and then by what it is worth."""

from __future__ import annotations

import json

from rondel.search.ranking import Ranking, from_json, together


def test_the_move_tried_most_often_is_best_and_of_equals_the_one_worth_most() -> None:
    ranking = Ranking("x", 12, {"a": (5, 0.1), "b": (5, 0.4), "c": (2, 1.0), "d": (0, 0.0)})
    assert ranking.best == "b"
    assert list(ranking.visits) == ["a", "b", "c", "d"]
    assert ranking.values == {"a": 0.1, "b": 0.4, "c": 1.0, "d": 0.0}
    assert repr(ranking) == "<Ranking: b by x after 12 simulations>"


def test_what_is_certain_goes_before_what_only_seems_so() -> None:
    """A loss is left out, a sure draw goes before what seems worse, and what may be better before the draw."""
    found = {"lost": (90, 0.9), "drawn": (1, -0.5), "worse": (50, -0.2), "unknown": (8, 0.1)}
    assert Ranking("x", 149, found, {"lost": (-1.0, 3)}).best == "worse"
    assert Ranking("x", 149, found, {"lost": (-1.0, 3), "drawn": (0.0, 5)}).best == "unknown"
    assert Ranking("x", 149, found, {"lost": (-1.0, 3), "drawn": (0.0, 5), "unknown": (-1.0, 1)}).best == "drawn"
    ranking = Ranking("x", 149, found, {"lost": (-1.0, 3)})
    assert (ranking.values["lost"], ranking.proved) == (-1.0, {"lost": -1.0})


def test_where_all_is_certain_wins_are_quick_and_losses_slow() -> None:
    found = {"a": (1, 0.0), "b": (9, 0.0)}
    assert Ranking("x", 10, found, {"a": (1.0, 1), "b": (1.0, 3)}, solved=True).best == "a"
    assert Ranking("x", 10, found, {"a": (-1.0, 4), "b": (-1.0, 2)}, solved=True).best == "a"


def test_it_goes_through_json_and_comes_out_the_same() -> None:
    ranking = Ranking("x", 12, {"a": (5, 0.125), "b": (7, 0.4)}, {"b": (1.0, 3)}, solved=True)
    again = from_json(json.loads(json.dumps(ranking.to_json())))
    assert again.to_json() == ranking.to_json()
    assert (again.best, again.values, again.proved, again.solved) == ("b", ranking.values, {"b": 1.0}, True)


def test_searches_are_added_up() -> None:
    one = Ranking("x", 10, {"a": (6, 0.5), "b": (4, 0.0), "c": (0, 0.0)})
    two = Ranking("x", 6, {"b": (6, 1.0), "a": (0, 0.0), "c": (0, 0.0)}, {"c": (-1.0, 2)})
    both = together([one, two])
    assert (both.role, both.simulations, both.best) == ("x", 16, "b")
    assert both.visits == {"b": 10, "a": 6, "c": 0}
    assert both.values == {"b": 0.6, "a": 0.5, "c": -1.0}
    assert both.proved == {"c": -1.0}
    assert together([one]).to_json() == one.to_json()
