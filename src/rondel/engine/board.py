"""Boards: containers of cells, and everything rules ask of cells, whatever their form.

`Grid` and `HexGrid` are boards. A cell holds one token, or a stack of them where the board has more ``capacity``. Rules
ask for owners, lines, groups and rays; all of that is answered here, so that no game keeps a picture of the board of its
own. Where there are stacks it is answered for the token on top of each.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Any, TypeAlias, TypeVar, cast

from rondel.engine.cell import Cell
from rondel.engine.container import Container
from rondel.engine.reach import Reach
from rondel.engine.shape import Shape
from rondel.engine.token import NO_PROPS, Token, TokenKind
from rondel.engine.visibility import NOBODY, Visibility
from rondel.errors import BadPosition, RulesError, quoted

if TYPE_CHECKING:
    from rondel.engine.sight import Sight

T = TypeVar("T")

Attacks: TypeAlias = Sequence[tuple[Reach, tuple[str, ...]]]
"""Reaches, each with the faces of the tokens that attack by it."""


class Board(Container):
    """Cells with tokens on them. Authors use `Grid` and `HexGrid`.

    ``capacity`` is how many tokens a cell holds, None for any number.
    """

    __slots__ = ("_found", "_owners", "_shape", "_taken", "_tokens", "_under", "capacity")

    def __init__(
        self, name: str, shape: Shape, visible_to: Visibility = NOBODY, backs: Visibility = NOBODY, capacity: int | None = 1
    ) -> None:
        Container.__init__(self, name, visible_to, backs)  # not super(): see `Part`
        given: Any = capacity  # what an author wrote may be of any type, also where this is compiled
        if given != 1 and given is not None and (not isinstance(given, int) or given < 1):
            raise RulesError(
                f"{self._what()} {name!r} cannot have cells for {capacity!r} tokens; give 1 or more, or None for any"
            )
        self.capacity = capacity
        self._shape = shape
        self._tokens: list[Token | None] = [*shape.bare]
        # Who owns what lies on each cell: kept beside the tokens, so that rules that only ask for owners are fast. They are the
        # game's own strings (`own_role`), so lines are followed by identity.
        self._owners: list[str | None] = [*shape.bare]
        # What lies beneath the token on a cell, from the bottom: only where there is anything.
        self._under: dict[int, tuple[Token, ...]] = {}
        # The sum of the weights of the cells that are taken (`Cell.weight`).
        self._taken = 0
        # What has been found since the last write (`remember`).
        self._found: dict[Hashable, Any] = {}

    def _what(self) -> str:
        """What it is called in errors."""
        return "board"

    # -- looking -------------------------------------------------------------------------------------------------------

    @property
    def cells(self) -> tuple[Cell, ...]:
        """All cells, row by row."""
        return self._shape.cells

    def cell(self, name: str | Cell) -> Cell:
        """The cell of that name, which another board's cell may lend. Raises `RulesError` for one the board does not have."""
        if isinstance(name, Cell):
            if name.of is self._shape:
                return name
            name = name.name
        given: object = name  # what an author wrote may be of any type, also where this is compiled
        cell = self._shape.named.get(given) if isinstance(given, str) else None
        if cell is None:
            raise RulesError(f"{self._what()} {self.name!r} has no cell {given!r}; it has {self._shape.spoken()}")
        return cell

    def __getitem__(self, cell: str | Cell) -> Token | None:
        if self._guarded:
            self._read()
        return self._tokens[self.cell(cell).index]

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
        """How many tokens lie on a cell."""
        return len(self.stack(cell))

    def owner(self, cell: str | Cell) -> str | None:
        """The owner of the token on the cell (the topmost), None for an empty cell."""
        if self._guarded:
            self._read()
        return self._owners[self.cell(cell).index]

    def empty(self) -> tuple[Cell, ...]:
        """The cells with nothing on them, in the order of the board.

        On a board of at most 12 cells always the same tuple for the same cells, so that listing them as options costs next to
        nothing.
        """
        if self._guarded:
            self._read()
        shape = self._shape
        free = shape.free
        if free:
            known = free[self._taken]
            if known is not None:
                return known
        found = self._free()
        if free:
            free[self._taken] = found
        return found

    def owned(self, role: str) -> list[Cell]:
        """The cells with a token of ``role`` (on top)."""
        if self._guarded:
            self._read()
        owners = self._owners
        return [cell for cell in self._shape.cells if owners[cell.index] == role]

    def tokens_of(self, role: str) -> list[tuple[Cell, Token]]:
        """The tokens of ``role`` (on top), each with its cell, in the order of the board."""
        if self._guarded:
            self._read()
        tokens = self._tokens
        found: list[tuple[Cell, Token]] = []
        for cell in self._shape.cells:
            token = tokens[cell.index]
            if token is not None and token._owner == role:
                found.append((cell, token))
        return found

    def count(self, role: str) -> int:
        """On how many cells a token of ``role`` lies (on top)."""
        if self._guarded:
            self._read()
        return self._owners.count(role)

    def full(self) -> bool:
        """Whether there is no room for another token."""
        if self._guarded:
            self._read()
        if self._taken < self._shape.whole:
            return False
        return self.capacity == 1 or not self._has_room()

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

    # -- directions and lines --------------------------------------------------------------------------------------------

    def neighbours(self, cell: str | Cell) -> list[Cell]:
        """The cells next to it, clockwise."""
        cells = self._shape.cells
        return [cells[index] for index in self._shape.near[self.cell(cell).index]]

    def rays(self, cell: str | Cell) -> list[list[Cell]]:
        """The cells in each direction from it, nearest first; the directions clockwise."""
        cells = self._shape.cells
        return [[cells[index] for index in ray] for ray in self._shape.rays[self.cell(cell).index]]

    def slides(self, cell: str | Cell) -> list[Cell]:
        """Where a token on the cell may slide to in a straight line: each empty cell on its way, and the first that is not."""
        if self._guarded:
            self._read()
        return self._slides(self._shape.rays[self.cell(cell).index])

    def stretches(self, length: int) -> tuple[tuple[Cell, ...], ...]:
        """Every straight line of ``length`` cells, each once. Raises `RulesError` for less than 2, which is no line."""
        given: Any = length  # what an author wrote may be of any type, also where this is compiled
        if not isinstance(given, int) or given < 2:
            raise RulesError(f"{self._what()} {self.name!r} has no straight lines of {length!r} cells: a line has at least 2")
        return self._shape.lines_of(length)

    def in_line(self, cell: str | Cell, length: int, *, exactly: bool = False) -> bool:
        """Whether the token on the cell is part of an unbroken straight line of at least ``length`` tokens of its owner; with
        ``exactly``, of no more than that either."""
        if self._guarded:
            self._read()
        shape = self._shape
        index = cell.index if isinstance(cell, Cell) and cell.of is shape else self.cell(cell).index
        owners: list[Any] = self._owners  # compiled, what is Any is compared without being looked at
        role = owners[index]
        if role is None:
            return False
        just, longer = (shape.answer if shape.asked == length else shape.lines_through(length))[index]
        for first, second, others in just:  # where there is no room for more, all of it must be the owner's
            if owners[first] is role and owners[second] is role:  # which most often say that it is not
                for other in others:
                    if owners[other] is not role:
                        break
                else:
                    return True
        if not longer:  # quicker than to go through nothing
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

    def reach(self, cell: str | Cell, reach: Reach, *, sparing: str | None = None) -> list[Cell]:
        """Where a token on the cell may go by that reach: each empty cell on its ways, and the first on each that is not.

        With ``sparing`` a role, cells with a token of that role (on top) are left out.
        """
        if self._guarded:
            self._read()
        cells = self._shape.cells
        tokens = self._tokens
        found: list[Cell] = []
        for way in self._shape.ways(reach)[self.cell(cell).index]:
            for index in way:
                token = tokens[index]
                if token is None:
                    found.append(cells[index])
                else:
                    if sparing is None or token._owner != sparing:
                        found.append(cells[index])
                    break
        return found

    def meets(
        self, cell: str | Cell, reach: Reach, *, without: Sequence[Token] = (), blocked: Cell | None = None
    ) -> list[Token]:
        """The tokens that a token on the cell comes upon by that reach: the first on each way (on top).

        As it would be ``without`` some tokens, and with a cell ``blocked`` by one that is not met itself: so rules see what a
        move would open and close before it is made.
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
        """Whether a token of the role ``by`` attacks the cell: whether one with such a face is met on such a reach.

        ``attacks`` are the reaches as seen from the cell, each with the faces of those who attack by it. ``without`` and
        ``blocked`` as in `meets`.
        """
        if self._guarded:
            self._read()
        tokens = self._tokens
        place = self.cell(cell).index
        stop = -1 if blocked is None else self._index(blocked)
        for reach, faces in attacks:
            for way in self._shape.ways(reach)[place]:
                for index in way:
                    if index == stop:
                        break
                    token = tokens[index]
                    if token is None or (without and token in without):
                        continue
                    if token._owner == by and token.face in faces:
                        return True
                    break
        return False

    # -- groups ----------------------------------------------------------------------------------------------------------

    def group(self, cell: str | Cell) -> list[Cell]:
        """The cells joined to this one whose tokens have the same owner; from an empty cell, the empty region around it.

        In the order of the board, the cell itself included.
        """
        if self._guarded:
            self._read()
        return self._group(self.cell(cell).index, self._shape.near)

    def groups(self, role: str) -> list[list[Cell]]:
        """The groups of a role, in the order of the board."""
        if self._guarded:
            self._read()
        return self._groups(role, self._shape.near)

    def joined(self, role: str, side: Iterable[str | Cell], other: Iterable[str | Cell]) -> bool:
        """Whether tokens of ``role`` join a cell of one side to a cell of the other."""
        if self._guarded:
            self._read()
        return self._joined(role, side, other, self._shape.near)

    def flood(self, start: Iterable[str | Cell], through: Callable[[Cell], bool]) -> list[Cell]:
        """The cells that can be reached from ``start``, itself included, in steps to neighbours that ``through`` lets pass.

        In the order of the board.
        """
        return self._flood(start, through, self._shape.near)

    # -- remembering ---------------------------------------------------------------------------------------------------

    def remember(self, key: Hashable, find: Callable[[], T]) -> T:
        """What ``find`` finds on this board, kept by ``key`` until a token is put, moved, taken or changed.

        Rules often ask twice: whether a role can move, and then how. Whatever else the answer depends on belongs into the key.
        Treat it as it is, for others get the same.
        """
        if self._guarded:
            self._read()
        known = self._found.get(key)
        if known is None:
            known = self._found[key] = find()
        return cast("T", known)

    # -- changing ------------------------------------------------------------------------------------------------------

    def put(self, token: Token, cell: str | Cell) -> None:
        """Put a token on a cell, on top of what lies there, taking it from where it lies.

        Raises `RulesError` if there is no room for it.
        """
        place = cell if isinstance(cell, Cell) and cell.of is self._shape else self.cell(cell)
        index = place.index
        other = self._tokens[index]
        if other is not None:
            if not (self._room(index) or (token in self and token._index == index and self.capacity != 1)):
                raise RulesError(f"{token!r} cannot be put on {place.name}: {other!r} lies there; remove it first")
            journal = self._adopt(token)
            other = self._tokens[index]  # which may have been the token itself
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

        Raises `RulesError` if there is no room for it, and for what no token can be made of.
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
        except (KeyError, TypeError):  # of which `put` tells
            return self._made(kind, owner, cell)
        token = Token()  # as in `TokenKind.__call__`, `_adopt` and `put`, of which each costs a call
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
        """What `place` does where it is not done quickly."""
        given: Any = kind  # what an author wrote may be of any type, also where this is compiled
        if not isinstance(given, TokenKind):
            raise RulesError(f"no token can be made of {quoted(given)}; give its kind, as in place(Disc, role, cell)")
        token = kind(owner)
        self.put(token, cell)
        return token

    def _all(self) -> list[Token]:
        return self._piled() if self._under else [token for token in self._tokens if token is not None]

    # What captures a name has functions of its own: in plain Python it is slower to read all over the function that it is in.

    def _piled(self) -> list[Token]:
        return [token for cell in self._shape.cells for token in self._stack(cell.index)]

    def _free(self) -> tuple[Cell, ...]:
        tokens = self._tokens
        return tuple([cell for cell in self._shape.cells if tokens[cell.index] is None])

    def _has_room(self) -> bool:
        return any(self._room(cell.index) for cell in self._shape.cells)

    def let_go(self) -> None:
        for token in self._tokens:
            if token is not None:
                token._container = None

    def _size(self) -> int:
        lying = self._taken.bit_count() if self._shape.free else self._taken
        return lying + sum([len(under) for under in self._under.values()]) if self._under else lying

    def _stack(self, index: int) -> list[Token]:
        top = self._tokens[index]
        return [] if top is None else [*self._under.get(index, ()), top]

    def _own(self, role: str) -> str:
        """The game's own string for a role, as owners are kept."""
        if self._journal is not None:
            for each in self._journal.roles:
                if each == role:
                    return each
        return role

    def _index(self, cell: str | Cell) -> int:
        """The number of a cell. Raises `RulesError` for one the board does not have."""
        return cell.index if isinstance(cell, Cell) and cell.of is self._shape else self.cell(cell).index

    def _room(self, index: int) -> bool:
        """Whether another token fits on a cell."""
        return self.capacity is None or len(self._stack(index)) < self.capacity

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

    def _group(self, index: int, near: tuple[tuple[int, ...], ...]) -> list[Cell]:
        owners = self._owners
        tokens = self._tokens
        role = owners[index]
        empty = tokens[index] is None
        met = {index}
        waiting = [index]
        while waiting:
            for other in near[waiting.pop()]:
                if other not in met and owners[other] == role and (tokens[other] is None) == empty:
                    met.add(other)
                    waiting.append(other)
        cells = self._shape.cells
        return [cells[other] for other in sorted(met)]

    def _groups(self, role: str, near: tuple[tuple[int, ...], ...]) -> list[list[Cell]]:
        found: list[list[Cell]] = []
        met: set[int] = set()
        for index, owner in enumerate(self._owners):
            if owner == role and index not in met:
                group = self._group(index, near)
                met.update([cell.index for cell in group])
                found.append(group)
        return found

    def _joined(
        self, role: str, side: Iterable[str | Cell], other: Iterable[str | Cell], near: tuple[tuple[int, ...], ...]
    ) -> bool:
        owners = self._owners
        starts = [self._index(cell) for cell in side]
        waiting = [index for index in starts if owners[index] == role]
        goal = {self._index(cell) for cell in other}
        met = set(waiting)
        while waiting:
            index = waiting.pop()
            if index in goal:
                return True
            for following in near[index]:
                if following not in met and owners[following] == role:
                    met.add(following)
                    waiting.append(following)
        return False

    def _flood(
        self, start: Iterable[str | Cell], through: Callable[[Cell], bool], near: tuple[tuple[int, ...], ...]
    ) -> list[Cell]:
        cells = self._shape.cells
        given: Any = (start, through)  # what an author wrote may be of any type, also where this is compiled
        if not isinstance(given[0], Iterable) or not callable(given[1]):
            raise RulesError(
                f"{self._what()} {self.name!r} cannot be flooded from {quoted(start)} through {quoted(through)}: give a list "
                "of cells, and a function that says of a cell whether it lets pass"
            )
        waiting = [self.cell(cell).index for cell in start]
        met = set(waiting)
        while waiting:
            for other in near[waiting.pop()]:
                if other not in met and through(cells[other]):
                    met.add(other)
                    waiting.append(other)
        return [cells[index] for index in sorted(met)]

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
        if old is not None and old._container is self and old._index == key:
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
        if self._under:
            self._lay_down(key)

    def _write_under(self, index: int, under: tuple[Token, ...]) -> None:
        for token in self._under.get(index, ()):
            if token._container is self and token._index == index:
                token._container = None
        if under:
            self._under[index] = under
        else:
            self._under.pop(index, None)
        self._lay_down(index)

    def _lay_down(self, index: int) -> None:
        """All that lies on a cell knows that it does: a write tells only those that it takes away or puts there."""
        for token in self._stack(index):
            token._container = self
            token._index = index

    def _owner_changed(self, token: Token) -> None:
        if self._under and self._tokens[token._index] is not token:
            return
        self._owners[token._index] = token._owner
        if self._found:
            self._found.clear()

    def _changed(self, token: Token) -> None:
        if self._found:
            self._found.clear()

    def key(self) -> object:
        if self._under:
            return tuple([tuple([token.key() for token in self._stack(cell.index)]) for cell in self._shape.cells])
        return tuple([None if token is None else token.key() for token in self._tokens])

    def slot(self, token: Token) -> str:
        name = self._shape.cells[token._index].name
        if not self._under or self._tokens[token._index] is token:
            return name
        return f"{name}.{self._level(token)}"

    def _level(self, token: Token) -> int:
        """How many tokens lie under it."""
        for number, each in enumerate(self._stack(token._index)):
            if each is token:
                return number
        raise RulesError(f"{token!r} does not lie on {self._what()} {self.name!r}")

    def name_of(self, token: Token) -> str:
        return self.slot(token)

    def _shown(self, token: Token, sight: Sight) -> dict[str, Any]:
        data = super()._shown(token, sight)
        if self.capacity != 1:
            data["at"] = self._shape.cells[token._index].name
            data["level"] = self._level(token)
        return data

    def to_json(self) -> list[dict[str, Any]]:
        cells = self._shape.cells
        return [{"id": token.serial, "at": cells[token._index].name, **token.to_json()} for token in self._all()]

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
        for index in list(self._under):
            self._write_under(index, ())
        for cell in self._shape.cells:
            self._write(cell.index, None)

    def copy_from(self, other: Container) -> None:
        source = cast("Board", other)
        self._owners = source._owners[:]
        self._found.clear()
        self._taken = source._taken
        self._tokens = [None if token is None else token.twin(self, token._index) for token in source._tokens]
        if source._under:
            for index, under in source._under.items():
                self._under[index] = tuple([token.twin(self, index) for token in under])
