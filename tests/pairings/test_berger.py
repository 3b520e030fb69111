"""Berger tables."""

from __future__ import annotations

from itertools import combinations

import pytest

from rondel.pairings.berger import berger
from rondel.pairings.scorecard import Pair

FIDE_8 = """
1-8 2-7 3-6 4-5
8-5 6-4 7-3 1-2
2-8 3-1 4-7 5-6
8-6 7-5 1-4 2-3
3-8 4-2 5-1 6-7
8-7 1-6 2-5 3-4
4-8 5-3 6-2 7-1
"""


def test_the_table_of_eight_is_the_handbooks() -> None:
    printed = [" ".join(f"{pair.first}-{pair.second}" for pair in pairs) for pairs in berger(8)]
    assert printed == FIDE_8.split("\n")[1:-1]


@pytest.mark.parametrize("entrants", range(2, 13))
def test_each_meets_every_other_once_with_balanced_colours(entrants: int) -> None:
    rounds = berger(entrants)
    met = [tuple(sorted((pair.first, pair.second))) for pairs in rounds for pair in pairs if pair.second]
    assert sorted(met) == sorted(combinations(range(1, entrants + 1), 2))
    for pairs in rounds:
        seated = [each for pair in pairs for each in (pair.first, pair.second) if each]
        assert sorted(seated) == list(range(1, entrants + 1))
    for each in range(1, entrants + 1):
        firsts = sum(pair.first == each and pair.second is not None for pairs in rounds for pair in pairs)
        seconds = sum(pair.second == each for pairs in rounds for pair in pairs)
        assert abs(firsts - seconds) <= 1


def test_an_odd_number_has_one_bye_a_round() -> None:
    assert [[pair.first for pair in pairs if pair.second is None] for pairs in berger(3)] == [[1], [3], [2]]
    assert berger(1) == []
    assert Pair(2, 3) in berger(3)[0]
