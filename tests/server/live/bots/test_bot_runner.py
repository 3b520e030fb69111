"""Who answers for the bots of a table."""

from __future__ import annotations

import asyncio
import doctest
from collections import deque

import pytest

from rondel.server.live.bots import bot_runner as subject
from rondel.server.live.bots.answer_slot import Slot
from rondel.server.live.bots.bot_pool import Question
from rondel.server.live.bots.bot_runner import Asked, BotRunner
from rondel.server.protocol.refused import Refusal, unavailable
from rondel.server.table.entries import SeatEntry

pytestmark = pytest.mark.anyio

SEAT = SeatEntry("o", "bot", "mcts")


class Queue:
    """A table that waits for bots so many times, and notes what it is given; a bot of it thinks until it is let."""

    def __init__(self, times: int) -> None:
        self.waiting = deque(range(times))
        self.taken: list[tuple[int, str | None]] = []
        self.may_think = asyncio.Event()
        self.thinking = 0
        self.refusals: list[Refusal] = []

    async def asks_bot(self) -> Asked | None:
        if not self.waiting:
            return None
        return Asked(SEAT, self.waiting[0], Question(1, "o", "mcts", 1.0, 7))

    async def take_bots(self, asked: Asked, move: str | None) -> None:
        if self.refusals:
            raise self.refusals.pop()
        if asked.seq == 13:
            raise ZeroDivisionError("a fault of the server")
        self.waiting.popleft()
        self.taken.append((asked.seq, move))

    async def think(self, question: Question | None, slot: Slot | None = None, bot: str = "") -> str | None:
        assert question is not None
        self.thinking += 1
        await self.may_think.wait()
        return f"move of {question.role}"


async def until_idle(driver: BotRunner) -> None:
    while driver.busy:
        await asyncio.sleep(0)


async def test_it_goes_on_until_nobody_waits_for_a_bot_and_thinks_once_for_each_answer() -> None:
    table = Queue(3)
    table.may_think.set()
    driver = BotRunner("t", table, table)
    for _ in range(5):
        driver.wake()  # whoever wakes it while it is at it changes nothing
    await until_idle(driver)
    assert table.taken == [(0, "move of o"), (1, "move of o"), (2, "move of o")]
    assert table.thinking == 3


async def test_it_can_be_stopped_while_a_bot_thinks_and_woken_again() -> None:
    table = Queue(1)
    driver = BotRunner("t", table, table)
    driver.wake()
    while not table.thinking:
        await asyncio.sleep(0)
    await driver.stop()
    await until_idle(driver)
    assert table.taken == []
    table.may_think.set()
    driver.wake()
    await until_idle(driver)
    assert table.taken == [(0, "move of o")]


async def test_what_fails_is_logged_and_it_can_be_woken_again(caplog: pytest.LogCaptureFixture) -> None:
    table = Queue(1)
    table.waiting[0] = 13
    table.may_think.set()
    driver = BotRunner("t", table, table)
    driver.wake()
    await until_idle(driver)
    assert "the bots of table t stopped" in caplog.text
    assert "a fault of the server" in caplog.text
    table.waiting[0] = 1
    driver.wake()
    await until_idle(driver)
    assert table.taken == [(1, "move of o")]


async def test_what_is_refused_for_now_is_asked_again_after_a_while_and_nothing_else(
    caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(subject, "RETRY_SECONDS", 0.01)
    table = Queue(2)
    table.refusals = [Refusal("not_saved", "the disk is full"), unavailable()]
    table.may_think.set()
    driver = BotRunner("t", table, table)
    driver.wake()
    await until_idle(driver)
    assert (table.taken, table.thinking) == ([(0, "move of o"), (1, "move of o")], 4)
    assert caplog.text.count("the bots of table t wait") == 1, "it is not said of every try"
    table.waiting.append(2)
    table.refusals = [Refusal("rules", "they broke down")]
    driver.wake()
    await until_idle(driver)
    assert (len(table.taken), "the bots of table t stopped" in caplog.text) == (2, True)


def test_the_examples_in_the_module_run() -> None:
    assert doctest.testmod(subject).failed == 0
