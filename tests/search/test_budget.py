"""Budgets, and the meter that says when one is used up."""

from __future__ import annotations

import pytest

from rondel.errors import BadOption
from rondel.search.budget import Budget, Meter


def test_the_tighter_limit_counts_of_each_kind() -> None:
    one, other = Budget(seconds=5, nodes=7), Budget(seconds=1, simulations=100, nodes=9)
    assert one.within(other) == other.within(one) == Budget(seconds=1, simulations=100, nodes=7)
    assert Budget().within(Budget()) == Budget()
    assert repr(one) == "Budget(seconds=5, nodes=7)"


def test_whatever_is_used_up_first_ends_it() -> None:
    ticks = iter(range(100))
    meter = Meter(Budget(seconds=3, simulations=9), lambda: float(next(ticks)))
    assert (meter.began, meter.now) == (0.0, 0.0)
    assert [meter.goes_on(done) for done in (1, 2, 3)] == [True, True, False]
    assert (meter.now, meter.look()) == (3.0, 4.0)
    alone = Meter(Budget(simulations=2), None)
    assert [alone.goes_on(done) for done in (1, 2)] == [True, False]
    assert alone.look() == 0.0


@pytest.mark.parametrize(
    ("budget", "message"),
    [
        (Budget(), r"a search needs a budget: simulations=\.\.\., or seconds=\.\.\. with a clock"),
        (Budget(nodes=10), "a search needs a budget"),
        (Budget(simulations=0), "cannot make 0 simulations; it makes at least 1"),
        (Budget(seconds=1), "needs a clock: clock=time.monotonic"),
        (Budget(simulations=1, nodes=0), "cannot hold 0 positions; it holds at least 1"),
    ],
)
def test_a_budget_must_make_sense(budget: Budget, message: str) -> None:
    with pytest.raises(BadOption, match=message):
        Meter(budget, None)
