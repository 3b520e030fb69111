"""Boards: owners, lines, slides, reaches and groups of cells, for every form of board.

`Grid`, `HexGrid` and `Edges` are boards. The queries of rules are all here, so that no game needs a second
representation of its board. On stacks they apply to the topmost tokens.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Sequence
from typing import Any, Final, TypeVar, cast

from rondel.engine.components.boards.faces import Faces
from rondel.engine.components.boards.groups.chains import Chain, Chains
from rondel.engine.components.boards.groups.group import connected, flooded, group_of, groups_of, joined
from rondel.engine.components.boards.reaches.reach import Reach
from rondel.engine.components.boards.reaches.threats import Attacks, attacked, shields
from rondel.engine.components.boards.shape import Near
from rondel.engine.components.cell import Cell
from rondel.engine.components.token import Token
from rondel.errors import RulesError, is_a, quoted

T = TypeVar("T")

RECENT: Final = 64
"""How many writes to the game `Board.empty` looks at, instead of at its cells."""


class Board(Faces):
    """A field with queries for rules. Authors use `Grid`, `HexGrid` and `Edges`."""

    __slots__ = ()

    # -- owners and empty cells ----------------------------------------------------------------------------------------

    def owner(self, cell: str | Cell) -> str | None:
        """The owner of the token on the cell (the topmost), None for an empty cell."""
        if self._guarded:
            self._read()
        return self._owners[cell.index if isinstance(cell, Cell) and cell.of is self._shape else self.cell(cell).index]

    def owned(self, role: str) -> list[Cell]:
        """The cells with a token of ``role`` (on top)."""
        if self._guarded:
            self._read()
        found: list[Cell] = []
        own: Any = self._own(role)
        owners: list[Any] = self._owners  # Any: compiled code compares without type checks
        for index, owner in enumerate(owners):
            if owner is own:
                found.append(self._shape.cells[index])
        return found

    def count(self, role: str) -> int:
        """The number of cells with a token of ``role`` (on top)."""
        if self._guarded:
            self._read()
        found = 0
        own: Any = self._own(role)
        owners: list[Any] = self._owners  # see `owned`; `list.count` would compare every other owner as a text
        for owner in owners:
            if owner is own:
                found += 1
        return found

    def empty(self) -> tuple[Cell, ...]:
        """The empty cells, in the order of the board.

        On a board of at most 12 cells equal results are the same tuple, so that options of them are listed quickly; on others
        `Shape.gaps` knows which cells were filled between one result and the next.
        """
        if self._guarded:
            self._read()
        shape = self._shape
        free = shape.free
        if free:
            known = free[self._taken]
            if known is None:
                known = free[self._taken] = self._scanned()
            return known
        journal = self._journal
        return self._scanned() if journal is None else self._empty_since(journal.entries)

    def full(self) -> bool:
        """Whether there is no room for another token."""
        if self._guarded:
            self._read()
        if self._taken < self._shape.whole:
            return False
        return self.capacity == 1 or not self._has_room()

    # -- rows, columns and sides ---------------------------------------------------------------------------------------

    def at(self, row: int, column: int) -> Cell:
        """The cell in that row and column, both from 0: ``at(2, 1)`` is ``b3``. Raises `RulesError` outside the board."""
        given: tuple[Any, Any] = (row, column)  # see `is_a`
        cell = self._shape.placed.get(given) if is_a(row, int) and is_a(column, int) else None
        if cell is None:
            raise RulesError(
                f"{self._what()} {self.name!r} has no cell in row {quoted(row)}, column {quoted(column)}, both from 0; it has "
                f"{self._shape.spoken()}"
            )
        return cell

    @property
    def sides(self) -> dict[str, tuple[Cell, ...]]:
        """The cells along each side, clockwise from the top, as the board is drawn.

        The sides are ``top``, ``right``, ``bottom`` and ``left``; those of a hexagon ``top``, ``upper_right``, ``lower_right``,
        ``bottom``, ``lower_left`` and ``upper_left``; those of a triangle ``right``, ``bottom`` and ``left``. A cell in a
        corner lies on two sides.
        """
        return dict(self._shape.sides)

    def side(self, name: str) -> tuple[Cell, ...]:
        """The cells along a side, in the order of the board; see `sides`. Raises `RulesError` for a name of no side."""
        sides = self.sides
        found = sides.get(name) if is_a(name, str) else None
        if found is None:
            raise RulesError(f"{self._what()} {self.name!r} has no side {quoted(name)}; it has {', '.join(map(repr, sides))}")
        return found

    # -- directions and lines ------------------------------------------------------------------------------------------

    def neighbours(self, cell: str | Cell) -> tuple[Cell, ...]:
        """The cells next to it, clockwise."""
        return self._shape.near_cells()[self._index(cell)]

    def rays(self, cell: str | Cell) -> tuple[tuple[Cell, ...], ...]:
        """The cells in each direction from it, nearest first; the directions clockwise."""
        return self._shape.rays_of(self._index(cell))

    def slides(self, cell: str | Cell) -> list[Cell]:
        """The targets of a slide from the cell in straight lines: the empty cells on each line, and the first taken one."""
        if self._guarded:
            self._read()
        return self._slides(self._shape.rays[self.cell(cell).index])

    def glides(self, cell: str | Cell) -> list[Cell]:
        """The empty cells that a slide from the cell in straight lines reaches, nearest first; the directions clockwise."""
        if self._guarded:
            self._read()
        return self._shape.glides(self._index(cell), self._tokens)

    def gliding(self, role: str) -> list[tuple[Cell, Cell]]:
        """Start and end of all glides of the tokens of ``role`` (on top), in the order of the board and of `glides`."""
        if self._guarded:
            self._read()
        return self._shape.gliding(self._own(role), self._owners, self._tokens)

    def stretches(self, length: int) -> tuple[tuple[Cell, ...], ...]:
        """Every straight line of ``length`` cells, each once. Raises `RulesError` for less than 2, which is no line."""
        if not is_a(length, int) or length < 2:
            raise RulesError(f"{self._what()} {self.name!r} has no straight lines of {length!r} cells: a line has at least 2")
        return self._shape.lines_of(length)

    def lines_made(self, length: int) -> list[Cell]:
        """The cells of all straight lines of ``length`` tokens of one role, each cell once. Raises as `stretches`."""
        if self._guarded:
            self._read()
        owners: list[Any] = self._owners  # Any: compiled code compares without type checks
        made = []
        for line in self.stretches(length):
            role = owners[line[0].index]
            if role is not None and not [1 for cell in line if owners[cell.index] is not role]:
                made.append(line)
        return list(dict.fromkeys([cell for line in made for cell in line]))

    def in_line(self, cell: str | Cell, length: int, *, exactly: bool = False) -> bool:
        """Whether the token on the cell is part of an unbroken straight line of at least ``length`` tokens of its owner; with
        ``exactly``, of that length exactly."""
        if self._guarded:
            self._read()
        shape = self._shape
        index = cell.index if isinstance(cell, Cell) and cell.of is shape else self.cell(cell).index
        owners: list[Any] = self._owners  # Any: compiled code compares without type checks
        role = owners[index]
        if role is None:
            return False
        just, longer = (shape.answer if shape.asked == length else shape.lines_through(length))[index]
        for first, second, others in just:  # a line of exactly that length must be the owner's as a whole
            if owners[first] is role and owners[second] is role:  # a quick rejection in most cases
                for other in others:
                    if owners[other] is not role:
                        break
                else:
                    return True
        if not longer:  # faster than an empty loop
            return False
        for first, second, ahead, behind in longer:
            if owners[first] is role or owners[second] is role:
                run = 1
                for other in ahead:
                    if owners[other] is not role:
                        break
                    run += 1
                for other in behind:
                    if owners[other] is not role:
                        break
                    run += 1
                if run >= length and (run == length or not exactly):
                    return True
        return False

    # -- reaches -------------------------------------------------------------------------------------------------------

    def reach(self, cell: str | Cell, reach: Reach, *, sparing: str | None = None) -> list[Cell]:
        """The targets of a reach from the cell: the empty cells on each way, and the first taken one.

        With ``sparing`` a role, cells with a token of that role (on top) are left out.
        """
        if self._guarded:
            self._read()
        cells = self._shape.cells
        tokens = self._tokens
        own: Any = None if sparing is None else self._own(sparing)
        found: list[Cell] = []
        for way in self._shape.ways(reach)[self._index(cell)]:
            for index in way:
                token = tokens[index]
                if token is None:
                    found.append(cells[index])
                else:
                    owner: Any = token._owner
                    if own is None or owner is not own:
                        found.append(cells[index])
                    break
        return found

    def meets(
        self, cell: str | Cell, reach: Reach, *, without: Sequence[Token] = (), blocked: Cell | None = None
    ) -> list[Token]:
        """The first token (on top) on each way of a reach from the cell.

        Tokens in ``without`` are ignored, and a way ends before the cell ``blocked``. So rules can examine the effect of a move
        before it is made.
        """
        if self._guarded:
            self._read()
        tokens = self._tokens
        stop = -1 if blocked is None else self._index(blocked)
        found: list[Token] = []
        for way in self._shape.ways(reach)[self.cell(cell).index]:
            for index in way:
                if index == stop:
                    break
                token = tokens[index]
                if token is not None and not (without and token in without):
                    found.append(token)
                    break
        return found

    def attacked(
        self, cell: str | Cell, by: str, attacks: Attacks, *, without: Sequence[Token] = (), blocked: Cell | None = None
    ) -> bool:
        """Whether a token of the role ``by`` attacks the cell.

        ``attacks`` has the reaches as seen from the cell, each with the faces of the tokens that attack by it. ``without`` and
        ``blocked`` as in `meets`.
        """
        if self._guarded:
            self._read()
        stop = -1 if blocked is None else self._index(blocked)
        return attacked(self, self._index(cell), self._own(by), attacks, without, stop)

    def shields(self, cell: str | Cell, by: str, attacks: Attacks) -> list[Token]:
        """The tokens of others that alone keep an attack of the role ``by`` off the cell: pinned pieces, if it is the king's.

        ``attacks`` as in `attacked`.
        """
        if self._guarded:
            self._read()
        return shields(self, self._index(cell), self._own(by), attacks)

    # -- chains --------------------------------------------------------------------------------------------------------

    def chain(self, cell: str | Cell) -> Chain | None:
        """The chain of the token on the cell: the group of its owner's tokens, connected by sides, with its ``liberties``, the
        empty cells next to it, as in go. None for an empty cell, and for a token without an owner."""
        if self._guarded:
            self._read()
        return self._chains().chain(self._index(cell))

    def breathing(self, role: str) -> list[Cell]:
        """The empty cells where a token of ``role`` would have a liberty, once the chains that it encloses are taken: in go the
        points where a stone may be put, but for repetition."""
        if self._guarded:
            self._read()
        return self._chains().breathing(self._own(role))

    def enclosed(self, cell: str | Cell, role: str) -> list[Cell]:
        """The cells of the others' chains that have this empty cell as their last liberty: a token of ``role`` there encloses
        them."""
        if self._guarded:
            self._read()
        return self._chains().enclosed(self._index(cell), self._own(role))

    # -- groups --------------------------------------------------------------------------------------------------------

    def group(self, cell: str | Cell) -> list[Cell]:
        """The connected cells around this one whose tokens have the same owner; for an empty cell, the connected empty cells.

        In the order of the board, with the cell itself.
        """
        if self._guarded:
            self._read()
        return group_of(self, self.cell(cell).index, self._shape.near)

    def groups(self, role: str) -> list[list[Cell]]:
        """The groups of a role, in the order of the board."""
        if self._guarded:
            self._read()
        return groups_of(self, self._own(role), self._shape.near)

    def joined(
        self, role: str, side: str | Iterable[str | Cell], other: str | Iterable[str | Cell], *more: str | Iterable[str | Cell]
    ) -> bool:
        """Whether a connected group of ``role`` contains a cell of each side.

        Each is the name of a side of the board, or a list of cells: ``joined("red", "top", "bottom")`` is red's win in Hex.
        Raises `RulesError` for a side or a cell that the board does not have.
        """
        if self._guarded:
            self._read()
        start, sides = self._sides(side, other, more)
        if sides:
            return self._chains().joins(self._own(role), sides, start) >= 0
        return self._joined(role, (side, other, *more), self._shape.beside) >= 0

    def connected(self, *, without: Sequence[Token] = ()) -> bool:
        """Whether all tokens, of whatever owner, lie in one connected group; an empty board is connected.

        Tokens in ``without`` are ignored, so that rules can examine the effect of a move before it is made.
        """
        if self._guarded:
            self._read()
        return connected(self, without, self._shape.near)

    def flood(self, start: Iterable[str | Cell], through: Callable[[Cell], bool]) -> list[Cell]:
        """The cells that can be reached from ``start`` in steps to neighbours for which ``through`` returns True; ``start`` is
        included.

        In the order of the board.
        """
        return flooded(self, start, through, self._shape.near)

    # -- cache ---------------------------------------------------------------------------------------------------------

    def remember(self, key: Hashable, find: Callable[[], T]) -> T:
        """The result of ``find``, cached by ``key`` until a token on the board is put, moved, taken or changed.

        Useful for results that rules need more than once, such as the moves of a role. The key must contain everything else
        that the result depends on. Do not change the result: later calls return the same object.
        """
        if self._guarded:
            self._read()
        known = self._found.get(key)
        if known is None:
            known = self._found[key] = find()
        return cast("T", known)

    # -- for the engine ------------------------------------------------------------------------------------------------

    def _chains(self) -> Chains:
        """The chains, up to date."""
        if self._kept is None:
            self._kept = Chains(self._shape)
        chains: Chains = self._kept
        chains.follow(self)
        return chains

    def _along_side(self, name: str) -> tuple[int, ...]:
        """`Shape.along` for a side as this board names it."""
        return self._shape.along(name)

    def _sides(self, side: Any, other: Any, more: tuple[Any, ...]) -> tuple[tuple[int, ...], int]:
        """`Shape.along` for the first side, and a bit for each; no bits where one is not given by its name."""
        if not isinstance(side, str) or not isinstance(other, str):
            return (), 0
        start = self._along_side(side)
        second = self._along_side(other)
        if not start or not second:
            return (), 0
        sides = 1 << start[0] | 1 << second[0]
        for each in more:
            cells = self._along_side(each) if isinstance(each, str) else ()
            if not cells:
                return (), 0
            sides |= 1 << cells[0]
        return start, sides

    def _joined(self, role: str, sides: Sequence[str | Iterable[str | Cell]], near: Near) -> int:
        """A cell of the first group of a role that reaches all sides, by index; -1 if there is none."""
        if self._guarded:
            self._read()
        return joined(self, self._own(role), [self._along(side) for side in sides], near)

    def _along(self, side: str | Iterable[str | Cell]) -> Iterable[str | Cell]:
        """The cells of a side given by name; a list of cells is returned as it is."""
        return self.side(side) if isinstance(side, str) else side

    # Comprehensions that capture names stand in functions of their own, because captured names are slower in plain Python.

    def _scanned(self) -> tuple[Cell, ...]:
        cells = self._shape.cells
        return tuple([cells[index] for index, token in enumerate(self._tokens) if token is None])

    def _empty_since(self, entries: list[Any]) -> tuple[Cell, ...]:
        """The empty cells, from the last result and the writes since, which mostly filled a few cells.

        The last write of then is the same object in the same place, unless it was undone: so are all that came before it.
        """
        count = len(entries)
        found: tuple[Cell, ...] | None = None
        known = self._listed
        if known is not None and 0 < known[1] <= count < known[1] + RECENT and entries[known[1] - 1] is known[2]:
            found = known[0]
            for number in range(known[1], count):
                entry: tuple[Any, ...] = entries[number]
                if entry[0] is self:
                    if entry[2] is not None or entry[3] is None:
                        found = None  # a cell was emptied, or has another token
                        break
                    found = self._shape.narrowed(found, entry[1])
        if found is None:
            found = self._scanned()
        if count > 0:
            self._listed = (found, count, entries[count - 1])
        return found

    def _has_room(self) -> bool:
        return any(self._room(cell.index) for cell in self._shape.cells)

    def _slides(self, rays: Iterable[tuple[int, ...]]) -> list[Cell]:
        cells = self._shape.cells
        tokens = self._tokens
        found: list[Cell] = []
        for ray in rays:
            for index in ray:
                found.append(cells[index])
                if tokens[index] is not None:
                    break
        return found
