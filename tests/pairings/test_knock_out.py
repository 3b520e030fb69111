"""Knock-outs."""

from __future__ import annotations

import pytest

from rondel.pairings.knock_out import first_round, next_round, winner
from rondel.pairings.scorecard import Pair


@pytest.mark.parametrize("entrants", range(2, 34))
def test_the_best_have_the_byes_and_the_two_best_meet_in_the_final(entrants: int) -> None:
    pairs = first_round(entrants)
    byes = sorted(pair.first for pair in pairs if pair.second is None)
    assert byes == list(range(1, len(byes) + 1))
    assert sorted(each for pair in pairs for each in (pair.first, pair.second) if each) == list(range(1, entrants + 1))
    while len(pairs) > 1:
        pairs = next_round([winner(pair, [(1, 0)]) or 0 for pair in pairs])
    assert pairs == [Pair(1, 2)]


def test_a_drawn_game_is_played_again_and_then_the_higher_seed_goes_on() -> None:
    pair = Pair(3, 6)
    assert winner(pair, [(0.5, 0.5)]) is None
    assert winner(pair, [(0.5, 0.5), (0, 1)]) == 6
    assert winner(pair, [(0.5, 0.5), (0.5, 0.5)]) == 3
    assert winner(pair, [(0, 0), (0, 0)]) == 3


def test_no_round_of_nobody() -> None:
    assert first_round(0) == []
    assert first_round(1) == [Pair(1, None)]
