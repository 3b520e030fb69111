"""A table in memory: opened from its log, thrown away in doubt, and marked where it does not replay."""

from __future__ import annotations

import doctest
from pathlib import Path

import pytest

from rondel.server import replica as subject
from rondel.server.catalogue import SeatEntry
from rondel.server.protocol import NewSeat
from rondel.server.refusal import Refusal
from rondel.server.sqlite_store import SqliteStore
from rondel.server.step import Broken, Exceeded, Lost, Unreachable
from rondel.server.store import Answer, Down, Log
from rondel.server.upkeep.holdings import forget
from tests.server.backstage import staged

pytestmark = pytest.mark.anyio


class Away(SqliteStore):
    """A database that is away when it is said to be."""

    away = False

    async def log(self, table: str, before: int | None = None) -> Log:
        if self.away:
            raise Down("the database is away")
        return await super().log(table, before)


async def test_it_is_opened_from_the_log_and_behind_what_another_node_has_said(tmp_path: Path) -> None:
    async with staged(tmp_path) as house:
        replica = (await house.node()).replica
        assert replica.hear(0), "it is not open"
        assert (await replica.open()).seq == 0
        assert not replica.hear(0)
        await house.store.append(Answer(house.table, 1, 1, "play", "x", "mark(b2)"))
        assert replica.hear(1)
        assert (await replica.open()).seq == 1
        replica.discard()
        assert replica.referee is None


async def test_opened_again_it_knows_who_has_sat_down_elsewhere_and_whether_the_table_is_gone(tmp_path: Path) -> None:
    async with staged(tmp_path, (NewSeat("x", "me"), NewSeat("o", "open"))) as house:
        replica = (await house.node()).replica
        await replica.open()
        await house.store.take_seat(house.table, SeatEntry("o", "person", name="Bob"))
        table = await replica.open()
        assert [seat.name for seat in table.seats_shown(())] == ["", "Bob"]
        await house.store.write(lambda connection: forget(connection, house.table))
        with pytest.raises(Refusal, match="unknown_table"):
            await replica.open()
        assert replica.referee is None


async def test_a_database_that_is_away_says_nothing_of_the_table(tmp_path: Path) -> None:
    async with staged(tmp_path, kind=Away) as house:
        replica = (await house.node()).replica
        Away.away = True
        try:
            with pytest.raises(Refusal, match="unavailable"):
                await replica.open()
        finally:
            Away.away = False
        assert (await replica.open()).seq == 0
        assert (await house.node()).replica.entry.fault is None


async def test_what_does_not_replay_is_marked_until_it_does(tmp_path: Path) -> None:
    async with staged(tmp_path) as house:
        await house.store.append(Answer(house.table, 1, 1, "play", "x", "nonsense"))
        with pytest.raises(Refusal, match="frozen"):
            await (await house.node()).replica.open()
        later = (await house.node()).replica
        assert later.entry.fault is not None
        await house.store.write(lambda connection: connection.exec_driver_sql("UPDATE answers SET move = 'mark(b2)'"))
        assert (await later.open()).seq == 1
        assert (await house.node()).replica.entry.fault is None


async def test_what_breaks_there_costs_the_replica_and_what_is_refused_does_not(tmp_path: Path) -> None:
    async with staged(tmp_path) as house:
        replica = (await house.node()).replica
        for error, told, is_kept in (
            (Refusal("stale", "it has gone on"), "^stale: it has gone on", True),
            (Unreachable("before the snapshot"), "^before the snapshot", True),
            (Broken("secret of the rules"), "^rules: the rules of this game broke down here", False),
            (Lost("its process"), "^unavailable: this table is being opened anew", False),
            (ZeroDivisionError("a fault of the server"), "^a fault of the server", False),
        ):
            await replica.open()
            with pytest.raises(Exception, match=told), replica.minding():
                raise error
            assert (replica.referee is not None) is is_kept, told


async def test_rules_that_take_more_than_they_may_have_are_marked(tmp_path: Path) -> None:
    async with staged(tmp_path) as house:
        replica = (await house.node()).replica
        with pytest.raises(Refusal, match="rules"), replica.minding():
            raise Exceeded("more than ten seconds")
        await replica.marked()
        assert (await house.node()).replica.entry.fault == "stopped: more than ten seconds"


def test_the_examples_in_the_module_run() -> None:
    assert doctest.testmod(subject).failed == 0
