"""Pairings: round robin and Swiss rounds."""

from __future__ import annotations

from collections import Counter
from itertools import combinations

import pytest

from rondel.errors import BadOption
from rondel.pairings.pods import round_robin, swiss


def test_everybody_against_everybody() -> None:
    assert len(round_robin(8, 2)) == 28
    assert len(round_robin(5, 4)) == 5
    assert round_robin(3, 1) == [(0,), (1,), (2,)]


def _rounds(entrants: int, seats: int, rounds: int) -> tuple[Counter[tuple[int, int]], Counter[int], list[float]]:
    """A Swiss tournament in which the smaller number always wins: who met whom, who had byes, and the points."""
    met: Counter[tuple[int, int]] = Counter()
    byes: Counter[int] = Counter()
    points = [0.0] * entrants
    for _ in range(rounds):
        lineups = swiss(points, met, seats, byes=byes)
        playing = [each for lineup in lineups for each in lineup]
        assert len(playing) == len(set(playing)) == entrants - entrants % seats
        for lineup in lineups:
            met.update(combinations(lineup, 2))
            points[min(lineup)] += 1
        for each in set(range(entrants)) - set(playing):
            byes[each] += 1
            points[each] += 1
    return met, byes, points


def test_four_rounds_find_the_best_of_sixteen() -> None:
    met, _byes, points = _rounds(16, 2, 4)
    assert max(met.values()) == 1
    assert points[0] == 4
    assert sorted(points, reverse=True)[1] < 4


def test_nobody_rests_twice_before_everybody_has_rested() -> None:
    _met, byes, _points = _rounds(5, 2, 5)
    assert set(byes.values()) == {1}
    assert len(byes) == 5


def test_tables_of_four() -> None:
    met, byes, points = _rounds(16, 4, 2)
    assert not byes
    assert points[0] == 2
    assert max(met.values()) == 1


def test_too_few() -> None:
    with pytest.raises(BadOption, match="at tables of 4 needs 4 players or more, not 3"):
        swiss([0, 0, 0], {}, 4, byes={})
