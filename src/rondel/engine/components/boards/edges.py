"""Edges: what lies between the cells of a grid, such as lines that are drawn along them, walls, doors or fences."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, Final

from rondel.engine.components.boards.board import Board
from rondel.engine.components.boards.grid import Grid
from rondel.engine.components.boards.walls.barriers import Barriers
from rondel.engine.components.boards.walls.lattice import Lattice, lattice_of, opened
from rondel.engine.components.cell import Cell
from rondel.engine.visibility import NOBODY, Visibility
from rondel.errors import RulesError, is_a, quoted

_FOLLOWED: Final = "followed"
"""The key by which it is known that the barriers have followed the last write."""


class Edges(Board):
    """The places between the cells of a grid, one token each. A token lies along the sides of ``length`` cells in a line, and
    a page draws it there, over the ``board``.

    Names count the lines between the cells: ``b2h`` lies on the second line along a row, from column ``b`` on, and ``b2v`` on
    the second line along a column, from row 2 on. Lines are counted from the first between two cells, so that ``a1h`` lies
    between ``a1`` and ``a2``; or, with ``outer``, from the outline of the grid, so that ``a1h`` and ``a1v`` are two sides of
    the cell ``a1``. Raises `RulesError` for a length that the grid has no room for.

    >>> board = Grid("board", rows=3, columns=3)
    >>> sides, walls = Edges("sides", board, outer=True), Edges("walls", board, length=2)
    >>> sides.around("a1"), sides.beside("a2h")
    ([Cell('a1h'), Cell('a1v'), Cell('b1v'), Cell('a2h')], [Cell('a1'), Cell('a2')])
    >>> walls.parts("a1h"), walls.overlapping("a1h"), walls.path("a1", ["a3"], also="a1h")[:2]
    ([(Cell('a1'), Cell('a2')), (Cell('b1'), Cell('b2'))], [Cell('a1v'), Cell('b1h')], [Cell('a1'), Cell('b1')])
    """

    __slots__ = ("_followed", "_lattice", "board", "length")

    layout = "edges"

    def __init__(
        self,
        name: str,
        board: Grid,
        *,
        length: int = 1,
        outer: bool = False,
        visible_to: Visibility = NOBODY,
        backs_visible_to: Visibility = NOBODY,
    ) -> None:
        if not is_a(board, Grid):
            raise RulesError(f"edges {quoted(name)} need a grid between whose cells they lie, not {quoted(board)}")
        rows, columns = board.rows, board.columns
        if not is_a(length, int) or not 1 <= length <= max(rows, columns) or (not outer and rows == columns == 1):
            raise RulesError(
                f"edges {name!r} cannot have the length {length!r} on {board.name!r}, {rows} by {columns}; give 1 or more, "
                "so that there is room between its cells"
            )
        if outer and columns == 26:
            raise RulesError(f"edges {name!r} cannot lie around {board.name!r}: letters name 25 columns and the last line")
        self.board = board
        """The grid between whose cells the places lie."""
        self.length = length
        """The number of cells along which a token lies."""
        self._lattice: Lattice = lattice_of(name, rows, columns, length, outer=outer)
        self._followed: Barriers | None = None
        Board.__init__(self, name, self._lattice.shape, visible_to, backs_visible_to, 1)  # see `Part`

    def _what(self) -> str:
        return "edges"

    def beside(self, place: str | Cell) -> list[Cell]:
        """The cells of the grid along a place, on both sides of it, in the order of the grid."""
        cells = self.board._shape.cells
        return [cells[index] for index in self._lattice.beside[self._index(place)]]

    def around(self, cell: str | Cell) -> list[Cell]:
        """The places along the sides of a cell of the grid: above, left, right and below, where there are any."""
        places = self._shape.cells
        return [places[index] for index in self._lattice.around[self.board.cell(cell).index]]

    def between(self, one: str | Cell, other: str | Cell) -> list[Cell]:
        """The places that separate two neighbouring cells of the grid; empty for cells that share no side."""
        first, second = self.board.cell(one).index, self.board.cell(other).index
        places = self._shape.cells
        pair = (first, second) if first < second else (second, first)
        return [places[index] for index in self._lattice.dividing.get(pair, ())]

    def separated(self, one: str | Cell, other: str | Cell) -> bool:
        """Whether a token lies between two cells of the grid. Cells that share no side are separated too."""
        if self._guarded:
            self._read()
        return self.board.cell(other).index not in self.barriers().open[self.board.cell(one).index]

    def open_from(self, cell: str | Cell) -> list[Cell]:
        """The cells of the grid beside a cell, without those that a token separates from it; clockwise."""
        if self._guarded:
            self._read()
        cells = self.board._shape.cells
        return [cells[index] for index in self.barriers().open[self.board._index(cell)]]

    def overlapping(self, place: str | Cell) -> list[Cell]:
        """The places that no token can take together with one on this place: those that cross it or cover a part of it."""
        cells = self._shape.cells
        return [cells[index] for index in self._lattice.overlaps[self._index(place)]]

    def free(self, *, keeping: Iterable[tuple[str | Cell, Iterable[str | Cell]]] = ()) -> list[Cell]:
        """The empty places that no token crosses or covers in part, in the order of the board.

        With ``keeping``, only those on which a token would leave a path from each of these cells of the grid to one of its
        goals: ``free(keeping=[(pawn, goals)])``.
        """
        if self._guarded:
            self._read()
        barriers = self.barriers()
        shut: list[int] = []
        for start, goals in keeping:
            closing = barriers.closing(self.board._index(start), self._indices(goals))
            if closing is None:  # there is no path as it is
                return []
            shut.extend(closing)
        barring = barriers.barring
        if shut:
            return [cell for cell in self._shape.cells if not barring[cell.index] and cell.index not in shut]
        return [cell for cell in self._shape.cells if not barring[cell.index]]

    def contacts(self, place: str | Cell) -> int:
        """At how many points a token on this place would touch others, or the outline of the grid.

        Only one with two contacts or more can close a ring of tokens.
        """
        if self._guarded:
            self._read()
        touching = self.barriers().touching
        return len([point for point in self._lattice.numbered[self._index(place)] if touching[point]])

    def parts(self, place: str | Cell) -> list[tuple[Cell, Cell]]:
        """The pairs of neighbouring cells of the grid that a token on this place separates."""
        cells = self.board._shape.cells
        return [(cells[one], cells[other]) for one, other in self._lattice.parted[self._index(place)]]

    def path(self, start: str | Cell, goals: Iterable[str | Cell], *, also: str | Cell | None = None) -> list[Cell]:
        """A shortest path over the grid from a cell to the nearest of ``goals``, in steps over sides on which no token lies;
        both ends are included. Empty if there is none.

        With ``also``, as if a token lay on that place, so that rules can examine a move before it is made.
        """
        if self._guarded:
            self._read()
        barriers = self.barriers()
        near = barriers.open
        if also is not None:
            near = opened(near, self._lattice.parted[self._index(also)])
        wanted = [False] * len(near)  # lists are faster than sets and dicts of numbers
        for goal in self._indices(goals):
            wanted[goal] = True
        cells = self.board._shape.cells
        return [cells[index] for index in barriers.path(self.board._index(start), wanted, near)]

    def scene(self) -> dict[str, Any]:
        """The constant data for a page. The middle of each place is in halves of cells from the first corner of the grid."""
        lattice = self._lattice
        return {
            "name": self.name,
            "layout": self.layout,
            "over": self.board.name,
            "length": self.length,
            "cells": [
                {"at": cell.name, "x": right, "y": down, "upright": upright}
                for cell, (down, right), (_row, _column, upright) in zip(self.cells, lattice.middles, lattice.runs, strict=True)
            ],
        }

    # -- for the engine ------------------------------------------------------------------------------------------------

    def barriers(self) -> Barriers:
        """What its tokens close off, up to date."""
        barriers = self._followed
        if barriers is None:
            barriers = self._followed = Barriers(self._lattice, self.board._shape.beside)
        elif _FOLLOWED in self._found:
            return barriers
        barriers.follow(self._tokens)
        self._found[_FOLLOWED] = True  # until the next write
        return barriers

    def _indices(self, cells: Iterable[str | Cell]) -> tuple[int, ...]:
        """The numbers of cells of the grid."""
        board = self.board
        return tuple([board._index(cell) for cell in cells])
