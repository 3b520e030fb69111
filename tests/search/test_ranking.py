"""Rankings: by how often a move was tried, and then by what it is worth."""

from __future__ import annotations

from rondel.search.ranking import Ranking


def test_the_move_tried_most_often_is_best_and_of_equals_the_one_worth_most() -> None:
    ranking = Ranking("x", 12, {"a": (5, 0.1), "b": (5, 0.4), "c": (2, 1.0), "d": (0, 0.0)})
    assert ranking.best == "b"
    assert list(ranking.visits) == ["a", "b", "c", "d"]
    assert ranking.values == {"a": 0.1, "b": 0.4, "c": 1.0, "d": 0.0}
    assert repr(ranking) == "<Ranking: b by x after 12 simulations>"
