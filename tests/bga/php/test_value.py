"""Values: PHP's arrays."""

from __future__ import annotations

import pytest

from rondel.bga.php.source import Place
from rondel.bga.php.value import Array, Case, Marked, Unread, Value, as_json, as_key, unread_in

HERE = Place("a.php", 1)


def of(*pairs: tuple[Value, Value]) -> Array:
    array = Array()
    for key, value in pairs:
        array.put(key, value, HERE)
    return array


def test_setting_a_key_again_keeps_its_place() -> None:
    array = of(("a", 1), ("b", 2), ("a", 3))
    assert list(array.entries) == ["a", "b"]
    assert array.get("a") == 3


def test_a_literal_stores_overwritten_entries() -> None:
    array = Array()
    array.write("2", "first", HERE)
    array.write(2, "second", Place("a.php", 5))
    ((before, after),) = array.repeated
    assert (before.value, after.value, after.place.line) == ("first", "second", 5)


def test_of_a_union_the_first_wins_and_of_a_spread_the_last() -> None:
    one, other = of(("a", 1), (0, "x")), of(("a", 2), (0, "y"), ("b", 3))
    assert one.plus(other).to_json() == {"a": 1, "0": "x", "b": 3}
    one.spread(other)
    assert one.to_json() == {"a": 2, "0": "x", "1": "y", "b": 3}


def test_the_next_number_follows_the_largest() -> None:
    array = of((-5, "a"))
    array.append("b", HERE)
    assert list(array.entries) == [-5, -4]
    array = of((7, "a"), (3, "b"))
    array.append("c", HERE)
    assert list(array.entries) == [7, 3, 8]


def test_a_copy_is_another_array_all_the_way_down() -> None:
    inner = of(("x", 1))
    outer = of(("inner", inner))
    copied = outer.copy()
    inner.put("x", 2, HERE)
    assert copied.to_json() == {"inner": {"x": 1}}


@pytest.mark.parametrize(
    ("pairs", "json"),
    [
        ([], []),
        ([(0, "a"), (1, "b")], ["a", "b"]),
        ([(1, "a"), (0, "b")], {"1": "a", "0": "b"}),
        ([("", 2)], {"": 2}),
        ([("t", Marked("text")), ("c", Case("T", "A", 5))], {"t": "text", "c": 5}),
    ],
)
def test_it_becomes_the_result_of_json_encode(pairs: list[tuple[Value, Value]], json: object) -> None:
    assert as_json(of(*pairs)) == json


def test_unread_values_are_left_out_and_listed() -> None:
    lost = Unread(HERE, "f()", "not run")
    array = of(("a", 1), ("b", of(("c", lost))))
    assert array.to_json() == {"a": 1, "b": {}}
    assert unread_in(array) == [lost]


def test_an_array_cannot_be_a_key() -> None:
    with pytest.raises(ValueError, match="cannot be a key"):
        as_key(Array())
    assert as_key("9223372036854775808") == "9223372036854775808"
