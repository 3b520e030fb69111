"""Budgets: the limits of a search, and a meter that reports when they are reached."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import TypeVar

from rondel.errors import BadOption

N = TypeVar("N", int, float)


@dataclass(frozen=True)
class Budget:
    """The limits of a search, or of a player's thinking about one answer. None is no limit of that kind.

    >>> Budget(seconds=5).within(Budget(seconds=1, simulations=100))
    Budget(seconds=1, simulations=100)
    """

    seconds: float | None = None
    """Time, in seconds of the clock that the search is given."""
    simulations: int | None = None
    """Number of playouts."""
    nodes: int | None = None
    """Positions that the tree may hold at once. A search goes on with a full tree, but the tree does not grow."""

    def within(self, other: Budget) -> Budget:
        """Returns the tighter limit of both, kind by kind."""
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
    """Reports when the first limit of a budget is reached. Measuring begins when the meter is made.

    Raises `BadOption` for a budget without an end, below 1, or with a time limit but no clock.

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
        """The last reading of the clock; 0 without a clock."""

    def goes_on(self, done: int) -> bool:
        """Whether the search may continue after ``done`` simulations. Reads the clock."""
        self.look()
        if self._simulations is not None and done >= self._simulations:
            return False
        return self._seconds is None or self.now - self.began < self._seconds

    def look(self) -> float:
        """The current reading of the clock; 0 without a clock."""
        clock = self._clock
        if clock is not None:
            self.now = clock()
        return self.now
