"""Hex grids: boards of six-sided cells.

Cells are named by column letter and row number, as in a `Grid`. Each cell has up to six neighbours; directions are clockwise
from up right.
"""

from __future__ import annotations

from collections.abc import Mapping
from types import NoneType
from typing import Any

from rondel.engine.components.boards.board import Board
from rondel.engine.components.boards.shape import Shape, hexagon, rectangle, rhombus
from rondel.engine.components.cell import Cell
from rondel.engine.visibility import NOBODY, Visibility
from rondel.errors import RulesError, is_a, quoted


class HexGrid(Board):
    """A board of six-sided cells.

    With ``radius``, a hexagon: the cells up to that number of steps from the middle. With ``rows`` and ``columns``, a rhombus,
    each row shifted half a cell to the right against the one above it, as in Hex; or, with ``rectangle``, every second row
    shifted. ``sides`` names the roles that own sides, for drawing: ``sides={"top": "red", "bottom": "red"}``. Raises
    `RulesError` for other sizes and for sides that the board does not have.

    >>> [len(HexGrid("board", radius=number).cells) for number in range(4)]
    [1, 7, 19, 37]
    """

    __slots__ = ("side_owners", "surface")

    layout = "hex"

    def __init__(
        self,
        name: str,
        *,
        radius: int | None = None,
        rows: int = 0,
        columns: int = 0,
        rectangle: bool = False,
        capacity: int | None = 1,
        visible_to: Visibility = NOBODY,
        backs_visible_to: Visibility = NOBODY,
        surface: str = "felt",
        sides: Mapping[str, str] | None = None,
    ) -> None:
        self.surface = surface
        super().__init__(name, _shape(name, radius, rows, columns, rectangle), visible_to, backs_visible_to, capacity)
        if sides is not None and not is_a(sides, Mapping):
            raise RulesError(f"hex grid {name!r} cannot have the sides {quoted(sides)}: give a role by side, {{'top': 'red'}}")
        self.side_owners: dict[str, str] = dict(sides) if sides else {}
        """The roles that own sides, by side."""
        for side in self.side_owners:
            self.side(side)

    def _what(self) -> str:
        return "hex grid"

    def roles_named(self) -> tuple[str, ...]:
        return tuple(self.side_owners.values())

    def distance(self, one: str | Cell, other: str | Cell) -> int:
        """The number of steps between two cells on an empty board without holes."""
        row, column = self._shape.coordinates[self.cell(one).index]
        to_row, to_column = self._shape.coordinates[self.cell(other).index]
        down, right = to_row - row, to_column - column
        return max(abs(down), abs(right), abs(down + right))

    def scene(self) -> dict[str, Any]:
        """The constant data for a page. The middle of each cell is in half cell widths to the right and in rows down."""
        data: dict[str, Any] = {
            "name": self.name,
            "layout": self.layout,
            "surface": self.surface,
            "cells": [
                {"at": cell.name, "x": 2 * column + row, "y": row}
                for cell, (row, column) in zip(self.cells, self._shape.coordinates, strict=True)
            ],
        }
        if self.side_owners:
            data["sides"] = [
                {"name": side, "owner": role, "cells": [cell.name for cell in self.side(side)]}
                for side, role in self.side_owners.items()
            ]
        if self.capacity != 1:
            data["capacity"] = self.capacity
        return data


def _shape(name: str, radius: int | None, rows: int, columns: int, straight: bool) -> Shape:
    size = (radius, rows, columns)
    if not all(is_a(each, int, NoneType) for each in size):
        raise RulesError(f"hex grid {name!r} cannot have the size {quoted(size)}: give whole numbers")
    if radius is not None:
        if rows or columns or straight or not 0 <= radius <= 12:
            raise RulesError(f"hex grid {name!r} cannot have the radius {radius!r}: 0 to 12, without rows and columns")
        return hexagon(name, radius)
    if not (1 <= rows <= 99 and 1 <= columns <= 26):
        raise RulesError(f"hex grid {name!r} cannot be {rows} by {columns}: give a radius, or 1 to 99 rows and 1 to 26 columns")
    return rectangle(name, rows, columns) if straight else rhombus(name, rows, columns)
