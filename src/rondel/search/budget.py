"""Budgets: how much a search may do, and a meter that says when it is used up."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import TypeVar

from rondel.errors import BadOption

N = TypeVar("N", int, float)


@dataclass(frozen=True)
class Budget:
    """How much a search may do, or a player may think about one answer; None is no limit of that kind.

    >>> Budget(seconds=5).within(Budget(seconds=1, simulations=100))
    Budget(seconds=1, simulations=100)
    """

    seconds: float | None = None
    """The time, by the clock that the search is given."""
    simulations: int | None = None
    """How many games are played on."""
    nodes: int | None = None
    """How many positions the tree may hold at once. A full tree is searched on: it only does not grow."""

    def within(self, other: Budget) -> Budget:
        """The tighter of both, limit by limit."""
        return Budget(
            _less(self.seconds, other.seconds), _less(self.simulations, other.simulations), _less(self.nodes, other.nodes)
        )

    def __repr__(self) -> str:
        given = {"seconds": self.seconds, "simulations": self.simulations, "nodes": self.nodes}
        return f"Budget({', '.join([f'{name}={value!r}' for name, value in given.items() if value is not None])})"


def _less(one: N | None, other: N | None) -> N | None:
    if one is None or other is None:
        return other if one is None else one
    return min(one, other)


class Meter:
    """Says when a budget is used up, whatever limit is reached first. It begins when it is made.

    Raises `BadOption` for a budget by which a search would not end, would not begin, or could not know the time.

    >>> meter = Meter(Budget(simulations=2), None)
    >>> meter.goes_on(1), meter.goes_on(2)
    (True, False)
    """

    def __init__(self, budget: Budget, clock: Callable[[], float] | None) -> None:
        simulations = budget.simulations
        seconds = budget.seconds
        if simulations is None and seconds is None:
            raise BadOption("a search needs a budget: simulations=..., or seconds=... with a clock")
        if simulations is not None and simulations < 1:
            raise BadOption(f"a search cannot make {simulations} simulations; it makes at least 1")
        if seconds is not None and clock is None:
            raise BadOption("a search for some seconds needs a clock: clock=time.monotonic")
        if budget.nodes is not None and budget.nodes < 1:
            raise BadOption(f"a search cannot hold {budget.nodes} positions; it holds at least 1")
        self._simulations = simulations
        self._seconds = seconds
        self._clock = clock
        self.began = clock() if clock is not None else 0.0
        self.now = self.began
        """What the clock said last; 0 without one."""

    def goes_on(self, done: int) -> bool:
        """Whether more may be done after so many simulations. Looks at the clock."""
        self.look()
        if self._simulations is not None and done >= self._simulations:
            return False
        return self._seconds is None or self.now - self.began < self._seconds

    def look(self) -> float:
        """What the clock says now; 0 without one."""
        clock = self._clock
        if clock is not None:
            self.now = clock()
        return self.now
