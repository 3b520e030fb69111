"""Fields: the tokens on the cells of a shape, one or a stack for each cell.

A cell holds one token, or a stack if the field has more ``capacity``. Two summaries are updated with every write, because rules
read them most: the owners of the tokens, and the number of taken cells.
"""

from __future__ import annotations

from collections.abc import Hashable, Mapping
from typing import TYPE_CHECKING, Any, cast

from rondel.engine.components.boards.shape import Shape
from rondel.engine.components.cell import Cell
from rondel.engine.components.container import Container
from rondel.engine.components.token import NO_PROPS, Token, TokenKind
from rondel.engine.visibility import NOBODY, Visibility
from rondel.errors import BadPosition, RulesError, is_a, quoted

if TYPE_CHECKING:
    from rondel.engine.components.viewer import Viewer


class Field(Container):
    """Cells with tokens on them. Authors use `Grid`, `HexGrid` and `Edges`, which are boards.

    ``capacity`` is the maximum number of tokens on a cell, None for any number.
    """

    __slots__ = ("_found", "_kept", "_lettering", "_listed", "_owners", "_shape", "_taken", "_tokens", "_under", "capacity")

    def __init__(
        self, name: str, shape: Shape, visible_to: Visibility = NOBODY, backs: Visibility = NOBODY, capacity: int | None = 1
    ) -> None:
        Container.__init__(self, name, visible_to, backs)  # not super(): see `Part`
        if capacity != 1 and capacity is not None and (not is_a(capacity, int) or capacity < 1):
            raise RulesError(
                f"{self._what()} {name!r} cannot have cells for {capacity!r} tokens; give 1 or more, or None for any"
            )
        self.capacity = capacity
        self._shape = shape
        self._tokens: list[Token | None] = [*shape.bare]
        # The owner of the topmost token on each cell, for fast queries. They are the game's own string objects
        # (`Journal.owners`), so that lines are followed by identity.
        self._owners: list[str | None] = [*shape.bare]
        # The tokens beneath the topmost one, from the bottom, by cell; only where there are any.
        self._under: dict[int, tuple[Token, ...]] = {}
        # The sum of the weights of the cells that are taken (`Cell.weight`).
        self._taken = 0
        # The last result of `Board.empty` on a larger board, with the number of writes to the game then, and the last of them.
        self._listed: tuple[tuple[Cell, ...], int, object] | None = None
        # What `Board` keeps from one question to the next, and brings up to date from the journal: chains, and letters.
        self._kept: Any = None
        self._lettering: Any = None
        # The cache of `Board.remember`, cleared by every write.
        self._found: dict[Hashable, Any] = {}

    def _what(self) -> str:
        """Its name in errors."""
        return "board"

    # -- looking -------------------------------------------------------------------------------------------------------

    @property
    def cells(self) -> tuple[Cell, ...]:
        """All cells, row by row."""
        return self._shape.cells

    def cell(self, name: str | Cell) -> Cell:
        """The cell of that name, or with the name of another board's cell. Raises `RulesError` for an unknown cell."""
        if isinstance(name, Cell):
            if name.of is self._shape:
                return name
            name = name.name
        given: object = name  # see `is_a`, without its call
        cell = self._shape.named.get(given) if isinstance(given, str) else None
        if cell is None:
            raise RulesError(f"{self._what()} {self.name!r} has no cell {given!r}; it has {self._shape.spoken()}")
        return cell

    def __getitem__(self, cell: str | Cell) -> Token | None:
        if self._guarded:
            self._read()
        return self._tokens[cell.index if isinstance(cell, Cell) and cell.of is self._shape else self.cell(cell).index]

    def token(self, cell: str | Cell) -> Token:
        """The token on the cell (the topmost). Raises `RulesError` for an empty cell; ``board[cell]`` is None there."""
        token = self[cell]
        if token is None:
            raise RulesError(f"nothing lies on {self.cell(cell).name} of {self._what()} {self.name!r}")
        return token

    def stack(self, cell: str | Cell) -> list[Token]:
        """The tokens on a cell, from the bottom to the top."""
        if self._guarded:
            self._read()
        return self._stack(self.cell(cell).index)

    def height(self, cell: str | Cell) -> int:
        """The number of tokens on a cell."""
        return len(self.stack(cell))

    def where(self, token: Token) -> Cell:
        """The cell a token lies on. Raises `RulesError` if it is not here."""
        if self._guarded:
            self._read()
        try:
            if token._container is self:
                return self._shape.cells[token._index]
        except AttributeError:
            raise self._no_token(token) from None
        raise RulesError(f"{token!r} does not lie on {self._what()} {self.name!r}")

    # -- changing ------------------------------------------------------------------------------------------------------

    def put(self, token: Token, cell: str | Cell) -> None:
        """Move a token to a cell, on top of the tokens there. Raises `RulesError` if there is no room for it."""
        place = cell if isinstance(cell, Cell) and cell.of is self._shape else self.cell(cell)
        index = place.index
        other = self._tokens[index]
        if other is not None:
            if not (self._room(index) or (token in self and token._index == index and self.capacity != 1)):
                raise RulesError(f"{token!r} cannot be put on {place.name}: {other!r} lies there; remove it first")
            journal = self._adopt(token)
            other = self._tokens[index]  # it may have been the token itself
            if other is not None:
                self._set_under(index, (*self._under.get(index, ()), other))
        else:
            journal = self._adopt(token)
        if other is None:
            self._taken += place.weight
        journal.entries.append((self, index, other, token))
        self._tokens[index] = token
        self._owners[index] = token._owner
        if self._found:
            self._found.clear()
        token._container = self
        token._index = index

    def place(self, kind: TokenKind, owner: str | None, cell: str | Cell) -> Token:
        """Make a token and put it on a cell; returns it. The same as ``put(kind(owner), cell)``, in half the time.

        Raises `RulesError` if there is no room for it, and for an invalid kind.
        """
        journal = self._journal
        if journal is None or not isinstance(cell, Cell) or cell.of is not self._shape or kind not in journal.kinds:
            return self._made(kind, owner, cell)
        index = cell.index
        tokens = self._tokens
        if tokens[index] is not None:
            return self._made(kind, owner, cell)
        try:
            role = journal.owners[owner]
        except (KeyError, TypeError):  # reported by `put`
            return self._made(kind, owner, cell)
        token = Token()  # as `TokenKind.__call__`, `_adopt` and `put`, without their calls
        token.kind = kind
        token._owner = role
        token._face = ""
        token._props = NO_PROPS
        token._shown_to = None
        token._journal = journal
        token._container = self
        token._index = index
        token.serial = made = journal.made
        journal.made = made + 1
        journal.entries.append((self, index, None, token))
        self._taken += cell.weight
        tokens[index] = token
        self._owners[index] = role
        if self._found:
            self._found.clear()
        return token

    def add(self, token: Token) -> None:
        """Put a token on the first cell with room for it. Raises `RulesError` if there is none."""
        for cell in self._shape.cells:
            if self._tokens[cell.index] is None or self._room(cell.index):
                self.put(token, cell)
                return
        raise RulesError(f"{token!r} cannot be added to {self._what()} {self.name!r}: it is full")

    # -- for the engine ------------------------------------------------------------------------------------------------

    def _made(self, kind: TokenKind, owner: str | None, cell: str | Cell) -> Token:
        """The general case of `place`."""
        if not is_a(kind, TokenKind):
            raise RulesError(f"no token can be made of {quoted(kind)}; give its kind, as in place(Disc, role, cell)")
        token = kind(owner)
        self.put(token, cell)
        return token

    def _all(self) -> list[Token]:
        return self._piled() if self._under else [token for token in self._tokens if token is not None]

    def _piled(self) -> list[Token]:
        """The result of `_all` on stacks; a function of its own, because captured names are slower."""
        return [token for cell in self._shape.cells for token in self._stack(cell.index)]

    def let_go(self) -> None:
        self._kept = self._lettering = self._listed = None  # they refer to entries of the journal, which refer to the board
        for token in self._tokens:
            if token is not None:
                token._container = None

    def _size(self) -> int:
        lying = self._taken.bit_count() if self._shape.free else self._taken
        return lying + sum([len(under) for under in self._under.values()]) if self._under else lying

    def _stack(self, index: int) -> list[Token]:
        top = self._tokens[index]
        return [] if top is None else [*self._under.get(index, ()), top]

    def _level(self, token: Token) -> int:
        """The number of tokens under it."""
        for number, each in enumerate(self._stack(token._index)):
            if each is token:
                return number
        raise RulesError(f"{token!r} does not lie on {self._what()} {self.name!r}")

    def _index(self, cell: str | Cell) -> int:
        """The number of a cell. Raises `RulesError` for one the board does not have."""
        return cell.index if isinstance(cell, Cell) and cell.of is self._shape else self.cell(cell).index

    def _room(self, index: int) -> bool:
        """Whether another token fits on a cell."""
        return self.capacity is None or len(self._stack(index)) < self.capacity

    def _take(self, token: Token) -> None:
        index = token._index
        top: Token | None = None
        if self._under:
            under = self._under.get(index, ())
            if self._tokens[index] is not token:
                self._set_under(index, tuple([each for each in under if each is not token]))
                token._container = None
                return
            if under:
                top = under[-1]
                self._set_under(index, under[:-1])
        if self._journal is not None:
            self._journal.entries.append((self, index, token, top))
        if top is None:
            self._taken -= self._shape.cells[index].weight
        self._tokens[index] = top
        self._owners[index] = None if top is None else top._owner
        self._found.clear()
        token._container = None

    def _set_under(self, index: int, under: tuple[Token, ...]) -> None:
        if self._journal is not None:
            self._journal.entries.append((self, index + len(self._tokens), self._under.get(index, ()), under))
        if under:
            self._under[index] = under
        else:
            self._under.pop(index, None)

    def _write(self, key: int, value: object) -> None:
        if key >= len(self._tokens):
            self._write_under(key - len(self._tokens), cast("tuple[Token, ...]", value))
            return
        old = self._tokens[key]
        if old is not None and old._container is self and old._index == key and not (self._under and self._is_under(old, key)):
            old._container = None
        token = cast("Token | None", value)
        if old is None:
            if token is not None:
                self._taken += self._shape.cells[key].weight
        elif token is None:
            self._taken -= self._shape.cells[key].weight
        self._tokens[key] = token
        if self._found:
            self._found.clear()
        if token is None:
            self._owners[key] = None
        else:
            self._owners[key] = token._owner
            token._container = self
            token._index = key

    def _write_under(self, index: int, under: tuple[Token, ...]) -> None:
        # Writes come one by one: a token on this cell may lie on another one already, and keeps its place there.
        top = self._tokens[index]
        for token in self._under.get(index, ()):
            if token._container is self and token._index == index and token is not top:
                token._container = None
        if under:
            self._under[index] = under
        else:
            self._under.pop(index, None)
        for token in under:
            token._container = self
            token._index = index

    def _is_under(self, token: Token, index: int) -> bool:
        """Whether a token lies under another one on a cell."""
        return any(each is token for each in self._under.get(index, ()))

    def _owner_changed(self, token: Token) -> None:
        if self._under and self._tokens[token._index] is not token:
            return
        self._owners[token._index] = token._owner
        if self._found:
            self._found.clear()

    def _changed(self, token: Token) -> None:
        if self._found:
            self._found.clear()

    # -- output --------------------------------------------------------------------------------------------------------

    def key(self) -> object:
        if self._under:
            return tuple([tuple([token.key() for token in self._stack(cell.index)]) for cell in self._shape.cells])
        return tuple([None if token is None else token.key() for token in self._tokens])

    def slot(self, token: Token) -> str:
        name = self._shape.cells[token._index].name
        if not self._under or self._tokens[token._index] is token:
            return name
        return f"{name}.{self._level(token)}"

    def name_of(self, token: Token) -> str:
        return self.slot(token)

    def _shown(self, token: Token, viewer: Viewer) -> dict[str, Any]:
        data = super()._shown(token, viewer)
        if self.capacity != 1:
            data["at"] = self._shape.cells[token._index].name
            data["level"] = self._level(token)
        return data

    def to_json(self) -> list[dict[str, Any]]:
        cells = self._shape.cells
        return [{"id": token.serial, "at": cells[token._index].name, **token.to_json()} for token in self._all()]

    # -- input ---------------------------------------------------------------------------------------------------------

    def _place(self, token: Token, data: Mapping[str, Any], where: str, roles: tuple[str, ...]) -> None:
        at = data.get("at")
        cell = self._shape.named.get(at) if isinstance(at, str) else None
        if cell is None:
            raise BadPosition(f"{where} lies at {at!r}; {self._what()} {self.name!r} has cells {self._shape.spoken()}")
        if not self._room(cell.index):
            there = "another token lies" if self.capacity == 1 else f"{self.capacity} tokens lie"
            raise BadPosition(f"{where} lies at {at!r}, where {there} already")
        self.put(token, cell)

    def clear(self) -> None:
        self._kept = self._lettering = self._listed = None  # these writes are not in the journal
        for index in list(self._under):
            self._write_under(index, ())
        for cell in self._shape.cells:
            self._write(cell.index, None)

    def copy_from(self, other: Container) -> None:
        source = cast("Field", other)
        self._owners = source._owners[:]
        self._kept = self._lettering = self._listed = None
        self._found.clear()
        self._taken = source._taken
        self._tokens = [None if token is None else token.twin(self, token._index) for token in source._tokens]
        if source._under:
            for index, under in source._under.items():
                self._under[index] = tuple([token.twin(self, index) for token in under])
