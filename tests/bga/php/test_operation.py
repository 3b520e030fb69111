"""Operations, by the tables of PHP's manual."""

from __future__ import annotations

import pytest

from rondel.bga.php.operation import apply, cast, turn
from rondel.bga.php.value import Array, Value


@pytest.mark.parametrize(
    ("operator", "one", "other", "value"),
    [
        ("+", "1", 2, 3), ("-", 1, 2.5, -1.5), ("*", 3, "4", 12), ("/", 7, 2, 3.5), ("/", 8, 2, 4), ("%", -7, 3, -1),
        ("%", 7, -3, 1), ("**", 2, 10, 1024), ("**", 2, -1, 0.5), (".", 1, True, "11"), ("&", 6, 3, 2), ("|", 6, 1, 7),
        ("^", 6, 3, 5), ("<<", 1, 4, 16), (">>", 16, 4, 1), ("==", "1", 1, True), ("===", "1", 1, False),
        ("!=", "a", "b", True), ("!==", 1, 1, False), ("<", 1, 2, True), (">=", 2, 2, True), ("<=>", "b", "a", 1),
        ("xor", True, False, True),
    ],
)  # fmt: skip
def test_binary_operators(operator: str, one: Value, other: Value, value: Value) -> None:
    found = apply(operator, one, other)
    assert (found, type(found)) == (value, type(value))


@pytest.mark.parametrize(
    ("operator", "one", "other", "error"),
    [
        ("/", 1, 0, ZeroDivisionError),
        ("%", 1, 0, ZeroDivisionError),
        ("+", Array(), 1, ValueError),
        ("**", 2, 1000, ValueError),
        ("<<", 1, 64, ValueError),
        ("instanceof", 1, 2, ValueError),
    ],
)
def test_refused_operations(operator: str, one: Value, other: Value, error: type[Exception]) -> None:
    with pytest.raises(error):
        apply(operator, one, other)


def test_unary_operators() -> None:
    assert [turn("!", ""), turn("-", "2"), turn("+", "3")] == [True, -2, 3]
    with pytest.raises(ValueError, match="the operator ~ is not read"):
        turn("~", 1)


def test_casts() -> None:
    assert [cast("(int)"[1:-1], "4.9"), cast("STRING", 4), cast("bool", "0"), cast("float", "1")] == [4, "4", False, 1.0]
    with pytest.raises(ValueError, match="this cast is not read"):
        cast("object", 1)
