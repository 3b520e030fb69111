"""The heartbeat: time that never goes back, outages wherever they lie, and deadlines that are found in time."""

from __future__ import annotations

import asyncio
import doctest
import time
from collections.abc import AsyncIterator, Callable
from pathlib import Path

import pytest
from sqlalchemy import Connection, insert, text

from rondel.server.live.bots.bot_pool import BotPool
from rondel.server.live.services import Services
from rondel.server.live.timers import heartbeat
from rondel.server.live.timers.heartbeat import Heartbeat, beat, overlap
from rondel.server.storage import schema
from rondel.server.storage.node_repository import PATIENCE
from rondel.server.storage.sqlite import SqliteStore
from tests.server.harness import empty_store

pytestmark = pytest.mark.anyio

NOON = 1_800_000_000_000


class Machine:
    """A machine whose clock can be set, and its store."""

    def __init__(self, store: SqliteStore) -> None:
        self.store = store
        self.time = NOON

    def heartbeat(self) -> Heartbeat:
        """That of a process that starts now."""
        return Heartbeat(Services(self.store, BotPool(), clock=lambda: self.time))


@pytest.fixture
async def machine(tmp_path: Path) -> AsyncIterator[Machine]:
    store = empty_store(tmp_path)
    yield Machine(store)
    await store.close()


async def beaten(beating: Heartbeat, machine: Machine, seconds: int) -> None:
    """Let the time pass, with a beat each second."""
    for _ in range(seconds):
        machine.time += 1_000
        await beating._beat()


async def running(machine: Machine) -> Heartbeat:
    beating = machine.heartbeat()
    await beating.ready()
    beating.keep("t", NOON + 10**9)
    await beating._beat()
    return beating


async def test_time_in_which_it_beats_is_charged_whole(machine: Machine) -> None:
    beating = await running(machine)
    await beaten(beating, machine, 20)
    assert beating.down(NOON, beating.now()) == 0


@pytest.mark.parametrize("step", [0, 3_600_000, -3_600_000])
async def test_a_restart_of_a_minute_is_nobodys_time_whatever_the_clock_was_set_to(
    machine: Machine, step: int, caplog: pytest.LogCaptureFixture
) -> None:
    beating = await running(machine)
    await beaten(beating, machine, 10)
    last = beating.now()
    machine.time += 60_000 + step
    beating = machine.heartbeat()
    await beating.ready()
    assert beating.now() >= last
    assert beating.down(NOON, beating.now()) == beating.now() - last
    await beaten(beating, machine, 5)
    charged = beating.now() - NOON - beating.down(NOON, beating.now())
    if step < 0:  # time at the tables is ahead, and runs a tenth slower until it is not
        assert 14_500 <= charged < 15_000
    else:
        assert charged == 15_000
    assert ("the machine's clock is 3540 s behind" in caplog.text) == (step < 0), caplog.text


async def test_a_freeze_is_nobodys_time_at_once_and_for_good(machine: Machine) -> None:
    """Before the next beat too: whoever asks first after it must not lose by it."""
    beating = await running(machine)
    await beaten(beating, machine, 2)
    machine.time += 300_000
    assert beating.down(NOON, beating.now()) == 300_000
    await beaten(beating, machine, 2)
    assert beating.down(NOON, beating.now()) == 301_000
    later = machine.heartbeat()
    await later.ready()
    assert later.down(NOON, later.now()) == 301_000


async def test_outages_add_up_over_many_restarts(machine: Machine) -> None:
    for _ in range(4):
        beating = await running(machine)
        await beaten(beating, machine, 3)
        machine.time += 20_000
    beating = machine.heartbeat()
    await beating.ready()
    assert beating.down(NOON, beating.now()) == 80_000
    assert beating.down(NOON + 10_000, NOON + 11_000) == 1_000


async def test_time_in_which_no_clock_ran_is_no_outage_for_a_clock_that_began_later(machine: Machine) -> None:
    beating = machine.heartbeat()
    await beating.ready()
    await beating._beat()
    machine.time += 3_600_000
    began = beating.now()
    beating.keep("t", began + 60_000)
    machine.time += 900
    assert beating.down(began, beating.now()) == 0


async def test_a_clock_set_back_while_it_runs_stands_still(machine: Machine) -> None:
    beating = await running(machine)
    machine.time -= 3_600_000
    assert beating.now() == NOON


async def test_what_is_due_is_told_and_what_is_kept_anew_is_not(machine: Machine) -> None:
    told: list[str] = []
    beating = machine.heartbeat()
    beating.on_due = told.append
    for table, due in (("a", 5_000), ("b", 9_000), ("c", 5_000)):
        beating.keep(table, NOON + due)
    await beating._beat()
    machine.time += 6_000
    beating.keep("c", None)
    await beating._beat()
    assert told == ["a"]
    beating.keep("a", NOON + 60_000)
    await beating._beat()
    machine.time += 4_000
    another = machine.heartbeat()
    another.on_due = told.append
    await another.ready()
    assert told == ["a", "b"]


async def test_it_beats_while_a_clock_runs_and_rests_while_none_does(machine: Machine, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(heartbeat, "BEAT", 0.01)
    beating = machine.heartbeat()
    beating.start()
    beating.keep("t", NOON + 10**9)

    def marked(connection: Connection) -> int:
        return int(connection.execute(text("SELECT at FROM marks")).scalar() or 0)

    async def until(there: Callable[[int], bool]) -> None:
        async with asyncio.timeout(60):
            while not there(await machine.store.read(marked)):
                await asyncio.sleep(0.005)

    await until(lambda at: at == NOON)
    machine.time += 1_000
    await until(lambda at: at == NOON + 1_000)
    beating.keep("t", None)
    async with asyncio.timeout(60):
        while beating._wanted.is_set():
            await asyncio.sleep(0.005)
    await beating.stop()


async def test_a_time_that_cannot_be_stored_is_said_once_and_when_it_is_stored_again(
    machine: Machine, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr(heartbeat, "BEAT", 0.005)
    beats = 0
    beating = machine.heartbeat()
    beat_once = beating._beat

    async def counted() -> None:
        nonlocal beats
        beats += 1
        await beat_once()

    async def some() -> None:
        until = beats + 4
        async with asyncio.timeout(60):
            while beats < until:
                await asyncio.sleep(0.005)

    monkeypatch.setattr(beating, "_beat", counted)
    (tmp_path / "arena.sqlite3").rename(tmp_path / "kept")
    beating.keep("t", NOON + 10**9)
    beating.start()
    await some()
    (tmp_path / "kept").rename(tmp_path / "arena.sqlite3")
    await some()
    await beating.stop()
    said = [record.getMessage().partition(":")[0] for record in caplog.records]
    assert said == ["the time cannot be stored", "the time is stored again"]


async def test_a_beat_finds_what_is_due_among_many_open_tables_by_an_index_alone(machine: Machine) -> None:
    """10,000 tables with days for each move: the sweep is one look at an index, and takes far less than a tenth of a second."""

    def fill(connection: Connection) -> None:
        connection.execute(insert(schema.deadlines), [{"table_id": f"t{each}", "at": NOON + each} for each in range(10_000)])

    await machine.store.write(fill)
    took = []
    for _ in range(5):
        began = time.perf_counter()
        said = await machine.store.write(lambda connection: beat(connection, NOON + 50, {}))
        took.append(time.perf_counter() - began)
    assert said.due == tuple(f"t{each}" for each in range(51))
    assert min(took) < 0.1

    def plan(connection: Connection) -> list[str]:
        asked = "EXPLAIN QUERY PLAN SELECT table_id FROM deadlines WHERE at <= 5 ORDER BY at LIMIT 200"
        return [row[3] for row in connection.exec_driver_sql(asked)]

    assert all("USING COVERING INDEX deadlines_at" in line for line in await machine.store.read(plan))


def test_overlapping_spans_count_once() -> None:
    assert overlap([], 0, 10) == 0
    assert overlap([(0, 100), (20, 30)], 10, 50) == 40
    assert overlap([(60, 100)], 10, 50) == overlap([(0, 10)], 10, 50) == 0


def test_the_patience_is_longer_than_a_beat() -> None:
    assert PATIENCE > 2_000 * heartbeat.BEAT


def test_the_examples_in_the_module_run() -> None:
    assert doctest.testmod(heartbeat).failed == 0


async def test_time_that_is_ahead_stands_still_while_no_clock_runs(machine: Machine) -> None:
    machine.time += 3_600_000  # the machine's clock is wrong by an hour
    beating = await running(machine)
    await beaten(beating, machine, 3)
    beating.keep("t", None)
    await beating._beat()
    last = beating.now()
    machine.time -= 3_600_000
    beating = machine.heartbeat()
    await beating.ready()
    machine.time += 1_800_000
    assert beating.now() == last
    beating = machine.heartbeat()  # another start changes nothing
    await beating.ready()
    assert beating.now() == last
    machine.time += 1_800_001
    assert beating.now() == machine.time
    beating.keep("t", NOON + 10**9)
    machine.time += 500
    assert beating.now() == machine.time


async def test_a_clock_that_begins_while_time_stands_still_runs_at_once(machine: Machine) -> None:
    machine.time += 3_600_000
    beating = await running(machine)
    beating.keep("t", None)
    await beating._beat()
    machine.time -= 3_600_000
    beating = machine.heartbeat()
    await beating.ready()
    began = beating.now()
    beating.keep("t", began + 60_000)
    machine.time += 500
    assert beating.now() == began + 500


async def test_time_that_is_ahead_converges_while_a_clock_runs_and_nobody_loses_by_it(machine: Machine) -> None:
    machine.time += 60_000
    beating = await running(machine)
    await beaten(beating, machine, 2)
    machine.time -= 60_000
    beating = machine.heartbeat()
    await beating.ready()
    beating.keep("t", NOON + 10**9)
    began, real = beating.now(), machine.time
    for _ in range(12):
        await beaten(beating, machine, 60)
        charged = beating.now() - began - beating.down(began, beating.now())
        assert 0 <= charged <= machine.time - real
        assert charged >= (machine.time - real) * 8 // 10
    assert beating.now() == machine.time


async def test_a_kill_and_a_clock_set_back_give_the_player_to_move_nothing(machine: Machine) -> None:
    beating = await running(machine)
    await beaten(beating, machine, 2)
    machine.time += 900
    answered = beating.now()  # an answer is stored after the last mark, and then the server is killed
    machine.time -= 86_400_000
    beating = machine.heartbeat()
    await beating.ready()
    assert beating.now() - answered - beating.down(answered, beating.now()) == 0
    assert beating.now() >= answered
    machine.time += 500
    assert beating.now() - answered - beating.down(answered, beating.now()) == 500
