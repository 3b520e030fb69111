"""The encoding of props.

The encoder of a prop follows from its initial value: a number, a boolean, a role, one of a few letters, or another value, which
is encoded as far as it fits.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from math import inf
from typing import Any, Final
from zlib import crc32

from rondel.engine.components.boards.sheet import Sheet
from rondel.engine.components.counter import Counter
from rondel.engine.components.prop import Prop
from rondel.learning.features import Layout

BUCKETS: Final = 16
"""Number of checksum buckets for texts without a declared domain; two texts may share one."""
NUMBERS: Final = 4
"""Number of list elements that are encoded."""
WIDEST: Final = 1e30
"""The bound of encoded numbers."""


def number(value: object) -> float:
    """A value as a number: 1 and 0 for booleans, and 0 for other values.

    >>> [number(each) for each in (True, 3, -2.5, None, "3")]
    [1.0, 3.0, -2.5, 0.0, 0.0]
    """
    if isinstance(value, bool):
        return 1.0 if value else 0.0
    if isinstance(value, int | float):
        return float(max(-WIDEST, min(WIDEST, value)))
    return 0.0


def bucket(text: str, buckets: int = BUCKETS) -> int:
    """The bucket of a text, stable across processes."""
    return crc32(text.encode()) % buckets


class Value:
    """The encoder of one prop."""

    def __init__(self, name: str, seats: Mapping[str, int]) -> None:
        self.name = name
        self.seats = dict(seats)
        self.letters: dict[str, int] = {}
        self.cells: dict[str, int] = {}
        # The start of each block; -1 for none.
        self.number = self.given = self.role = self.length = self.numbers = self.cell = self.letter = self.bucket = (
            self.blank
        ) = -1

    def write(self, cells: Any, value: object) -> None:
        """Writes the value."""
        if value is None:
            return
        if self.blank >= 0 and isinstance(value, list | tuple):
            for line, each in enumerate(value):
                cells[self.numbers + line] = number(each)
                cells[self.blank + line] = 1.0 if each is None else 0.0
            return
        if self.given >= 0:
            cells[self.given] = 1.0
        if self.number >= 0:
            cells[self.number] = number(value)
        if isinstance(value, str):
            self._write_text(cells, value)
        elif isinstance(value, list | tuple):
            self._write_list(cells, value)

    def _write_text(self, cells: Any, text: str) -> None:
        if self.role >= 0 and text in self.seats:
            cells[self.role + self.seats[text]] = 1.0
        if text in self.cells:
            cells[self.cell + self.cells[text]] = 1.0
        for letter, place in self.letters.items():
            if letter in text:
                cells[self.letter + place] = 1.0
        if self.bucket >= 0:
            cells[self.bucket + bucket(text)] = 1.0

    def _write_list(self, cells: Any, listed: Sequence[object]) -> None:
        if self.length < 0:
            return
        cells[self.length] = float(len(listed))
        place = 0
        for each in listed:
            if isinstance(each, str) and each in self.seats:
                cells[self.role + self.seats[each]] = 1.0
            elif isinstance(each, int | float) and place < NUMBERS:
                cells[self.numbers + place] = number(each)
                place += 1


def value_of(prop: Prop[Any], roles: tuple[str, ...], names: list[str], layout: Layout) -> Value:
    """The encoder of a prop, by its initial value; ``names`` are those of all cells of boards."""
    held: object = prop._value
    name = prop.name
    value = Value(name, {role: number for number, role in enumerate(roles)})
    if isinstance(prop, Counter):
        low = -inf if prop.least is None else float(prop.least)
        high = inf if prop.most is None else float(prop.most)
        value.number = layout.add(name, (1,), ("number",), low, high)
    elif isinstance(prop, Sheet):
        lines = tuple([line.name for line in prop.cells])
        value.numbers = layout.add(name, (len(lines),), lines, -inf, inf)
        value.blank = layout.add(f"{name}.blank", (len(lines),), lines, 0.0, 1.0)
    elif isinstance(held, bool):
        value.number = layout.add(name, (1,), ("yes",), 0.0, 1.0)
    elif isinstance(held, int | float):
        value.number = layout.add(name, (1,), ("number",), -inf, inf)
    elif isinstance(held, str) and held in roles:
        value.role = layout.add(name, (len(roles),), roles, 0.0, 1.0)
    elif isinstance(held, str) and held:
        letters = "".join(dict.fromkeys(held))
        value.letters = {letter: number for number, letter in enumerate(letters)}
        value.letter = layout.add(f"{name}.letters", (len(letters),), tuple(letters), 0.0, 1.0)
        _text(layout, value)
    else:
        value.given = layout.add(f"{name}.given", (1,), ("whether it is set",), 0.0, 1.0)
        value.number = layout.add(name, (1,), ("number",), -inf, inf)
        value.role = layout.add(f"{name}.role", (len(roles),), roles, 0.0, 1.0)
        value.length = layout.add(f"{name}.length", (1,), ("how many it lists",))
        labels = tuple([f"number {place}" for place in range(1, NUMBERS + 1)])
        value.numbers = layout.add(f"{name}.numbers", (NUMBERS,), labels, -inf, inf)
        if names:
            value.cells = {cell: number for number, cell in enumerate(names)}
            value.cell = layout.add(f"{name}.cell", (len(names),), tuple(names), 0.0, 1.0)
        _text(layout, value)
        layout.left_out.append(f"what {name} lists besides {NUMBERS} numbers and roles")
    return value


def _text(layout: Layout, value: Value) -> None:
    labels = tuple([f"bucket {place}" for place in range(BUCKETS)])
    value.bucket = layout.add(f"{value.name}.text", (BUCKETS,), labels, 0.0, 1.0)
    layout.left_out.append(f"texts of {value.name}, but for their checksums in {BUCKETS} buckets")
