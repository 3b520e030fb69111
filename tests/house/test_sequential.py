"""The sequential test: its interval, and how often it is wrong about equal players."""

from __future__ import annotations

import doctest
from collections import Counter
from random import Random

import sequential


def test_the_examples_in_the_module_run() -> None:
    assert doctest.testmod(sequential).failed == 0


def test_equal_players_are_seldom_told_apart_at_any_moment() -> None:
    """Each series stops at the first moment at which it could."""
    random = Random(1)
    wrong = 0
    for _series in range(200):
        results: Counter[float] = Counter()
        for _turn in range(100):
            results[random.choice((0.0, 0.5, 0.5, 1.0))] += 1
            if sequential.capital(results, 0.5) >= sequential.ENOUGH:
                wrong += 1
                break
    assert wrong <= 0.05 * 200


def test_a_better_player_is_found() -> None:
    random = Random(2)
    results = Counter(random.choice((0.0, 0.5, 1.0, 1.0)) for _turn in range(300))
    low, high = sequential.interval(results)
    assert 0.5 < low < 0.625 < high < 0.75


def test_results_of_one_sort_leave_the_end_of_the_range() -> None:
    assert sequential.interval({1.0: 12})[1] == 1.0
    assert sequential.interval({0.0: 12})[0] == 0.0
