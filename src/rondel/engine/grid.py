"""Grids: boards of square cells, each holding at most one token.

Cells are named by column letter and row number (``"d3"``); ``a1`` is top left, or bottom left with ``origin="bottom"``.
The cells of a grid of one shape are shared by all games, and so is everything that follows from the shape alone:
neighbours and rays.
"""

from __future__ import annotations

from typing import Any, Final, cast

from rondel.engine.container import Container
from rondel.engine.token import Token
from rondel.engine.visibility import NOBODY, Visibility
from rondel.errors import BadPosition, RulesError

_DIRECTIONS: Final = ((-1, 0), (-1, 1), (0, 1), (1, 1), (1, 0), (1, -1), (0, -1), (-1, -1))
"""Clockwise from the first row: up, up right, right, ... as (rows, columns)."""

_LETTERS: Final = "abcdefghijklmnopqrstuvwxyz"


class Cell:
    """One cell of a grid. Its text is its name, and it is found by it: ``board.cell("d3")``."""

    def __init__(self, name: str, index: int, row: int, column: int, place: str) -> None:
        self.name = name
        self.index = index
        """Its number, row by row from the first."""
        self.row = row
        """From 0."""
        self.column = column
        """From 0."""
        self.place = place
        """Its name on the wire, the grid's included."""

    def __str__(self) -> str:
        return self.name

    def __repr__(self) -> str:
        return f"Cell({self.name!r})"


class _Shape:
    """What all grids of one name and size share."""

    def __init__(self, name: str, rows: int, columns: int) -> None:
        self.cells: tuple[Cell, ...] = tuple(
            [
                Cell(f"{_LETTERS[column]}{row + 1}", row * columns + column, row, column, f"{name}:{_LETTERS[column]}{row + 1}")
                for row in range(rows)
                for column in range(columns)
            ]
        )
        self.named: dict[str, Cell] = {cell.name: cell for cell in self.cells}
        rays: list[tuple[tuple[int, ...], ...]] = []
        for cell in self.cells:
            around: list[tuple[int, ...]] = []
            for down, right in _DIRECTIONS:
                ray: list[int] = []
                row, column = cell.row + down, cell.column + right
                while 0 <= row < rows and 0 <= column < columns:
                    ray.append(row * columns + column)
                    row, column = row + down, column + right
                around.append(tuple(ray))
            rays.append(tuple(around))
        self.rays: tuple[tuple[tuple[int, ...], ...], ...] = tuple(rays)
        """For each cell, the indices of the cells in each of the eight directions, nearest first."""
        self.brackets: tuple[tuple[tuple[int, ...], ...], ...] = tuple(
            [tuple([ray for ray in around if len(ray) > 1]) for around in rays]
        )
        """The rays long enough to hold a piece and another behind it."""
        self.lines: tuple[tuple[tuple[tuple[int, ...], tuple[int, ...]], ...], ...] = tuple(
            [tuple([(around[number], around[number + 4]) for number in range(4)]) for around in rays]
        )
        """For each cell, the two rays of each of the four straight lines through it."""


_SHAPES: Final[dict[tuple[str, int, int], _Shape]] = {}


class Grid(Container):
    """A board of ``rows`` by ``columns`` square cells.

    ``surface`` (felt, wood or paper) and ``origin`` (whether a1 is at the top or the bottom) are for drawing.
    """

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
    ) -> None:
        super().__init__(name, visible_to=visible_to)
        if not (1 <= rows <= 99 and 1 <= columns <= 26):
            raise RulesError(f"grid {name!r} cannot be {rows} by {columns}: 1 to 99 rows and 1 to 26 columns")
        self.rows = rows
        self.columns = columns
        self.surface = surface
        self.origin = origin
        shape = _SHAPES.get((name, rows, columns))
        if shape is None:
            shape = _SHAPES[(name, rows, columns)] = _Shape(name, rows, columns)
        self._shape = shape
        self._tokens: list[Token | None] = [None] * (rows * columns)
        # Who owns what lies on each cell: kept beside the tokens, so that rules that only ask for owners are fast.
        self._owners: list[str | None] = [None] * (rows * columns)
        # What `brackets` has found since the last write: rules ask once whether a role can move, and again to list its moves.
        self._found: dict[str, list[Cell]] = {}

    # -- looking -------------------------------------------------------------------------------------------------------

    @property
    def cells(self) -> tuple[Cell, ...]:
        """All cells, row by row."""
        return self._shape.cells

    def cell(self, name: str | Cell) -> Cell:
        """The cell of that name, which another grid's cell may lend. Raises `RulesError` for one the grid does not have."""
        if isinstance(name, Cell):
            cells = self._shape.cells
            if name.index < len(cells) and cells[name.index] is name:
                return name
            name = name.name
        cell = self._shape.named.get(name)
        if cell is None:
            raise RulesError(f"grid {self.name!r} has no cell {name!r}: cells go from 'a1' to {self.cells[-1].name!r}")
        return cell

    def at(self, row: int, column: int) -> Cell:
        """The cell in that row and column, both from 0. Raises `RulesError` outside the grid."""
        if not (0 <= row < self.rows and 0 <= column < self.columns):
            raise RulesError(
                f"grid {self.name!r} has no cell in row {row}, column {column}: it is {self.rows} by {self.columns}"
            )
        return self._shape.cells[row * self.columns + column]

    def __getitem__(self, cell: str | Cell) -> Token | None:
        return self._tokens[self.cell(cell).index]

    def owner(self, cell: str | Cell) -> str | None:
        """The owner of the token on the cell, None for an empty cell."""
        return self._owners[self.cell(cell).index]

    def tokens(self) -> list[Token]:
        return [token for token in self._tokens if token is not None]

    def empty(self) -> list[Cell]:
        """The cells with nothing on them."""
        tokens = self._tokens
        return [cell for cell in self._shape.cells if tokens[cell.index] is None]

    def owned(self, role: str) -> list[Cell]:
        """The cells with a token of ``role``."""
        owners = self._owners
        return [cell for cell in self._shape.cells if owners[cell.index] == role]

    def count(self, role: str) -> int:
        """How many tokens of ``role`` lie on it."""
        return self._owners.count(role)

    def full(self) -> bool:
        """Whether every cell holds a token."""
        for token in self._tokens:  # noqa: SIM110 (compiled, this is quicker than a search with "in")
            if token is None:
                return False
        return True

    def where(self, token: Token) -> Cell:
        """The cell a token lies on. Raises `RulesError` if it is not here."""
        if token._container is not self:
            raise RulesError(f"{token!r} does not lie on grid {self.name!r}")
        return self._shape.cells[token._index]

    def neighbours(self, cell: str | Cell, *, diagonal: bool = True) -> list[Cell]:
        """The cells next to it, clockwise from above; with ``diagonal`` the ones at its corners too."""
        cells = self._shape.cells
        around = self._shape.rays[self.cell(cell).index]
        return [cells[ray[0]] for ray in (around if diagonal else around[::2]) if ray]

    def rays(self, cell: str | Cell) -> list[list[Cell]]:
        """The cells in each of the eight directions from it, nearest first; clockwise from above."""
        cells = self._shape.cells
        return [[cells[index] for index in ray] for ray in self._shape.rays[self.cell(cell).index]]

    def in_line(self, cell: str | Cell, length: int) -> bool:
        """Whether the token on the cell is part of an unbroken straight line of at least ``length`` tokens of its owner."""
        index = self.cell(cell).index
        owners = self._owners
        role = owners[index]
        if role is None:
            return False
        for ahead, behind in self._shape.lines[index]:
            if len(ahead) + len(behind) + 1 < length:
                continue
            run = 1
            for other in ahead:
                if owners[other] != role:
                    break
                run += 1
            for other in behind:
                if owners[other] != role:
                    break
                run += 1
            if run >= length:
                return True
        return False

    def brackets(self, role: str) -> list[Cell]:
        """The empty cells from which a token of ``role`` would bracket others' tokens in a straight line, as in Reversi."""
        known = self._found.get(role)
        if known is not None:
            return known[:]
        owners = self._owners
        found: list[Cell] = []
        for cell in self._shape.cells:
            index = cell.index
            if owners[index] is not None:
                continue
            for ray in self._shape.brackets[index]:
                first = owners[ray[0]]
                if first is None or first == role:
                    continue
                closed = False
                for other in ray:
                    owner = owners[other]
                    if owner is None:
                        break
                    if owner == role:
                        closed = True
                        break
                if closed:
                    found.append(cell)
                    break
        self._found[role] = found
        return found[:]

    def bracketed(self, cell: str | Cell, role: str) -> list[Token]:
        """The others' tokens between the cell and the nearest token of ``role``, in each straight line."""
        owners = self._owners
        found: list[Token] = []
        for ray in self._shape.brackets[self.cell(cell).index]:
            first = owners[ray[0]]
            if first is None or first == role:
                continue
            length = 0
            for other in ray:
                owner = owners[other]
                if owner is None:
                    length = 0
                    break
                if owner == role:
                    break
                length += 1
            else:
                length = 0
            for other in ray[:length]:
                token = self._tokens[other]
                if token is not None:
                    found.append(token)
        return found

    # -- changing ------------------------------------------------------------------------------------------------------

    def put(self, token: Token, cell: str | Cell) -> None:
        """Put a token on an empty cell, taking it from where it lies. Raises `RulesError` if the cell holds another."""
        place = self.cell(cell)
        index = place.index
        other = self._tokens[index]
        if other is not None:
            raise RulesError(f"{token!r} cannot be put on {place.name}: {other!r} lies there; remove it first")
        self._adopt(token)
        if self._journal is not None:
            self._journal.entries.append((self, index, None, token))
        self._tokens[index] = token
        self._owners[index] = token._owner
        self._found.clear()
        token._container = self
        token._index = index

    def add(self, token: Token) -> None:
        """Put a token on the first empty cell. Raises `RulesError` if there is none."""
        for cell in self._shape.cells:
            if self._tokens[cell.index] is None:
                self.put(token, cell)
                return
        raise RulesError(f"{token!r} cannot be added to grid {self.name!r}: it is full")

    # -- for the engine ------------------------------------------------------------------------------------------------

    def _take(self, token: Token) -> None:
        index = token._index
        if self._journal is not None:
            self._journal.entries.append((self, index, token, None))
        self._tokens[index] = None
        self._owners[index] = None
        self._found.clear()
        token._container = None

    def _write(self, key: int, value: object) -> None:
        old = self._tokens[key]
        if old is not None and old._container is self and old._index == key:
            old._container = None
        token = cast("Token | None", value)
        self._tokens[key] = token
        self._found.clear()
        if token is None:
            self._owners[key] = None
        else:
            self._owners[key] = token._owner
            token._container = self
            token._index = key

    def _owner_changed(self, token: Token) -> None:
        self._owners[token._index] = token._owner
        self._found.clear()

    def key(self) -> object:
        return tuple([None if token is None else token.key() for token in self._tokens])

    def slot(self, token: Token) -> str:
        return self._shape.cells[token._index].name

    def name_of(self, token: Token) -> str:
        return self._shape.cells[token._index].name

    def scene(self) -> dict[str, Any]:
        return {
            "name": self.name,
            "layout": self.layout,
            "rows": self.rows,
            "columns": self.columns,
            "surface": self.surface,
            "origin": self.origin,
        }

    def to_json(self) -> list[dict[str, Any]]:
        return [{"id": token.serial, "at": self.slot(token), **token.to_json()} for token in self.tokens()]

    def _place(self, token: Token, at: object, where: str) -> None:
        cell = self._shape.named.get(at) if isinstance(at, str) else None
        if cell is None:
            raise BadPosition(f"{where} lies at {at!r}; grid {self.name!r} has cells 'a1' to {self.cells[-1].name!r}")
        if self._tokens[cell.index] is not None:
            raise BadPosition(f"{where} lies at {at!r}, where another token lies already")
        self.put(token, cell)

    def clear(self) -> None:
        for cell in self._shape.cells:
            self._write(cell.index, None)

    def copy_from(self, other: Container) -> None:
        source = cast("Grid", other)
        self._owners = source._owners[:]
        tokens: list[Token | None] = [None] * len(source._tokens)
        for index, token in enumerate(source._tokens):
            if token is not None:
                twin = self._twin(token)
                twin._index = index
                tokens[index] = twin
        self._tokens = tokens
