"""Columns: all cells of a grid in one column, as one option of a move, for pieces that fall.

They belong to the shape of a grid, and all games share them, as they share cells.
"""

from __future__ import annotations

from typing import Final

from rondel.engine.components.boards.shape import Shape
from rondel.engine.components.cell import Cell, Spot
from rondel.errors import RulesError

_KEPT: Final = 4_096
"""The maximum number of cached sets of open columns of a shape."""


class Column(Spot):
    """One column of a grid. It is found by its name: ``board.column("d")``.

    >>> from rondel import Grid
    >>> Grid("board", rows=6, columns=7).column("d")
    Column('d')
    """

    def __init__(self, name: str, number: int, place: str, of: Shape, cells: tuple[Cell, ...]) -> None:
        super().__init__(name, place)
        self.number = number
        """From 0."""
        self.of = of
        """The shape it belongs to."""
        self.rising = cells
        """Its cells, from row 1 on."""
        self.falling = cells[::-1]
        """The same, from the last row on."""


class Columns:
    """The columns of one shape."""

    def __init__(self, shape: Shape, name: str, width: int) -> None:
        cells = shape.cells
        letters = [cell.name[:-1] for cell in cells[:width]]  # of row 1
        self.all: tuple[Column, ...] = tuple(
            [Column(letter, number, f"{name}:{letter}", shape, cells[number::width]) for number, letter in enumerate(letters)]
        )
        """From the left."""
        self.bits: list[int] = [1 << number for number in range(width)]
        """A bit for each."""
        self._open: dict[int, tuple[Column, ...]] = {sum(self.bits): self.all}

    def named(self, name: str) -> Column:
        """The column of that name. Raises `RulesError` if there is none."""
        for column in self.all:
            if column.name == name:
                return column
        raise RulesError(f"there is no column {name!r}: they go from {self.all[0].name!r} to {self.all[-1].name!r}")

    def open(self, mask: int) -> tuple[Column, ...]:
        """The columns with these bits; equal results are the same tuple."""
        found = self._open.get(mask)
        if found is None:
            found = tuple([column for column in self.all if self.bits[column.number] & mask])
            if len(self._open) < _KEPT:
                self._open[mask] = found
        return found


_COLUMNS: Final[dict[Shape, Columns]] = {}


def columns_of(shape: Shape, name: str, width: int) -> Columns:
    """The columns of a grid's shape; ``name`` is the grid's, ``width`` how many there are."""
    columns = _COLUMNS.get(shape)
    if columns is None:
        columns = _COLUMNS[shape] = Columns(shape, name, width)
    return columns
