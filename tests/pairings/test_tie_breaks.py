"""Tie-breaks, by small tournaments worked out by hand from the handbook's articles."""

from __future__ import annotations

import pytest

from rondel.pairings.scorecard import Card, Line, Pair, Result, cards
from rondel.pairings.tie_breaks import SWISS, Standing, TieBreak, standings

WIN, LOSS, DRAW = (1.0, 0.0), (0.0, 1.0), (0.5, 0.5)


def values(played: list[Card], *order: TieBreak, rounds: int) -> dict[int, list[float]]:
    return {each.number: list(each.values) for each in standings(played, order, rounds=rounds)}


def test_buchholz_and_sonneborn_berger_of_a_complete_tournament() -> None:
    played = cards(
        [1, 2, 3, 4],
        [
            [Result(Pair(1, 3), WIN), Result(Pair(4, 2), LOSS)],
            [Result(Pair(2, 1), DRAW), Result(Pair(3, 4), WIN)],
            [Result(Pair(1, 4), WIN), Result(Pair(2, 3), DRAW)],
        ],
    )
    # Points: 1 has 2.5, 2 has 2, 3 has 1.5, 4 has 0.
    found = values(played, "buchholz", "buchholz_cut_1", "sonneborn_berger", "wins", rounds=3)
    assert found[1] == [1.5 + 2 + 0, 3.5, 1.5 + 0.5 * 2 + 0, 2]
    assert found[2] == [0 + 2.5 + 1.5, 4.0, 0 + 0.5 * 2.5 + 0.5 * 1.5, 1]
    assert found[4] == [2 + 1.5 + 2.5, 4.5, 0, 0]
    assert [(each.place, each.number) for each in standings(played, SWISS, rounds=3)] == [(1, 1), (2, 2), (3, 3), (4, 4)]


def test_a_bye_is_a_game_against_a_dummy_with_ones_own_score_at_most_half_of_the_rounds() -> None:
    bye = Result(Pair(3, None), WIN, False)
    played = cards([1, 2, 3], [[Result(Pair(1, 2), WIN), bye], [Result(Pair(3, 1), WIN)]])
    # 3 has 2 points of two rounds: its dummy has 1 = half of the rounds, by 16.4.2.
    assert values(played, "buchholz", "sonneborn_berger", rounds=2)[3] == [1 + 1, 1 + 1]


def test_an_absence_at_the_end_is_a_draw_for_the_opponents() -> None:
    played = cards([1, 2], [[Result(Pair(1, 2), WIN)], [Result(Pair(1, None), WIN, False)]])
    assert values(played, "buchholz", rounds=2)[1] == [(0 + 0.5) + 1]
    back = cards([1, 2, 3], [[Result(Pair(1, 2), WIN)], [Result(Pair(1, 3), WIN)], [Result(Pair(2, 3), LOSS)]])
    assert values(back, "buchholz", rounds=3)[1][0] == 0 + (1 + 0) + 1.5, "2 came back after its absence, which stays a loss"


def test_a_forfeit_counts_the_lower_of_ones_own_score_and_the_opponents() -> None:
    played = cards(
        [1, 2, 3, 4],
        [
            [Result(Pair(1, 2), WIN, False), Result(Pair(3, 4), WIN)],
            [Result(Pair(1, 3), LOSS), Result(Pair(2, 4), WIN)],
        ],
    )
    # 1: min(own 1, 2's 1) + 3's 2. 2: the forfeit is voluntary, so that it is cut first: min(1, 1), then 4's 0 remains.
    found = values(played, "buchholz", "buchholz_cut_1", rounds=2)
    assert found[1] == [3, 2]
    assert found[2] == [1, 0]


def test_who_has_met_all_that_are_level_is_ranked_by_these_games() -> None:
    played = cards(
        [1, 2, 3, 4],
        [
            [Result(Pair(2, 1), WIN), Result(Pair(3, 4), WIN)],
            [Result(Pair(1, 3), WIN), Result(Pair(4, 2), WIN)],
            [Result(Pair(1, 4), WIN), Result(Pair(2, 3), WIN)],
        ],
    )
    # 1 and 2 have 2 points, 3 and 4 have 1.
    assert [each.number for each in standings(played, ["direct_encounter"], rounds=3)] == [2, 1, 3, 4]


def test_missing_games_decide_only_what_no_result_could_change() -> None:
    lines = {1: (Line("played", 1, 2, True), Line("played", 1, 3, True)), 2: (Line("played", 0, 1, False),)}
    one, two = Card(1, lines[1]), Card(2, (*lines[2], Line("played", 1, 9, True), Line("played", 1, 9, True)))
    three = Card(3, (Line("played", 0, 1, False), Line("played", 1, 9, True), Line("played", 1, 9, True)))
    nine = Card(9, (Line("played", 0, 2), Line("played", 0, 2)))
    found = {each.number: each for each in standings([one, two, three, nine], ["direct_encounter"], rounds=3)}
    assert [found[each].values for each in (1, 2, 3)] == [(0,), (-1,), (-1,)], "2 and 3 have not met, and share a place"
    assert found[2].place == found[3].place == 2


@pytest.mark.parametrize("order", [SWISS, ()])
def test_nobody_and_nothing_played(order: tuple[TieBreak, ...]) -> None:
    assert standings([], order, rounds=3) == []
    assert [each.place for each in standings([Card(1), Card(2)], order, rounds=3)] == [1, 1]
    assert isinstance(standings([Card(1)], order, rounds=1)[0], Standing)
