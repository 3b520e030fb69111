"""The ranks of roles that left, and of those that stayed."""

from __future__ import annotations

import doctest

from rondel.server.table import final_ranks
from rondel.server.table.agreements import placed, sides_left


def test_who_leaves_first_is_last() -> None:
    assert placed(("a", "b", "c"), ("c", "a")) == {"a": 2, "b": 1, "c": 3}


def test_who_stays_is_placed_as_the_rules_say_without_gaps_for_those_who_left() -> None:
    assert placed(("a", "b", "c", "d"), ("a",), {"a": 1, "b": 2, "c": 2, "d": 4}) == {"a": 4, "b": 1, "c": 1, "d": 3}


def test_where_all_have_left_they_stand_as_they_went() -> None:
    assert placed(("a", "b"), ("b", "a")) == {"a": 1, "b": 2}


def test_a_side_is_there_as_long_as_one_of_it_is() -> None:
    teams = (("n", "s"), ("e", "w"))
    assert sides_left(teams, ("n", "e")) == 2
    assert sides_left(teams, ("n", "s", "e")) == 1
    assert sides_left((("a",), ("b",), ("c",)), ()) == 3


def test_the_examples_in_the_module_run() -> None:
    assert doctest.testmod(final_ranks).failed == 0
