"""Matchings by criteria in order."""

from __future__ import annotations

from itertools import combinations

from rondel.pairings.matching import best, is_complete


def test_a_later_criterion_counts_only_where_the_earlier_ones_are_equal() -> None:
    many = {(1, 2): (1, 0, 0), (3, 4): (1, 0, 0), (2, 3): (1, 9, 9)}
    assert best(many, 4) == {1: 2, 2: 1, 3: 4, 4: 3}, "two pairs before the best one"
    equal = {(1, 2): (1, 0, 9), (3, 4): (1, 0, 9), (1, 3): (1, 1, 0), (2, 4): (1, 0, 0)}
    assert best(equal, 4)[1] == 3
    huge = {(1, 2): (1, 7**200), (3, 4): (1, 0), (1, 3): (1, 7**200 - 1), (2, 4): (1, 0)}
    assert best(huge, 4)[1] == 2, "exact, however large the values are"


def test_completeness_sees_what_greed_would_miss() -> None:
    assert is_complete({1, 2, 3, 4}, [(1, 2), (2, 3), (1, 4)])
    assert not is_complete({1, 2, 3}, list(combinations((1, 2, 3), 2)))
    assert is_complete(set(), [])
