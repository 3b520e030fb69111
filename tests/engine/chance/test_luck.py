"""Luck: the same from the same seed, and fair."""

from __future__ import annotations

from rondel.engine.chance.luck import FEW, Luck


def test_equal_seeds_have_equal_luck() -> None:
    assert [Luck(3).below(10) for _each in range(3)] == [Luck(3).below(10)] * 3
    one, other = Luck("a"), Luck("b")
    assert [one.below(1000) for _each in range(9)] != [other.below(1000) for _each in range(9)]
    assert Luck(1).below(1) == 0


def test_shuffled_items_are_the_same_items_in_any_order() -> None:
    assert sorted(Luck(3).shuffled(range(9))) == list(range(9))
    assert len({tuple(Luck(seed).shuffled("abcd")) for seed in range(200)}) == 24


def test_heavier_items_come_first_more_often_and_weightless_ones_never() -> None:
    first = [Luck(seed).weighed("abc", [1, 9, 0])[0] for seed in range(200)]
    assert 150 < first.count("b") < 200
    assert all(sorted(Luck(seed).weighed("abc", [1, 9, 0])) == ["a", "b"] for seed in range(20))


def test_of_many_items_none_is_lost() -> None:
    many = list(range(3 * FEW))
    assert sorted(Luck(1).weighed(many, [1.0] * len(many))) == many
