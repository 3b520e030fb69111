"""Hex boards and areas as lines of a terminal: each place by its position, with the names of columns and rows at the edges."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Mapping, Sequence
from itertools import pairwise
from typing import Any, Final, NamedTuple

from rich.style import Style
from rich.text import Text

from rondel.engine.text import _

_CELL: Final = re.compile(r"([a-z]+)([0-9]+)")
_PLACE: Final = re.compile(r"(-?[0-9]+),(-?[0-9]+)")


SIDES: Final = {
    "top": _("top"),
    "right": _("right"),
    "bottom": _("bottom"),
    "left": _("left"),
    "upper_right": _("upper right"),
    "lower_right": _("lower right"),
    "lower_left": _("lower left"),
    "upper_left": _("upper left"),
}
"""The sides of boards."""


class Place(NamedTuple):
    """A place and its position: ``x`` in half widths to the right, ``y`` in rows down."""

    name: str
    x: int
    y: int


class Label(NamedTuple):
    """The name of a column or row, and where it is written."""

    text: str
    x: int
    y: int


def places_of(container: Mapping[str, Any], contents: Iterable[Mapping[str, Any]], legal: Collection[str]) -> list[Place]:
    """The places to draw: the cells of a hex board; of an area, those that are occupied or legal.

    >>> places_of({"name": "land", "layout": "area", "hexes": True}, [{"at": "0,1"}], ["land:1,1", "hand:0"])
    [Place(name='0,1', x=1, y=1), Place(name='1,1', x=3, y=1)]
    """
    if "cells" in container:
        return [Place(cell["at"], cell["x"], cell["y"]) for cell in container["cells"]]
    named = [place.partition(":")[2] for place in legal if place.startswith(f"{container['name']}:")]
    found: dict[str, Place] = {}
    for at in [*[str(token["at"]) for token in contents], *named]:
        read = _PLACE.match(at)
        if read is not None:
            column, row = int(read[1]), int(read[2])
            found[read[0]] = Place(read[0], 2 * column + (row if container.get("hexes") else 0), row)
    return sorted(found.values(), key=lambda place: (place.y, place.x))


def labels_of(container: Mapping[str, Any], places: Sequence[Place]) -> list[Label]:
    """The names of the columns: above the first row; below for a board whose columns begin in different rows.

    >>> cells = [{"at": f"{'abc'[x]}{y + 1}", "x": 2 * x + y, "y": y} for y in range(2) for x in range(3)]
    >>> board = {"name": "board", "layout": "hex", "cells": cells}
    >>> [(label.text, label.x, label.y) for label in labels_of(board, places_of(board, [], []))]
    [('a', -1, -1), ('b', 1, -1), ('c', 3, -1)]
    """
    columns: dict[str, list[Place]] = {}
    for place in places:
        read = _CELL.fullmatch(place.name) or _PLACE.match(place.name)
        if read is not None:
            columns.setdefault(read[1], []).append(place)
    if "cells" not in container:
        top = min([place.y for place in places], default=0) - 1
        return [Label(name, 2 * int(name) + (top if container.get("hexes") else 0), top) for name in columns]
    if len({column[0].y for column in columns.values()}) == 1:
        return [Label(name, column[0].x + _aside(column), column[0].y - 1) for name, column in columns.items()]
    return [Label(name, column[-1].x - _aside(column[::-1]), column[-1].y + 1) for name, column in columns.items()]


def _aside(column: Sequence[Place]) -> int:
    """The half widths from the end of a column to its name: none in a column whose cells lie to and fro."""
    steps = {abs(later.y - place.y) * (later.x - place.x) for place, later in pairwise(column)}
    return -1 if steps <= {1} or steps <= {-1} else 0


def diagram(
    places: Sequence[Place],
    symbols: Mapping[str, Text],
    labels: Sequence[Label],
    marked: Collection[str],
    ground: str,
    ink: str,
) -> list[Text]:
    """The lines: the symbol of each place, in brackets if it is marked, and the labels.

    ``ground`` is the style of the surface and ``ink`` that of the brackets; both are empty without colours.
    """
    width = max([symbol.cell_len for symbol in symbols.values()], default=1)
    half = (width + 3) // 2
    rows: dict[int, list[Place]] = {}
    for place in places:
        rows.setdefault(place.y, []).append(place)
    numbers = {y: _row(row[0].name) for y, row in rows.items()}
    edge = max([len(number) for number in numbers.values()], default=1) + 1 + width
    left = min([*[place.x for place in places], *[label.x for label in labels]], default=0)
    tops = [*rows, *[label.y for label in labels]]
    lines: list[Text] = []
    for y in range(min(tops, default=0), max(tops, default=0) + 1):
        line = Text()
        for place in rows.get(y, ()):
            at = edge + (place.x - left) * half - 1
            before, after = "()" if place.name in marked else "  "
            if place is rows[y][0]:
                line.pad_right(max(0, at - 1 - len(numbers[y]) - line.cell_len))
                line.append(f"{numbers[y]} ")
                line.pad_right(at - line.cell_len)
            else:
                line.append(" " * (at - line.cell_len), Style.parse(ground) if ground else "")
            line.append(before, ink)
            spare = width - symbols[place.name].cell_len
            line.append(" " * (spare // 2), ink)
            line.append_text(symbols[place.name])
            line.append(" " * (spare - spare // 2), ink)
            line.append(after, ink)
        for label in sorted([label for label in labels if label.y == y], key=lambda label: label.x):
            line.pad_right(max(0, edge + (label.x - left) * half + (width - len(label.text)) // 2 - line.cell_len))
            line.append(label.text)
        if not ground:
            line.rstrip()
        lines.append(line)
    spare = min([len(line.plain) - len(line.plain.lstrip(" ")) for line in lines], default=0)
    return [line[spare:] for line in lines]


def _row(name: str) -> str:
    """The name of the row of a place.

    >>> _row("c12"), _row("2,-1")
    ('12', '-1')
    """
    return name.partition(",")[2] or name.lstrip("abcdefghijklmnopqrstuvwxyz")
