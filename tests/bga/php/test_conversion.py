"""Conversions: by the tables of PHP 8's manual on comparisons and conversions."""

from __future__ import annotations

import pytest

from rondel.bga.php.conversion import as_number, as_text, as_truth, equal, identical, order
from rondel.bga.php.source import Place
from rondel.bga.php.value import Array, Unread, Value

LOST = Unread(Place("a.php", 1), "f()", "not run")


@pytest.mark.parametrize(
    ("one", "other", "same"),
    [
        ("abc", 0, False), ("1", "01", True), ("10", "1e1", True), (100, "1e2", True), ("", None, True), (0, None, True),
        ("0", False, True), ("", False, True), ("a", True, True), (0, "", False), (0, "foo", False), ("abc", "ABC", False),
        (1.0, 1, True), (None, False, True),
    ],
)  # fmt: skip
def test_loose_comparison(one: Value, other: Value, same: bool) -> None:
    assert equal(one, other) is same
    assert equal(other, one) is same


def test_strict_comparison_wants_the_same_type() -> None:
    assert identical(1, 1)
    assert not identical(1, 1.0)
    assert not identical(1, "1")
    assert not identical(1, True)
    assert not identical("", None)


def test_arrays_are_compared_pair_by_pair() -> None:
    one, other = Array(), Array()
    for array, keys in ((one, "ab"), (other, "ba")):
        for key in keys:
            array.put(key, key, Place("a.php", 1))
    assert equal(one, other)
    assert not identical(one, other)


def test_order() -> None:
    assert [order(1, 2), order("10", "9"), order("10", "9a"), order("b", "a"), order(None, 1)] == [-1, 1, -1, 1, -1]


def test_texts_numbers_and_truths() -> None:
    assert [as_text(each) for each in (1.5, 2.0, True, None)] == ["1.5", "2", "1", ""]
    assert [as_number(each) for each in (" 12", "-3", "1e2", False)] == [12, -3, 100.0, 0]
    assert [as_truth(each) for each in ("0", "0.0", " ", 0.0)] == [False, True, True, False]


@pytest.mark.parametrize(
    "broken", [lambda: as_text(Array()), lambda: as_number("12 apples"), lambda: as_truth(LOST), lambda: equal(LOST, 1)]
)
def test_a_fatal_conversion_is_refused(broken: object) -> None:
    assert callable(broken)
    with pytest.raises(ValueError, match=r"."):
        broken()
