"""Positions: those that a game has been in, for rules about repetition; or patterns, those of a board alone."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any, Final, TypeAlias

from rondel.engine.components.boards.board import RECENT, Board
from rondel.engine.components.cell import Cell
from rondel.engine.components.prop import Prop
from rondel.engine.components.token import OWNER_KEY, Token
from rondel.engine.visibility import NOBODY, Visibility
from rondel.errors import RulesError, is_a, quoted

_PRESENT: Final = "the number of the present pattern"
"""The key of the cached number."""
_DIGITS: Final = frozenset("0123456789abcdef")

Codes: TypeAlias = dict[str | None, tuple[int, ...]]
"""For each owner the numbers of its tokens, by cell."""

_CODES: Final[dict[tuple[tuple[str, ...], int], Codes]] = {}


def codes_of(roles: tuple[str, ...], cells: int) -> Codes:
    """The numbers of tokens, whose sum is that of a pattern: the same few bits for each cell, the lowest for the first. There
    the first role has 1, the next 2, and a token without an owner the number after the last.

    >>> codes_of(("red", "blue"), 3)
    {'red': (1, 4, 16), 'blue': (2, 8, 32), None: (3, 12, 48)}
    """
    known = _CODES.get((roles, cells))
    if known is None:
        bits = _bits(roles)
        owners: list[str | None] = [*roles, None]
        known = _CODES[roles, cells] = {
            owner: tuple([number << (bits * index) for index in range(cells)]) for number, owner in enumerate(owners, 1)
        }
    return known


def _bits(roles: tuple[str, ...]) -> int:
    """How many bits a cell has."""
    return (len(roles) + 1).bit_length()


class Positions(Prop[tuple[str, ...]]):
    """The positions that a game has been in, each as a text that is equal for equal positions. No page draws them.

    >>> seen = Positions("seen")
    >>> seen.note("red a1"), seen.note("blue a1"), seen.note("red a1")
    (1, 1, 2)
    >>> seen.times, "blue a1" in seen
    (2, True)
    >>> seen.forget()
    >>> seen.times
    0
    """

    __slots__ = ("_counted", "_counts", "_earlier")

    def __init__(self, name: str, *, visible_to: Visibility = NOBODY) -> None:
        super().__init__(name, (), visible_to=visible_to, quiet=True)
        self._counted: tuple[str, ...] = ()
        self._counts: dict[str, int] = {}
        """A cache: how often each of the positions ``_counted`` is among them; see `_count`."""
        self._earlier: list[tuple[str, ...]] = []
        """The values before those that were noted since the positions were last counted one by one."""

    def __contains__(self, position: object) -> bool:
        """Whether the position has been noted."""
        noted = self.value
        if noted is not self._counted:
            self._count(noted)
        return position in self._counts

    def note(self, position: str) -> int:
        """Add the present position; returns how often it has been noted, this time included. Raises `RulesError` for anything
        but a text."""
        given: object = position  # what an author wrote may be of any type, also where this is compiled
        if type(given) is not str:
            raise RulesError(f"{self._name!r} cannot note {quoted(given)}: a position is noted as a text")
        earlier = self.value
        if earlier is not self._counted:
            self._count(earlier)
        self._earlier.append(earlier)
        self._counted = earlier + (position,)  # noqa: RUF005 - compiled, half the time of a tuple with a star
        times = self._counts[position] = self._counts.get(position, 0) + 1
        super()._assign(self._counted)
        return times

    def _count(self, noted: tuple[str, ...]) -> None:
        """Make ``_counts`` those of the value.

        A search takes back the last note again and again; then the value is the object that it was before.
        """
        counts = self._counts
        counted = self._counted
        while self._earlier and counted is not noted and len(counted) > len(noted):
            last = counted[-1]
            times = counts[last] - 1
            if times:
                counts[last] = times
            else:
                del counts[last]
            counted = self._earlier.pop()
        if counted is not noted:
            self._earlier.clear()
            self._counts = _tallied(noted)
        self._counted = noted

    @property
    def times(self) -> int:
        """How often the last position has been noted; 0 if there is none."""
        noted = self.value
        return noted.count(noted[-1]) if noted else 0

    def forget(self) -> None:
        """Remove all positions, when none of them can come back."""
        if self.value:
            super()._assign(())

    def check(self, value: object) -> None:
        """Raise `RulesError` unless the value is a list of strings."""
        if not isinstance(value, list | tuple) or [each for each in value if not isinstance(each, str)]:
            raise RulesError(f"positions {self.name!r} cannot be {quoted(value)}: they are a list of texts")

    def _assign(self, value: tuple[str, ...]) -> None:
        self.check(value)
        super()._assign(value)


def _tallied(positions: tuple[str, ...]) -> dict[str, int]:
    """How often each of the positions is among them."""
    counts: dict[str, int] = {}
    for position in positions:
        counts[position] = counts.get(position, 0) + 1
    return counts


class Patterns(Positions):
    """The patterns that a board has shown: whose token lay on each cell (on top). No page draws them.

    A pattern is noted as a number in hexadecimal digits. Raises `RulesError` for anything but a board.

    >>> from rondel.shelf.go import Go
    >>> game = Go()
    >>> for point in "b1 c1 a2 d2 b3 c3 c2 b2".split():
    ...     game.push(f"play({point})")
    >>> ko = game.board.cell("c2")  # black would take b2, and white has taken c2
    >>> game.seen.fresh([ko], "black", taking=game.board.enclosed), game.seen.fresh([ko], "black")
    ([], [Cell('c2')])
    """

    __slots__ = ("_board", "_ever", "_news", "_numbers", "_table", "_times")

    def __init__(self, name: str, board: Board, *, visible_to: Visibility = NOBODY) -> None:
        if not is_a(board, Board):
            raise RulesError(f"patterns {quoted(name)} need a board, such as a Grid, not {quoted(board)}")
        Positions.__init__(self, name, visible_to=visible_to)
        self._board = board
        self._ever: list[int] = [0] * len(board.cells)
        """For each cell the codes of the owners that it had in the counted patterns, joined bit by bit."""
        self._table: Codes | None = None
        self._numbers: list[int] = []
        """The numbers of the patterns that were noted since they were last counted one by one."""
        self._times: dict[int, int] = {}
        """How often each number was noted, as `Positions` counts the texts: to compare numbers takes a tenth of the time."""
        self._news: list[list[tuple[int, int]]] = []
        """What each of these has added to ``_ever``: cells, and what they had before."""

    def note(self, position: str = "") -> int:
        """Add the present pattern; returns how often it has been noted, this time included."""
        if position:
            raise RulesError(
                f"{self._name!r} notes what lies on {self._board.name!r}; write note(), without {quoted(position)}"
            )
        if self._value is not self._counted:
            self._count(self._value)
        written = self._written()
        number = self._present(written)
        times = Positions.note(self, hex(number)[2:])  # compiled, a third of the time of a format
        self._times[number] = times
        self._numbers.append(number)
        news: list[Any] = []
        if written is None:
            for index in range(len(self._ever)):
                self._join(index, news)
        else:
            for entry in written:
                self._join(entry[1], news)
        self._news.append(news)
        return times

    def fresh(
        self, cells: Iterable[Cell], role: str, *, taking: Callable[[Cell, str], Iterable[Cell]] | None = None
    ) -> list[Cell]:
        """Those of the cells on which a token of the role makes a pattern that has not been noted.

        ``taking`` says which cells such a token clears, as `Board.enclosed` does.
        """
        noted = self.value
        if noted is not self._counted:
            self._count(noted)
        codes = self._codes()
        own = codes.get(role)
        if own is None:
            raise RulesError(f"patterns {self._name!r} know no role {quoted(role)}")
        code = own[0]
        board = self._board
        shape: object = board._shape
        ever = self._ever
        tokens = board._tokens
        present = -1
        offered: list[Any] = cells if isinstance(cells, list) else list(cells)
        repeated: list[Cell] = []
        for cell in offered:
            if not isinstance(cell, Cell):  # a name, as everywhere else
                return self.fresh([board.cell(each) for each in offered], role, taking=taking)
            index = cell.index if cell.of is shape else board._index(cell)
            # A noted pattern without such a token there does not come back.
            if ever[index] & code == code:
                if present < 0:
                    present = self._present(self._written())
                number = present + own[index]
                lying = tokens[index]
                if lying is not None:
                    number -= codes[lying._owner][index]
                if taking is not None:
                    for each in taking(cell, role):
                        taken = board[each]
                        if taken is not None:
                            number -= codes[taken._owner][each.index]
                if number in self._times:
                    repeated.append(cell)
        return [cell for cell in offered if cell not in repeated] if repeated else offered

    def check(self, value: object) -> None:
        """Raise `RulesError` unless the value is a list of numbers in hexadecimal digits."""
        super().check(value)
        texts: Any = value
        if [text for text in texts if not text or not _DIGITS.issuperset(text)]:
            raise RulesError(f"patterns {self.name!r} cannot be {quoted(value)}: they are numbers in hexadecimal digits")

    # -- for the engine ------------------------------------------------------------------------------------------------

    def _join(self, index: int, news: list[Any]) -> None:
        """Join the owner of the token on a cell to those that the cell had before; adds to the news what is new."""
        token = self._board._tokens[index]
        if token is not None:
            before = self._ever[index]
            after = before | self._codes()[token._owner][0]
            if after != before:
                news.append((index, before))
                self._ever[index] = after

    def _codes(self) -> Codes:
        known = self._table
        if known is not None:
            return known
        journal = self._board._journal
        if journal is None:
            raise RulesError(f"board {self._board.name!r} is in no game yet: add it first, with self.add(...) in setup")
        known = self._table = codes_of(journal.roles, len(self._board._tokens))
        return known

    def _written(self) -> list[Any] | None:
        """The journal's entries of the board since the last note, the latest first; None where they are not known."""
        board = self._board
        journal = board._journal
        if journal is None or not self._numbers or self._value is not self._counted:
            return None
        entries: list[Any] = journal.entries
        size = len(board._tokens)
        written: list[Any] = []
        for number in range(len(entries) - 1, max(-1, len(entries) - RECENT), -1):
            entry: tuple[Any, ...] = entries[number]
            target: Any = entry[0]
            if target is board:
                if entry[1] < size:  # not beneath the topmost token of a stack
                    written.append(entry)
            elif target is self:
                return written
            elif isinstance(target, Token) and entry[1] == OWNER_KEY:
                return None
        return None

    def _present(self, written: list[Any] | None) -> int:
        """The number of the present pattern; from that of the last note, where it is known what was ``written`` since."""
        board = self._board
        if board._guarded:
            board._read()
        known: int | None = board._found.get(_PRESENT)
        if known is not None:
            return known
        codes = self._codes()
        if written is None:
            number = 0
            for index, token in enumerate(board._tokens):
                if token is not None:
                    number += codes[token._owner][index]
        else:
            number = self._numbers[-1]
            for entry in written:
                index = entry[1]
                old: Token | None = entry[2]
                new: Token | None = entry[3]
                if old is not None:
                    number -= codes[old._owner][index]
                if new is not None:
                    number += codes[new._owner][index]
        board._found[_PRESENT] = number
        return number

    def _count(self, noted: tuple[str, ...]) -> None:
        counts = self._counts
        Positions._count(self, noted)
        ever = self._ever
        if self._counts is counts:
            while len(self._numbers) > len(self._earlier):
                number = self._numbers.pop()
                times = self._times[number] - 1
                if times:
                    self._times[number] = times
                else:
                    del self._times[number]
                for index, before in reversed(self._news.pop()):
                    ever[index] = before
            return
        self._numbers.clear()
        self._news.clear()
        joined = 0
        self._times.clear()
        for text in noted:
            number = int(text, 16)
            joined |= number
            self._times[number] = self._times.get(number, 0) + 1
        journal = self._board._journal
        bits = 1 if journal is None else _bits(journal.roles)
        for index in range(len(ever)):
            ever[index] = (joined >> (bits * index)) & ((1 << bits) - 1)
