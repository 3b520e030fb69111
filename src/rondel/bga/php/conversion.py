"""Conversions: how PHP 8 makes a text, a number or a truth of a value, and compares two.

Each raises `ValueError` where PHP would stop, or where this reader does not know.
"""

from __future__ import annotations

import re
from typing import Final

from rondel.bga.php.value import Array, Case, Unread, Value

_NUMERIC: Final = re.compile(r"\s*[+-]?(\d+(\.\d*)?|\.\d+)([eE][+-]?\d+)?\s*\Z", re.ASCII)


def as_text(value: Value) -> str:
    """As a string.

    >>> [as_text(each) for each in (3, True, False, None, 1.0, 1.5)]
    ['3', '1', '', '', '1', '1.5']
    """
    if isinstance(value, str):
        return str(value)
    if value is None or value is False:
        return ""
    if value is True:
        return "1"
    if isinstance(value, float):
        return str(int(value)) if value == int(value) and abs(value) < 1e15 else repr(value)
    if isinstance(value, int):
        return str(value)
    raise ValueError("an array or an object is not a text")


def as_number(value: Value) -> int | float:
    """As a number.

    >>> [as_number(each) for each in ("12", "1.5", True, None)]
    [12, 1.5, 1, 0]
    """
    if isinstance(value, bool | int):
        return int(value)
    if isinstance(value, float):
        return value
    if value is None:
        return 0
    if isinstance(value, str) and _NUMERIC.match(value):
        return int(value) if re.fullmatch(r"\s*[+-]?\d+\s*", value, re.ASCII) else float(value)
    raise ValueError("it is not a number")


def as_truth(value: Value) -> bool:
    """As a truth: ``"0"``, ``""``, 0, ``null`` and the empty array are false.

    >>> [as_truth(each) for each in ("0", "", "00", 0, 1, None, Array())]
    [False, False, True, False, True, False, False]
    """
    if isinstance(value, Array):
        return len(value) > 0 or bool(value.gaps)
    if isinstance(value, Unread):
        raise ValueError("it could not be read")
    if isinstance(value, Case):
        return True
    return value not in ("", "0") if isinstance(value, str) else bool(value)


def identical(one: Value, other: Value) -> bool:
    """The result of ``===``."""
    _comparable(one, other)
    if isinstance(one, Array) and isinstance(other, Array):
        return list(one.entries) == list(other.entries) and all(identical(each.value, other.get(each.key)) for each in one)
    if isinstance(one, str) and isinstance(other, str):
        return str(one) == str(other)
    return type(one) is type(other) and one == other


def equal(one: Value, other: Value) -> bool:
    """The result of ``==``, by the rules of PHP 8.

    >>> equal("1", "01"), equal(0, ""), equal(None, ""), equal("abc", 0), equal(True, "a")
    (True, False, True, False, True)
    """
    _comparable(one, other)
    if isinstance(one, bool) or isinstance(other, bool):
        return as_truth(one) == as_truth(other)
    if one is None or other is None:
        some = other if one is None else one
        return some == "" if isinstance(some, str) else not as_truth(some)
    if isinstance(one, Array) and isinstance(other, Array):
        return set(one.entries) == set(other.entries) and all(equal(each.value, other.get(each.key)) for each in one)
    if isinstance(one, Array | Case) or isinstance(other, Array | Case):
        return one is other or (isinstance(one, Case) and one == other)
    if _numeric(one) and _numeric(other):
        return as_number(one) == as_number(other)
    return as_text(one) == as_text(other)


def order(one: Value, other: Value) -> int:
    """The result of ``<=>``: -1, 0 or 1; for numbers and texts only.

    >>> order(2, "10"), order("b", "a"), order(1, 1)
    (-1, 1, 0)
    """
    _comparable(one, other)
    if isinstance(one, Array | Case) or isinstance(other, Array | Case):
        raise ValueError("arrays and objects are not compared")
    if isinstance(one, bool) or isinstance(other, bool) or one is None or other is None:
        left, right = as_truth(one), as_truth(other)
        return (left > right) - (left < right)
    if _numeric(one) and _numeric(other):
        first, second = as_number(one), as_number(other)
        return (first > second) - (first < second)
    a, b = as_text(one), as_text(other)
    return (a > b) - (a < b)


def _numeric(value: Value) -> bool:
    return isinstance(value, int | float) or (isinstance(value, str) and _NUMERIC.match(value) is not None)


def _comparable(*values: Value) -> None:
    if any(isinstance(each, Unread) for each in values):
        raise ValueError("it could not be read")
