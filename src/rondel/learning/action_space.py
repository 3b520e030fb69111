"""Numberings: moves by number, for learning programs that cannot use texts.

If every part of every move has a finite declared domain, the texts of all possible moves are listed in advance, in the order of
states, actions and declared values; a move's number is its index there, the same in every position. Domains are declared by
the parameters of the actions: a `Cell`, a `CellSet` of a small board, a `Column`, a `Token` (by its faces, or its place on a
board), a ``bool``, a ``Literal["queen", "rook"]``, a range of whole numbers ``Annotated[int, range(1, 401)]``, or a union of
these.

In other games a move's number is its index in the list of legal moves, and `Listing` describes each move.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from itertools import product
from typing import TYPE_CHECKING, Any, Final
from zlib import crc32

from rondel.engine.checks.source_annotations import Named, alternatives, asks
from rondel.engine.components.boards.area import Area
from rondel.engine.components.boards.board import Board
from rondel.engine.components.boards.grid import Grid
from rondel.engine.components.boards.sheet import Sheet
from rondel.engine.components.boards.track import Track
from rondel.engine.components.cell import cell_sets
from rondel.engine.components.move import Move
from rondel.engine.play.legal_moves import moves as moves_of
from rondel.errors import BadOption, RulesError

if TYPE_CHECKING:
    from rondel.engine.declarations.action import Action
    from rondel.engine.game import Game

MOST: Final = 256
"""Default maximum of legal moves in a numbering by list."""
WIDEST: Final = 100_000
"""Maximum number of texts in a fixed numbering."""
WAYS: Final = ("auto", "fixed", "list")
FEW: Final = 12
"""The size of the largest board whose sets of cells are all numbered."""
_SHORT: Final = 16
"""Maximum length of a cached list of moves."""
_KEPT: Final = 4_096
"""Maximum number of cached lists of moves."""


class Legal:
    """The legal moves of an active role."""

    def __init__(self, moves: tuple[Move, ...], kept: bool, by_number: dict[int, Move]) -> None:
        self.moves = moves
        self.kept = kept
        """Whether the object is cached for equal moves."""
        self.by_number = by_number
        """The moves by number, if cached; else empty."""
        self.mask: Any = None
        """Room for an adapter's mask, if cached."""


class Numbering:
    """The numbering of the moves of one game class, number of players and options, from 0 to ``count - 1``.

    ``way`` is ``"fixed"`` for the list of all texts, ``"list"`` for indices in the list of legal moves, ``"auto"`` for fixed
    where possible. Raises `BadOption` for ``"fixed"`` where it is not.

    >>> from rondel.shelf.tic_tac_toe import TicTacToe
    >>> game = TicTacToe()
    >>> numbering = Numbering(game)
    >>> numbering.texts
    ('mark(a1)', 'mark(b1)', 'mark(c1)', 'mark(a2)', 'mark(b2)', 'mark(c2)', 'mark(a3)', 'mark(b3)', 'mark(c3)')
    >>> game.push("mark(b1)")
    >>> list(numbering.mask(game.moves()))
    [1, 0, 1, 1, 1, 1, 1, 1, 1]
    >>> numbering.find(game.moves(), 8)
    <Move mark(c3) by o>
    """

    def __init__(self, game: Game, way: str = "auto", most: int = MOST) -> None:
        if way not in WAYS:
            raise BadOption(f"moves cannot be numbered by {way!r}: it must be 'auto', 'fixed' or 'list'")
        if type(most) is not int or most < 1:
            raise BadOption(f"a list of moves cannot have room for {most!r}; give a whole number from 1")
        self.game = game.name
        texts: list[str] = []
        self.why = "it was asked to be so"
        """The reason for a numbering by list; empty with a fixed numbering."""
        if way != "list":
            try:
                texts = _texts(game)
                self.why = ""
            except _Endless as reason:
                self.why = str(reason)
        if way == "fixed" and self.why:
            raise BadOption(f"the moves of {game.name} have no fixed numbers: {self.why}; number them by 'list'")
        self.texts: tuple[str, ...] = tuple(texts)
        """The texts of all moves, in the order of their numbers; empty with a numbering by list."""
        self.fixed = not self.why
        self.count = len(texts) if self.fixed else most
        """Number of action numbers."""
        self._numbers = {text: number for number, text in enumerate(texts)}
        self._legal: dict[tuple[Move, ...], Legal] = {}
        """The cache of short lists of moves."""

    def number(self, text: str) -> int:
        """The number of a move's text. Raises `RulesError` for a move outside the declared domains."""
        found = self._numbers.get(text, -1)
        if found < 0:
            raise RulesError(f"{self.game} offers {text!r}, which is outside the declared moves; number the moves by 'list'")
        return found

    def numbers(self, moves: Sequence[Move]) -> list[int]:
        """The numbers of these legal moves, in their order. Raises `BadOption` if there are too many to list."""
        if self.fixed:
            return [self.number(move.text) for move in moves]
        self._room(len(moves))
        return list(range(len(moves)))

    def mask(self, moves: Sequence[Move]) -> bytearray:
        """The legal action mask, a byte for each number. Raises as `numbers` does."""
        mask = bytearray(self.count)
        self.mark(mask, moves)
        return mask

    def mark(self, mask: Any, moves: Sequence[Move]) -> None:
        """Writes the mask into memory that is all 0."""
        if self.fixed:
            numbers = self._numbers
            for move in moves:
                found = numbers.get(move.text, -1)
                mask[found if found >= 0 else self.number(move.text)] = 1
        else:
            self._room(len(moves))
            for place in range(len(moves)):
                mask[place] = 1

    def legal(self, game: Game, role: str) -> Legal:
        """A role's legal moves; cached for short lists."""
        moves = tuple(moves_of(game._machine, game, role))
        if len(moves) > _SHORT:
            return Legal(moves, False, {})
        known = self._legal.get(moves)
        return self._made_ready(moves) if known is None else known

    def _made_ready(self, moves: tuple[Move, ...]) -> Legal:
        for move in moves:
            if not move.lasting:  # a kept token would keep its game alive
                return Legal(moves, False, {})
        if len(self._legal) == _KEPT:
            self._legal.clear()
        by_number = dict(zip(self.numbers(moves), moves, strict=True))
        found = self._legal[moves] = Legal(moves, True, by_number)
        return found

    def find(self, moves: Sequence[Move], number: int) -> Move | None:
        """The legal move with a number; None if there is none."""
        if not self.fixed:
            return moves[number] if 0 <= number < len(moves) else None
        if 0 <= number < self.count:
            text = self.texts[number]
            for move in moves:
                if move.text == text:
                    return move
        return None

    def _room(self, count: int) -> None:
        if count > self.count:
            raise BadOption(f"{self.game} lists {count} moves, but the list has room for {self.count}; give a larger most=")


# -- all texts -------------------------------------------------------------------------------------------------------------


class _Endless(Exception):
    """Reports a part without a finite declared domain."""


def _texts(game: Game) -> list[str]:
    """The texts of all possible moves. Raises `_Endless` if a domain is not finite."""
    nodes = game._machine.rules.nodes
    actions = [action for node in nodes for action in node.actions]
    modules = [str(getattr(node.kind, "__module__", "")) for node in nodes if node.actions or node.enters]
    if asks(type(game), modules):
        raise _Endless("its rules ask questions midway, which may offer anything")
    found: dict[str, None] = {}
    for action in actions:
        parts = [_words(game, action, part) for part in action.parameters]
        total = 1
        for part in parts:
            total *= len(part)
        if total > WIDEST:
            raise _Endless(f"action {action.name!r} has more than {WIDEST} possible moves")
        for words in product(*parts):
            said = [each for each in words if each is not None]
            found[f"{action.name}({','.join(said)})" if said else action.name] = None
    return list(found)


def _words(game: Game, action: Action, part: str) -> list[str | None]:
    """The values of a part of a move; None for an optional part left out."""
    kinds = alternatives(action.function, part)
    if kinds is None:
        raise _Endless(f"the domain of {part!r} of action {action.name!r} is not declared")
    words: dict[str | None, None] = {}
    for kind in kinds:
        if isinstance(kind, Named):
            for word in _domain(game, action, part, kind.name):
                words[word] = None
        elif kind is None:
            words[None] = None
        elif isinstance(kind, bool):
            words["yes" if kind else "no"] = None
        else:
            words[str(kind)] = None
    return list(words)


def _domain(game: Game, action: Action, part: str, kind: str) -> list[str]:
    """All values of a type in a game, as moves spell them."""
    if kind == "Cell":
        return _cells(game, action)
    if kind == "CellSet":
        return _cell_sets(game, action, part)
    if kind == "Column":
        grids = [each for each in game._containers if isinstance(each, Grid)]
        return list(dict.fromkeys([cell.name[:-1] for each in grids for cell in each.cells[: each.columns]]))
    if kind == "Token":
        return _tokens(game, action)
    if kind == "bool":
        return ["no", "yes"]
    raise _Endless(
        f"{part!r} of action {action.name!r} is any {kind}; declare a Literal[...], or numbers as Annotated[int, range(1, 101)]"
    )


def _cells(game: Game, action: Action) -> list[str]:
    names: list[str] = []
    for container in game._containers:
        if isinstance(container, Area):
            raise _Endless(f"action {action.name!r} names a cell, and area {container.name!r} has any number of them")
        if isinstance(container, Board | Track):
            names.extend([cell.name for cell in container.cells])
    for prop in game._props:
        if isinstance(prop, Sheet):
            names.extend([line.name for line in prop.cells])
    return list(dict.fromkeys(names))


def _cell_sets(game: Game, action: Action, part: str) -> list[str]:
    """All sets of the cells of one small board or track."""
    names: list[str] = []
    for container in game._containers:
        if isinstance(container, Board | Track):
            if len(container.cells) > FEW:
                raise _Endless(
                    f"{part!r} of action {action.name!r} is a set of cells, and {container.name!r} has {len(container.cells)}"
                )
            names.extend([each.name for each in cell_sets(container.cells)])
    return list(dict.fromkeys(names))


def _tokens(game: Game, action: Action) -> list[str]:
    """Tokens by face; on a board by cell. Tokens with equal faces are named by place as well."""
    boards = [each for each in game._containers if isinstance(each, Board)]
    loose = [token for each in game._containers if not isinstance(each, Board) for token in each._all()]
    names = [token._face or token._owner or token.kind.name for token in loose]
    if any(isinstance(each, Track | Area) for each in game._containers) or any(each.capacity != 1 for each in boards):
        raise _Endless(f"action {action.name!r} names a token, which may lie on a track, an area or a stack")
    if len(set(names)) < len(names):
        raise _Endless(f"action {action.name!r} names a token, and some have equal faces")
    faces = [face for kind in game.kinds for face in kind.faces] if loose else []
    return list(dict.fromkeys([*faces, *names, *[cell.name for each in boards for cell in each.cells]]))


# -- what listed moves are -------------------------------------------------------------------------------------------------

PARTS: Final = 3
"""Number of parts of a move that are described."""
_BUCKETS: Final = 16
_PART: Final = _BUCKETS + 4
"""Numbers for a part: a one-hot bucket of its text's checksum, whether it is a place, its row and column (from 1), and
its value if it is a number."""


class Listing:
    """The features of each move of a list: its action, and for each part the text, the place and the number.

    Actions of questions midway in a rule are encoded by the checksum of their name, in one of 16 buckets.
    """

    def __init__(self, game: Game) -> None:
        actions = dict.fromkeys([action.name for node in game._machine.rules.nodes for action in node.actions])
        self._actions = {name: number for number, name in enumerate(actions)}
        self._rows: dict[str, tuple[int, int]] = {}
        for container in game._containers:
            if isinstance(container, Board | Track):
                for cell in container.cells:
                    self._rows[cell.place] = (cell.row + 1, cell.column + 1)
        for prop in game._props:
            if isinstance(prop, Sheet):
                for line in prop.cells:
                    self._rows[line.place] = (line.row + 1, 1)
        labels = [*actions, *[f"action in bucket {number}" for number in range(_BUCKETS)]]
        for part in range(1, PARTS + 1):
            labels.extend([f"part {part} in bucket {number}" for number in range(_BUCKETS)])
            labels.extend([f"part {part} {what}" for what in ("is a place", "row", "column", "number")])
        self.labels: tuple[str, ...] = tuple(labels)
        """The meaning of each number of a move."""

    def write(self, cells: Any, start: int, text: str, action: str, places: Sequence[str]) -> None:
        """Writes the features of one move into ``cells``, from ``start`` on."""
        known = self._actions.get(action, -1)
        begin = start + len(self._actions)
        if known >= 0:
            cells[start + known] = 1.0
        else:
            cells[begin + crc32(action.encode()) % _BUCKETS] = 1.0
        begin += _BUCKETS
        words = text[len(action) + 1 : -1].split(",") if places else []
        for number, place in enumerate(places[:PARTS]):
            at = begin + number * _PART
            if place:
                cells[at + _BUCKETS] = 1.0
                row, column = self._rows.get(place, (0, 0))
                cells[at + _BUCKETS + 1] = float(row)
                cells[at + _BUCKETS + 2] = float(column)
            if len(words) == len(places):
                word = words[number]
                cells[at + crc32(word.encode()) % _BUCKETS] = 1.0
                if word.isascii() and word.isdigit() and len(word) < 10:
                    cells[at + _BUCKETS + 3] = float(word)

    def look(self, cells: Any, start: int, moves: Iterable[Move]) -> None:
        """Writes the features of these moves, one after the other."""
        for move in moves:
            self.write(cells, start, move.text, move.action, move.places)
            start += len(self.labels)

    def read(self, cells: Any, start: int, moves: Iterable[Mapping[str, Any]]) -> None:
        """As `look`, from the moves of a view."""
        for move in moves:
            self.write(cells, start, move["text"], move["action"], move["places"])
            start += len(self.labels)
