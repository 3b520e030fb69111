"""Lattices: the lines between the cells of a grid, and the places on them where something can lie.

The lines cross at points. A place is a straight run of sides of cells from one point to another, lying or upright. All games
share the lattices of equal grids.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import pairwise
from typing import Final

from rondel.engine.components.boards.shape import Near, Shape

_LETTERS: Final = "abcdefghijklmnopqrstuvwxyz"


class Lattice:
    """The places between the cells of a grid of ``rows`` by ``columns``, each along the sides of ``length`` cells in a line;
    with ``outer`` those around the grid too. They are in the order of their middles, row by row.

    >>> lattice = lattice_of("walls", 9, 9, 2, outer=False)
    >>> len(lattice.shape.cells), lattice.shape.cells[0], lattice.shape.cells[1]
    (128, Cell('a1h'), Cell('a1v'))
    """

    def __init__(self, name: str, rows: int, columns: int, length: int, outer: bool) -> None:
        start = 0 if outer else 1
        lying = [(line, column, False) for line in range(start, rows + 1 - start) for column in range(columns + 1 - length)]
        upright = [(row, line, True) for line in range(start, columns + 1 - start) for row in range(rows + 1 - length)]
        runs = sorted([*lying, *upright], key=lambda run: _middle(run, length))
        self.runs: tuple[tuple[int, int, bool], ...] = tuple(runs)
        """For each place, the row and column of the point at which it begins, from the first corner of the grid, and whether
        it is upright."""
        named = [(row, column - start, "v") if up else (row - start, column, "h") for row, column, up in runs]
        firsts = [_middle(run, 1) for run in runs]
        self.shape: Shape = Shape(
            name,
            {(row, column): (row, column) for row, column, _up in firsts},
            (),
            [f"{_LETTERS[column]}{row + 1}{kind}" for row, column, kind in named],
        )
        self.middles: tuple[tuple[int, int], ...] = tuple([_middle(run, length)[:2] for run in runs])
        """For each place, its middle, in halves of cells down and to the right of the first corner of the grid."""
        self.points: tuple[tuple[tuple[int, int], ...], ...] = tuple(
            [
                tuple([(row + step, column) if up else (row, column + step) for step in range(length + 1)])
                for row, column, up in runs
            ]
        )
        """For each place, the points on it, both ends included."""
        self.beside: tuple[tuple[int, ...], ...] = tuple([_cells_along(run, length, rows, columns) for run in runs])
        """For each place, the cells along it, in the order of the grid."""
        self.around: Near = tuple(
            [tuple([at for at, cells in enumerate(self.beside) if cell in cells]) for cell in range(rows * columns)]
        )
        """For each cell, the places along its sides."""
        self.parted: tuple[tuple[tuple[int, int], ...], ...] = tuple([_parted(run, length, rows, columns) for run in runs])
        """For each place, the pairs of neighbouring cells that it separates."""
        dividing: dict[tuple[int, int], list[int]] = {}
        for index, pairs in enumerate(self.parted):
            for pair in pairs:
                dividing.setdefault(pair, []).append(index)
        self.dividing: dict[tuple[int, int], tuple[int, ...]] = {pair: tuple(found) for pair, found in dividing.items()}
        """For each pair of neighbouring cells, the places that separate them."""
        self.numbered: tuple[tuple[int, ...], ...] = tuple(
            [tuple([row * (columns + 1) + column for row, column in points]) for points in self.points]
        )
        """For each place, the numbers of the points on it, counted row by row."""
        self.outline: tuple[int, ...] = tuple(
            [
                row * (columns + 1) + column
                for row in range(rows + 1)
                for column in range(columns + 1)
                if row in (0, rows) or column in (0, columns)
            ]
        )
        """The numbers of the points around the grid."""
        self.many: int = (rows + 1) * (columns + 1)
        """The number of all points."""
        self._dividers: tuple[tuple[tuple[int, tuple[int, ...]], ...], ...] = ()
        self.overlaps: Near = tuple([tuple(self._overlapping(index)) for index in range(len(runs))])
        """For each place, those that cannot be taken together with it: they lie along the same side of a cell, or cross it."""
        at: dict[tuple[int, int], list[int]] = {}
        for index, points in enumerate(self.points):
            for point in points:
                at.setdefault(point, []).append(index)
        self.shape.near = self.shape.beside = tuple(
            [
                tuple(sorted({other for point in points for other in at[point]} - {index, *self.overlaps[index]}))
                for index, points in enumerate(self.points)
            ]
        )

    def dividers(self, near: Near) -> tuple[tuple[tuple[int, tuple[int, ...]], ...], ...]:
        """For each cell of the grid, its neighbours, which are ``near`` it, each with the places that separate them.

        >>> lattice_of("walls", 2, 2, 1, outer=False).dividers(((1, 2), (0, 3), (0, 3), (1, 2)))[0]
        ((1, (0,)), (2, (1,)))
        """
        if not self._dividers:
            self._dividers = tuple(
                [
                    tuple([(other, self.dividing.get((min(cell, other), max(cell, other)), ())) for other in others])
                    for cell, others in enumerate(near)
                ]
            )
        return self._dividers

    def _overlapping(self, index: int) -> list[int]:
        inner = set(self.points[index][1:-1])
        upright = self.runs[index][2]
        sides = set(_sides(self.points[index]))
        found: list[int] = []
        for other, points in enumerate(self.points):
            if other == index:
                continue
            crossing = self.runs[other][2] != upright and not inner.isdisjoint(points[1:-1])
            if crossing or not sides.isdisjoint(_sides(points)):
                found.append(other)
        return found


def _middle(run: tuple[int, int, bool], length: int) -> tuple[int, int, bool]:
    """The middle of a run, in halves of cells."""
    row, column, up = run
    return (2 * row + length, 2 * column, up) if up else (2 * row, 2 * column + length, up)


def _sides(points: tuple[tuple[int, int], ...]) -> list[tuple[tuple[int, int], tuple[int, int]]]:
    """The single sides of cells of a run: each from point to point."""
    return list(pairwise(points))


def _cells_along(run: tuple[int, int, bool], length: int, rows: int, columns: int) -> tuple[int, ...]:
    row, column, up = run
    found: list[int] = []
    for step in range(length):
        both = [(row + step, column - 1), (row + step, column)] if up else [(row - 1, column + step), (row, column + step)]
        found.extend([down * columns + right for down, right in both if 0 <= down < rows and 0 <= right < columns])
    return tuple(sorted(found))


def _parted(run: tuple[int, int, bool], length: int, rows: int, columns: int) -> tuple[tuple[int, int], ...]:
    row, column, up = run
    if (up and column in (0, columns)) or (not up and row in (0, rows)):
        return ()
    back = 1 if up else columns
    step = columns if up else 1
    first = row * columns + column
    return tuple([(first + step * number - back, first + step * number) for number in range(length)])


_LATTICES: Final[dict[tuple[str, int, int, int, bool], Lattice]] = {}


def lattice_of(name: str, rows: int, columns: int, length: int, *, outer: bool) -> Lattice:
    """The lattice of that name and size; the same object for equal arguments."""
    key = (name, rows, columns, length, outer)
    found = _LATTICES.get(key)
    if found is None:
        found = _LATTICES[key] = Lattice(name, rows, columns, length, outer)
    return found


def opened(near: Sequence[tuple[int, ...]], pairs: Iterable[tuple[int, int]]) -> list[tuple[int, ...]]:
    """The neighbours of each cell, without those that are separated from it.

    >>> opened(((1,), (0, 2), (1,)), [(0, 1)])
    [(), (2,), (1,)]
    """
    found = list(near)
    for one, other in pairs:
        found[one] = tuple([index for index in found[one] if index != other])
        found[other] = tuple([index for index in found[other] if index != one])
    return found
