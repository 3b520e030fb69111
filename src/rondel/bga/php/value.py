"""Values: the values of PHP expressions, PHP's arrays included, and unread values."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any, Final, TypeAlias

from rondel.bga.php.source import Place

Key: TypeAlias = "int | str"
Value: TypeAlias = "bool | int | float | str | Array | Case | Unread | None"

_WHOLE: Final = re.compile(r"(0|-?[1-9][0-9]*)\Z", re.ASCII)
_LARGEST: Final = 2**63 - 1


class Marked(str):
    """A text that is marked to be translated, as ``clienttranslate`` does.

    >>> Marked("Pass") == "Pass"
    True
    """

    __slots__ = ()


@dataclass(frozen=True)
class Case:
    """A case of an enum, with its value."""

    enum: str
    name: str
    value: Value = None


@dataclass(frozen=True)
class Unread:
    """An unread value: its place, its text and the reason."""

    place: Place
    text: str
    why: str

    def __str__(self) -> str:
        return f"{self.place}: {self.text}: {self.why}"

    def to_json(self) -> dict[str, Any]:
        """As plain data."""
        return {"file": self.place.file, "line": self.place.line, "text": self.text, "why": self.why}


@dataclass
class Entry:
    """One pair of an array, with where it was written."""

    key: Key
    value: Value
    place: Place


@dataclass
class Array:
    """An array of PHP: pairs in order. Setting a key again keeps its place, as PHP does.

    ``repeated`` has the entries that a literal overwrote, silently in PHP. ``gaps`` are the unread entries.
    ``built`` marks an object of the builder: its keys are properties, and PHP never copies it.

    >>> array = Array()
    >>> here = Place("a.php", 1)
    >>> array.put("2", "two", here); array.append("three", here)
    >>> array.to_json()
    {'2': 'two', '3': 'three'}
    """

    entries: dict[Key, Entry] = field(default_factory=dict)
    repeated: list[tuple[Entry, Entry]] = field(default_factory=list)
    gaps: list[Unread] = field(default_factory=list)
    next: int = 0
    built: bool = False

    def put(self, key: Value, value: Value, place: Place) -> None:
        """Set a key; an existing key keeps its position. Raises `ValueError` for a value that cannot be a key."""
        settled = as_key(key)
        if isinstance(settled, int):
            # Since PHP 8.3 the next key is one more than the largest, be that negative or not.
            self.next = settled + 1 if not self._numbered() else max(self.next, settled + 1)
        self.entries[settled] = Entry(settled, value, place)

    def append(self, value: Value, place: Place) -> None:
        """Set the next number."""
        self.put(self.next, value, place)

    def write(self, key: Value, value: Value, place: Place) -> None:
        """Set a key within a literal: a key that is there already is worth a finding."""
        settled = as_key(key)
        before = self.entries.get(settled)
        self.put(settled, value, place)
        if before is not None:
            self.repeated.append((before, self.entries[settled]))

    def get(self, key: Value) -> Value:
        """The value at a key, or ``None``."""
        entry = self.entries.get(as_key(key))
        return None if entry is None else entry.value

    def remove(self, key: Value) -> None:
        """Take a key out, if it is there."""
        self.entries.pop(as_key(key), None)

    def copy(self) -> Array:
        """Another array with the same entries, as an assignment makes one; an object is but handed on."""
        if self.built:
            return self
        entries = {
            key: Entry(key, each.value.copy() if isinstance(each.value, Array) else each.value, each.place)
            for key, each in self.entries.items()
        }
        return Array(entries, list(self.repeated), list(self.gaps), self.next)

    def plus(self, other: Array) -> Array:
        """The union, as ``+`` makes it: of two equal keys the first wins."""
        union = self.copy()
        for entry in other.copy().entries.values():
            if entry.key not in union.entries:
                union.put(entry.key, entry.value, entry.place)
        union.repeated.extend(other.repeated)
        union.gaps.extend(other.gaps)
        return union

    def spread(self, other: Array) -> None:
        """Take in another array, as ``...`` and ``array_merge`` do: names overwrite, numbers are counted on."""
        for entry in other.copy().entries.values():
            if isinstance(entry.key, int):
                self.append(entry.value, entry.place)
            else:
                self.put(entry.key, entry.value, entry.place)
        self.repeated.extend(other.repeated)
        self.gaps.extend(other.gaps)

    def sort(self) -> None:
        """By key, as ``ksort`` does, where all keys are numbers or all are texts; else as they are."""
        if len({isinstance(each, int) for each in self.entries}) < 2:
            self.entries = dict(
                sorted(
                    self.entries.items(),
                    key=lambda pair: (
                        str(pair[0]) if isinstance(pair[0], str) else "",
                        pair[0] if isinstance(pair[0], int) else 0,
                    ),
                )
            )

    @property
    def is_list(self) -> bool:
        """Whether its keys are 0, 1, 2, ... in this order."""
        return list(self.entries) == list(range(len(self.entries)))

    def to_json(self) -> Any:
        """As plain data: a list or an object, as ``json_encode`` decides, without unread values."""
        read = {key: as_json(each.value) for key, each in self.entries.items() if not isinstance(each.value, Unread)}
        return list(read.values()) if self.is_list else {str(key): value for key, value in read.items()}

    def _numbered(self) -> bool:
        return any(isinstance(each, int) for each in self.entries)

    def __iter__(self) -> Iterator[Entry]:
        return iter(list(self.entries.values()))

    def __len__(self) -> int:
        return len(self.entries)


def as_key(value: Value) -> Key:
    """A value converted to a key as in PHP: ``"2"`` is 2, ``true`` is 1, ``null`` is ``""``; raises `ValueError` otherwise.

    >>> [as_key(each) for each in ("2", "02", "-5", "-0", True, None, 1.9)]
    [2, '02', -5, '-0', 1, '', 1]
    """
    if isinstance(value, bool | int):
        return int(value)
    if isinstance(value, float):
        return int(value)
    if value is None:
        return ""
    if isinstance(value, str):
        if _WHOLE.match(value) and -_LARGEST - 1 <= int(value) <= _LARGEST:
            return int(value)
        return str(value)
    raise ValueError("an array or an object cannot be a key")


def as_json(value: Value) -> Any:
    """A value as plain data, as ``json_encode`` gives it."""
    if isinstance(value, Array):
        return value.to_json()
    if isinstance(value, Case):
        return as_json(value.value)
    if isinstance(value, Unread):
        return None
    return str(value) if isinstance(value, str) else value


def unread_in(value: Value) -> list[Unread]:
    """All that could not be read of a value."""
    if isinstance(value, Unread):
        return [value]
    if isinstance(value, Array):
        return [*value.gaps, *[each for entry in value for each in unread_in(entry.value)]]
    return []
