"""Hex grids: boards of six-sided cells.

Cells are named by column letter and row number, as in a `Grid`. Each cell has up to six neighbours; directions are clockwise
from up right.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from types import NoneType
from typing import Any

from rondel.engine.components.boards.board import Board
from rondel.engine.components.boards.groups.group import gaps, group_of
from rondel.engine.components.boards.shape import Shape, hexagon, rectangle, rhombus
from rondel.engine.components.boards.shape import triangle as triangular
from rondel.engine.components.cell import Cell
from rondel.engine.visibility import NOBODY, Visibility
from rondel.errors import RulesError, is_a, quoted


class HexGrid(Board):
    """A board of six-sided cells.

    With ``radius``, a hexagon: the cells up to that number of steps from the middle. With ``triangle``, a triangle with so many
    cells on a side and its point at the top, as in Y. With ``rows`` and ``columns``, a rhombus, each row shifted half a cell to
    the right against the one above it, as in Hex; or, with ``rectangle``, every second row shifted.

    ``sides`` names the roles that own sides, for drawing: ``sides={"top": "red", "bottom": "red"}``. Raises `RulesError` for
    other sizes and for sides that the board does not have.

    >>> [len(HexGrid("board", radius=number).cells) for number in range(4)]
    [1, 7, 19, 37]
    >>> len(HexGrid("board", triangle=4).cells)
    10
    """

    __slots__ = ("side_owners", "surface")

    layout = "hex"

    def __init__(
        self,
        name: str,
        *,
        radius: int | None = None,
        triangle: int | None = None,
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
        super().__init__(name, _shape(name, radius, triangle, rows, columns, rectangle), visible_to, backs_visible_to, capacity)
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

    def joining(
        self, role: str, side: str | Iterable[str | Cell], other: str | Iterable[str | Cell], *more: str | Iterable[str | Cell]
    ) -> list[Cell]:
        """The first connected group of ``role`` that contains a cell of each side; empty if there is none.

        In the order of the board. Raises as `joined`.
        """
        index = self._joined(role, (side, other, *more), self._shape.near)
        return group_of(self, index, self._shape.near) if index >= 0 else []

    def missing(self, role: str, side: str | Iterable[str | Cell]) -> dict[Cell, int]:
        """How many tokens ``role`` still needs for a chain from a side to each cell, a token on the cell included.

        Cells that no chain can reach any more are left out. Raises as `joined` for the side.
        """
        if self._guarded:
            self._read()
        found: dict[Cell, int] = {}
        for index, number in enumerate(gaps(self, role, self._along(side), self._shape.near)):
            if number >= 0:
                found[self._shape.cells[index]] = number
        return found

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


def _shape(name: str, radius: int | None, triangle: int | None, rows: int, columns: int, straight: bool) -> Shape:
    size = (radius, triangle, rows, columns)
    if not all(is_a(each, int, NoneType) for each in size):
        told = (radius if triangle is None else triangle, rows, columns)
        raise RulesError(f"hex grid {name!r} cannot have the size {quoted(told)}: give whole numbers")
    if radius is not None:
        if rows or columns or straight or not 0 <= radius <= 12:
            raise RulesError(f"hex grid {name!r} cannot have the radius {radius!r}: 0 to 12, without rows and columns")
        if triangle is not None:
            raise RulesError(f"hex grid {name!r} cannot have a radius and a triangle: give one of them")
        return hexagon(name, radius)
    if triangle is not None:
        if rows or columns or straight or not 1 <= triangle <= 26:
            raise RulesError(f"hex grid {name!r} cannot have the triangle {triangle!r}: 1 to 26, without rows and columns")
        return triangular(name, triangle)
    if not (1 <= rows <= 99 and 1 <= columns <= 26):
        raise RulesError(
            f"hex grid {name!r} cannot be {rows} by {columns}: give a radius, a triangle, or 1 to 99 rows and 1 to 26 columns"
        )
    return rectangle(name, rows, columns) if straight else rhombus(name, rows, columns)
