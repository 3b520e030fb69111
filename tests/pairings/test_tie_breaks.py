"""Tie-breaks, by small tournaments worked out by hand from the handbook's articles, and by the federation's exercises."""

from __future__ import annotations

import pytest

from rondel.pairings.scorecard import Card, Kind, Line, Pair, Result, cards
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


SWISS_OF_FIVE = """
     1  9+  13=   2=  15+   4=
     2 10+   7+   1=  16+   3=
     3 11=   6+   8+   4=   2=
     4 12+    H  13+   3=   1=
     5 13-  15-  11+   7=  10+
     6 14-   3-    U  10+   8+
     7 15+   2-  16-   5=  11-
     8 16=  14+   3-  13+   6-
     9  1-  10-    H  11f    U
    10  2-   9+  15-   6-   5-
    11  3=  16-   5-   9w   7+
    12  4-    U  14w    Z    Z
    13  5+   1=   4-   8-  14-
    14  6+   8-  12f    Z  13+
    15  7-   5+  10+   1-  16-
    16  8=  11+   7+   2-  15+
"""
SWISS_OF_NINE = """
     1  9+  13=   2=  15+   4=   6=   3=  16=   8+
     2 10+   7+   1=  16+   3+   4=   6-  15=   5=
     3 11=   6+   8+   4=   2-  16+   1=  14+  10+
     4 12+    H  13+   3=   1=   2=  16=   6=  15+
     5 13-  15-  11+   7=  10+  14-   9+   8-   2=
     6 14-   3-    U  10+   8+   1=   2+   4=  16+
     7 15+   2-  16-   5=  11-  10-  13+   9+  14+
     8 16=  14+   3-  13+   6-  11=  15=   5+   1-
     9  1-  10-    H  11f    U  13+   5-   7-  12=
    10  2-   9+  15-   6-   5-   7+  12+  11+   3-
    11  3=  16-   5-   9w   7+   8=  14-  10-  13=
    12  4-    U  14w    Z    Z  15-  10-  13=   9=
    13  5+   1=   4-   8-  14-   9-   7-  12=  11=
    14  6+   8-  12f    Z  13+   5+  11+   3-   7-
    15  7-   5+  10+   1-  16-  12+   8=   2=   4-
    16  8=  11+   7+   2-  15+   3-   4=   1=   6-
"""
ROUND_ROBIN_OF_SIX = """
    1 5= 2+ 3+ 4- 6+
    2 6+ 1- 5+ 3= 4+
    3 4+ 6+ 1- 2= 5+
    4 3- 5- 6= 1+ 2-
    5 1= 4+ 2- 6f 3-
    6 2- 3- 4= 5w 1-
"""
UNPAIRED = {"H": Line("absent", 0.5), "Z": Line("absent", 0.0), "U": Line("bye", 1.0)}
PAIRED: dict[str, tuple[Kind, float]] = {
    "+": ("played", 1.0),
    "=": ("played", 0.5),
    "-": ("played", 0.0),
    "w": ("forfeit", 1.0),
    "f": ("forfeit", 0.0),
}


def crosstable(text: str) -> list[Card]:
    """The cards of a table with a line for each entrant; ``w`` and ``f`` are a win and a loss by forfeit."""
    found = []
    for row in text.split("\n"):
        number, *rounds = row.split() or [""]
        if number:
            lines = [UNPAIRED.get(each) or Line(*PAIRED[each[-1]], int(each[:-1])) for each in rounds]
            found.append(Card(int(number), tuple(lines)))
    return found


EXERCISES: dict[str, tuple[str, TieBreak, dict[int, float]]] = {
    "1 to 4": (SWISS_OF_FIVE, "buchholz", {1: 12.5, 2: 13, 3: 15.5, 4: 14, 5: 8.5, 8: 13.5, 11: 12.5, 16: 12.5}),
    "5 to 8": (
        SWISS_OF_FIVE,
        "buchholz_cut_1",
        {1: 11, 3: 13, 4: 11.5, 5: 7.5, 7: 12.5, 8: 12, 9: 7.5, 11: 11, 12: 9.5, 13: 12, 14: 9, 15: 11, 16: 11},
    ),
    "12": (
        SWISS_OF_FIVE,
        "sonneborn_berger",
        dict(enumerate((8, 9.5, 10.5, 9.25, 4.25, 6, 3.25, 5.25, 2.25, 1.5, 4.75, 4, 4.25, 4.5, 3.5, 7.25), 1)),
    ),
    "14": (ROUND_ROBIN_OF_SIX, "sonneborn_berger", dict(enumerate((9.25, 6.25, 6.25, 4.25, 3.25, 2.25), 1))),
    "27": (SWISS_OF_FIVE, "wins", dict(enumerate((2, 3, 2, 2, 2, 3, 1, 2, 1, 1, 2, 2, 1, 2, 2, 3), 1))),
}


@pytest.mark.parametrize("exercise", EXERCISES)
def test_the_exercises_of_the_federation_come_out_as_published(exercise: str) -> None:
    """M. Held, Exercises in Tie-Breaking, FIDE 2024. Where the rules of 2026 cap a dummy's score (16.4.2), the values are those
    that the federation's Tie-Break Server has for them."""
    text, order, expected = EXERCISES[exercise]
    played = crosstable(text)
    found = values(played, order, rounds=len(played[0].lines))
    assert {number: found[number][0] for number in expected} == expected


DIRECT_ENCOUNTERS: dict[str, tuple[str, dict[int, int]]] = {
    "23 and 24": (SWISS_OF_FIVE, {1: 2, 3: 2, 4: 2, 16: 2, 5: 7, 8: 7, 11: 7}),
    "25": (SWISS_OF_NINE, dict(enumerate((3, 5, 1, 3, 9, 2, 6, 6, 14, 9, 13, 14, 16, 9, 9, 6), 1))),
    "26": (ROUND_ROBIN_OF_SIX, {1: 1, 2: 2, 3: 2, 4: 6, 5: 5, 6: 4}),
}


@pytest.mark.parametrize("exercise", DIRECT_ENCOUNTERS)
def test_the_exercises_of_direct_encounters_come_out_as_published(exercise: str) -> None:
    text, expected = DIRECT_ENCOUNTERS[exercise]
    played = crosstable(text)
    rounds, is_fixed = len(played[0].lines), text == ROUND_ROBIN_OF_SIX
    ranked = standings(played, ("direct_encounter",), rounds=rounds, is_fixed=is_fixed)
    found = {each.number: each.place for each in ranked}
    assert {number: found[number] for number in expected} == expected


def test_those_who_stay_level_are_compared_by_the_games_among_them() -> None:
    """Of four with 2 points, 1 has 2 of them from the other three, 2 and 3 have 1.5, and 2 has beaten 3; 4 has 1."""
    table = """
        1 4+ 2= 3= 5-
        2 4- 1= 3+ 5=
        3 4+ 1= 2- 5=
        4 1- 2+ 3- 5+
    """
    ranked = standings(crosstable(table), ("direct_encounter",), rounds=4)
    assert [(each.place, each.number) for each in ranked] == [(1, 1), (2, 2), (3, 3), (4, 4)]
