"""Cells: the places of a board, track or area; spots: any place that a move can name.

A cell belongs to the shape of its board and not to one game, so moves that name cells are made once for all games.
"""

from __future__ import annotations


class Spot:
    """A place that a move can name: a cell, a column of cells, or a whole container. Its text is its name.

    >>> from rondel import Row
    >>> Row("discard").spot()
    Spot('discard')
    """

    def __init__(self, name: str, place: str) -> None:
        self.name = name
        self.place = place
        """Its name in the protocol, with the name of the container."""

    def __str__(self) -> str:
        return self.name

    def __repr__(self) -> str:
        return f"{type(self).__name__}({self.name!r})"


class Cell(Spot):
    """One place, by name: ``board.cell("d3")``.

    >>> from rondel import Grid
    >>> cell = Grid("board", rows=8, columns=8).cell("d3")
    >>> str(cell), cell.row, cell.column
    ('d3', 2, 3)
    """

    def __init__(self, name: str, index: int, row: int, column: int, place: str) -> None:
        super().__init__(name, place)
        self.of: object = None
        """The shape of its board; None for a place on no board."""
        self.weight = 0
        """Its contribution to the board's sum of taken cells: a bit of its own on a small board, so that the sum is the set of
        taken cells; otherwise 1, so that the sum is their number."""
        self.index = index
        """Its number, counted row by row."""
        self.row = row
        """From 0."""
        self.column = column
        """From 0."""
