"""Arenas."""

from __future__ import annotations

from rondel.pairings.arena import is_on_streak, pairs, scores
from rondel.pairings.scorecard import Card, Line, Pair


def card(number: int, *points: float) -> Card:
    return Card(number, tuple(Line("played", each, 99, place % 2 == 0) for place, each in enumerate(points)))


def test_points_count_double_from_the_third_win_in_a_row() -> None:
    assert scores(card(1, 1, 1, 1, 1, 0, 1)) == [2, 2, 4, 4, 0, 2]
    assert scores(card(1, 1, 1, 0.5, 0.5)) == [2, 2, 2, 1]
    assert is_on_streak(card(1, 0, 1, 1))
    assert not is_on_streak(card(1, 1))


def test_neighbours_in_the_standings_meet_and_not_twice_in_a_row() -> None:
    waiting = [card(1, 1), card(2, 1), card(3, 0), card(4, 0)]
    assert {frozenset((pair.first, pair.second)) for pair in pairs(waiting, {})} == {frozenset((1, 2)), frozenset((3, 4))}
    last = {1: 2, 2: 1, 3: 4, 4: 3}
    assert {frozenset((pair.first, pair.second)) for pair in pairs(waiting, last)} == {frozenset((1, 3)), frozenset((2, 4))}


def test_two_alone_meet_again_with_the_seats_swapped() -> None:
    one, other = Card(1, (Line("played", 1, 2, True),)), Card(2, (Line("played", 0, 1, False),))
    assert pairs([one, other], {1: 2, 2: 1}) == [Pair(2, 1)]
    assert pairs([one], {}) == []
