"""Reaches: the movements of pieces from cell to cell: leapers, riders and their sums.

A reach consists of ways. A *leaper* makes one step of a kind, in all its rotations and reflections; a *rider* repeats the step
in a straight line while the cells are empty. The knight is the leaper of (1, 2), the rook the rider of (0, 1), and the queen
the sum of rook and bishop. (The terms are those of fairy chess: Dickins, *A Guide to Fairy Chess*, 1969.)
"""

from __future__ import annotations

from typing import TypeAlias

Way: TypeAlias = tuple[int, int, int]
"""A step in rows and columns, and the maximum number of its repetitions; 0 for no maximum."""


class Reach:
    """The ways of a piece. A step of (1, 0) goes to the row with the next higher number.

    `leaper` and `rider` make the symmetric ones; others are written out, and ``+`` joins two.

    >>> pawn_takes = Reach((1, -1, 1), (1, 1, 1))
    >>> queen = rider(0, 1) + rider(1, 1)
    >>> len(queen.ways)
    8
    """

    def __init__(self, *ways: Way) -> None:
        self.ways = ways

    def __add__(self, other: Reach) -> Reach:
        return Reach(*self.ways, *other.ways)

    def __repr__(self) -> str:
        return f"Reach({', '.join(map(repr, self.ways))})"


def leaper(rows: int, columns: int) -> Reach:
    """One step of that size in every direction.

    >>> leaper(1, 2).ways[:3]
    ((-2, -1, 1), (-2, 1, 1), (-1, -2, 1))
    """
    return _turned(rows, columns, 1)


def rider(rows: int, columns: int) -> Reach:
    """Any number of steps of that size in one direction, over empty cells.

    >>> rider(1, 1)
    Reach((-1, -1, 0), (-1, 1, 0), (1, -1, 0), (1, 1, 0))
    """
    return _turned(rows, columns, 0)


def _turned(rows: int, columns: int, times: int) -> Reach:
    """A step in all its rotations and reflections, in the order of the board."""
    steps = {
        (down * one, right * other)
        for one, other in ((rows, columns), (columns, rows))
        for down in (-1, 1)
        for right in (-1, 1)
    }
    return Reach(*[(down, right, times) for down, right in sorted(steps)])
