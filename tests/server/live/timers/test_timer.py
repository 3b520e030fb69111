"""The timer of a table."""

from __future__ import annotations

import asyncio
import doctest

import pytest

from rondel.server.live.timers import timer
from rondel.server.live.timers.timer import Timer

pytestmark = pytest.mark.anyio


class Looking:
    """Who looks whenever the alarm goes off, for as long as it is not let go."""

    def __init__(self, *again: float | None) -> None:
        self.again = [*again]
        self.times: list[float] = []
        self.begun = asyncio.Event()
        self.let_go = asyncio.Event()
        self.let_go.set()
        self.alarm = Timer("t", self.look)

    async def look(self) -> float | None:
        self.times.append(asyncio.get_running_loop().time())
        self.begun.set()
        await self.let_go.wait()
        return self.again.pop(0) if self.again else None


async def test_it_goes_off_at_the_time_it_was_set_to_last_and_once() -> None:
    looking, now = Looking(), asyncio.get_running_loop().time()
    looking.alarm.set(now + 3_600)
    looking.alarm.set(now + 0.02)
    assert looking.alarm.is_set
    await looking.begun.wait()
    assert looking.times[0] > now + 0.02, "what was to be over is over"
    await asyncio.sleep(0)
    assert (looking.alarm.is_set, looking.alarm.busy, len(looking.times)) == (False, False, 1)


async def test_a_time_that_has_passed_is_now_and_none_is_never() -> None:
    looking, now = Looking(), asyncio.get_running_loop().time()
    looking.alarm.set(now - 100)
    looking.alarm.set(None)
    assert not looking.alarm.is_set
    looking.alarm.set(now - 100)
    await looking.begun.wait()


async def test_it_is_looked_again_after_as_long_as_was_said() -> None:
    looking = Looking(0.01, 0.01)
    looking.alarm.look()
    while len(looking.times) < 3:
        await asyncio.sleep(0.005)
    assert min(looking.times[1] - looking.times[0], looking.times[2] - looking.times[1]) > 0.01


async def test_while_it_is_being_looked_nobody_looks_besides_and_it_can_be_stopped() -> None:
    looking = Looking()
    looking.let_go.clear()
    for _ in range(3):
        looking.alarm.look()
        await looking.begun.wait()
    assert (looking.alarm.busy, len(looking.times)) == (True, 1)
    await looking.alarm.stop()
    assert not looking.alarm.busy


def test_the_examples_in_the_module_run() -> None:
    assert doctest.testmod(timer).failed == 0
