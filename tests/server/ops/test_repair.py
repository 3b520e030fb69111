"""A repaired table is played on from where its log replays, and nothing of it is gone."""

from __future__ import annotations

import asyncio
from pathlib import Path
from threading import Thread

import asyncpg
import pytest
from sqlalchemy import Connection, event, select, update

from rondel.server.catalog.opening import open_table
from rondel.server.ops.database import stored_log
from rondel.server.ops.repair import Moved, remedy, repair, set_aside
from rondel.server.ops.verify import Verdict, verify_table
from rondel.server.storage import schema
from rondel.server.storage.store import Database
from rondel.server.table.log.entries import Answer, Snapshot
from tests.server.ops.conftest import Host, entry, played
from tests.server.storage.bare import with_tables
from tests.server.storage.postgres import Cluster

pytestmark = pytest.mark.anyio

AT = 1_900_000_000_000


async def looked_at(found: Database, table: str = "t") -> Verdict:
    verdict = await verify_table(found, table)
    assert verdict is not None
    return verdict


async def spoil(found: Database, seq: int) -> None:
    """Have an answer be one that the rules refuse."""
    rows = schema.answers.c
    change = update(schema.answers).where(rows.table_id == "t", rows.seq == seq).values(move="mark(a1)")
    await found.write(lambda each: each.execute(change))


async def test_what_does_not_replay_is_moved_aside_and_people_play_on(host: Host) -> None:
    async with host.store() as store:
        stored = await played(store, "t")
        other = await played(store, "other")
        await with_tables(store, "x")
        await store.append(Answer("x", 1, 1, "play", "x"), Snapshot("t", 4, 1, 1, b"of no use"))
        await store.fault("t", "it does not replay")
    async with host.reached() as found:
        await spoil(found, 6)
        verdict = await looked_at(found)
        assert (remedy(verdict), verdict.replays_to) == ("cut", 5)
        assert await found.write(lambda each: repair(each, verdict, AT)) == 4
        after = await looked_at(found)
        assert (after.sound, after.answers, after.fault) == (True, 5, None)
        aside = await found.read(lambda each: set_aside(each, "t"))
        assert [each.seq for each in aside] == [6, 7, 8, 9]
        assert aside[1:] == stored[6:], "as they were, digest and all"
        assert await found.read(lambda each: stored_log(each, "other").answers) == tuple(other)
        ended = select(schema.tables.c.id, schema.tables.c.ended_at)
        assert dict((await found.read(lambda each: each.execute(ended).all())).__iter__()) == {
            "t": None,
            "x": None,
            "other": other[-1].at,
        }
    async with host.store() as store:
        opened = open_table(entry("t"), await store.log("t"))
        assert (opened.seq, opened.game.is_over) == (5, False)
        await store.append(Answer("t", 6, 1, "play", "o", "mark(c2)"))


async def test_an_answer_that_is_stored_while_others_are_moved_aside_is_moved_with_them(
    cluster: Cluster, tmp_path: Path
) -> None:
    """In PostgreSQL, where a server may have the table in memory as it was, and go on."""
    host = Host(tmp_path, address := await asyncio.to_thread(cluster.database))
    async with host.store() as store:
        await played(store, "t", 1, 4)

    async def answer() -> None:
        connection = await asyncpg.connect(address)
        columns = "(table_id, seq, round, kind, role, move, at) VALUES ('t', 5, 1, 'play', 'x', 'mark(a2)', 0)"
        await connection.execute(f"INSERT INTO answers {columns}")
        await connection.close()

    def meanwhile(connection: Connection, cursor: object, statement: str, *more: object) -> None:
        if statement.startswith("DELETE FROM answers"):
            other = Thread(target=lambda: asyncio.run(answer()))
            other.start()
            other.join()

    async with host.reached() as found:
        await spoil(found, 3)
        verdict = await looked_at(found)

        def interrupted(connection: Connection) -> int:
            event.listen(connection, "before_cursor_execute", meanwhile)
            return repair(connection, verdict, AT)

        assert await found.write(interrupted) == 3
        assert [each.seq for each in await found.read(lambda each: set_aside(each, "t"))] == [3, 4, 5]
        assert [each.seq for each in await found.read(lambda each: stored_log(each, "t").answers)] == [1, 2]


async def test_a_table_that_replays_again_is_cleared_and_keeps_everything(host: Host) -> None:
    async with host.store() as store:
        stored = await played(store, "t", 2, 4)
        await store.fault("t", "the rules were not installed")
    async with host.reached() as found:
        verdict = await looked_at(found)
        assert remedy(verdict) == "clear"
        assert await found.write(lambda each: repair(each, verdict, AT)) == 0
        assert await found.read(lambda each: stored_log(each, "t").answers) == tuple(stored)
        assert remedy(await looked_at(found)) == "nothing"


async def test_a_round_that_was_over_is_over_still_when_the_next_is_cut_off(host: Host) -> None:
    async with host.store() as store:
        stored = await played(store, "t", 2, 3)
    async with host.reached() as found:
        await spoil(found, 11)
        verdict = Verdict("t", "tic_tac_toe", 13, 1, 9, "cut by hand")
        assert await found.write(lambda each: repair(each, verdict, AT)) == 4
        ended = select(schema.tables.c.ended_at)
        assert await found.read(lambda each: each.scalar(ended)) == stored[8].at
        assert await found.read(lambda each: each.scalars(select(schema.seats.c.over)).all()) == [True, True]


async def test_nothing_is_done_when_somebody_answered_in_between_or_when_no_rules_are_there(host: Host) -> None:
    async with host.store() as store:
        stored = await played(store, "t", 1, 4)
    async with host.reached() as found:
        stale = Verdict("t", "tic_tac_toe", 3, 0, 2, "an answer fails")
        with pytest.raises(Moved, match="4 answers are stored at table t, and 3 were"):
            await found.write(lambda each: repair(each, stale, AT))
        lost = Verdict("t", "tic_tac_toe", 4, 0, None, "there is no such game")
        assert remedy(lost) == "none"
        assert await found.write(lambda each: repair(each, lost, AT)) == 0
        assert await found.read(lambda each: stored_log(each, "t").answers) == tuple(stored)
