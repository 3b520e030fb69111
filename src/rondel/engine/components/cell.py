"""Cells: the places of a board, track or area; spots: any place that a move can name.

A cell belongs to the shape of its board and not to one game, so moves that name cells are made once for all games.
"""

from __future__ import annotations


class Spot:
    """Something a move can point at: a cell, a whole column of them, or a whole container. Its text is its name."""

    def __init__(self, name: str, place: str) -> None:
        self.name = name
        self.place = place
        """Its name on the wire, the container's included."""

    def __str__(self) -> str:
        return self.name

    def __repr__(self) -> str:
        return f"{type(self).__name__}({self.name!r})"


class Cell(Spot):
    """One place. It is found by its name: ``board.cell("d3")``."""

    def __init__(self, name: str, index: int, row: int, column: int, place: str) -> None:
        super().__init__(name, place)
        self.of: object = None
        """The shape of the board it belongs to; None for a place that is on no board."""
        self.weight = 0
        """What it adds to its board's sum while it is taken: on a small board a bit of its own, so that the sum says which
        cells are; else 1, so that it says how many."""
        self.index = index
        """Its number, row by row from the first."""
        self.row = row
        """From 0."""
        self.column = column
        """From 0."""
