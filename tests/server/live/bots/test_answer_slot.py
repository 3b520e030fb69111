"""The time at which a bot's answer leaves tells nothing of what its seat holds."""

from __future__ import annotations

import doctest
import time
from pathlib import Path

import pytest

from rondel.server.live.bots import answer_slot
from rondel.server.live.bots.answer_slot import CLOCK_SHARE, MARGIN, Slot, Slots
from rondel.server.live.bots.bot_pool import BotPool
from rondel.server.live.bots.question import Question
from tests.server.harness import Running, bot, joined
from tests.server.live.bots.test_bot_pool import worker

pytestmark = pytest.mark.anyio

SECONDS, PACE = 0.05, 0.02


class Watched:
    """Notes each answer of a server's real bots: whether anything was searched, its slot, and when it left."""

    def __init__(self, server: Running) -> None:
        self.left: list[tuple[bool, float, Slot, float]] = []
        pool = server.application.bots
        give, think = pool.slot, pool.think
        began = [0.0]

        def noted(table: str, position: int, bot: str, left: float | None = None) -> Slot:
            began[0] = time.monotonic()
            return give(table, position, bot, left)

        async def timed(question: Question | None, slot: Slot | None = None, bot: str = "") -> str | None:
            move = await think(question, slot, bot)
            assert slot is not None
            self.left.append((question is None, began[0], slot, time.monotonic()))
            return move

        pool.slot, pool.think = noted, timed  # type: ignore[method-assign]


async def test_a_forced_answer_leaves_in_the_same_slots_as_one_that_was_searched(tmp_path: Path) -> None:
    with Running(tmp_path, seconds=SECONDS, pace=PACE) as server:
        watched = Watched(server)
        made = server.create("tic_tac_toe", bot("x", "mcts"), bot("o", "mcts"), terms={"start": "full"})
        async with joined(server, made["table"]) as client:
            while not client.heard[-1]["views"]["observer"]["over"]:
                await client.hear("update")
        forced = [each for each in watched.left if each[0]]
        assert forced or len(watched.left) < 9, "a board that is filled has one cell left at the end"
        for _is_forced, began, slot, left in watched.left:
            assert slot.seconds == SECONDS
            assert slot.ends - began >= SECONDS + MARGIN
            assert left >= slot.ends, "no answer leaves before its slot ends"


def test_a_slot_is_of_public_facts_alone() -> None:
    now = [100.0]

    def slots(**more: float) -> Slots:
        return Slots(b"key", **{"seconds": 1.0, "pace": 0.4, "workers": 1, **more}, clock=lambda: now[0])  # type: ignore[arg-type]

    drawn = [slots().give("table", position, "mcts").ends - now[0] for position in range(50)]
    assert drawn == [slots().give("table", position, "mcts").ends - now[0] for position in range(50)]
    assert len(set(drawn)) == 50
    assert all(1 + MARGIN <= each < 1.4 + MARGIN for each in drawn)
    assert slots().give("table", 1, "random").ends < slots().give("table", 1, "mcts").ends
    assert slots().give("other", 1, "mcts") != slots().give("table", 1, "mcts")


def test_slots_at_the_same_time_leave_each_search_its_time() -> None:
    slots = Slots(b"key", seconds=1.0, pace=0.4, workers=2, clock=lambda: 100.0)
    ends = [slots.give(str(each), 1, "mcts").ends - 100 for each in range(6)]
    for number, end in enumerate(ends):
        assert end >= (1 + number // 2) * (1 + MARGIN), "two at a time"


@pytest.mark.parametrize("left", [10.0, 1.0, 0.1, 0.0, -1.0])
def test_a_slot_shrinks_with_the_clock(left: float) -> None:
    slot = Slots(b"key", seconds=1.0, pace=0.4, workers=1, clock=lambda: 100.0).give("t", 1, "mcts", left=left)
    assert 100.0 <= slot.ends <= 100.0 + max(0.0, left) / CLOCK_SHARE
    assert slot.seconds <= max(answer_slot.LEAST, left / CLOCK_SHARE)


def test_a_late_answer_tells_only_a_number_of_steps() -> None:
    """Whatever time a search takes between two steps, its answer leaves at the same time."""
    slots = Slots(b"key", seconds=1.0, pace=0.4, workers=1, clock=lambda: 100.0)
    for bot_name, left in (("mcts", None), ("mcts", 10.0), ("mcts", 0.0), ("random", None), ("random", 0.0)):
        slot = slots.give("t", 1, bot_name, left=left)
        assert slot.step >= answer_slot.LEAST
        leaves = {slot.departure(slot.ends + slot.step * late / 8) for late in range(-8, 17)}
        assert leaves == {slot.ends, slot.ends + slot.step, slot.ends + 2 * slot.step}
    assert slots.give("t", 1, "mcts").step == 1.0 + MARGIN


async def test_searches_that_are_late_by_different_times_leave_at_the_same_step() -> None:
    """With real workers, which sleep for as many seconds as the role they are asked for says."""
    code = "if asked['id']: time.sleep(float(asked['role']))\n print(json.dumps({'id': asked['id'], 'move': 'm'}), flush=True)"
    pool = BotPool(seconds=SECONDS, pace=PACE, command=worker(code))
    try:
        await pool.think(Question(1, "0", "mcts", SECONDS, 7))  # it runs from here on
        for number, takes in enumerate((0.25, 0.35), 2):
            slot = pool.slot("table", 1, "mcts")
            assert await pool.think(Question(number, str(takes), "mcts", SECONDS, 7), slot, "mcts") == "m"
            assert time.monotonic() >= slot.ends + slot.step, "neither leaves when it is there"
        assert pool.late == 2
    finally:
        await pool.close()


def test_the_examples_in_the_module_run() -> None:
    assert doctest.testmod(answer_slot).failed == 0
