"""Seeded random choices: equal seeds give equal choices, and the choices are fair."""

from __future__ import annotations

from rondel.engine.chance.seeded_random import FEW, SeededRandom


def test_equal_seeds_give_equal_choices() -> None:
    assert [SeededRandom(3).below(10) for _each in range(3)] == [SeededRandom(3).below(10)] * 3
    one, other = SeededRandom("a"), SeededRandom("b")
    assert [one.below(1000) for _each in range(9)] != [other.below(1000) for _each in range(9)]
    assert SeededRandom(1).below(1) == 0


def test_shuffled_items_are_the_same_items_in_any_order() -> None:
    assert sorted(SeededRandom(3).shuffled(range(9))) == list(range(9))
    assert len({tuple(SeededRandom(seed).shuffled("abcd")) for seed in range(200)}) == 24


def test_heavier_items_come_first_more_often_and_weightless_ones_never() -> None:
    first = [SeededRandom(seed).weighed("abc", [1, 9, 0])[0] for seed in range(200)]
    assert 150 < first.count("b") < 200
    assert all(sorted(SeededRandom(seed).weighed("abc", [1, 9, 0])) == ["a", "b"] for seed in range(20))


def test_of_many_items_none_is_lost() -> None:
    many = list(range(3 * FEW))
    assert sorted(SeededRandom(1).weighed(many, [1.0] * len(many))) == many
