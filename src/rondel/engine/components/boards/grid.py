"""Grids: boards of square cells.

Cells are named by column letter and row number (``"d3"``); ``a1`` is top left, or bottom left with ``origin="bottom"``. All
games share the cells of equal grids, and their neighbours and rays.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any, Final

from rondel.engine.components.boards.board import Board
from rondel.engine.components.boards.column import Column, Columns, columns_of
from rondel.engine.components.boards.groups.group import connected, flooded, group_of, groups_of
from rondel.engine.components.boards.shape import Near, square
from rondel.engine.components.cell import Cell as Cell
from rondel.engine.components.token import Token
from rondel.engine.visibility import NOBODY, Visibility
from rondel.errors import RulesError, is_a, quoted

_PATH: Final = re.compile(r"M[\d.\s,MLHVZACQ-]+")
"""SVG path data with drawing commands only."""


class Grid(Board):
    """A board of ``rows`` by ``columns`` square cells, of ``capacity`` tokens each (None for any number).

    ``surface`` (felt, wood, water, paper, checkered, or holes, an upright board behind which discs fall) and ``origin`` (a1 at
    the top or the bottom) are for drawing. The roles in ``turned_for`` see it from the other side, as black sees a chess board.
    ``lines`` run ``"between"`` the cells, or ``"through"`` their middles, so that tokens lie on the crossings (Gomoku); with
    ``"dots"`` there are only dots at the corners of the cells, as for lines to come (`Edges`); or they are SVG path
    data in units of cells, from the middle of the top left cell (Nine Men's Morris:
    ``"M0 0H6V6H0ZM1 1H5V5H1ZM2 2H4V4H2ZM3 0V2M3 4V6M0 3H2M4 3H6"``). If the lines leave cells out, ``points`` names the cells
    in use; players cannot select the others. ``army`` is how many tokens of each face a player begins with, the most valuable
    first, ``{"queen": 1, "rook": 2}``; then a page shows what has been captured. ``blocks`` is after how many rows and columns
    a line is thicker, as on nine small boards that make a large one. On a ``pointed`` board the tokens of the player on the far
    side are drawn upside down, as the pieces of shogi point away from their owner. Raises `RulesError` for invalid lines,
    points or sizes.

    >>> board = Grid("board", rows=8, columns=8)
    >>> len(board.cells), str(board.at(0, 0)), board.distance("a1", "c5"), board.neighbours("a1", diagonal=False)
    (64, 'a1', 4, (Cell('b1'), Cell('a2')))
    """

    __slots__ = (
        "_column_set",
        "army",
        "blocks",
        "columns",
        "lines",
        "origin",
        "over",
        "pointed",
        "points",
        "rows",
        "surface",
        "turned_for",
    )

    layout = "grid"

    def __init__(
        self,
        name: str,
        *,
        rows: int,
        columns: int,
        visible_to: Visibility = NOBODY,
        surface: str = "felt",
        origin: str = "top",
        turned_for: tuple[str, ...] = (),
        lines: str = "between",
        points: Iterable[str] = (),
        army: Mapping[str, int] | None = None,
        blocks: int = 0,
        pointed: bool = False,
        capacity: int | None = 1,
        backs_visible_to: Visibility = NOBODY,
    ) -> None:
        height: Any = rows  # see `is_a`, without its call: boards are made with every game
        width: Any = columns
        if not (isinstance(height, int) and isinstance(width, int)) or not (1 <= rows <= 99 and 1 <= columns <= 26):
            raise RulesError(f"grid {name!r} cannot be {rows!r} by {columns!r}: 1 to 99 rows and 1 to 26 columns")
        if lines not in ("between", "through", "dots") and not _PATH.fullmatch(lines):
            raise RulesError(
                f"grid {name!r} cannot have the lines {lines!r}: 'between' its cells, 'through' them, 'dots', or SVG path data "
                "as in 'M0 0H6V6'"
            )
        self.rows = rows
        self.columns = columns
        self.lines = lines
        self.surface = surface
        self.origin = origin
        self.turned_for = turned_for
        self.army = dict(army) if army else {}
        self.blocks = blocks
        self.pointed = pointed
        self.over = ""
        """The name of the grid on which a page draws it; see `place_over`."""
        self._column_set: Columns | None = None
        Board.__init__(self, name, square(name, rows, columns), visible_to, backs_visible_to, capacity)  # see `Part`
        self.points = self._named(points) if points else ()

    def _what(self) -> str:
        return "grid"

    def _named(self, points: Iterable[str]) -> tuple[str, ...]:
        return tuple([self.cell(point).name for point in points])

    def at(self, row: int, column: int) -> Cell:
        """The cell in that row and column, both from 0. Raises `RulesError` outside the grid."""
        down: Any = row  # see `is_a`, without its call
        right: Any = column
        if not (isinstance(down, int) and isinstance(right, int)):
            raise RulesError(f"grid {self.name!r} has no cell in row {row!r}, column {column!r}: both are whole numbers from 0")
        if not (0 <= row < self.rows and 0 <= column < self.columns):
            raise RulesError(
                f"grid {self.name!r} has no cell in row {row}, column {column}: it is {self.rows} by {self.columns}"
            )
        return self._shape.cells[row * self.columns + column]

    def place_over(self, host: Grid) -> None:
        """Let a page draw its tokens large over another grid that its reader sees: each of its cells covers several of that
        one, as a small board that is won in a large one. Called in ``setup``.

        Raises `RulesError` unless the rows and columns of the other are multiples of its own, by the same number.

        >>> board, won = Grid("board", rows=9, columns=9), Grid("won", rows=3, columns=3)
        >>> won.place_over(board)
        >>> won.over
        'board'
        """
        if not is_a(host, Grid) or host is self:
            raise RulesError(f"grid {self.name!r} cannot lie over {quoted(host)}; name another grid of the game")
        if host.rows % self.rows or host.columns % self.columns or host.rows * self.columns != host.columns * self.rows:
            raise RulesError(
                f"grid {self.name!r}, {self.rows} by {self.columns}, cannot lie over {host.name!r}, {host.rows} by "
                f"{host.columns}: each of its cells covers as many rows as columns"
            )
        self.over = host.name

    @property
    def sides(self) -> dict[str, tuple[Cell, ...]]:
        """The cells along each side, clockwise from the top, as the board is drawn; see `Board.sides`."""
        sides = self._shape.sides
        if self.origin != "bottom":
            return dict(sides)
        return {"top": sides["bottom"], "right": sides["right"], "bottom": sides["top"], "left": sides["left"]}

    def distance(self, one: str | Cell, other: str | Cell, *, diagonal: bool = True) -> int:
        """The number of steps between two cells on an empty board; without ``diagonal``, over sides only."""
        start, end = self.cell(one), self.cell(other)
        down, right = abs(start.row - end.row), abs(start.column - end.column)
        return max(down, right) if diagonal else down + right

    def neighbours(self, cell: str | Cell, *, diagonal: bool = True) -> tuple[Cell, ...]:
        """The adjacent cells, clockwise from above; with ``diagonal`` those at its corners too."""
        near = self._shape.near_cells() if diagonal else self._shape.beside_cells()
        return near[self._index(cell)]

    def rays(self, cell: str | Cell, *, diagonal: bool = True) -> tuple[tuple[Cell, ...], ...]:
        """The cells in each direction from it, nearest first; the directions clockwise from above; with ``diagonal`` those
        through its corners too."""
        rays = self._shape.rays_of(self._index(cell))
        return rays if diagonal else rays[::2]

    def slides(self, cell: str | Cell, *, straight: bool = True, diagonal: bool = True) -> list[Cell]:
        """The targets of a slide from the cell in straight lines: the empty cells on each line, and the first taken one.

        ``straight`` along rows and columns, as a rook; ``diagonal``, as a bishop.
        """
        if self._guarded:
            self._read()
        around = self._shape.rays[self.cell(cell).index]
        if straight and diagonal:
            return self._slides(around)
        return self._slides(around[::2] if straight else around[1::2] if diagonal else ())

    def group(self, cell: str | Cell, *, diagonal: bool = False) -> list[Cell]:
        """The connected cells around this one whose tokens have the same owner; for an empty cell, the connected empty cells.

        In the order of the board, with the cell itself; connected by sides, or with ``diagonal`` by corners too.
        """
        if self._guarded:
            self._read()
        return group_of(self, self.cell(cell).index, self._near(diagonal))

    def groups(self, role: str, *, diagonal: bool = False) -> list[list[Cell]]:
        """The groups of a role, in the order of the board; connected by sides, or with ``diagonal`` by corners too."""
        if self._guarded:
            self._read()
        return groups_of(self, self._own(role), self._near(diagonal))

    def joined(
        self,
        role: str,
        side: str | Iterable[str | Cell],
        other: str | Iterable[str | Cell],
        *more: str | Iterable[str | Cell],
        diagonal: bool = False,
    ) -> bool:
        """Whether a connected group of ``role`` contains a cell of each side; see `Board.joined`."""
        if not diagonal:
            return super().joined(role, side, other, *more)
        return self._joined(role, (side, other, *more), self._near(diagonal)) >= 0

    def connected(self, *, without: Sequence[Token] = (), diagonal: bool = False) -> bool:
        """Whether all tokens, of whatever owner, lie in one connected group; see `Board.connected`."""
        if self._guarded:
            self._read()
        return connected(self, without, self._near(diagonal))

    def flood(self, start: Iterable[str | Cell], through: Callable[[Cell], bool], *, diagonal: bool = False) -> list[Cell]:
        """The cells that can be reached from ``start`` in steps to neighbours for which ``through`` returns True; ``start`` is
        included.

        In the order of the board.
        """
        return flooded(self, start, through, self._near(diagonal))

    def _along_side(self, name: str) -> tuple[int, ...]:
        if self.origin == "bottom":
            name = "bottom" if name == "top" else "top" if name == "bottom" else name
        return self._shape.along(name)

    def _near(self, diagonal: bool) -> Near:
        return self._shape.near if diagonal else self._shape.beside

    # -- columns -------------------------------------------------------------------------------------------------------

    def column(self, name: str | Column) -> Column:
        """The column of that name, ``"d"``. Raises `RulesError` for one the grid does not have."""
        return self._columns().named(name.name if isinstance(name, Column) else name)

    def open_columns(self) -> tuple[Column, ...]:
        """The columns whose top cell, as the board is drawn, is empty.

        Equal results are the same tuple, so that options of them are listed quickly.
        """
        if self._guarded:
            self._read()
        columns = self._column_set
        if columns is None:
            columns = self._columns()
        tokens = self._tokens
        index = len(tokens) - self.columns if self.origin == "bottom" else 0
        mask = 0
        for bit in columns.bits:
            if tokens[index] is None:
                mask |= bit
            index += 1
        return columns.open(mask)

    def landing(self, column: str | Column) -> Cell:
        """The lowest empty cell of a column, as the board is drawn, to which a token would fall. Raises `RulesError` if none is
        empty."""
        if self._guarded:
            self._read()
        place = column if isinstance(column, Column) and column.of is self._shape else self.column(column)
        tokens = self._tokens
        for cell in place.rising if self.origin == "bottom" else place.falling:
            if tokens[cell.index] is None:
                return cell
        raise RulesError(f"column {place.name!r} of grid {self.name!r} is full")

    def drop(self, token: Token, column: str | Column) -> Cell:
        """Let a token fall to the lowest empty cell of a column, as the board is drawn; returns the cell.

        Raises `RulesError` if none is empty.
        """
        place = column if isinstance(column, Column) and column.of is self._shape else self.column(column)
        tokens = self._tokens
        for cell in place.rising if self.origin == "bottom" else place.falling:
            index = cell.index
            lying = tokens[index]
            if lying is None or (lying is token and not self._under):  # its own place counts as empty
                journal = self._adopt(token)
                journal.entries.append((self, index, None, token))  # as `put`, without its tests of the cell
                self._taken += cell.weight
                tokens[index] = token
                self._owners[index] = token._owner
                if self._found:
                    self._found.clear()
                token._container = self
                token._index = index
                return cell
        raise RulesError(f"{token!r} cannot fall into column {place.name!r} of grid {self.name!r}: it is full")

    def _columns(self) -> Columns:
        columns = self._column_set
        if columns is None:
            columns = self._column_set = columns_of(self._shape, self.name, self.columns)
        return columns

    def brackets(self, role: str) -> list[Cell]:
        """The empty cells from which a token of ``role`` would bracket others' tokens in a straight line, as in Reversi."""
        if self._guarded:
            self._read()
        known: list[Cell] | None = self._found.get(role)
        if known is None:
            mine = self._own(role)
            # The search starts at the smaller set: the tokens of the role, or the empty cells.
            known = self._opened(mine) if 2 * self._size() < len(self._owners) else self._closed(mine)
            self._found[role] = known
        return known[:]

    def _opened(self, role: str) -> list[Cell]:
        """The cells of `brackets`, found from the tokens of ``role``."""
        owners: list[Any] = self._owners  # Any: compiled code compares without type checks
        rays = self._shape.brackets
        cells = self._shape.cells
        met: list[Any] = [None] * len(cells)
        for index, owner in enumerate(owners):
            if owner is not role:
                continue
            for ray in rays[index]:
                lying = owners[ray[0]]
                if lying is None or lying is role:
                    continue
                for other in ray:
                    lying = owners[other]
                    if lying is None:
                        met[other] = cells[other]
                        break
                    if lying is role:
                        break
        return [cell for cell in met if cell is not None]

    def _closed(self, role: str) -> list[Cell]:
        """The cells of `brackets`, found from the empty cells."""
        owners: list[Any] = self._owners  # Any: compiled code compares without type checks
        rays = self._shape.brackets
        found: list[Cell] = []
        for index, owner in enumerate(owners):
            if owner is not None:
                continue
            for ray in rays[index]:
                lying = owners[ray[0]]
                if lying is None or lying is role:
                    continue
                for other in ray:
                    lying = owners[other]
                    if lying is None or lying is role:
                        break
                if lying is role:
                    found.append(self._shape.cells[index])
                    break
        return found

    def bracketed(self, cell: str | Cell, role: str) -> list[Token]:
        """The others' tokens between the cell and the nearest token of ``role``, in each straight line."""
        if self._guarded:
            self._read()
        owners: list[Any] = self._owners
        role = self._own(role)
        found: list[Token] = []
        for ray in self._shape.brackets[self.cell(cell).index]:
            first = owners[ray[0]]
            if first is None or first is role:
                continue
            length = 0
            for other in ray:
                owner = owners[other]
                if owner is None:
                    length = 0
                    break
                if owner is role:
                    break
                length += 1
            else:
                length = 0
            for other in ray[:length]:
                token = self._tokens[other]
                if token is not None:
                    found.append(token)
        return found

    def scene(self) -> dict[str, Any]:
        data: dict[str, Any] = {
            "name": self.name,
            "layout": self.layout,
            "rows": self.rows,
            "columns": self.columns,
            "surface": self.surface,
            "origin": self.origin,
        }
        if self.turned_for:
            data["turned_for"] = list(self.turned_for)
        if self.lines != "between":
            data["lines"] = self.lines
        if self.army:
            data["army"] = self.army
        if self.blocks:
            data["blocks"] = self.blocks
        if self.pointed:
            data["pointed"] = True
        if self.over:
            data["over"] = self.over
        if self.points:
            data["points"] = list(self.points)
        if self.capacity != 1:
            data["capacity"] = self.capacity
        return data
