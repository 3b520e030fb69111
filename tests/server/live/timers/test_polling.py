"""Polling: at an interval, at once when woken, and on after an error."""

from __future__ import annotations

import asyncio
import doctest
import logging

import pytest

from rondel.server.live.timers import polling as module
from rondel.server.live.timers.polling import Polling
from rondel.server.telemetry.failure_log import FailureLog

pytestmark = pytest.mark.anyio

LONG = 3600.0


class Work:
    """Work that counts how often it was done, and may fail."""

    def __init__(self, fails: int = 0, seconds: float = LONG) -> None:
        self.fails = fails
        self.times = 0
        self.changed = asyncio.Event()
        failures = FailureLog(logging.getLogger("polling"), "nothing works", over="it works again")
        self.polling = Polling(self, seconds, "work", failures)

    async def __call__(self) -> None:
        self.times += 1
        self.changed.set()
        if self.times <= self.fails:
            raise OSError("no such luck")

    async def done(self, times: int) -> None:
        async with asyncio.timeout(30):
            while self.times < times:
                self.changed.clear()
                await self.changed.wait()


def test_the_examples_in_the_module_run() -> None:
    assert doctest.testmod(module).failed == 0


async def test_it_works_when_woken_and_not_before() -> None:
    work = Work()
    work.polling.start()
    await asyncio.sleep(0)
    assert work.times == 0
    before = work.polling.is_woken
    work.polling.wake()
    assert (before, work.polling.is_woken) == (False, True)
    await work.done(1)
    assert [work.polling.is_woken, work.times] == [False, 1]
    await work.polling.close()


async def test_it_works_again_after_the_interval() -> None:
    work = Work(seconds=0.001)
    work.polling.start()
    await work.done(3)
    await work.polling.close()


async def test_an_error_is_logged_and_ends_nothing(caplog: pytest.LogCaptureFixture) -> None:
    work = Work(fails=2, seconds=0.001)
    with caplog.at_level(logging.INFO):
        work.polling.start()
        await work.done(4)
        await work.polling.close()
    assert [each.getMessage().partition(":")[0] for each in caplog.records if each.name == "polling"] == [
        "nothing works",
        "it works again",
    ]


async def test_who_has_not_begun_can_be_closed() -> None:
    work = Work()
    await work.polling.close()
    assert work.times == 0
