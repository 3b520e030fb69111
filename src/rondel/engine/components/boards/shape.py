"""Shapes: the geometry of a board: its cells, directions, lines and neighbours.

All boards of one name and size share one shape, in all games.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from itertools import product
from typing import Any, Final, TypeAlias, cast

from rondel.engine.components.boards.reaches.reach import Reach
from rondel.engine.components.cell import Cell
from rondel.errors import RulesError, is_a, quoted

_SQUARE: Final = ((-1, 0), (-1, 1), (0, 1), (1, 1), (1, 0), (1, -1), (0, -1), (-1, -1))
"""Clockwise from the first row: up, up right, right, ... as (rows, columns)."""

_HEX: Final = ((-1, 1), (0, 1), (1, 0), (1, -1), (0, -1), (-1, 0))
"""Clockwise from up right: up right, right, down right, ... as (rows, columns), where each row is shifted half a cell to the
right against the one above it (axial coordinates)."""

SMALL: Final = 12
"""The maximum size of a small board. It has at most 4,096 sets of empty cells, and each is listed once and cached."""

GAPS: Final = 4
"""How many calls of `Shape.narrowed` are known: a role is asked again after those of the others."""

HEXAGON_SIDES: Final = ("top", "upper_right", "lower_right", "bottom", "lower_left", "upper_left")
"""The sides of a hexagon, clockwise. Its rows lie flat, so it has a corner at the left and at the right."""

_LETTERS: Final = "abcdefghijklmnopqrstuvwxyz"


Near: TypeAlias = tuple[tuple[int, ...], ...]
"""The neighbours of each cell, by index."""

Line: TypeAlias = tuple[tuple[int, ...], tuple[int, ...]]
"""The two rays of a straight line through a cell."""

LongLine: TypeAlias = tuple[int, int, tuple[int, ...], tuple[int, ...]]
"""A straight line through a cell: the nearest cells of its two rays, for a quick rejection, and the rays."""

ShortLine: TypeAlias = tuple[int, int, tuple[int, ...]]
"""A straight line through a cell with exactly the requested number of cells: two of the others, and the rest of them."""

Lines: TypeAlias = tuple[tuple[ShortLine, ...], tuple[LongLine, ...]]
"""The lines through a cell with room for a length: those of exactly that length, and longer ones."""


class Shape:
    """The cells of a board, their straight lines, and their neighbours."""

    def __init__(
        self,
        name: str,
        at: Mapping[tuple[int, int], tuple[int, int]],
        steps: tuple[tuple[int, int], ...],
        names: Sequence[str] = (),
    ) -> None:
        # ``at`` maps the coordinates of each cell to the row and column of its name; ``names`` are other names.
        self.named_by_place = not names
        """Whether the cells are named by column and row."""
        called = names or [f"{_LETTERS[column]}{row + 1}" for row, column in at.values()]
        self.coordinates: tuple[tuple[int, int], ...] = tuple(at)
        """The coordinates of each cell, in the units of ``steps``."""
        self.cells: tuple[Cell, ...] = tuple(
            [
                Cell(called[index], index, row, column, f"{name}:{called[index]}")
                for index, (row, column) in enumerate(at.values())
            ]
        )
        for cell in self.cells:
            cell.of = self
        self.named: dict[str, Cell] = {cell.name: cell for cell in self.cells}
        self.placed: dict[tuple[int, int], Cell] = {(cell.row, cell.column): cell for cell in self.cells}
        """The cells by row and column."""
        self.sides: dict[str, tuple[Cell, ...]] = {}
        """The cells along each side, clockwise from the top; in the order of the board."""
        index_at = {place: index for index, place in enumerate(self.coordinates)}
        rays: list[tuple[tuple[int, ...], ...]] = []
        for first_row, first_column in self.coordinates:
            around: list[tuple[int, ...]] = []
            for down, right in steps:
                ray: list[int] = []
                row, column = first_row + down, first_column + right
                while (row, column) in index_at:
                    ray.append(index_at[(row, column)])
                    row, column = row + down, column + right
                around.append(tuple(ray))
            rays.append(tuple(around))
        self.rays: tuple[tuple[tuple[int, ...], ...], ...] = tuple(rays)
        """For each cell, the indices of the cells in each direction, nearest first."""
        self.near: Near = tuple([tuple([ray[0] for ray in around if ray]) for around in rays])
        """For each cell, its neighbours."""
        self.beside: Near = self.near
        """For each cell, the neighbours it shares a side with."""
        if len(steps) == 8:
            self.beside = tuple([tuple([ray[0] for ray in around[::2] if ray]) for around in rays])
        self.brackets: tuple[tuple[tuple[int, ...], ...], ...] = tuple(
            [tuple([ray for ray in around if len(ray) > 1]) for around in rays]
        )
        """The rays long enough to hold a piece and another behind it."""
        half = len(steps) // 2
        self.lines: tuple[tuple[Line, ...], ...] = tuple(
            [tuple([(around[number], around[number + half]) for number in range(half)]) for around in rays]
        )
        """For each cell, the two rays of each straight line through it."""
        self._long_lines: dict[int, tuple[Lines, ...]] = {}
        self.asked = 1
        """The length of the last call of `lines_through`: a one-entry cache, since most games use one length."""
        self.answer: tuple[Lines, ...] = tuple([_with_room(index, lines, 1) for index, lines in enumerate(self.lines)])
        """The result of that call."""
        self.stretches: dict[int, tuple[tuple[Cell, ...], ...]] = {}
        """A cache: all straight lines by length."""
        small = len(self.cells) <= SMALL
        for cell in self.cells:
            cell.weight = 1 << cell.index if small else 1
        self.bare: tuple[None, ...] = (None,) * len(self.cells)
        """The contents of an empty board."""
        self.whole = sum([cell.weight for cell in self.cells])
        """The sum of the weights of all cells."""
        self.free: list[tuple[Cell, ...] | None] = [None] * (1 << len(self.cells)) if small else []
        """A cache: the empty cells of a small board, by the sum of the weights of the taken ones."""
        self._narrowings: tuple[tuple[tuple[Cell, ...], tuple[Cell, ...], int], ...] = ()
        """The last calls of `narrowed`, the latest first: the cells, the result, and the place of the one left out."""
        self._rays: list[tuple[tuple[Cell, ...], ...] | None] = [*self.bare]
        self._near_cells: tuple[tuple[Cell, ...], ...] = ()
        self._beside_cells: tuple[tuple[Cell, ...], ...] = ()
        self.threats: object = None
        """A cache of `rondel.engine.components.boards.reaches.threats`."""
        self.pairs: list[list[tuple[Cell, Cell] | None]] = [[] for _cell in self.cells]
        """A cache: for each cell its pairs with others, by their number; see `pair`."""
        self._touching: tuple[int, ...] = ()
        self._numbers: dict[str, tuple[int, ...]] = {}
        self._ways: dict[Reach, tuple[tuple[tuple[int, ...], ...], ...]] = {}

    def spoken(self) -> str:
        """The names of the cells in words: the first and the last if all rows are equally long, otherwise row by row.

        >>> square("board", 8, 8).spoken(), hexagon("hive", 1).spoken()
        ("'a1' to 'h8'", "'b1' to 'c1', 'a2' to 'c2', 'a3' to 'b3'")
        """
        rows: dict[int, list[Cell]] = {}
        for cell in self.cells:
            rows.setdefault(cell.row, []).append(cell)
        if not self.named_by_place or len({(row[0].column, row[-1].column) for row in rows.values()}) == 1:
            return f"{self.cells[0].name!r} to {self.cells[-1].name!r}"
        return ", ".join([f"{row[0].name!r} to {row[-1].name!r}" for row in rows.values()])

    def narrowed(self, cells: tuple[Cell, ...], index: int) -> tuple[Cell, ...]:
        """The cells, which are in the order of the board, without the one of that number, which is among them."""
        low, high = 0, len(cells)
        while low < high:
            middle = (low + high) // 2
            if cells[middle].index < index:
                low = middle + 1
            else:
                high = middle
        fewer = cells[:low] + cells[low + 1 :]
        self._narrowings = ((cells, fewer, low),) + self._narrowings[: GAPS - 1]  # noqa: RUF005 - compiled, half the time
        return fewer

    def gaps(self, cells: tuple[Cell, ...], fewer: object) -> list[int] | None:
        """The places at which cells were left out, one after another, to make the fewer of them; None where it is not known.

        >>> shape = square("board", 4, 4)
        >>> fewer = shape.narrowed(shape.narrowed(shape.cells, 5), 7)
        >>> shape.gaps(shape.cells, fewer), shape.gaps(shape.cells, shape.cells[1:])
        ([5, 6], None)
        """
        found: list[int] = []
        for more, less, place in self._narrowings:
            if less is fewer:
                found.append(place)
                if more is cells:
                    found.reverse()
                    return found
                fewer = more
        return None

    def pair(self, start: int, end: int) -> tuple[Cell, Cell]:
        """The pair of two cells, which is made once: to make one takes several times as long as to find it."""
        row = self.pairs[start]
        if not row:
            row.extend(self.bare)
        known: Any = row[end]
        if known is None:
            known = row[end] = (self.cells[start], self.cells[end])
        return cast("tuple[Cell, Cell]", known)

    def rays_of(self, index: int) -> tuple[tuple[Cell, ...], ...]:
        """``rays`` of a cell as cells; made once."""
        known: Any = self._rays[index]
        if known is None:
            known = self._rays[index] = tuple([self._cells_of(ray) for ray in self.rays[index]])
        return cast("tuple[tuple[Cell, ...], ...]", known)

    def near_cells(self) -> tuple[tuple[Cell, ...], ...]:
        """``near`` as cells; made once."""
        if not self._near_cells:
            self._near_cells = tuple([self._cells_of(each) for each in self.near])
        return self._near_cells

    def beside_cells(self) -> tuple[tuple[Cell, ...], ...]:
        """``beside`` as cells; made once."""
        if not self._beside_cells:
            self._beside_cells = tuple([self._cells_of(each) for each in self.beside])
        return self._beside_cells

    def _cells_of(self, indices: Iterable[int]) -> tuple[Cell, ...]:
        return tuple([self.cells[index] for index in indices])

    def glides(self, start: int, tokens: list[Any]) -> list[Cell]:
        """The cells without a token on each line from one, up to the first with one; nearest first, the lines clockwise."""
        cells = self.cells
        found: list[Cell] = []
        for ray in self.rays[start]:
            for index in ray:
                if tokens[index] is not None:
                    break
                found.append(cells[index])
        return found

    def gliding(self, owner: object, owners: list[Any], tokens: list[Any]) -> list[tuple[Cell, Cell]]:
        """The glides of all tokens of an owner, as pairs."""
        found: list[tuple[Cell, Cell]] = []
        for start, each in enumerate(owners):
            if each is owner:
                row: list[Any] = self.pairs[start]
                for ray in self.rays[start]:
                    for end in ray:
                        if tokens[end] is not None:
                            break
                        pair: Any = row[end] if row else None
                        found.append(self.pair(start, end) if pair is None else pair)
        return found

    def touching(self) -> tuple[int, ...]:
        """For each cell the sides on which it lies, a bit for each in the order of ``sides``.

        >>> triangle("hill", 3).touching()
        (5, 4, 1, 6, 2, 3)
        """
        if not self._touching:
            found = [0] * len(self.cells)
            for number, cells in enumerate(self.sides.values()):
                for cell in cells:
                    found[cell.index] |= 1 << number
            self._touching = tuple(found)
        return self._touching

    def along(self, side: str) -> tuple[int, ...]:
        """The numbers of the cells along a side, after its own number; empty for a name of no side.

        >>> triangle("hill", 3).along("bottom")
        (1, 3, 4, 5)
        """
        known = self._numbers.get(side)
        if known is None:
            if side not in self.sides:
                return ()
            cells = [cell.index for cell in self.sides[side]]
            known = self._numbers[side] = (list(self.sides).index(side), *cells)
        return known

    def ways(self, reach: Reach) -> tuple[tuple[tuple[int, ...], ...], ...]:
        """For each cell, the ways of a reach on this board, nearest cell first; empty ways are left out."""
        found = self._ways.get(reach)
        if found is None:
            if not is_a(reach, Reach):
                raise RulesError(f"{quoted(reach)} is no reach; make one, leaper(1, 2) for a knight or rider(0, 1) for a rook")
            index_at = {place: index for index, place in enumerate(self.coordinates)}
            ways: list[tuple[tuple[int, ...], ...]] = []
            for first_row, first_column in self.coordinates:
                around: list[tuple[int, ...]] = []
                for down, right, times in reach.ways:
                    way: list[int] = []
                    row, column = first_row + down, first_column + right
                    while (row, column) in index_at and (times == 0 or len(way) < times):
                        way.append(index_at[(row, column)])
                        row, column = row + down, column + right
                    if way:
                        around.append(tuple(way))
                ways.append(tuple(around))
            found = self._ways[reach] = tuple(ways)
        return found

    def lines_through(self, length: int) -> tuple[Lines, ...]:
        """For each cell, the straight lines through it with at least ``length`` cells."""
        found = self._long_lines.get(length)
        if found is None:
            if type(length) is not int or length < 1:
                raise RulesError(f"there are no lines of {quoted(length)} cells; give a whole number from 1")
            found = tuple([_with_room(index, lines, length) for index, lines in enumerate(self.lines)])
            self._long_lines[length] = found
        self.asked, self.answer = length, found
        return found

    def lines_of(self, length: int) -> tuple[tuple[Cell, ...], ...]:
        """Every straight line of ``length`` cells, each once; at least two."""
        found = self.stretches.get(length)
        if found is None:
            half = len(self.lines[0])
            first = half // 2  # the other directions run back along the same lines
            found = self.stretches[length] = tuple(
                [
                    (cell, *[self.cells[index] for index in ray[: length - 1]])
                    for cell in self.cells
                    for ray in self.rays[cell.index][first : first + half]
                    if len(ray) >= length - 1
                ]
            )
        return found


def _with_room(index: int, lines: Iterable[Line], length: int) -> Lines:
    """The lines through a cell with at least ``length`` cells."""
    just: list[ShortLine] = []
    longer: list[LongLine] = []
    for ahead, behind in lines:
        room = len(ahead) + len(behind) + 1
        if room == length:
            others = (*ahead, *behind) or (index,)
            just.append((others[0], others[min(1, room - 2)], others[2:]))
        elif room > length:  # a ray may be empty, but not both
            near = (index, index) if length < 2 else ((ahead or behind)[0], (behind or ahead)[0])
            longer.append((*near, ahead, behind))
    return tuple(just), tuple(longer)


_SHAPES: Final[dict[tuple[str, str, int, int], Shape]] = {}
_LAST: Final[dict[str, tuple[int, int, Shape]]] = {}
"""The rows and columns of the last square board of each name, and its shape: found in half the time of `_SHAPES`."""


def square(name: str, rows: int, columns: int) -> Shape:
    """Square cells in rows and columns."""
    last = _LAST.get(name)
    if last is not None and last[0] == rows and last[1] == columns:
        return last[2]
    shape = _SHAPES.get((name, "square", rows, columns))
    if shape is None:
        at = {place: place for place in product(range(rows), range(columns))}
        shape = _SHAPES[(name, "square", rows, columns)] = _with_four_sides(Shape(name, at, _SQUARE), rows, columns)
    _LAST[name] = (rows, columns, shape)
    return shape


def rhombus(name: str, rows: int, columns: int) -> Shape:
    """Six-sided cells, each row shifted half a cell to the right against the one above."""
    shape = _SHAPES.get((name, "rhombus", rows, columns))
    if shape is None:
        at = {(row, column): (row, column) for row in range(rows) for column in range(columns)}
        shape = _SHAPES[(name, "rhombus", rows, columns)] = _with_four_sides(Shape(name, at, _HEX), rows, columns)
    return shape


def rectangle(name: str, rows: int, columns: int) -> Shape:
    """Six-sided cells, every second row shifted half a cell to the right."""
    shape = _SHAPES.get((name, "rectangle", rows, columns))
    if shape is None:
        at = {(row, column - row // 2): (row, column) for row in range(rows) for column in range(columns)}
        shape = _SHAPES[(name, "rectangle", rows, columns)] = _with_four_sides(Shape(name, at, _HEX), rows, columns)
    return shape


def hexagon(name: str, radius: int) -> Shape:
    """Six-sided cells up to ``radius`` steps from the middle."""
    shape = _SHAPES.get((name, "hexagon", radius, radius))
    if shape is None:
        at: dict[tuple[int, int], tuple[int, int]] = {}
        for row in range(-radius, radius + 1):
            for column in range(max(-radius, -radius - row), min(radius, radius - row) + 1):
                at[(row, column)] = (row + radius, column + radius)
        shape = _SHAPES[(name, "hexagon", radius, radius)] = _with_six_sides(Shape(name, at, _HEX), radius)
    return shape


def triangle(name: str, size: int) -> Shape:
    """Six-sided cells in ``size`` rows: one cell in the first, and in each row one more than in the row above."""
    shape = _SHAPES.get((name, "triangle", size, size))
    if shape is None:
        at = {(row, column - row): (row, column) for row in range(size) for column in range(row + 1)}
        shape = _SHAPES[(name, "triangle", size, size)] = Shape(name, at, _HEX)
        shape.sides = {
            "right": tuple([cell for cell in shape.cells if cell.column == cell.row]),
            "bottom": tuple([cell for cell in shape.cells if cell.row == size - 1]),
            "left": tuple([cell for cell in shape.cells if cell.column == 0]),
        }
    return shape


def _with_four_sides(shape: Shape, rows: int, columns: int) -> Shape:
    """The shape, with the sides of a board of ``rows`` by ``columns``."""
    shape.sides = {
        "top": tuple([cell for cell in shape.cells if cell.row == 0]),
        "right": tuple([cell for cell in shape.cells if cell.column == columns - 1]),
        "bottom": tuple([cell for cell in shape.cells if cell.row == rows - 1]),
        "left": tuple([cell for cell in shape.cells if cell.column == 0]),
    }
    return shape


def _with_six_sides(shape: Shape, radius: int) -> Shape:
    """The shape, with the sides of a hexagon."""
    sides: dict[str, list[Cell]] = {side: [] for side in HEXAGON_SIDES}
    for cell, (row, column) in zip(shape.cells, shape.coordinates, strict=True):
        farthest = (-row, column, row + column, row, -column, -row - column)
        for side, steps in zip(HEXAGON_SIDES, farthest, strict=True):
            if steps == radius:
                sides[side].append(cell)
    shape.sides = {side: tuple(cells) for side, cells in sides.items()}
    return shape
