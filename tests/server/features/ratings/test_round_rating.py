"""What a round makes of ratings: counts of games, and who gains."""

from __future__ import annotations

import doctest

from rondel.rating import Rating
from rondel.server.features.ratings import round_rating as module
from rondel.server.features.ratings.round_rating import Before, after_round

FOUR = {"n": 1, "e": 2, "s": 1, "w": 2}


def test_the_examples_in_the_module_run() -> None:
    assert doctest.testmod(module).failed == 0


def test_partners_win_together_and_each_counts_their_own_games() -> None:
    before = {"n": Before(rounds=9, won=4, drawn=1), "e": Before(), "s": Before(), "w": Before(rounds=2, won=2)}
    after = after_round([["n", "s"], ["e", "w"]], FOUR, before)
    counted = {role: (each.rounds, each.won, each.drawn) for role, each in after.items()}
    assert counted == {"n": (10, 5, 1), "s": (1, 1, 0), "e": (1, 0, 0), "w": (3, 2, 0)}
    assert min(after["n"].mean, after["s"].mean) > Rating().mean > max(after["e"].mean, after["w"].mean)


def test_a_round_in_which_all_are_first_is_drawn_and_nobody_has_won() -> None:
    after = after_round([["x"], ["o"]], {"x": 1, "o": 1}, {"x": Before(), "o": Before()})
    assert [(each.won, each.drawn) for each in after.values()] == [(0, 1), (0, 1)]
    assert after["x"].mean == after["o"].mean


def test_what_is_stored_is_the_rating_on_the_scale_that_people_see() -> None:
    after = after_round([["x"], ["o"]], {"x": 1, "o": 2}, {"x": Before(), "o": Before(mean=40.0, deviation=1.0)})
    assert after["x"].shown == Rating(after["x"].mean, after["x"].deviation).points
    assert (after["x"].settled, after["o"].settled) == (0, 1)
