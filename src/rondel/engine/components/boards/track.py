"""Tracks: spaces in a row, numbered or named, along which tokens advance; with `loop` a circle."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any, Final

from rondel.engine.components.boards.spaces import Spaces
from rondel.engine.components.cell import Cell
from rondel.engine.components.token import Token
from rondel.engine.visibility import NOBODY, Visibility
from rondel.errors import RulesError, is_a, quoted

_FOLDS: Final = ("points", "pits")


class _Course:
    """The spaces that all tracks with equal names and spaces share."""

    def __init__(self, name: str, spaces: tuple[str, ...]) -> None:
        self.cells: tuple[Cell, ...] = tuple(
            [Cell(space, index, 0, index, f"{name}:{space}") for index, space in enumerate(spaces)]
        )
        for cell in self.cells:
            cell.of = self
        self.named: dict[str, Cell] = {cell.name: cell for cell in self.cells}


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

    __slots__ = ("_course", "aside", "claimed", "first", "folded", "loop", "turned_for")

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

    # -- looking -------------------------------------------------------------------------------------------------------

    @property
    def cells(self) -> tuple[Cell, ...]:
        """All spaces, from the first."""
        return self._course.cells

    def cell(self, space: int | str | Cell) -> Cell:
        """The space with that number or name. Raises `RulesError` if there is none."""
        if isinstance(space, int):
            if self.first <= space < self.first + len(self.cells):
                return self.cells[space - self.first]
        elif isinstance(space, Cell) and space.index < len(self.cells) and self.cells[space.index] is space:
            return space
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
        for index in self._order():
            for token in self._lying[index]:
                if token._owner == role:
                    found.append(token)
        return found

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

    def _check_steps(self, steps: object) -> None:
        if not isinstance(steps, int):
            raise RulesError(f"a token cannot go {quoted(steps)} steps on track {self._name!r}; give a whole number")

    # -- for the engine ------------------------------------------------------------------------------------------------

    def _numbered(self, index: int) -> Cell:
        return self._course.cells[index]

    def _named(self, name: object) -> Cell | None:
        return self._course.named.get(name) if isinstance(name, str) else None

    def _order(self) -> list[int]:
        return sorted(self._lying)

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
