"""Areas: unbounded tables for tiles that are placed next to each other.

A place is named by its column and row, counted from the first tile at (0, 0): ``"2,-1"`` is two to the right and one up.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from math import isqrt
from typing import Any, Final

from rondel.engine.components.boards.spaces import Spaces
from rondel.engine.components.cell import Cell
from rondel.engine.components.token import Token
from rondel.engine.visibility import NOBODY, Visibility
from rondel.errors import RulesError, is_a, quoted

_SIDES: Final = ((0, -1), (1, 0), (0, 1), (-1, 0))
_CORNERS: Final = ((0, -1), (1, -1), (1, 0), (1, 1), (0, 1), (-1, 1), (-1, 0), (-1, -1))
_HEX: Final = ((1, -1), (1, 0), (0, 1), (-1, 1), (-1, 0), (0, -1))
"""Clockwise as (columns, rows); each row of six-sided places is shifted half a place to the right against the one above."""

_KNOWN: Final[dict[str, dict[int, Cell]]] = {}
"""A cache of places by the area's name and their number; shared by all games."""
_BESIDE: Final[dict[tuple[str, int], dict[int, tuple[Cell, ...]]]] = {}
"""A cache of the adjacent places by the area's name, the number of directions and the place's number; shared by all games."""


class Area(Spaces):
    """An unbounded table. A place holds one token, or up to ``capacity`` of them (None for any number).

    With ``hexes`` the places have six sides. Tokens are listed row by row, and on one place from the bottom.

    >>> land = Area("land")
    >>> land.neighbours(land.cell(0, 0))
    (Cell('0,-1'), Cell('1,0'), Cell('0,1'), Cell('-1,0'))
    """

    __slots__ = ("_lying", "_made", "_near", "hexes")

    layout = "area"

    def __init__(
        self,
        name: str,
        *,
        hexes: bool = False,
        capacity: int | None = 1,
        visible_to: Visibility = NOBODY,
        backs_visible_to: Visibility = NOBODY,
    ) -> None:
        super().__init__(name, visible_to, backs_visible_to, capacity)
        self.hexes = hexes
        self._made = _KNOWN.setdefault(name, {})
        self._near = _BESIDE.setdefault((name, 6 if hexes else 4), {})
        # The tokens on each place, from the bottom, by its number; only places with tokens.
        self._lying: dict[int, tuple[Token, ...]] = {}

    # -- looking -------------------------------------------------------------------------------------------------------

    def cell(self, x: int, y: int) -> Cell:
        """The place in column ``x`` and row ``y``. Raises `RulesError` unless both are whole numbers."""
        if type(x) is not int or type(y) is not int:
            raise RulesError(f"area {self._name!r} has no place in column {quoted(x)}, row {quoted(y)}: both are whole numbers")
        number = _number(x, y)
        cell = self._made.get(number)
        if cell is None:
            cell = self._made[number] = Cell(f"{x},{y}", number, y, x, f"{self._name}:{x},{y}")
        return cell

    @property
    def cells(self) -> list[Cell]:
        """The places with tokens, row by row."""
        if self._guarded:
            self._read()
        return [self._numbered(index) for index in self._order()]

    def place(self, cell: str | Cell) -> Cell:
        """The place of that name, ``"2,-1"``; a place is returned as it is. Raises `RulesError` for an invalid name.

        >>> Area("land").place("2,-1")
        Cell('2,-1')
        """
        if isinstance(cell, Cell):
            return cell
        found = self._named(cell)
        if found is None:
            raise RulesError(f"area {self._name!r} has no place {quoted(cell)}: {self._places()}")
        return found

    def __getitem__(self, cell: str | Cell) -> Token | None:
        """The topmost token on a place; None for an empty place."""
        there = self._stack(self.place(cell))
        return there[-1] if there else None

    def token(self, cell: str | Cell) -> Token:
        """The topmost token on a place. Raises `RulesError` for an empty place; ``area[cell]`` is None there."""
        token = self[cell]
        if token is None:
            raise RulesError(f"nothing lies on {self.place(cell).name} of area {self._name!r}")
        return token

    def stack(self, cell: str | Cell) -> list[Token]:
        """The tokens on a place, from the bottom to the top."""
        return list(self._stack(self.place(cell)))

    def height(self, cell: str | Cell) -> int:
        """The number of tokens on a place."""
        return len(self._stack(self.place(cell)))

    def owner(self, cell: str | Cell) -> str | None:
        """The owner of the token on a place (the topmost), None for an empty place."""
        token = self[cell]
        return None if token is None else token._owner

    def owned(self, role: str) -> list[Cell]:
        """The places with a token of ``role`` (on top), row by row."""
        return [place for place in self.cells if self._lying[place.index][-1]._owner == role]

    def count(self, role: str) -> int:
        """The number of places with a token of ``role`` (on top)."""
        return len(self.owned(role))

    def neighbours(self, cell: str | Cell, *, diagonal: bool = False) -> tuple[Cell, ...]:
        """The adjacent places, clockwise; with ``diagonal`` those at the corners of a square one too."""
        return self._beside(self.place(cell), diagonal)

    def rays(self, cell: str | Cell, *, diagonal: bool = False) -> tuple[tuple[Cell, ...], ...]:
        """The places in each direction from it, nearest first, up to one place beyond the outermost tokens; the directions
        clockwise, with ``diagonal`` those through the corners of a square place too."""
        if self._guarded:
            self._read()
        start = self.place(cell)
        left, right, top, bottom = self._around([start])
        found: list[tuple[Cell, ...]] = []
        for across, down in self._steps(diagonal):
            ray: list[Cell] = []
            x, y = start.column + across, start.row + down
            while left <= x <= right and top <= y <= bottom:
                ray.append(self.cell(x, y))
                x, y = x + across, y + down
            found.append(tuple(ray))
        return tuple(found)

    def distance(self, one: str | Cell, other: str | Cell, *, diagonal: bool = False) -> int:
        """The number of steps between two places; with ``diagonal`` over the corners of square places too."""
        start, end = self.place(one), self.place(other)
        down, right = end.row - start.row, end.column - start.column
        if self.hexes:
            return max(abs(down), abs(right), abs(down + right))
        return max(abs(down), abs(right)) if diagonal else abs(down) + abs(right)

    def around(self, cell: str | Cell, *, diagonal: bool = False) -> list[Token]:
        """The topmost tokens on the adjacent places, clockwise."""
        if self._guarded:
            self._read()
        stacks = [self._lying.get(other.index) for other in self._beside(self.place(cell), diagonal)]
        return [stack[-1] for stack in stacks if stack]

    def free(self, *, diagonal: bool = False) -> list[Cell]:
        """The empty places adjacent to places with tokens, row by row; (0, 0) on an empty area."""
        if self._guarded:
            self._read()
        if not self._lying:
            return [self.cell(0, 0)]
        found: dict[int, Cell] = {}
        for index in self._lying:
            for other in self._beside(self._numbered(index), diagonal):
                if other.index not in self._lying:
                    found[other.index] = other
        return sorted(found.values(), key=_by_row)

    def group(self, cell: str | Cell, *, diagonal: bool = False) -> list[Cell]:
        """The connected places around this one whose topmost tokens have the same owner, row by row; none for an empty
        place."""
        place = self.place(cell)
        start = self[place]
        if start is None:
            return []
        met = {place.index: place}
        waiting = [place]
        while waiting:
            for other in self._beside(waiting.pop(), diagonal):
                token = self[other]
                if other.index not in met and token is not None and token._owner == start._owner:
                    met[other.index] = other
                    waiting.append(other)
        return sorted(met.values(), key=_by_row)

    def groups(self, role: str, *, diagonal: bool = False) -> list[list[Cell]]:
        """The groups of a role, in the order of their first places, row by row."""
        found: list[list[Cell]] = []
        met: set[int] = set()
        for place in self.owned(role):
            if place.index not in met:
                group = self.group(place, diagonal=diagonal)
                met.update([each.index for each in group])
                found.append(group)
        return found

    def joined(self, role: str, side: Iterable[str | Cell], other: Iterable[str | Cell], *, diagonal: bool = False) -> bool:
        """Whether a connected group of ``role`` contains a place of one list and a place of the other."""
        goal = {self.place(place).index for place in other}
        starts = {self.place(place).index for place in side}
        for group in self.groups(role, diagonal=diagonal):
            places = {place.index for place in group}
            if places & starts and places & goal:
                return True
        return False

    def connected(self, *, without: Sequence[Token] = (), diagonal: bool = False) -> bool:
        """Whether all tokens, of whatever owner, lie in one connected group; an empty area is connected.

        Tokens in ``without`` are ignored, so that rules can examine the effect of a move before it is made.
        """
        if self._guarded:
            self._read()
        ignored = set(map(id, without))
        taken = {index for index, stack in self._lying.items() if not ignored.issuperset(map(id, stack))}
        if not taken:
            return True
        waiting = [taken.pop()]
        while waiting:
            for place in self._beside(self._numbered(waiting.pop()), diagonal):
                if place.index in taken:
                    taken.remove(place.index)
                    waiting.append(place.index)
        return not taken

    def cuts(self, *, diagonal: bool = False) -> list[Cell]:
        """The places that hold the others together: without one of them the rest of its connected group would be in two or more
        parts (cut vertices). Row by row; found for all places in one search."""
        if self._guarded:
            self._read()
        # Tarjan's search, depth first. `lowest` is the smallest number that is adjacent to a place or to what was found through
        # it. If nothing found through a place is adjacent to an earlier one, only the place itself connects the two.
        number: dict[int, int] = {}
        lowest: dict[int, int] = {}
        found: dict[int, Cell] = {}
        for root in self._lying:
            if root not in number:
                parts = 0  # of the group without the root
                number[root] = lowest[root] = len(number)
                path = [root]
                ways = [iter(self._beside(self._numbered(root), diagonal))]
                while path:
                    here = path[-1]
                    for place in ways[-1]:
                        index = place.index
                        if index in number:
                            lowest[here] = min(lowest[here], number[index])
                        elif index in self._lying:
                            number[index] = lowest[index] = len(number)
                            path.append(index)
                            ways.append(iter(self._beside(place, diagonal)))
                            break
                    else:
                        path.pop()
                        ways.pop()
                        if path:
                            before = path[-1]
                            lowest[before] = min(lowest[before], lowest[here])
                            if before == root:
                                parts += 1
                            elif lowest[here] >= number[before]:
                                found[before] = self._numbered(before)
                if parts > 1:
                    found[root] = self._numbered(root)
        return sorted(found.values(), key=_by_row)

    def flood(self, start: Iterable[str | Cell], through: Callable[[Cell], bool], *, diagonal: bool = False) -> list[Cell]:
        """The places that can be reached from ``start`` in steps to neighbours for which ``through`` returns True; ``start`` is
        included.

        Row by row, up to one place beyond the outermost tokens. Raises `RulesError` if ``start`` is not a list of places, or
        ``through`` not a function.
        """
        if self._guarded:
            self._read()
        given: Any = through  # see `is_a`
        if not is_a(start, Iterable) or isinstance(start, str) or not callable(given):
            raise RulesError(
                f"area {self._name!r} cannot be flooded from {quoted(start)} through {quoted(through)}: give a list of places, "
                "and a function that says of a place whether it lets pass"
            )
        waiting = [self.place(each) for each in start]
        met = {place.index: place for place in waiting}
        left, right, top, bottom = self._around(waiting)
        while waiting:
            for place in self._beside(waiting.pop(), diagonal):
                inside = left <= place.column <= right and top <= place.row <= bottom
                if inside and place.index not in met and through(place):
                    met[place.index] = place
                    waiting.append(place)
        return sorted(met.values(), key=_by_row)

    def bounds(self) -> tuple[int, int, int, int]:
        """The first and last column, and the first and last row, with tokens. Raises `RulesError` for an empty area."""
        cells = self.cells
        if not cells:
            raise RulesError(f"area {self.name!r} is empty, and has no bounds")
        columns = [cell.column for cell in cells]
        return min(columns), max(columns), cells[0].row, cells[-1].row

    # -- changing ------------------------------------------------------------------------------------------------------

    def put(self, token: Token, cell: str | Cell) -> None:
        """Move a token to a place. Raises `RulesError` if there is no room for it."""
        place = self.place(cell)
        self._lay(token, self.cell(place.column, place.row))

    def add(self, token: Token) -> None:
        """Move a token to the first empty place adjacent to the others."""
        if token in self:
            token.remove()
        self._lay(token, self.free()[0])

    # -- for the engine ------------------------------------------------------------------------------------------------

    def _steps(self, diagonal: bool) -> tuple[tuple[int, int], ...]:
        """The steps to the adjacent places, clockwise, as columns and rows."""
        return _HEX if self.hexes else _CORNERS if diagonal else _SIDES

    def _beside(self, place: Cell, diagonal: bool) -> tuple[Cell, ...]:
        """The adjacent places, clockwise."""
        near = _BESIDE.setdefault((self._name, 8), {}) if diagonal and not self.hexes else self._near
        found = near.get(place.index)
        if found is None:
            steps = self._steps(diagonal)
            found = near[place.index] = tuple([self.cell(place.column + right, place.row + down) for right, down in steps])
        return found

    def _around(self, places: Iterable[Cell]) -> tuple[int, int, int, int]:
        """The first and last column, and the first and last row, of these places and of the places next to tokens."""
        columns = [place.column for place in places]
        rows = [place.row for place in places]
        for index in self._lying:
            place = self._numbered(index)
            columns += [place.column - 1, place.column + 1]
            rows += [place.row - 1, place.row + 1]
        return min(columns, default=0), max(columns, default=0), min(rows, default=0), max(rows, default=0)

    def _numbered(self, index: int) -> Cell:
        cell = self._made.get(index)
        return self.cell(*_coordinates(index)) if cell is None else cell

    def _named(self, name: object) -> Cell | None:
        if not isinstance(name, str):
            return None
        x, _comma, y = name.partition(",")
        try:
            cell = self.cell(int(x), int(y))
        except ValueError:
            return None
        return cell if cell.name == name else None

    def _order(self) -> list[int]:
        return [cell.index for cell in sorted([self._numbered(index) for index in self._lying], key=_by_row)]

    def _at(self, index: int) -> tuple[Token, ...]:
        return self._lying.get(index, ())

    def _lie(self, index: int, tokens: tuple[Token, ...]) -> None:
        if tokens:
            self._lying[index] = tokens
        else:
            self._lying.pop(index, None)

    def _size(self) -> int:
        return sum([len(tokens) for tokens in self._lying.values()])

    def _places(self) -> str:
        return f"area {self.name!r} has places '0,0', '1,0', '-1,0' and so on, column and row"

    def slot(self, token: Token) -> str:
        name = self._numbered(token._index).name
        return name if self._lying[token._index][-1] is token else f"{name}.{self._level(token)}"

    def name_of(self, token: Token) -> str:
        return self.slot(token)

    def scene(self) -> dict[str, Any]:
        return {"name": self.name, "layout": self.layout, "hexes": self.hexes}


def _by_row(cell: Cell) -> tuple[int, int]:
    return (cell.row, cell.column)


def _number(x: int, y: int) -> int:
    """A unique number for each pair of whole numbers: Szudzik's pairing function, extended to negative numbers.

    >>> [_number(x, y) for x, y in ((0, 0), (-1, 0), (0, -1), (1, 0))]
    [0, 2, 1, 6]
    """
    a = 2 * x if x >= 0 else -2 * x - 1
    b = 2 * y if y >= 0 else -2 * y - 1
    return a * a + a + b if a >= b else b * b + a


def _coordinates(number: int) -> tuple[int, int]:
    """The pair of a number: inverse of `_number`."""
    root = isqrt(number)
    rest = number - root * root
    a, b = (rest, root) if rest < root else (root, rest - root)
    return (a // 2 if a % 2 == 0 else -(a + 1) // 2, b // 2 if b % 2 == 0 else -(b + 1) // 2)
