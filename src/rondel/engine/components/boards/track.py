"""Tracks: spaces in a row, numbered or named, along which tokens advance; with `loop` a circle."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any, Final

from rondel.engine.components.boards.spaces import Spaces
from rondel.engine.components.cell import Cell
from rondel.engine.components.token import Token, TokenKind
from rondel.engine.visibility import NOBODY, Visibility
from rondel.errors import RulesError, is_a, quoted

_FOLDS: Final = ("points", "pits")
_RINGS: Final = 8
"""How many rings of spaces are known by their numbers."""


class _Course:
    """The spaces that all tracks with equal names and spaces share."""

    def __init__(self, name: str, spaces: tuple[str, ...]) -> None:
        self.cells: tuple[Cell, ...] = tuple(
            [Cell(space, index, 0, index, f"{name}:{space}") for index, space in enumerate(spaces)]
        )
        for cell in self.cells:
            cell.of = self
        self.named: dict[str, Cell] = {cell.name: cell for cell in self.cells}
        self.bare: tuple[tuple[Token, ...], ...] = ((),) * len(self.cells)
        """The contents of an empty track."""
        self._rings: list[Any] = []
        """The last rings of `numbers`, ..."""
        self._answers: list[list[int]] = []
        """... and the numbers of their spaces."""

    def numbers(self, track: Track, ring: Sequence[int | str | Cell]) -> list[int]:
        """The numbers of the spaces of a ring of this track."""
        for place, known in enumerate(self._rings):
            if known is ring:
                return self._answers[place]
        try:
            given = tuple(ring)
        except TypeError:
            raise RulesError(
                f"{quoted(ring)} is no ring of track {track.name!r}: give its spaces, one after the other"
            ) from None
        for place, known in enumerate(self._rings):
            if known == given:
                self._rings[place] = given  # the next question is about this one; a tuple is the same object
                return self._answers[place]
        found = [track.cell(space).index for space in given]
        self._rings = [given, *self._rings[: _RINGS - 1]]
        self._answers = [found, *self._answers[: _RINGS - 1]]
        return found


_COURSES: Final[dict[tuple[str, tuple[str, ...]], _Course]] = {}


class Track(Spaces):
    """A row of spaces: a number of spaces, numbered from ``first``, or one for each name. With ``loop`` the last leads to the
    first.

    ``folded`` draws it as a board of two rows, one above the other: ``"points"``, long triangles as in backgammon, from the
    lower right round to the upper right; or ``"pits"``, hollows as in mancala, from the lower left round to the upper left. The
    spaces named in ``aside`` are in neither row: of points the bar in the middle and the tray at the right, of pits the stores
    at the right and at the left. The roles in ``turned_for`` have the second row before them.

    With ``claimed`` a track belongs to the owner of the token on its last space: a page draws all of it in that role's colour.

    A space holds any number of tokens, or at most ``capacity``. Tokens are listed space by space from the first, and on one
    space in the order of their arrival. Raises `RulesError` for less than two spaces, and for two spaces of one name.

    >>> wheel = Track("wheel", spaces=("sow", "grow", "reap", "rest"), loop=True)
    >>> wheel.cell("reap"), wheel.distance("rest", "grow")
    (Cell('reap'), 2)
    """

    __slots__ = ("_course", "_lying", "aside", "claimed", "first", "folded", "loop", "turned_for")

    layout = "track"

    def __init__(
        self,
        name: str,
        *,
        spaces: int | Sequence[str],
        first: int = 0,
        loop: bool = False,
        claimed: bool = False,
        folded: str = "",
        aside: Sequence[str] = (),
        turned_for: tuple[str, ...] = (),
        capacity: int | None = None,
        visible_to: Visibility = NOBODY,
        backs_visible_to: Visibility = NOBODY,
    ) -> None:
        super().__init__(name, visible_to, backs_visible_to, capacity)
        if not is_a(spaces, int, Iterable):
            raise RulesError(f"track {name!r} cannot have the spaces {quoted(spaces)}; say how many, or give a name for each")
        names = tuple([str(first + number) for number in range(spaces)]) if isinstance(spaces, int) else tuple(spaces)
        if len(names) < 2 or len(set(names)) < len(names):
            raise RulesError(f"track {name!r} cannot have the spaces {spaces!r}; give at least two, with names of their own")
        beside = tuple(aside)
        if (folded != "" and folded not in _FOLDS) or not set(beside) <= set(names) or (beside and not folded):
            raise RulesError(
                f"track {name!r} cannot be folded {quoted(folded)} with {list(beside)!r} aside; folded is one of "
                f"{', '.join(map(repr, _FOLDS))}, and aside names spaces"
            )
        if folded and (len(beside) not in (0, 2) or (len(names) - len(beside)) % 2):
            raise RulesError(
                f"track {name!r} cannot be folded: {len(names)} spaces, {len(beside)} of them aside; give both rows as many, "
                "and put two aside or none"
            )
        self.folded = folded
        self.aside = beside
        self.turned_for = turned_for
        self.loop = loop
        self.claimed = claimed
        self.first = first
        course = _COURSES.get((name, names))
        if course is None:
            course = _COURSES[(name, names)] = _Course(name, names)
        self._course = course
        # The tokens on each space, by its number.
        self._lying: list[tuple[Token, ...]] = [*course.bare]

    # -- looking -------------------------------------------------------------------------------------------------------

    @property
    def cells(self) -> tuple[Cell, ...]:
        """All spaces, from the first."""
        return self._course.cells

    def cell(self, space: int | str | Cell) -> Cell:
        """The space with that number or name. Raises `RulesError` if there is none."""
        if isinstance(space, Cell) and space.of is self._course:
            return space
        if isinstance(space, int):
            if self.first <= space < self.first + len(self.cells):
                return self.cells[space - self.first]
        else:
            cell = self._named(space.name if isinstance(space, Cell) else space)
            if cell is not None:
                return cell
        raise RulesError(f"track {self.name!r} has no space {space!r}: {self._places()}")

    def __getitem__(self, space: int | str | Cell) -> list[Token]:
        """The tokens on a space, in the order of their arrival."""
        return list(self._stack(self.cell(space)))

    def of(self, role: str) -> list[Token]:
        """The tokens of ``role``, space by space from the first."""
        if self._guarded:
            self._read()
        found: list[Token] = []
        for tokens in self._lying:
            for token in tokens:
                if token._owner == role:
                    found.append(token)
        return found

    def height(self, space: int | str | Cell) -> int:
        """The number of tokens on a space."""
        return len(self._stack(self.cell(space)))

    def heights(self, spaces: Iterable[int | str | Cell]) -> list[int]:
        """The number of tokens on each of these spaces."""
        if self._guarded:
            self._read()
        return [len(self._lying[self._index(space)]) for space in spaces]

    def count(self, spaces: Iterable[int | str | Cell]) -> int:
        """The number of tokens on all of these spaces together."""
        if self._guarded:
            self._read()
        course: object = self._course
        found = 0
        row: tuple[Any, ...] = tuple(spaces)  # compiled, twice as fast to go through
        for space in row:
            index: int = space.index if isinstance(space, Cell) and space.of is course else self._index(space)
            found += len(self._lying[index])
        return found

    def occupied(self, spaces: Iterable[Cell]) -> tuple[Cell, ...]:
        """Those of the spaces on which tokens lie. A tuple, so that options of few spaces are listed quickly."""
        if self._guarded:
            self._read()
        return tuple([space for space in spaces if self._lying[self._index(space)]])

    def position(self, token: Token) -> int:
        """The number of the space a token is on. Raises `RulesError` if it is not here."""
        return self.where(token).index + self.first

    def distance(self, one: int | str | Cell, other: int | str | Cell) -> int:
        """The number of steps forward from one space to the other; negative for steps backward."""
        steps = self.cell(other).index - self.cell(one).index
        return steps % len(self.cells) if self.loop else steps

    def ahead(self, token: Token, most: int, *, least: int = 1) -> list[Cell]:
        """The spaces that a token reaches with ``least`` to ``most`` steps, nearest first; a track without a loop ends at its
        ends."""
        start = self.where(token).index
        self._check_steps(least)
        self._check_steps(most)
        cells = self.cells
        if self.loop:
            return [cells[(start + steps) % len(cells)] for steps in range(least, most + 1)]
        return [cells[start + steps] for steps in range(least, most + 1) if 0 <= start + steps < len(cells)]

    # -- changing ------------------------------------------------------------------------------------------------------

    def put(self, token: Token, space: int | str | Cell) -> None:
        """Move a token to a space. Raises `RulesError` if there is no room for it."""
        self._lay(token, self.cell(space))

    def add(self, token: Token) -> None:
        """Move a token to the first space. Raises `RulesError` if there is no room for it."""
        self._lay(token, self.cells[0])

    def place(self, kind: TokenKind, owner: str | None, space: int | str | Cell, *, face: str = "", count: int = 1) -> None:
        """Make some equal tokens and put them on a space in one write: as ``put(kind(owner, face), space)``, that many times.

        Raises `RulesError` if there is no room for them, and for an invalid kind."""
        if not is_a(kind, TokenKind) or type(count) is not int or count < 0:
            raise RulesError(f"{quoted(count)} tokens cannot be made of {quoted(kind)}; give a kind, and a whole number from 0")
        journal = self._journal
        cell = self.cell(space)
        index = cell.index
        if self.capacity is not None and len(self._lying[index]) + count > self.capacity:
            raise RulesError(f"{count} tokens cannot be put on {cell.name}: {self._full(index)}")
        made: list[Token] = []
        for number in range(count):
            token = kind(owner, face)
            if number and journal is not None:  # as `Container._adopt`, which has looked at the first
                token._journal = journal
                token._owner = made[0]._owner
                token.serial = journal.made
                journal.made = token.serial + 1
            else:
                self._adopt(token)
            made.append(token)
        if made:
            self._set(index, self._lying[index] + tuple(made))
        for token in made:
            token._container = self
            token._index = index

    def put_all(self, tokens: Iterable[Token], space: int | str | Cell) -> None:
        """Move several tokens to a space, in this order. Raises `RulesError` if there is no room for all of them.

        >>> import rondel
        >>> game = rondel.new("mancala")
        >>> game.board.put_all(game.board["s1"], "south")
        >>> game.board.heights(["s1", "s2", "south"])
        [0, 4, 4]
        """
        cell = self.cell(space)
        index = cell.index
        try:
            given: list[Any] = list(tokens)  # what an author wrote may be of any type, also where this is compiled
        except TypeError:
            raise RulesError(
                f"{quoted(tokens)} cannot be put on {cell.name}: give a list of tokens, as in put_all(track['a'], 'b')"
            ) from None
        if not given:
            return
        there = 0
        for each in given:
            if not isinstance(each, Token):
                raise self._no_token(each)
            if each._container is not self or each._index != index:
                there += 1
        moved: tuple[Token, ...] = tuple(given)
        if self.capacity is not None and len(self._lying[index]) + there > self.capacity:
            raise RulesError(f"{there} tokens cannot be put on {cell.name}: {self._full(index)}")
        start = moved[0]._index if moved[0]._container is self else -1
        if start >= 0 and start != index and self._lying[start] == moved:  # all tokens of a space are taken in one write
            self._set(start, ())
        else:
            if len(set(moved)) < len(moved):
                raise RulesError(f"a token cannot be put on {cell.name} twice at once: {quoted(list(moved))}")
            for token in moved:
                self._adopt(token)
        self._set(index, self._lying[index] + moved)
        for token in moved:
            token._container = self
            token._index = index

    def gather(self, spaces: Iterable[int | str | Cell], space: int | str | Cell) -> None:
        """Move the tokens of these spaces to one space, in the order of the spaces. Raises `RulesError` if that space
        has too little room.

        >>> import rondel
        >>> game = rondel.new("mancala")
        >>> game.board.gather(["s1", "s3"], "south")
        >>> game.board.heights(["s1", "s2", "s3", "south"])
        [0, 4, 0, 8]
        """
        goal = self._index(space)
        starts: list[int] = []
        moved: list[Token] = []
        for each in spaces:
            index = self._index(each)
            if index != goal and index not in starts:
                starts.append(index)
                moved.extend(self._lying[index])
        if self.capacity is not None and len(self._lying[goal]) + len(moved) > self.capacity:
            raise RulesError(f"{len(moved)} tokens cannot be put on {self.cells[goal].name}: {self._full(goal)}")
        if not moved:
            return
        for index in starts:
            if self._lying[index]:
                self._set(index, ())
        self._set(goal, self._lying[goal] + tuple(moved))
        for token in moved:
            token._container = self
            token._index = goal

    def sow(self, space: int | str | Cell, ring: Sequence[int | str | Cell], *, over: bool = False) -> Cell:
        """Move the tokens of a space one by one to the spaces that follow it in a ring, round and round, in the order of their
        arrival. Returns the space of the last. With ``over`` the space itself is passed over.

        Raises `RulesError` for a space without tokens or outside the ring, and if there is no room.

        >>> import rondel
        >>> board = rondel.new("mancala").board
        >>> board.sow("s5", board.cells[:12]), board.heights(["s5", "s6", "n1", "n2", "n3", "n4"])
        (Cell('n3'), [0, 5, 5, 5, 5, 4])
        """
        start = self.cell(space)
        begin = start.index
        tokens = self._stack(start)
        goals = self._course.numbers(self, ring)
        journal = self._journal
        size = len(goals)
        place = -1
        for number, each in enumerate(goals):
            if each == begin:
                place = number
                break
        if not tokens or place < 0 or size < 2 or journal is None:
            raise RulesError(
                f"the tokens on {start.name} of track {self.name!r} cannot be sown: there are {len(tokens)}, and the ring has "
                f"{len(goals)} spaces; give at least one token, and a ring of two spaces or more with {start.name!r} among them"
            )
        if self.capacity is not None:
            self._check_sown(begin, goals, over)
        lying = self._lying
        entries = journal.entries
        entries.append((self, begin, tokens, ()))
        lying[begin] = ()
        index = begin
        for token in tokens:
            place = place + 1 if place + 1 < size else 0
            index = goals[place]
            if over and index == begin:
                place = place + 1 if place + 1 < size else 0
                index = goals[place]
            there = lying[index]
            more = there + (token,)  # noqa: RUF005 - compiled, half the time of a tuple with a star
            entries.append((self, index, there, more))
            lying[index] = more
            token._index = index
        return self._course.cells[index]

    def advance(self, token: Token, steps: int = 1) -> int:
        """Move a token forward, or backward by a negative number. Returns how often it reached or passed the first space.

        The result is negative if it passed the first space backward. Raises `RulesError` beyond the end of a track without a
        loop.
        """
        start = self.where(token).index
        self._check_steps(steps)
        size = len(self.cells)
        if not self.loop and not 0 <= start + steps < size:
            raise RulesError(
                f"{token!r} cannot go {steps} steps from {self.cells[start].name} on track {self.name!r}: {self._places()}"
            )
        if steps:
            self._lay(token, self.cells[(start + steps) % size])
        return (start + steps) // size

    def _check_sown(self, begin: int, goals: list[int], over: bool) -> None:
        """Raise `RulesError` unless there is room for what is sown from a space."""
        heights = [len(tokens) for tokens in self._lying]
        sown = heights[begin]
        heights[begin] = 0
        place = goals.index(begin)
        ways = goals[place + 1 :] + goals[: place if over else place + 1]
        for number in range(sown):
            index = ways[number % len(ways)]
            heights[index] += 1
            if self.capacity is not None and heights[index] > self.capacity:
                name = self.cells[index].name
                raise RulesError(f"{sown} tokens cannot be sown from {self.cells[begin].name} to {name}: {self._full(index)}")

    def _full(self, index: int) -> str:
        """How full a space is, in words."""
        return f"{len(self._lying[index])} lie there, and it has room for {self.capacity}"

    def _check_steps(self, steps: object) -> None:
        if not isinstance(steps, int):
            raise RulesError(f"a token cannot go {quoted(steps)} steps on track {self._name!r}; give a whole number")

    # -- for the engine ------------------------------------------------------------------------------------------------

    def _index(self, space: int | str | Cell) -> int:
        """The number of a space, counted from 0."""
        return space.index if isinstance(space, Cell) and space.of is self._course else self.cell(space).index

    def _numbered(self, index: int) -> Cell:
        return self._course.cells[index]

    def _named(self, name: object) -> Cell | None:
        return self._course.named.get(name) if isinstance(name, str) else None

    def _order(self) -> list[int]:
        return [index for index, tokens in enumerate(self._lying) if tokens]

    def _at(self, index: int) -> tuple[Token, ...]:
        return self._lying[index]

    def _lie(self, index: int, tokens: tuple[Token, ...]) -> None:
        self._lying[index] = tokens

    def let_go(self) -> None:
        for tokens in self._lying:
            for token in tokens:
                token._container = None

    def _places(self) -> str:
        return f"its spaces go from {self.cells[0].name!r} to {self.cells[-1].name!r}"

    def slot(self, token: Token) -> str:
        name = self._course.cells[token._index].name
        return name if len(self._lying[token._index]) == 1 else f"{name}.{self._level(token)}"

    def scene(self) -> dict[str, Any]:
        return {
            "name": self.name,
            "layout": self.layout,
            "spaces": [cell.name for cell in self.cells],
            "loop": self.loop,
            **({"claimed": True} if self.claimed else {}),
            **({"folded": self.folded, "aside": list(self.aside)} if self.folded else {}),
            **({"turned_for": list(self.turned_for)} if self.turned_for else {}),
        }
