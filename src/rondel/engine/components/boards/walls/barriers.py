"""Barriers: what the tokens on the edges of a grid close off, kept from one look to the next.

A token changes little: a few cells are no longer neighbours, a few places can no longer be taken. So the tokens that were put
and taken since the last look are followed one by one.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from rondel.engine.components.boards.shape import Near
from rondel.engine.components.boards.walls.lattice import Lattice, opened

WAYS: Final = 8
"""The most ways that are kept: one for each player, and some of earlier questions."""


class Way:
    """A way over the grid from a cell to one of its goals, as it was found last."""

    def __init__(self, goals: tuple[int, ...], size: int) -> None:
        self.goals = goals
        self.wanted = [False] * size  # lists are faster than sets of numbers
        for goal in goals:
            self.wanted[goal] = True
        self.cells: list[int] = []
        """Empty if there was none."""
        self.writes = -1
        """The number of writes when it was open."""


class Barriers:
    """What the tokens on the places of a lattice close off.

    >>> from rondel.engine import Edges, Grid
    >>> walls = Edges("walls", Grid("board", rows=3, columns=3), length=2)
    >>> barriers = walls.barriers()
    >>> barriers.open[0], barriers.closes_ring(0)
    ((1, 3), False)
    """

    def __init__(self, lattice: Lattice, near: Near) -> None:
        self._lattice = lattice
        self._dividers = lattice.dividers(near)
        self._standing = [False] * len(lattice.parted)
        """Whether a token lies on each place."""
        self.open: list[tuple[int, ...]] = list(near)
        """For each cell of the grid, the neighbours from which no token separates it."""
        self.barring = [0] * len(lattice.parted)
        """How many tokens lie on each place, cross it, or cover a part of it."""
        self.touching = [0] * lattice.many
        """How many tokens touch each point; the outline of the grid counts as one."""
        for point in lattice.outline:
            self.touching[point] = 1
        self._joined: list[int] = []
        """For each point another one that tokens or the outline connect with it, up to a point for which it is itself."""
        self._writes = 0
        self._ways: list[Way] = []
        self._join_all()

    def follow(self, tokens: Sequence[object]) -> None:
        """Follow the tokens that were put or taken since the last call."""
        standing = self._standing
        taken = False
        for index, token in enumerate(tokens):
            if (token is not None) != standing[index]:
                standing[index] = not standing[index]
                taken = taken or token is None
                self._write(index, 1 if token is not None else -1)
        if taken:  # what was connected is not taken apart, but connected again
            self._join_all()

    def _write(self, index: int, count: int) -> None:
        """One token more, or one less, lies on a place."""
        lattice = self._lattice
        self._writes += 1
        self.barring[index] += count
        for other in lattice.overlaps[index]:
            self.barring[other] += count
        for point in lattice.numbered[index]:
            self.touching[point] += count
        if count > 0:
            self._join(index)
        for one, other in lattice.parted[index]:
            self.open[one] = self._opened(one)
            self.open[other] = self._opened(other)

    def _opened(self, cell: int) -> tuple[int, ...]:
        """The neighbours of a cell from which no token separates it."""
        standing = self._standing
        found: list[int] = []
        for other, places in self._dividers[cell]:
            for place in places:
                if standing[place]:
                    break
            else:
                found.append(other)
        return tuple(found)

    def _root(self, point: int) -> int:
        """The point that stands for all that are connected with this one."""
        joined = self._joined
        while joined[point] != point:
            joined[point] = joined[joined[point]]
            point = joined[point]
        return point

    def _join_all(self) -> None:
        """Connect the points of the outline, and those of each token."""
        outline = self._lattice.outline
        joined = list(range(self._lattice.many))
        for point in outline:
            joined[point] = outline[0]
        self._joined = joined
        for index, stands in enumerate(self._standing):
            if stands:
                self._join(index)

    def _join(self, index: int) -> None:
        """Connect the points of a token."""
        points = self._lattice.numbered[index]
        root = self._root(points[0])
        for point in points:
            self._joined[self._root(point)] = root

    def closes_ring(self, index: int) -> bool:
        """Whether a token on this place would close a ring of tokens, or of tokens and the outline.

        Only then can it leave a cell without a way to another.
        """
        points = self._lattice.numbered[index]
        first = self._root(points[0])
        if len(points) == 2:
            return self._root(points[1]) == first
        met = [first]
        for point in points[1:]:
            root = self._root(point)
            if root in met:
                return True
            met.append(root)
        return False

    def path(self, begin: int, wanted: Sequence[bool], near: Sequence[tuple[int, ...]]) -> list[int]:
        """A shortest path over cells that are ``near`` each other, from one to the nearest of those ``wanted``; both ends
        included. Empty if there is none."""
        came = [-1] * len(near)
        came[begin] = begin
        waiting = [begin]
        for index in waiting:
            if wanted[index]:
                found = [index]
                while came[index] != index:
                    index = came[index]
                    found.append(index)
                found.reverse()
                return found
            for other in near[index]:
                if came[other] < 0:
                    came[other] = index
                    waiting.append(other)
        return []

    def closing(self, begin: int, goals: tuple[int, ...]) -> list[int] | None:
        """The places on which another token would leave no way from a cell to any of the goals; None if there is none now.

        Only a token across a known way can do so, and only if it closes a ring.
        """
        way = self._way(begin, goals)
        if not way.cells:
            return None
        found: list[int] = []
        last = -1
        for cell in way.cells:
            if last >= 0:
                for other, places in self._dividers[last]:
                    if other == cell:
                        for place in places:
                            if not self.barring[place] and self.closes_ring(place):
                                near = opened(self.open, self._lattice.parted[place])
                                if not self.path(begin, way.wanted, near):
                                    found.append(place)
                        break
            last = cell
        return found

    def _way(self, begin: int, goals: tuple[int, ...]) -> Way:
        """A way from a cell to one of the goals: the last one, if it is still open and leads past here or next to here."""
        way: Way | None = None
        for each in self._ways:
            if each.goals == goals:
                way = each
                break
        if way is None:
            way = Way(goals, len(self.open))
            if len(self._ways) == WAYS:
                self._ways.pop(0)
            self._ways.append(way)
        cells = way.cells
        if not cells or not self._leads(way, begin):
            way.cells = self.path(begin, way.wanted, self.open)
        way.writes = self._writes
        return way

    def _leads(self, way: Way, begin: int) -> bool:
        """Whether a way, or a part of it, leads from this cell to its goals; the way becomes that part."""
        cells = way.cells
        if cells[0] != begin:
            if begin in cells:
                cells = cells[cells.index(begin) :]
            elif cells[0] in self.open[begin]:
                cells = [begin, *cells]
            else:
                return False
            way.cells = cells
        if way.writes != self._writes:
            last = -1
            for cell in cells:
                if last >= 0 and cell not in self.open[last]:
                    return False
                last = cell
        return True
