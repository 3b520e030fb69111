"""The built-in functions of PHP that the reader evaluates: those without side effects that projects use for states.

Each takes its arguments and its place, and raises `ValueError` for wrong arguments.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Final

from rondel.bga.php.conversion import as_number, as_text, as_truth, equal, identical
from rondel.bga.php.source import Place
from rondel.bga.php.value import Array, Marked, Value, as_key

MARKS: Final = frozenset({"clienttranslate", "totranslate", "_"})
"""Functions that mark a text for translation and return it."""

MOST: Final = 10_000
"""Entries that ``range`` makes at most: the machine of a game has hundreds."""


def call(name: str, given: Sequence[Value], place: Place) -> Value:
    """The result of a function. Raises `KeyError` for an unknown function, `ValueError` for wrong arguments.

    >>> call("strtoupper", ["pass"], Place("a.php", 1))
    'PASS'
    """
    if name in MARKS:
        return Marked(as_text(given[0])) if given else ""
    known = KNOWN[name]
    try:
        return known(given, place)
    except IndexError:
        raise ValueError(f"{name}() is given too little") from None


def _array(value: Value) -> Array:
    if not isinstance(value, Array):
        raise ValueError("it takes an array")
    return value


def _of(values: Sequence[tuple[Value, Value]], place: Place) -> Array:
    array = Array()
    for key, value in values:
        array.put(key, value, place)
    return array


def _list(values: Sequence[Value], place: Place) -> Array:
    return _of(list(enumerate(values)), place)


def _merge(given: Sequence[Value], place: Place) -> Value:
    merged = Array()
    for each in given:
        merged.spread(_array(each))
    return merged


def _replace(given: Sequence[Value], place: Place) -> Value:
    replaced = _array(given[0]).copy()
    for each in given[1:]:
        for entry in _array(each).copy():
            replaced.put(entry.key, entry.value, entry.place)
        replaced.gaps.extend(_array(each).gaps)
    return replaced


def _keys(given: Sequence[Value], place: Place) -> Value:
    return _list([each.key for each in _array(given[0])], place)


def _values(given: Sequence[Value], place: Place) -> Value:
    return _list([each.value for each in _array(given[0])], place)


def _flip(given: Sequence[Value], place: Place) -> Value:
    return _of([(each.value, each.key) for each in _array(given[0])], place)


def _combine(given: Sequence[Value], place: Place) -> Value:
    keys, values = _array(given[0]), _array(given[1])
    if len(keys) != len(values):
        raise ValueError("array_combine() is given arrays of different lengths")
    return _of([(key.value, value.value) for key, value in zip(keys, values, strict=True)], place)


def _fill_keys(given: Sequence[Value], place: Place) -> Value:
    return _of([(each.value, given[1]) for each in _array(given[0])], place)


def _diff(given: Sequence[Value], place: Place) -> Value:
    out = {as_text(entry.value) for other in given[1:] for entry in _array(other)}
    return _of([(each.key, each.value) for each in _array(given[0]) if as_text(each.value) not in out], place)


def _range(given: Sequence[Value], place: Place) -> Value:
    first, last = as_number(given[0]), as_number(given[1])
    step = abs(as_number(given[2])) if len(given) > 2 else 1
    if not isinstance(first, int) or not isinstance(last, int) or not isinstance(step, int) or step == 0:
        raise ValueError("range() is read for whole numbers only")
    if abs(last - first) // step >= MOST:
        raise ValueError("range() would make too many")
    numbers = range(first, last + 1, step) if first <= last else range(first, last - 1, -step)
    return _list(list(numbers), place)


def _in_array(given: Sequence[Value], place: Place) -> Value:
    same = identical if len(given) > 2 and as_truth(given[2]) else equal
    return any(same(given[0], each.value) for each in _array(given[1]))


def _search(given: Sequence[Value], place: Place) -> Value:
    same = identical if len(given) > 2 and as_truth(given[2]) else equal
    return next((each.key for each in _array(given[1]) if same(given[0], each.value)), False)


def _has(given: Sequence[Value], place: Place) -> Value:
    return as_key(given[0]) in _array(given[1]).entries


def _implode(given: Sequence[Value], place: Place) -> Value:
    between, array = (given[0], given[1]) if isinstance(given[1], Array) else (given[1], given[0])
    return as_text(between).join([as_text(each.value) for each in _array(array)])


def _ucfirst(given: Sequence[Value], place: Place) -> Value:
    text = as_text(given[0])
    return text[:1].upper() + text[1:]


def _lcfirst(given: Sequence[Value], place: Place) -> Value:
    text = as_text(given[0])
    return text[:1].lower() + text[1:]


def _substr(given: Sequence[Value], place: Place) -> Value:
    text, begin = as_text(given[0]), int(as_number(given[1]))
    begin = max(0, len(text) + begin) if begin < 0 else begin
    length = int(as_number(given[2])) if len(given) > 2 and given[2] is not None else len(text)
    return text[begin : len(text) + length if length < 0 else begin + length]


def _strpos(given: Sequence[Value], place: Place) -> Value:
    at = as_text(given[0]).find(as_text(given[1]), int(as_number(given[2])) if len(given) > 2 else 0)
    return False if at < 0 else at


KNOWN: Final[dict[str, Callable[[Sequence[Value], Place], Value]]] = {
    "array_merge": _merge,
    "array_replace": _replace,
    "array_keys": _keys,
    "array_values": _values,
    "array_flip": _flip,
    "array_combine": _combine,
    "array_fill_keys": _fill_keys,
    "array_diff": _diff,
    "range": _range,
    "in_array": _in_array,
    "array_search": _search,
    "array_key_exists": _has,
    "key_exists": _has,
    "implode": _implode,
    "join": _implode,
    "count": lambda given, place: len(_array(given[0])),
    "strtolower": lambda given, place: as_text(given[0]).lower(),
    "strtoupper": lambda given, place: as_text(given[0]).upper(),
    "ucfirst": _ucfirst,
    "lcfirst": _lcfirst,
    "substr": _substr,
    "strpos": _strpos,
    "strlen": lambda given, place: len(as_text(given[0]).encode("utf-8")),
    "str_starts_with": lambda given, place: as_text(given[0]).startswith(as_text(given[1])),
    "str_ends_with": lambda given, place: as_text(given[0]).endswith(as_text(given[1])),
    "str_contains": lambda given, place: as_text(given[1]) in as_text(given[0]),
    "trim": lambda given, place: as_text(given[0]).strip(" \t\n\r\0\x0b"),
    "strval": lambda given, place: as_text(given[0]),
    "intval": lambda given, place: int(as_number(given[0])),
    "is_array": lambda given, place: isinstance(given[0], Array),
}
"""Functions by their names in small letters."""
