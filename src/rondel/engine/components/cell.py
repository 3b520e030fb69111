"""Cells: the places of a board, track, area or sheet; spots: any place that a move can name.

A cell belongs to the shape of its board and not to one game, so moves that name cells are made once for all games.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations
from typing import Any, Final

from rondel.errors import RulesError


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
        """What it has its number in: the shape of its board, the course of its track, the form of its sheet; None in an area,
        which has no such thing."""
        self.weight = 0
        """Its contribution to the board's sum of taken cells: a bit of its own on a small board, so that the sum is the set of
        taken cells; otherwise 1, so that the sum is their number."""
        self.index = index
        """Its number, counted row by row."""
        self.row = row
        """From 0."""
        self.column = column
        """From 0."""


class Line(Cell):
    """A line of a sheet, which a move can name."""

    def __init__(self, name: str, index: int, place: str, label: str) -> None:
        super().__init__(name, index, index, 0, place)
        self.label = label
        """What it is called for people; marked for translation."""


class CellSet(Spot):
    """Several cells of one board or track as one option, such as the dice to roll again. A page lets them be marked in any
    order. Made by `cell_sets`.

    >>> from rondel import Track
    >>> both = cell_sets(Track("dice", spaces=("a", "b", "c")).cells)[4]
    >>> str(both), len(both), both.cells
    ('a+c', 2, (Cell('a'), Cell('c')))
    """

    def __init__(self, cells: tuple[Cell, ...]) -> None:
        holder = cells[0].place.partition(":")[0]
        name = "+".join([cell.name for cell in cells])
        super().__init__(name, f"{holder}:{name}")
        self.cells = cells
        """In the order of the board."""

    def __len__(self) -> int:
        return len(self.cells)


MOST_SETS: Final = 4_096
"""The most sets that `cell_sets` lists."""
_SETS: Final[dict[tuple[tuple[Cell, ...], int, int], list[CellSet]]] = {}
"""The sets of the cells of a board; all games share them, as they share the cells."""


def cell_sets(cells: Sequence[Cell], *, least: int = 1, most: int | None = None) -> list[CellSet]:
    """The sets of ``least`` to ``most`` of the cells, which are of one board: the smaller ones first. They are options of an
    action: each is one move, and a page lets its cells be marked in any order.

    Raises `RulesError` for less than one cell in a set, and for more than 4,096 sets.

    >>> from rondel import Track
    >>> dice = Track("dice", spaces=("a", "b", "c"))
    >>> [str(each) for each in cell_sets(dice.cells)]
    ['a', 'b', 'c', 'a+b', 'a+c', 'b+c', 'a+b+c']
    >>> cell_sets(dice.cells, least=2)[0].cells
    (Cell('a'), Cell('b'))
    """
    offered = tuple(cells)
    highest = len(offered) if most is None else min(most, len(offered))
    known = _SETS.get((offered, least, highest))
    if known is None:
        if least < 1:
            raise RulesError(f"cell_sets cannot list sets of {least} cells; give a least of 1 or more")
        if len({cell.place.partition(":")[0] for cell in offered}) > 1:
            raise RulesError("the cells of a set lie on several boards; take those of one")
        sizes = range(least, highest + 1)
        if len(offered) > MOST_SETS.bit_length() - 1 and sum([_ways(len(offered), size) for size in sizes]) > MOST_SETS:
            raise RulesError(f"{len(offered)} cells have more than {MOST_SETS} sets; ask for them with game.choose_some(...)")
        known = _SETS[offered, least, highest] = [CellSet(each) for size in sizes for each in combinations(offered, size)]
    return list(known)


_MOST: Final = 128
"""The cells of most boards, at most."""


def _ways(number: int, size: int) -> int:
    """How many sets of that size there are."""
    ways = 1
    for step in range(size):
        ways = ways * (number - step) // (step + 1)
    return ways


def apart(places: Sequence[Any]) -> bool:
    """Whether these are cells of one board, none of them twice. There must be at least one.

    >>> from rondel import Grid
    >>> cells = Grid("board", rows=3, columns=3).cells
    >>> apart([cells[4], cells[2], cells[7]]), apart([cells[4], cells[2], cells[4]])
    (True, False)
    """
    first = places[0]
    board: object = first.of if isinstance(first, Cell) else None
    if board is None:
        return False
    last = -1
    for place in places:
        if not isinstance(place, Cell) or place.of is not board:
            return False
        if place.index <= last:  # not in the order of the board, where none can be there twice
            return _apart(places, board)
        last = place.index
    return True


def _apart(places: Sequence[Any], board: object) -> bool:
    met: list[bool] = [False] * _MOST
    for place in places:
        if not isinstance(place, Cell) or place.of is not board:
            return False
        number = place.index
        while number >= len(met):
            met.append(False)
        if met[number]:
            return False
        met[number] = True
    return True


def pairs_apart(pairs: Sequence[Any]) -> bool:
    """Whether these are pairs of cells of one board, none of them twice; the first cells must be in the order of the board."""
    board: object = None
    last = -1
    met: list[int] = [-1] * _MOST  # by the second cell: the last first one
    for pair in pairs:
        if not isinstance(pair, tuple) or len(pair) != 2:
            return False
        start: Any = pair[0]
        end: Any = pair[1]
        if not isinstance(start, Cell) or not isinstance(end, Cell):
            return False
        if last < 0:
            board = start.of
        if board is None or start.of is not board or end.of is not board or start.index < last:
            return False
        last = start.index
        number = end.index
        while number >= len(met):
            met.append(-1)
        if met[number] == last:
            return False
        met[number] = last
    return True
