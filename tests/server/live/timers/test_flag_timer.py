"""The time at one table: absences, flags, and no work where nothing depends on time."""

from __future__ import annotations

import asyncio
import doctest
from collections.abc import AsyncIterator, Callable
from pathlib import Path

import msgspec
import pytest
from sqlalchemy import select

from rondel.server.live.bots.bot_pool import BotPool
from rondel.server.live.services import Services
from rondel.server.live.timers import flag_timer
from rondel.server.live.timers.flag_timer import UNSURE_SECONDS, FlagTimer, is_plain
from rondel.server.live.timers.heartbeat import Heartbeat
from rondel.server.protocol import Absence, PerMove, Terms
from rondel.server.storage import schema
from rondel.server.storage.sqlite import SqliteStore
from rondel.server.table.commands import Moment, Outlook
from rondel.server.table.entries import SeatEntry, TableEntry
from tests.server.harness import empty_store

pytestmark = pytest.mark.anyio

NOON = 1_800_000_000_000
TIMED = Terms(clock=PerMove(60))
CALM = Outlook(NOON, None, False, ("x",), (), ("x",))


class House:
    """A store, a pulse, and a clock that can be set."""

    def __init__(self, store: SqliteStore) -> None:
        self.store = store
        self.time = NOON
        self.heartbeat = Heartbeat(Services(store, BotPool(), clock=self.clock))

    def clock(self) -> int:
        return self.time

    def keeper(self, terms: Terms, sighted: Callable[[], bool] = lambda: True) -> FlagTimer:
        seats = (SeatEntry("x", "person"), SeatEntry("o", "person"))
        return FlagTimer(TableEntry("t", "tic_tac_toe", {}, b"s", b"", seats, terms=terms), self.heartbeat, self.clock, sighted)

    async def deadlines(self) -> dict[str, int]:
        await self.heartbeat._beat()
        rows = await self.store.read(lambda connection: list(connection.execute(select(schema.deadlines))))
        return {row.table_id: row.at for row in rows}


@pytest.fixture
async def house(tmp_path: Path) -> AsyncIterator[House]:
    store = empty_store(tmp_path)
    yield House(store)
    await store.close()


def test_a_table_is_plain_where_nothing_happens_of_itself() -> None:
    assert is_plain(Terms(public=True, undo="never"))
    for terms in (TIMED, Terms(absence=Absence("skip", 60)), Terms(start="host")):
        assert not is_plain(terms)


async def test_at_a_plain_table_nobody_is_away_and_nobody_asks_the_time(house: House) -> None:
    keeper = house.keeper(Terms())
    keeper.note(["x", "o"], ["x"])
    assert (keeper.away(), keeper.covered(), keeper.moment(lambda: CALM)) == (frozenset(), frozenset(), None)
    assert keeper.down_and_away(lambda: CALM, NOON + 10**9) == (0, frozenset())
    assert keeper.next(CALM) is None


async def test_a_flag_falls_when_the_time_is_up_and_the_store_knows_when(house: House) -> None:
    keeper, now = house.keeper(TIMED), asyncio.get_running_loop().time()
    await keeper.ready()
    thinks = msgspec.structs.replace(CALM, due=2_500)
    house.time = NOON + 1_000
    at = keeper.next(thinks)
    assert at is not None
    assert 1.4 < at - now < 9
    assert await house.deadlines() == {"t": NOON + 2_500}
    house.time = NOON + 2_499
    assert not keeper.is_due(thinks)
    house.time = NOON + 2_500
    assert keeper.is_due(thinks)
    keeper.give_up()
    assert await house.deadlines() == {}


async def test_what_the_server_was_down_is_nobodys_time(house: House) -> None:
    keeper = house.keeper(TIMED)
    await keeper.ready()
    thinks = msgspec.structs.replace(CALM, due=60_000)
    keeper.next(thinks)
    await house.deadlines()
    house.time = NOON + 100_000
    await house.deadlines()  # a beat, so long after the last that the machine must have been frozen
    assert not keeper.is_due(thinks)
    down, away = keeper.down_and_away(lambda: thinks, house.time)
    assert (down, away) == (100_000, frozenset())
    assert keeper.moment(lambda: thinks) == Moment(house.time, 100_000, frozenset())
    assert await house.deadlines() == {"t": NOON + 60_000}
    keeper.next(thinks)
    assert await house.deadlines() == {"t": NOON + 160_000}


async def test_nobody_is_away_for_a_node_that_does_not_hear_the_others_and_it_looks_again_soon(house: House) -> None:
    hears = False
    keeper = house.keeper(Terms(absence=Absence("skip", 0)), lambda: hears)
    assert keeper.next(CALM) is None
    keeper.note(["x", "o"], ["o"])
    assert (keeper.away(), keeper.covered()) == (frozenset(), frozenset())
    due = keeper.next(CALM)
    assert due is not None
    assert 0 < due - asyncio.get_running_loop().time() <= UNSURE_SECONDS
    hears = True
    assert (keeper.away(), keeper.covered()) == (frozenset({"x"}), frozenset({"x"}))


async def test_who_is_away_for_long_enough_is_answered_for(house: House) -> None:
    keeper = house.keeper(Terms(absence=Absence("skip", 0)))
    now = asyncio.get_running_loop().time()
    keeper.note(["x", "o"], ["o"])
    assert (keeper.away(), keeper.covered()) == (frozenset({"x"}), frozenset({"x"}))
    keeper.note(["x", "o"], ["x", "o"])
    assert keeper.away() == frozenset()
    waits = house.keeper(Terms(absence=Absence("claim", 90)))
    waits.note(["x", "o"], ["o"])
    at = waits.next(CALM)
    assert at is not None
    assert 89 < at - now < 91
    assert waits.away() == frozenset()


async def test_a_game_that_waits_for_nothing_begins(house: House) -> None:
    keeper = house.keeper(TIMED)
    assert not keeper.is_due(CALM)
    assert keeper.is_due(msgspec.structs.replace(CALM, begins=True))


def test_the_examples_in_the_module_run() -> None:
    assert doctest.testmod(flag_timer).failed == 0


async def test_a_vote_is_counted_when_all_who_are_asked_still_have_gone_away(house: House) -> None:
    keeper = house.keeper(Terms(absence=Absence("vote", 0)))
    keeper.note(["x", "o"], ["x"])
    counted = [keeper.is_due(msgspec.structs.replace(CALM, voting=asked)) for asked in ((), ("o",), ("x", "o"))]
    assert counted == [False, True, False]
    waiting = house.keeper(Terms(absence=Absence("vote", 60)))
    waiting.note(["x", "o"], ["x"])
    assert waiting.next(CALM) is None, "the game waits for nobody who is away"
    assert waiting.next(msgspec.structs.replace(CALM, voting=("o",))) is not None
