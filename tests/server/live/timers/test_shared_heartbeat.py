"""The heartbeat of several nodes of one PostgreSQL: one time, outages of nodes, deadlines, and who is connected where."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from typing import Any

import msgspec
import pytest
from sqlalchemy import insert, select, text

from rondel.server.live.bots.bot_pool import BotPool
from rondel.server.live.bus import Alone
from rondel.server.live.services import Services
from rondel.server.live.timers.flag_timer import UNSURE_SECONDS, FlagTimer
from rondel.server.live.timers.shared_heartbeat import DEFERRED, SharedHeartbeat
from rondel.server.protocol import Absence, PerMove, Terms
from rondel.server.storage import schema
from rondel.server.storage.deadline_repository import CLAIMED
from rondel.server.storage.node_repository import PATIENCE
from rondel.server.storage.postgres.store import PostgresStore, database_time
from rondel.server.table.commands import Outlook
from rondel.server.table.entries import SeatEntry, TableEntry
from tests.server.storage.postgres import Cluster

pytestmark = pytest.mark.anyio

NOON = 1_800_000_000_000
HOUR = 3_600_000
ADA, BOB = frozenset({"x"}), frozenset({"o"})


class Arena:
    """A database whose clock the test sets, and nodes on it."""

    def __init__(self, store: PostgresStore) -> None:
        self.store = store
        self.time = NOON

    def node(self, name: str, wrong: int = 0) -> SharedHeartbeat:
        """A node that starts now, on a machine whose clock is wrong by so much."""
        services = Services(self.store, BotPool(), Alone(name), clock=lambda: self.time + wrong)
        return SharedHeartbeat(services, lambda connection: self.time)

    async def lasts(self, seconds: int, *up: SharedHeartbeat) -> None:
        """Let time pass, with a beat of each of these nodes in every second."""
        for _ in range(seconds):
            self.time += 1_000
            for each in up:
                await beaten(each)

    async def rows(self, table: str) -> list[Any]:
        """The rows of a table of the database."""
        return await self.store.read(lambda connection: list(connection.execute(select(schema.metadata.tables[table]))))


async def beaten(node: SharedHeartbeat) -> None:
    """One beat of a node."""
    await node._beat()
    await node._store_changes()
    await node._find_due()


@pytest.fixture
async def arena(cluster: Cluster, prepared: str) -> AsyncIterator[Arena]:
    store = await PostgresStore.open(await asyncio.to_thread(cluster.database, like=prepared))
    yield Arena(store)
    await store.close()


async def test_all_nodes_have_the_time_of_the_database_whatever_the_clocks_of_their_machines(arena: Arena) -> None:
    nodes = [arena.node("early", -HOUR), arena.node("right"), arena.node("late", HOUR)]
    await arena.lasts(1, *nodes)
    assert [each.now() for each in nodes] == [arena.time] * 3
    arena.time += 700
    assert [each.now() for each in nodes] == [arena.time] * 3


async def test_the_time_is_that_of_postgres(arena: Arena) -> None:
    services = Services(arena.store, BotPool(), Alone("one"), clock=lambda: 0)
    node = SharedHeartbeat(services, database_time)
    before = await arena.store.read(database_time)
    await node.ready("t")
    assert before <= node.now() <= await arena.store.read(database_time)


async def test_a_node_that_dies_costs_nobody_time_who_was_connected_to_it(arena: Arena) -> None:
    """Whether the table is in memory when its node is found to be dead, or is read later."""
    dying, other = arena.node("dying"), arena.node("other")
    dying.attend("t", ADA)
    other.attend("t", BOB)
    await arena.lasts(2, dying, other)
    await other.ready("t")
    died = arena.time
    await arena.lasts(6, other)
    late = arena.node("late")
    await beaten(late)
    await late.ready("t")
    for node in (other, late):
        assert PATIENCE < node.down(died, arena.time, "t", ADA) <= PATIENCE + 1_000
        assert node.down(died, arena.time, "t", BOB) == 0, "who was connected to another node could play"
        assert node.down(died, arena.time, "u", ADA) == 0
    assert [row.name for row in await arena.rows("nodes")] == ["other", "late"]


async def test_a_start_beside_another_node_and_a_stop_in_order_are_no_outages(arena: Arena) -> None:
    one, other = arena.node("one"), arena.node("other")
    one.attend("t", ADA)
    await arena.lasts(3, one)
    await arena.lasts(3, one, other)
    one.start()
    await one.stop()
    began = arena.time
    await other.ready("t")
    await arena.lasts(6, other)
    assert other.down(0, arena.time, "t", ADA) == other.down(began, arena.time, "t", BOB) == 0
    assert await arena.rows("attendance") == []


async def test_when_no_node_was_up_nobody_is_charged(arena: Arena) -> None:
    one, other = arena.node("one"), arena.node("other")
    await arena.lasts(3, one, other)
    await arena.lasts(1, other)
    last = arena.time
    arena.time += HOUR
    later = arena.node("later")
    await later.ready("t")
    assert later.down(last, arena.time, "t", ADA) == HOUR
    assert later.down(NOON, arena.time, "t", ADA) == HOUR


async def test_a_quick_restart_of_the_only_node_is_nobodys_time(arena: Arena) -> None:
    one = arena.node("one")
    await arena.lasts(3, one)
    last = arena.time
    arena.time += 1_500
    later = arena.node("later")
    await beaten(later)
    await later.ready("t")
    await arena.lasts(5, later)
    assert later.down(last, arena.time, "t", ADA) == 1_500


async def test_a_node_that_was_frozen_is_there_again_and_so_is_who_is_connected_to_it(arena: Arena) -> None:
    frozen, other = arena.node("frozen"), arena.node("other")
    frozen.attend("t", ADA)
    for node in (frozen, other):
        await node.ready("t")
    await arena.lasts(2, frozen, other)
    began = arena.time
    await arena.lasts(6, other)
    assert await other.elsewhere("t") == frozenset()
    assert frozen.down(began, arena.time, "t", ADA) == 6_000, "before its next beat too"
    await arena.lasts(1, frozen, other)
    assert await other.elsewhere("t") == ADA
    for node in (frozen, other):
        assert node.down(began, arena.time, "t", ADA) == 7_000
        assert node.down(began, arena.time, "t", BOB) == 0


async def test_while_no_node_can_store_nobody_is_charged(arena: Arena) -> None:
    """As where the database is away: every node finds that itself and all others were not seen."""
    nodes = [arena.node("one"), arena.node("other"), arena.node("third")]
    nodes[0].attend("t", ADA)
    for each in nodes:
        await each.ready("t")
    await arena.lasts(2, *nodes)
    began = arena.time
    arena.time += 60_000
    for each in nodes:
        await beaten(each)
    await arena.lasts(1, *nodes)
    for each in nodes:
        assert each.down(began, arena.time, "t", BOB) == 60_000
        assert each.down(began, arena.time, "t", ADA) == 60_000
    assert {row.name for row in await arena.rows("nodes")} == {"one", "other", "third"}


async def test_a_beat_reads_the_outages_of_the_last_seconds_alone(arena: Arena) -> None:
    one, other = arena.node("one"), arena.node("other")
    await arena.lasts(1, one)
    old = [{"since": each, "until": each + 5, "node": ""} for each in range(1_000)]
    await arena.store.write(lambda connection: connection.execute(insert(schema.outages), old).close())
    await arena.lasts(1, one, other)
    assert (len(one._outages), len(other._outages)) == (0, 1_000), "all of them are read once, at the start"


async def test_what_is_stored_of_a_node_that_is_gone_goes_as_well_once_no_clock_needs_it(arena: Arena) -> None:
    first, second, last = arena.node("first"), arena.node("second"), arena.node("last")
    for each in (first, second):
        each.attend("running", ADA)
        each.attend("over", ADA)
    last.keep("running", NOON + HOUR, 1)
    await arena.lasts(2, first, second, last)
    await arena.lasts(5, second, last)
    assert len(await arena.rows("attendance")) == 4
    await arena.lasts(5, last)  # who deletes a node cleans up after those before it
    left = {(row.table_id, row.node) for row in await arena.rows("attendance")}
    assert left == {("running", first.node), ("running", second.node), ("over", second.node)}
    last.keep("running", None, 2)
    third = arena.node("third")
    await arena.lasts(61, last, third)
    await arena.lasts(5, last)
    assert await arena.rows("attendance") == []
    assert {row.node for row in await arena.rows("outages")} <= {third.node, ""}


# -- flags and absences ------------------------------------------------------------------------------------------------

TIMED = TableEntry(
    *("t", "tic_tac_toe", {}, b"s", b""),
    (SeatEntry("x", "person"), SeatEntry("o", "person")),
    terms=Terms(clock=PerMove(60), absence=Absence("claim", 0)),
)


async def test_a_flag_is_stored_once_the_node_of_its_player_was_seen_after_it(arena: Arena) -> None:
    """And one that fell because that node was dead is not stored at all."""
    dying, other = arena.node("dying"), arena.node("other")
    dying.attend("t", ADA)
    timer = FlagTimer(TIMED, other, other.now)
    await timer.ready()
    await arena.lasts(2, dying, other)
    thinks = Outlook(arena.time, 1_500, False, ("x",), (), ("x",))
    assert await timer.is_settled(thinks)
    arena.time += 1_600
    assert timer.is_due(thinks)
    assert not await timer.is_settled(thinks)
    looks_at = timer.next(thinks)
    assert looks_at is not None
    assert 0 < looks_at - asyncio.get_running_loop().time() <= UNSURE_SECONDS, "it is looked at again soon, and not at once"
    await beaten(dying)
    assert await timer.is_settled(thinks)
    later = msgspec.structs.replace(thinks, due=3_500)
    await arena.lasts(2, other)
    assert timer.is_due(later)
    assert not await timer.is_settled(later)
    third = arena.node("third")
    await arena.lasts(2, third)  # deletes the dead one, and the other has not heard of it
    assert timer.is_due(later)
    assert not await timer.is_settled(later)
    assert not timer.is_due(later), "that time is not charged"


async def test_nobody_is_away_who_is_connected_to_another_node_by_the_database(arena: Arena) -> None:
    one, other = arena.node("one"), arena.node("other")
    entry = msgspec.structs.replace(TIMED, terms=Terms(absence=Absence("skip", 60)))
    timer = FlagTimer(entry, one, one.now)
    timer.note(["x", "o"], ["x"])
    timer._absences._since["o"] -= 60
    assert timer.covered() == BOB
    await arena.lasts(1, one, other)
    await timer.confirm_absences()
    assert timer.covered() == BOB
    other.attend("t", BOB)
    await arena.lasts(1, one, other)
    await timer.confirm_absences()
    assert timer.covered() == frozenset(), "their absence begins anew"


async def test_who_is_connected_is_stored_where_a_clock_or_an_absence_depends_on_it_and_nowhere_else(arena: Arena) -> None:
    node = arena.node("one")
    for name, terms in {
        "plain": Terms(),
        "timed": Terms(clock=PerMove(60)),
        "skip": Terms(absence=Absence("skip", 60)),
    }.items():
        FlagTimer(msgspec.structs.replace(TIMED, id=name, terms=terms), node, node.now).attend(ADA | BOB)
    await arena.lasts(1, node)
    stored = {(row.table_id, row.role) for row in await arena.rows("attendance")}
    assert stored == {(table, role) for table in ("timed", "skip") for role in "xo"}
    node.attend("timed", ADA)
    node.attend("skip", frozenset())
    await arena.lasts(1, node)
    assert [(row.table_id, row.role) for row in await arena.rows("attendance")] == [("timed", "x")]


# -- deadlines ---------------------------------------------------------------------------------------------------------


async def test_a_node_that_is_behind_neither_replaces_nor_deletes_a_newer_deadline(arena: Arena) -> None:
    behind, ahead = arena.node("behind"), arena.node("ahead")
    ahead.keep("t", NOON + 90_000, 5)
    await arena.lasts(1, ahead)
    for deadline in (NOON + 10_000, None):
        behind.keep("t", deadline, 4)
        await arena.lasts(1, behind)
        assert [(row.at, row.seq) for row in await arena.rows("deadlines")] == [(NOON + 90_000, 5)]
    ahead.keep("t", NOON + 95_000, 5)  # an outage is left out
    await arena.lasts(1, ahead)
    assert [row.at for row in await arena.rows("deadlines")] == [NOON + 95_000]
    ahead.keep("t", None, 5)
    await arena.lasts(1, ahead)
    assert await arena.rows("deadlines") == []


async def test_a_deadline_is_handled_by_one_node_and_by_another_where_that_fails(arena: Arena) -> None:
    nodes = [arena.node("one"), arena.node("other")]
    told: list[str] = []
    for each in nodes:
        each.on_due = lambda table, name=each._services.bus.name: told.append(f"{name} {table}")  # type: ignore[misc]
    nodes[0].keep("t", NOON, 3)
    nodes[0].keep("u", NOON + 60_000, 3)
    arena.time += DEFERRED - 1
    for each in nodes:
        await beaten(each)
    assert told == [], "a node that has the table in memory does it at once"
    arena.time += 1
    for each in nodes:
        await each._beat()
    await asyncio.gather(*[each._find_due() for each in nodes])
    assert len(told) == 1
    await arena.lasts(CLAIMED // 1_000 - 1, *nodes)
    assert len(told) == 1
    await arena.lasts(1, *reversed(nodes))
    assert told[1:] == ["other t"]
    nodes[1].keep("t", None, None)  # nobody can play there: it is known as far as the deadline was
    await arena.lasts(1, nodes[1])
    assert [row.table_id for row in await arena.rows("deadlines")] == ["u"]


async def test_a_claim_does_not_wait_for_another(arena: Arena) -> None:
    node = arena.node("one")
    node.keep("t", NOON - DEFERRED, 1)
    await node._beat()
    await node._store_changes()
    async with arena.store._connections.engine.begin() as connection:
        await connection.execute(text("SELECT FROM deadlines FOR UPDATE"))
        await node._find_due()
        assert node._claimed == {}
    await node._find_due()
    assert node._claimed == {"t": 1}
