"""Tournaments: line-ups, seats, rounds, and the same seed."""

from __future__ import annotations

from collections import Counter

import pytest

from rondel.errors import BadOption
from rondel.tournament import Tournament, contest


def test_three_at_a_table_take_turns_in_the_seats() -> None:
    standings = contest("stones", ["random", "random", "random"], games=3, seed=1, options={"turn_limit": 20}, seats=3)
    assert [each.name for each in standings] == ["random#1", "random#2", "random#3"]
    assert [len(each.results) for each in standings] == [3, 3, 3]
    assert sum(each.points for each in standings) == pytest.approx(3)


def test_too_few_for_a_table_sit_twice() -> None:
    one, two = contest("stones", ["random", "greedy"], games=2, seed=1, options={"turn_limit": 9}, seats=3)
    assert len(one.results) + len(two.results) == 6


def test_nobody_plays_alone_but_where_a_game_is_for_one() -> None:
    with pytest.raises(BadOption, match="needs two players or more"):
        Tournament("reversi", ["random"], games=1)
    (only,) = contest("shephy", ["random"], games=2, seed=1)
    assert len(only.results) == 2


def test_the_same_seed_plays_the_same_and_another_does_not() -> None:
    def played(seed: int) -> list[tuple[float, ...]]:
        return [each.returns for each in Tournament("reversi", ["random"] * 2, games=6, seed=seed, options={"size": 4}).run()]

    assert played(1) == played(1) != played(2)


def test_swiss_rounds() -> None:
    tournament = Tournament("tic_tac_toe", ["random"] * 5, games=2, seed=1, rounds=3)
    outcomes = tournament.run()
    assert len(outcomes) == tournament.total == 12
    assert Counter(each.id.split(":")[0] for each in outcomes) == {"round 1": 4, "round 2": 4, "round 3": 4}
    games = Counter(number for each in outcomes for number in each.seated)
    assert sorted(games.values()) == [4, 4, 4, 6, 6]
    with pytest.raises(BadOption, match="at tables of 3 needs 3 players or more, not 2"):
        Tournament("stones", ["random", "random"], games=1, seats=3, rounds=1)


def test_a_good_player_beats_a_bad_one_in_swiss_rounds_too() -> None:
    tournament = Tournament("tic_tac_toe", ["random", "greedy", "random", "random"], games=4, seed=2, rounds=2)
    points = Counter[int]()
    for outcome in tournament.run():
        for number, made in zip(outcome.seated, outcome.points, strict=True):
            points[number] += made  # type: ignore[assignment]
    assert points.most_common(1)[0][0] == 1
