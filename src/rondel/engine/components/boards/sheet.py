"""Sheets: columns of a score sheet, on which rules write numbers line by line."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Final

from rondel.engine.components.cell import Cell, Line
from rondel.engine.components.prop import Prop
from rondel.engine.visibility import NOBODY, Visibility
from rondel.errors import RulesError, is_a, quoted


class _Form:
    """The lines that all sheets with equal names and lines share."""

    def __init__(self, name: str, lines: tuple[tuple[str, str], ...]) -> None:
        self.lines: tuple[Line, ...] = tuple(
            [Line(each, number, f"{name}:{each}", label) for number, (each, label) in enumerate(lines)]
        )
        for line in self.lines:
            line.of = self


_FORMS: Final[dict[tuple[str, tuple[tuple[str, str], ...]], _Form]] = {}


class Sheet(Prop[tuple[int | None, ...]]):
    """One player's column of a score sheet: a line for each category, blank until a number is written on it.

    ``lines`` are the names of the lines with what they are called, in order. A line in ``breaks`` begins a new part of the
    sheet, below a thicker rule. ``total`` is what the sum of all numbers is called, which is drawn below; empty for no sum.
    Sheets with equal lines are drawn as one table with a column each, `Game.each` makes one for every role. A blank line that
    a move names can be chosen there; the text of `Game.marks` is written lightly on a blank line, such as the points that the
    dice would make. Raises `RulesError` for invalid lines.

    >>> sheet = Sheet("sheet", {"ones": "Ones", "pair": "One pair"}, total="Total")
    >>> sheet.write("pair", 12)
    >>> sheet["pair"], sheet["ones"], sheet.blank(), sheet.total
    (12, None, [Line('ones')], 12)
    >>> sheet.write("pair", 4)
    Traceback (most recent call last):
    rondel.errors.RulesError: sheet 'sheet' has 12 on line 'pair' already; write on a blank line
    """

    __slots__ = ("_index", "_lines", "breaks", "sum")

    layout = "sheet"

    def __init__(
        self,
        name: str,
        lines: Mapping[str, str],
        *,
        breaks: Sequence[str] = (),
        total: str = "",
        visible_to: Visibility = NOBODY,
    ) -> None:
        if not is_a(lines, Mapping) or not lines:
            raise RulesError(
                f'sheet {name!r} cannot have the lines {quoted(lines)}; give a name and a text for each, {{"ones": _("Ones")}}'
            )
        form = tuple(lines.items())
        known = _FORMS.get((name, form))
        if known is None:
            for each, label in form:
                if not is_a(each, str) or not each.isidentifier() or not is_a(label, str) or not label:
                    raise RulesError(
                        f"sheet {name!r} cannot have the line {each!r}: {quoted(label)}; the name is a plain word, and the "
                        "text says what it is called"
                    )
            known = _FORMS[name, form] = _Form(name, form)
        strange = [each for each in breaks if each not in lines]
        if strange:
            raise RulesError(f"sheet {name!r} has no line {strange[0]!r} to begin a part; its lines are {', '.join(lines)}")
        self._lines: tuple[Line, ...] = known.lines
        self._index: dict[str, int] = {line.name: line.index for line in known.lines}
        self.breaks = tuple(breaks)
        self.sum = total
        """What the sum is called; empty for no sum."""
        super().__init__(name, (None,) * len(known.lines), visible_to=visible_to, quiet=True)

    # -- looking -------------------------------------------------------------------------------------------------------

    @property
    def cells(self) -> tuple[Line, ...]:
        """All lines, from the top."""
        return self._lines

    def cell(self, line: str | Cell) -> Line:
        """The line of that name. Raises `RulesError` if there is none."""
        return self._lines[self._at(line)]

    def __getitem__(self, line: str | Cell) -> int | None:
        """The number on a line; None for a blank line. Raises `RulesError` for an unknown line."""
        return self.value[self._at(line)]

    def blank(self) -> list[Line]:
        """The lines without a number, from the top."""
        numbers = self.value
        return [line for line in self._lines if numbers[line.index] is None]

    @property
    def total(self) -> int:
        """The sum of all numbers."""
        return sum([number for number in self.value if number is not None])

    # -- changing ------------------------------------------------------------------------------------------------------

    def write(self, line: str | Cell, number: int) -> None:
        """Write a number on a blank line. Raises `RulesError` if one is there, and for anything but a whole number."""
        given: Any = number  # see `is_a`
        if type(given) is not int:
            raise RulesError(f"sheet {self.name!r} cannot have {quoted(number)} on a line: it has whole numbers")
        at = self._at(line)
        numbers = self.value
        if numbers[at] is not None:
            raise RulesError(
                f"sheet {self.name!r} has {numbers[at]} on line {self._lines[at].name!r} already; write on a blank line"
            )
        self._assign((*numbers[:at], number, *numbers[at + 1 :]))

    def check(self, value: object) -> None:
        """Raise `RulesError` unless the value has a whole number or None for each line."""
        given: Any = value
        if (
            not isinstance(given, list | tuple)
            or len(given) != len(self._lines)
            or [each for each in given if each is not None and type(each) is not int]
        ):
            raise RulesError(
                f"sheet {self.name!r} cannot be {quoted(value)}: it has {len(self._lines)} lines, each with a whole number or "
                "null"
            )

    # -- for the engine ------------------------------------------------------------------------------------------------

    def _assign(self, value: tuple[int | None, ...]) -> None:
        self.check(value)
        super()._assign(value)

    def _at(self, line: str | Cell) -> int:
        at = self._index.get(line.name if isinstance(line, Cell) else line)
        if at is None:
            raise RulesError(f"sheet {self.name!r} has no line {line!r}; its lines are {', '.join(self._index)}")
        return at

    def scene(self) -> dict[str, Any]:
        """The constant data that a page needs to draw it."""
        return {
            "name": self.name,
            "lines": [{"name": line.name, "label": line.label} for line in self._lines],
            "breaks": list(self.breaks),
            "total": self.sum,
        }
