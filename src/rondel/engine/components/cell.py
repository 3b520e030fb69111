"""Cells: the places of a board, track or area; spots: any place that a move can name.

A cell belongs to the shape of its board and not to one game, so moves that name cells are made once for all games.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any


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


def in_order(places: Sequence[Any]) -> bool:
    """Whether these are cells of one board in its order, so that none is there twice. There must be at least one."""
    first = places[0]
    board: object = first.of if isinstance(first, Cell) else None
    if board is None:
        return False
    last = -1
    for place in places:
        if not isinstance(place, Cell) or place.of is not board or place.index <= last:
            return False
        last = place.index
    return True


def pairs_in_order(pairs: Sequence[Any]) -> bool:
    """Whether these are pairs of cells of one board in its order: by the first, then by the second cell."""
    board: object = None
    last = ahead = -1
    for pair in pairs:
        if type(pair) is not tuple or len(pair) != 2:
            return False
        start, end = pair
        if not isinstance(start, Cell) or not isinstance(end, Cell):
            return False
        if last < 0:
            board = start.of
        if board is None or start.of is not board or end.of is not board:
            return False
        if start.index < last or (start.index == last and end.index <= ahead):
            return False
        last = start.index
        ahead = end.index
    return True
