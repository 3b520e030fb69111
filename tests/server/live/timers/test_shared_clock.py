"""The clock that nodes share: as right as the quickest of the last readings, and never back."""

from __future__ import annotations

import doctest

from rondel.server.live.timers import shared_clock
from rondel.server.live.timers.shared_clock import READINGS, SharedClock


class Watch:
    """A shared clock, and the two clocks that it is made of."""

    def __init__(self) -> None:
        self.own = 1_000
        self.database = 50_000
        self.clock = SharedClock(lambda: self.own)

    def read(self, there: int, back: int) -> None:
        """Read the database's clock; the way there and the way back take so long."""
        before = self.own
        self.passes(there)
        found = self.database
        self.passes(back)
        self.clock.note(before, found, self.own)

    def passes(self, milliseconds: int) -> None:
        self.own += milliseconds
        self.database += milliseconds


def test_the_quickest_of_the_last_readings_counts() -> None:
    watch = Watch()
    watch.read(1, 1)
    for _ in range(READINGS - 1):
        watch.read(0, 400)
        assert watch.clock.now() == watch.database
    watch.read(100, 0)  # the quickest of all is forgotten
    assert abs(watch.clock.now() - watch.database) == 50


def test_it_never_goes_back_and_goes_on_once_the_database_has_caught_up() -> None:
    watch = Watch()
    watch.read(0, 0)
    before = watch.clock.now()
    watch.database -= 5_000
    watch.read(0, 0)
    assert watch.clock.now() == before
    watch.passes(4_999)
    assert watch.clock.now() == before
    watch.passes(11)
    assert watch.clock.now() == watch.database == before + 10


def test_a_machine_that_was_asleep_has_the_time_of_the_database_with_the_next_reading() -> None:
    watch = Watch()
    watch.read(0, 0)
    watch.database += 3_600_000
    watch.read(10, 10)
    assert watch.clock.now() == watch.database


def test_the_examples_in_the_module_run() -> None:
    assert doctest.testmod(shared_clock).failed == 0
