"""Fixtures: rotating seats, the same game for a full rotation, and separate seeds."""

from __future__ import annotations

from collections import Counter

from rondel.tournament.fixture import Fixture, derived, fixtures


def test_everybody_sits_everywhere_equally_often() -> None:
    seats: Counter[tuple[int, int]] = Counter()
    for each in fixtures((4, 7, 9), seats=3, games=6, seed=1):
        seats.update(enumerate(each.seated))
    assert len(seats) == 9
    assert set(seats.values()) == {2}


def test_a_full_turn_of_the_seats_has_the_same_game_and_other_luck_for_the_players() -> None:
    found = list(fixtures((0, 1), seats=2, games=6, seed=1))
    assert [each.seed for each in found] == [seed for seed in (found[0].seed, found[2].seed, found[4].seed) for _ in range(2)]
    assert len({seed for each in found for seed in each.seeds}) == 12
    assert len({each.id for each in found}) == 6


def test_seeds_depend_on_the_tournament_and_the_line_up_only() -> None:
    again = list(fixtures((0, 1), seats=2, games=6, seed=1))
    assert again == list(fixtures((0, 1), seats=2, games=8, seed=1))[:6]
    for other in (fixtures((0, 2), seats=2, games=6, seed=1), fixtures((0, 1), seats=2, games=6, seed=2)):
        assert not {each.seed for each in other} & {each.seed for each in again}
    staged = list(fixtures((0, 1), seats=2, games=6, seed=1, stage="round 2: "))
    assert not {each.id for each in staged} & {each.id for each in again}


def test_too_few_sit_twice() -> None:
    assert [each.seated for each in fixtures((0, 1), seats=3, games=2, seed=1)] == [(0, 1, 0), (1, 0, 1)]


def test_there_and_back() -> None:
    (one,) = fixtures((0, 1), seats=2, games=1, seed=3)
    assert Fixture.from_json(one.to_json()) == one
    assert 0 <= derived(3, "any") < 1 << 63
