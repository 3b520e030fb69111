"""Fences: what lies between the cells of a grid, drawn between the lines of its picture."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from typing import Any, Final

from rich.text import Text

LYING: Final = "-"
UPRIGHT: Final = "|"
RECENT: Final = "#"
"""The sides of the last move."""
POINT: Final = "+"


def fenced(
    lines: Sequence[Text],
    grid: Mapping[str, Any],
    edges: Mapping[str, Any],
    tokens: Iterable[Mapping[str, Any]],
    last: Collection[str],
    *,
    turned: bool,
    ground: str = "",
    style: Callable[[Mapping[str, Any]], str] = lambda _token: "",
) -> list[Text]:
    """The lines of a grid, names of columns first, with what lies between its cells.

    ``edges`` is the container in the scene, ``turned`` whether the grid is seen from the other side, ``ground`` the style of
    its surface, and ``style`` that of a token.

    >>> grid = {"name": "board", "rows": 1, "columns": 2}
    >>> sides = [{"at": "a1h", "x": 1, "y": 0, "upright": False}, {"at": "b1v", "x": 2, "y": 1, "upright": True}]
    >>> edges = {"name": "lines", "over": "board", "length": 1, "cells": sides}
    >>> for line in fenced([Text("   a  b"), Text("1  .  .")], grid, edges, [{"at": "a1h"}, {"at": "b1v"}], [], turned=False):
    ...     print(line.plain)
        a   b
      +---+   +
    1   . | .
      +   +   +
    """
    rows, columns = grid["rows"], grid["columns"]
    across, down = turned, (grid.get("origin") == "bottom") != turned
    margin = len(str(rows)) + 1
    wide = max((max(len(line) for line in lines) - margin + columns - 1) // columns, 3)
    places = {place["at"]: place for place in edges["cells"]}
    outer = any(place["y"] == 0 or place["x"] == 0 for place in places.values())
    drawn: dict[tuple[int, int], tuple[str, str]] = {}
    for token in tokens:
        place = places[token["at"]]
        recent = f"{edges['name']}:{place['at']}" in last
        sign = RECENT if recent else UPRIGHT if place["upright"] else LYING
        for half in range(1 - edges["length"], edges["length"]):
            x, y = (place["x"], place["y"] + half) if place["upright"] else (place["x"] + half, place["y"])
            drawn[(2 * columns - x if across else x, 2 * rows - y if down else y)] = sign, style(token)
    found = [_spread(lines[0], margin, wide, columns, outer)]
    for y in range(2 * rows + 1):
        if y % 2 == 0 and not outer and y in (0, 2 * rows):
            continue
        line = lines[1 + y // 2].copy() if y % 2 else Text()
        line.pad_right(margin + wide * columns - len(line))
        shown = line[:margin]
        for x in range(2 * columns + 1):
            if x % 2 == 0 and not outer and x in (0, 2 * columns):
                continue
            sign, look = drawn.get((x, y), (POINT if x % 2 == 0 and y % 2 == 0 else " ", ""))
            if x % 2 and y % 2:
                shown.append_text(line[margin + wide * (x // 2) : margin + wide * (x // 2 + 1)])
            else:
                shown.append(sign * (wide if x % 2 else 1), f"{look} {ground}".strip())
        if not ground:
            shown.rstrip()
        found.append(shown)
    return found


def _spread(head: Text, margin: int, wide: int, columns: int, outer: bool) -> Text:
    """The names of the columns, moved apart by the lines between them."""
    head = head.copy()
    head.pad_right(margin + wide * columns - len(head))
    found = Text(" " * (margin + outer))
    for column in range(columns):
        found.append_text(head[margin + wide * column : margin + wide * (column + 1)])
        found.append(" ")
    found.rstrip()
    return found
