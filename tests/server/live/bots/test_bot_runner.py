"""The bot runner: plays at a table over a real database until a person is to move, and goes on after failures."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest

from rondel.server.live.bots import bot_runner
from rondel.server.live.bots.answer_slot import Slot
from rondel.server.live.bots.bot_runner import BotRunner
from rondel.server.live.bots.question import Question
from rondel.server.protocol import NewSeat
from rondel.server.protocol.refused import Refusal, unavailable
from rondel.server.storage.sqlite import SqliteStore
from rondel.server.storage.store import NotSaved
from rondel.server.table.bot_turn import Knowledge
from rondel.server.table.log.entries import Answer, Snapshot
from tests.server.table_parts import shared_table

pytestmark = pytest.mark.anyio

BOTS = (NewSeat("x", "bot", "greedy"), NewSeat("o", "bot", "greedy"))
AGAINST_A_PERSON = (NewSeat("x", "bot", "greedy"), NewSeat("o", "me"))


class Thinkers:
    """Bots that give no move, so that the zombie move is played, once they may; what they are to raise comes first."""

    def __init__(self) -> None:
        self.may_think = asyncio.Event()
        self.asked: list[str] = []
        self.errors: list[Exception] = []

    def slot(self, table: str, position: int, bot: str, left: float | None = None) -> Slot:
        return Slot(0.0, 1.0)

    def question(self, role: str, bot: str, known: Knowledge | None, slot: Slot | None = None) -> Question | None:
        return None if known is None else Question(1, role, bot, 1.0, 7)

    async def think(self, question: Question | None, slot: Slot | None = None, bot: str = "") -> str | None:
        self.asked.append(bot)
        await self.may_think.wait()
        if self.errors:
            raise self.errors.pop()
        return None

    async def close(self) -> None:
        self.may_think.clear()


class Failing(SqliteStore):
    """A database that refuses the next few answers."""

    refusals = 0

    async def append(self, answer: Answer, snapshot: Snapshot | None = None, seating: int | None = None) -> None:
        if self.refusals:
            self.refusals -= 1
            raise NotSaved("the disk is full")
        await super().append(answer, snapshot, seating)


async def until_idle(runner: BotRunner) -> None:
    while runner.busy:
        await asyncio.sleep(0)


async def test_it_plays_until_the_game_is_over_and_thinks_once_for_each_answer(tmp_path: Path) -> None:
    async with shared_table(tmp_path, BOTS) as shared:
        bots = Thinkers()
        node = await shared.node(bots=bots)
        bots.may_think.set()
        node.bot_runner.wake()
        assert not node.bot_runner.busy, "the table is not open"
        await node.loader.current()
        for _ in range(5):
            node.bot_runner.wake()
        await until_idle(node.bot_runner)
        stored = (await shared.store.log(shared.table)).answers
        assert stored[-1].active == "", "the game is over"
        assert bots.asked == ["greedy"] * len(stored)


async def test_it_waits_for_a_person(tmp_path: Path) -> None:
    async with shared_table(tmp_path, AGAINST_A_PERSON) as shared:
        bots = Thinkers()
        node = await shared.node(bots=bots)
        bots.may_think.set()
        await node.loader.current()
        node.bot_runner.wake()
        await until_idle(node.bot_runner)
        assert [answer.role for answer in (await shared.store.log(shared.table)).answers] == ["x"]
        node.bot_runner.wake()
        assert not node.bot_runner.busy


async def test_it_can_be_stopped_while_a_bot_thinks_and_woken_again(tmp_path: Path) -> None:
    async with shared_table(tmp_path, AGAINST_A_PERSON) as shared:
        bots = Thinkers()
        node = await shared.node(bots=bots)
        await node.loader.current()
        node.bot_runner.wake()
        while not bots.asked:
            await asyncio.sleep(0)
        assert not node.lock.locked(), "others may act while a bot thinks"
        await node.bot_runner.stop()
        await until_idle(node.bot_runner)
        assert (await shared.store.log(shared.table)).answers == ()
        bots.may_think.set()
        node.bot_runner.wake()
        await until_idle(node.bot_runner)
        assert len((await shared.store.log(shared.table)).answers) == 1


async def test_an_answer_to_a_position_that_is_gone_is_dropped(tmp_path: Path) -> None:
    async with shared_table(tmp_path, AGAINST_A_PERSON) as shared:
        bots = Thinkers()
        node = await shared.node(bots=bots)
        await node.loader.current()
        node.bot_runner.wake()
        while not bots.asked:
            await asyncio.sleep(0)
        await shared.store.append(Answer(shared.table, 1, 1, "play", "x", "mark(c3)"))
        node.loader.note_newest(1)
        bots.may_think.set()
        await until_idle(node.bot_runner)
        assert [answer.move for answer in (await shared.store.log(shared.table)).answers] == ["mark(c3)"]


async def test_what_fails_is_logged_and_it_can_be_woken_again(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    async with shared_table(tmp_path, AGAINST_A_PERSON) as shared:
        bots = Thinkers()
        node = await shared.node(bots=bots)
        bots.may_think.set()
        bots.errors = [ZeroDivisionError("a fault of the server")]
        await node.loader.current()
        node.bot_runner.wake()
        await until_idle(node.bot_runner)
        assert f"the bots of table {shared.table} stopped" in caplog.text
        assert "a fault of the server" in caplog.text
        node.bot_runner.wake()
        await until_idle(node.bot_runner)
        assert len((await shared.store.log(shared.table)).answers) == 1


async def test_what_is_refused_for_now_is_tried_again_and_nothing_else(
    tmp_path: Path, caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(bot_runner, "RETRY_SECONDS", 0.01)
    async with shared_table(tmp_path, AGAINST_A_PERSON, kind=Failing) as shared:
        bots = Thinkers()
        node = await shared.node(bots=bots)
        bots.may_think.set()
        bots.errors = [unavailable()]
        assert isinstance(shared.store, Failing)
        shared.store.refusals = 1
        await node.loader.current()
        node.bot_runner.wake()
        await until_idle(node.bot_runner)
        assert (len((await shared.store.log(shared.table)).answers), len(bots.asked)) == (1, 3)
        assert caplog.text.count(f"the bots of table {shared.table} wait") == 1, "it is not said of every try"
    async with shared_table(tmp_path / "another", AGAINST_A_PERSON) as shared:
        node = await shared.node(bots=bots)
        bots.errors = [Refusal("rules", "they broke down")]
        await node.loader.current()
        node.bot_runner.wake()
        await until_idle(node.bot_runner)
        assert (await shared.store.log(shared.table)).answers == ()
        assert f"the bots of table {shared.table} stopped" in caplog.text
