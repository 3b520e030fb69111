"""Counters: whole numbers that stay within bounds: coins, points, rounds."""

from __future__ import annotations

from typing import Any, ClassVar

from rondel.engine.components.prop import Prop
from rondel.engine.visibility import NOBODY, Visibility
from rondel.errors import RulesError, is_a, quoted


class Counter(Prop[int]):
    """A prop whose value is a whole number from ``least`` to ``most`` (None for no bound), drawn as a counter; with
    ``chips=True`` as a stack of chips, too. The sum of all counters with the same text ``pooled``, such as ``_("Pot")``, is
    drawn in the middle of the table. A ``quiet`` counter is drawn in its pool at most. ``goal`` is the prop with the number
    that the counter is to reach, such as the tricks that were bid: drawn as 2/4, once that prop has a number.

    >>> coins = Counter("coins", 3)
    >>> coins.add(4)
    7
    >>> coins.take(9)
    Traceback (most recent call last):
    rondel.errors.RulesError: counter 'coins' cannot be -2: it is at least 0
    """

    __slots__ = ("chips", "goal", "least", "most", "pooled")

    layout: ClassVar[str] = "counter"
    """The name of its layout in a page."""

    def __init__(
        self,
        name: str,
        value: int = 0,
        *,
        least: int | None = 0,
        most: int | None = None,
        chips: bool = False,
        pooled: str = "",
        goal: Prop[Any] | None = None,
        visible_to: Visibility = NOBODY,
        quiet: bool = False,
    ) -> None:
        self.least = least
        self.most = most
        self.chips = chips
        self.pooled = pooled
        self.goal = goal.name if goal is not None else ""
        super().__init__(name, value, visible_to=visible_to, quiet=quiet)
        self.check(value)

    def add(self, number: int = 1) -> int:
        """Add a number, which may be negative; returns the new value. Raises `RulesError`, without a change, if the value would
        leave the bounds."""
        self._check_number(number)
        self._assign(self.value + number)
        return self._value

    def take(self, number: int = 1) -> int:
        """Subtract a number; returns the new value. Raises `RulesError` as `add` does."""
        self._check_number(number)
        return self.add(-number)

    def give(self, number: int, to: Counter) -> None:
        """Move a number to another counter. Raises `RulesError`, without a change, if either value would leave its bounds."""
        if not is_a(to, Counter):
            raise RulesError(f"counter {self._name!r} cannot give to {quoted(to)}: give to another counter")
        self._check_number(number)
        if to is not self:
            to.check(to.value + number)
            self._assign(self.value - number)
            to._assign(to.value + number)

    def _check_number(self, number: object) -> None:
        if type(number) is not int:
            raise RulesError(f"counter {self._name!r} cannot change by {quoted(number)}: it counts in whole numbers")

    def check(self, value: object) -> None:
        """Raise `RulesError` for a value outside the bounds, or not a whole number."""
        if type(value) is not int:
            raise RulesError(f"counter {self.name!r} cannot be {value!r}: it is a whole number")
        if self.least is not None and value < self.least:
            raise RulesError(f"counter {self.name!r} cannot be {value}: it is at least {self.least}")
        if self.most is not None and value > self.most:
            raise RulesError(f"counter {self.name!r} cannot be {value}: it is at most {self.most}")

    def _assign(self, value: int) -> None:
        self.check(value)
        super()._assign(value)

    def scene(self) -> dict[str, Any]:
        """The constant data that a page needs to draw it."""
        given = {"chips": self.chips, "pooled": self.pooled, "goal": self.goal}
        drawn = {name: value for name, value in given.items() if value}
        return {"name": self.name, "layout": self.layout, "least": self.least, "most": self.most, **drawn}
