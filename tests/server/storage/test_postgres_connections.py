"""Connections to PostgreSQL, against real servers: limits, standbys, a failover, and how a statement is given up."""

from __future__ import annotations

import asyncio
import os
import signal
import socket
import subprocess
import sys
import threading
from collections.abc import Iterator
from pathlib import Path

import asyncpg
import pytest
from sqlalchemy import Connection, text

from rondel.server.storage.postgres.store import PostgresStore
from rondel.server.storage.store import Down, NotSaved
from rondel.server.table.log.entries import Answer, Conflict
from tests.server.storage.bare import with_tables
from tests.server.storage.postgres import Cluster, programs
from tests.server.zygote import SOURCE

pytestmark = pytest.mark.anyio


@pytest.fixture
def address(cluster: Cluster, prepared: str) -> str:
    return cluster.database(like=prepared)


def play(seq: int, client_id: str | None = None, table: str = "t") -> Answer:
    return Answer(table, seq, 1, "play", "black", "play_disc(d3)", client_id)


FREEZES = """
import asyncio, os, signal, sys
from sqlalchemy import text
from rondel.server.storage.postgres.store import PostgresStore

def change(connection):
    connection.execute(text("UPDATE tables SET fault = 'half' WHERE id = 't'"))
    os.kill(os.getpid(), signal.SIGSTOP)

async def main():
    store = await PostgresStore.open(sys.argv[1])
    await store.write(change)

asyncio.run(main())
"""


async def test_a_node_that_freezes_inside_a_transaction_gives_its_locks_back(address: str) -> None:
    store = await PostgresStore.open(address)
    await with_tables(store, "t")
    node = subprocess.Popen([sys.executable, "-c", FREEZES, address], env={**os.environ, "PYTHONPATH": str(SOURCE)})
    try:
        await asyncio.to_thread(os.waitid, os.P_PID, node.pid, os.WSTOPPED)
        async with asyncio.timeout(60):
            while True:
                try:
                    await store.fault("t", "mine")
                    break
                except Down:
                    continue
        found = await store.find("t")
        assert found is not None
        assert found.fault == "mine"
    finally:
        node.send_signal(signal.SIGKILL)
        await asyncio.to_thread(node.wait)
        await store.close()


async def test_a_change_whose_session_ends_before_the_commit_is_made_once_over_another(address: str) -> None:
    """As after a pause of this node, or a restart of the database."""
    store = await PostgresStore.open(address)
    await with_tables(store, "t")
    sessions: list[int] = []

    def change(connection: Connection) -> None:
        connection.execute(text("UPDATE tables SET seating = seating + 1"))
        sessions.append(connection.scalar(text("SELECT pg_backend_pid()")) or 0)
        if len(sessions) == 1:
            asyncio.run_coroutine_threadsafe(cut(sessions[0]), other).result()
        connection.execute(text("UPDATE tables SET fault = 'once'"))

    async def cut(session: int) -> None:
        connection = await asyncpg.connect(address)
        await connection.execute("SELECT pg_terminate_backend($1, 5000)", session)
        await connection.close()

    other = asyncio.new_event_loop()
    thread = threading.Thread(target=other.run_forever, daemon=True)
    thread.start()
    await store.write(change)
    other.call_soon_threadsafe(other.stop)
    await asyncio.to_thread(thread.join)
    other.close()
    found = await store.find("t")
    assert found is not None
    assert (found.seating, found.fault, len(set(sessions))) == (2, "once", 2)
    await store.close()


async def test_every_session_has_its_limits_and_a_host_s_command_has_none(address: str) -> None:
    names = ("idle_in_transaction_session_timeout", "lock_timeout", "tcp_user_timeout", "statement_timeout")
    every = ", ".join(f"current_setting('{name}')" for name in names)

    async def limits(store: PostgresStore) -> list[list[str]]:
        pooled = await store._connections.use(lambda each: each.fetchrow(f"SELECT {every}"))
        other = await store.read(lambda each: each.execute(text(f"SELECT {every}")).one())
        await store.close()
        return [list(pooled), list(other)]

    limited = ["2s", "1500ms", "3000", "5s"]  # the third is in milliseconds, which PostgreSQL leaves out
    assert await limits(await PostgresStore.open(address)) == [limited, limited]
    assert await limits(await PostgresStore.open(address, patience=None)) == [["0"] * 4] * 2


async def test_groups_that_meet_on_several_tables_wait_for_one_another(address: str) -> None:
    """Each of two nodes has stored at one table and waits for a third, which somebody holds, when that one is let go."""
    one, two = await PostgresStore.open(address), await PostgresStore.open(address)
    await with_tables(one, "a", "m", "z")
    somebody = await asyncpg.connect(address)
    holding = somebody.transaction()
    await holding.start()
    held = "INSERT INTO answers (table_id, seq, round, kind, role, move, at) VALUES ('m', 1, 1, 'play', 'black', '', 0)"
    await somebody.execute(held)

    async def appended(store: PostgresStore, names: str) -> list[BaseException | None]:
        answers = (store.append(play(1, f"{names}{name}", name)) for name in names)
        return await asyncio.gather(*answers, return_exceptions=True)

    first = asyncio.create_task(appended(one, "amz"))
    await waiting(somebody, 1)
    second = asyncio.create_task(appended(two, "zma"))
    await waiting(somebody, 2)
    await holding.rollback()
    assert await first == [None, None, None]
    assert [type(outcome) for outcome in await second] == [Conflict, Conflict, Conflict]
    await somebody.close()
    await one.close()
    await two.close()


async def waiting(connection: asyncpg.Connection, count: int) -> None:
    """Return once so many sessions of the database wait for a lock."""
    wanted = "SELECT count(*) FROM pg_stat_activity WHERE wait_event_type = 'Lock' AND datname = current_database()"
    async with asyncio.timeout(60):
        while await connection.fetchval(wanted) < count:
            await asyncio.sleep(0.005)


async def test_a_silent_server_leaves_time_for_the_others_of_an_address(address: str) -> None:
    with socket.create_server(("127.0.0.1", 0)) as silent:
        port = silent.getsockname()[1]
        store = await PostgresStore.open(address.replace("@", f"@127.0.0.1:{port},"))
        await with_tables(store, "t")
        await store.append(play(1))
        await store.close()


@pytest.fixture(scope="module")
def pair(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[Cluster, Cluster]]:
    """A primary, and a standby for which its commits wait."""
    folder = tmp_path_factory.mktemp("pair")
    with (
        Cluster(folder / "primary", programs()) as primary,
        Cluster(folder / "standby", programs(), primary=primary) as standby,
    ):
        primary.set(synchronous_standby_names="*")
        yield primary, standby


async def test_an_answer_that_waits_for_its_standby_is_not_acknowledged_by_a_retry(pair: tuple[Cluster, Cluster]) -> None:
    """The wait is given up by ending the connection: the row stays unseen, and its key locked, until the standby has it."""
    primary, standby = pair
    address = await asyncio.to_thread(primary.database)
    store = await PostgresStore.open(address, patience=0.5)
    other = await PostgresStore.open(address)
    await with_tables(store, "t", "u", "v")
    await store.append(play(1, "m1"))
    watch = await asyncpg.connect(address)
    standby.freeze()
    try:
        with pytest.raises(NotSaved, match="does not answer"):
            await store.append(play(2, "m2"))
        for each in (store, other):
            assert await each.answered("t", "black", "m2") is None, "seen, though a failover would lose it"
            assert [answer.seq for answer in (await each.log("t")).answers] == [1]
        for table in ("t", "u", "v", "t", "u", "v"):
            with pytest.raises(NotSaved):
                await store.append(play(2 if table == "t" else 1, "m2", table))
        left = await watch.fetchval("SELECT count(*) FROM pg_stat_activity WHERE wait_event = 'SyncRep'")
        assert left <= 2, "each retry left a connection behind"
    finally:
        standby.thaw()
    async with asyncio.timeout(60):
        while await store.answered("t", "black", "m2") is None:
            await asyncio.sleep(0.01)
    with pytest.raises(Conflict):
        await store.append(play(2, "m2"))
    await store.append(play(1, "m2", "u"))
    await watch.close()
    await store.close()
    await other.close()


async def test_an_answer_that_is_seen_and_not_replicated_is_acknowledged_once_it_is(pair: tuple[Cluster, Cluster]) -> None:
    """As after a restart of the primary, or a command that cancelled the wait."""
    primary, standby = pair
    address = await asyncio.to_thread(primary.database)
    store = await PostgresStore.open(address, patience=0.5)
    await with_tables(store, "t")
    standby.freeze()
    try:
        hasty = await asyncpg.connect(address, server_settings={"synchronous_commit": "local"})
        await hasty.execute(
            "INSERT INTO answers (table_id, seq, round, kind, role, move, client_id, at)"
            " VALUES ('t', 1, 1, 'play', 'black', 'play_disc(d3)', 'm1', 0)"
        )
        await hasty.close()
        assert [answer.seq for answer in (await store.log("t")).answers] == [1]
        with pytest.raises(Down):
            await store.answered("t", "black", "m1")
    finally:
        standby.thaw()
    async with asyncio.timeout(60):
        while True:
            try:
                found = await store.answered("t", "black", "m1")
                break
            except Down:
                continue
    assert found is not None
    assert found.seq == 1
    await store.close()


async def test_a_failover_moves_every_session_to_the_new_primary(pair: tuple[Cluster, Cluster], tmp_path: Path) -> None:
    """The standby stands first in the address, and is passed over until it is promoted. The old primary is fenced only by
    accepting no changes, so that its sessions stand."""
    primary, _ = pair
    address = await asyncio.to_thread(primary.database)
    standby = Cluster(tmp_path, programs(), primary=primary)
    await asyncio.to_thread(standby.__enter__)
    try:
        before = standby.address.removesuffix("/postgres")
        new_address = f"{before}/{address.rpartition('/')[2]}"
        store = await PostgresStore.open(f"{before},{address.partition('@')[2]}")
        await with_tables(store, "t")
        await store.append(play(1))
        behind = "SELECT count(*) FROM pg_stat_replication WHERE replay_lsn < pg_current_wal_lsn()"
        async with asyncio.timeout(60):
            while await asyncio.to_thread(primary.ask, behind):
                await asyncio.sleep(0.01)
        await asyncio.to_thread(primary.set, default_transaction_read_only="on")
        await asyncio.to_thread(standby.ask, "SELECT pg_promote()")
        await asyncio.to_thread(standby.set, synchronous_standby_names="")  # it has no standby itself
        with pytest.raises(NotSaved, match="read-only"):
            await store.append(play(2))
        await store.append(play(2))
        await store.fault("t", "why")
        await store.close()
        new, old = await PostgresStore.open(new_address), await asyncpg.connect(address)
        assert len((await new.log("t")).answers) == 2
        assert await old.fetchval("SELECT count(*) FROM answers") == 1
        await new.close()
        await old.close()
        with pytest.raises(Down, match="the server there accepts no changes: it is a standby, or read-only"):
            await PostgresStore.open(address)
    finally:
        await asyncio.to_thread(primary.set, default_transaction_read_only="off")
        await asyncio.to_thread(standby.stop)
