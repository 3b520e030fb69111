"""Parts of laws: finding the first difference, and naming its place."""

from __future__ import annotations

import doctest

import pytest

import rondel
from rondel.testing import BrokenLaw, law
from rondel.testing.law import at, difference, disorder, same


def test_the_examples_in_the_module_run() -> None:
    assert doctest.testmod(law).failed == 0


@pytest.mark.parametrize(
    ("one", "other", "said"),
    [
        ({"a": 1}, {"a": 1}, ""),
        ({"a": 1}, {"a": 1.0}, "/a: 1 and 1.0"),
        ({"a": 1}, {"b": 1}, "/: {'a': 1} and {'b': 1}"),
        ([1, [2, 3]], [1, [2, 4]], "/1/1: 3 and 4"),
        ((1,), [1], "/: (1,) and [1]"),
        ([1], [1, 2], "/: [1] and [1, 2]"),
        (True, 1, "/: True and 1"),
    ],
)
def test_the_first_difference_is_named(one: object, other: object, said: str) -> None:
    assert difference(one, other) == said


def test_a_long_difference_is_cut() -> None:
    assert len(difference("a" * 10_000, "b" * 10_000)) < 1000


def test_order_matters_where_json_shows_it() -> None:
    assert disorder([{"a": 1, "b": 2}], [{"b": 2, "a": 1}]) == "/0: the order of names, ['a', 'b'] and ['b', 'a']"
    assert disorder({"a": 1}, {"a": 1}) == ""


def test_a_difference_breaks_the_law() -> None:
    same("copy", "here", {"a": 1}, {"a": 1})
    with pytest.raises(BrokenLaw, match="law 'copy' is broken here: /a: 1 and 2"):
        same("copy", "here", {"a": 1}, {"a": 2})


def test_a_place_in_a_game() -> None:
    assert at(rondel.new("tic_tac_toe", seed=1), 3, "mark(a1)") == "at ply 3, mark(a1) in state 'PlayerTurn' of tic_tac_toe"
