"""A row is inserted once, also when two transactions insert it at the same moment."""

from __future__ import annotations

import asyncio
import doctest
from collections.abc import Callable
from functools import partial
from typing import Any

import pytest
from sqlalchemy import Connection, func, select, text

from rondel.server.features.chat import chat_log
from rondel.server.features.moderation import moderation_log
from rondel.server.live.timers.heartbeat import beat
from rondel.server.storage import insert_once, schema
from rondel.server.storage.postgres.store import PostgresStore
from rondel.server.table.entries import SeatEntry, TableEntry
from tests.server.storage.postgres import Cluster

pytestmark = pytest.mark.anyio

REPORT = moderation_log.Report("r1", "t", 5, "chat", "rude", "", "gallery", 1, "ada", "bob", "Bob")
LINE = chat_log.Entry("t", "gallery", "bob", "m1", 1, "", "Bob", "", "you all play badly")

Change = Callable[[Connection], Any]


def test_what_it_says_of_itself_is_so() -> None:
    found = doctest.testmod(insert_once)
    assert (found.failed, found.attempted > 0) == (0, True)


async def test_two_nodes_that_store_the_same_at_the_same_moment_store_it_once(cluster: Cluster) -> None:
    """A report that is sent twice, two hands of a host that mute the same line, and the first beat of two nodes."""
    store = await PostgresStore.open(await asyncio.to_thread(cluster.database))
    await store.add(TableEntry("t", "reversi", {}, b"", b"", (SeatEntry("a", "open"),)), 0)
    await store.write(partial(chat_log.add, entry=LINE))

    async def at_once(change: Change) -> tuple[Any, Any]:
        """What two transactions say of which neither sees the other: the second begins, and waits, before the first ends."""
        async with store._connections.engine.begin() as first:
            said = await first.run_sync(change)
            second = asyncio.create_task(store.write(change))
            while not await store.read(_waiting):
                assert not second.done(), "it did not wait for the first"
        return said, await second

    assert await at_once(partial(moderation_log.add, report=REPORT)) == (True, False)
    assert await at_once(partial(chat_log.mute, table="t", number=1, muted=True)) == (True, True)
    first, second = await at_once(partial(beat, at=7, deadlines={}))
    assert (first.up_until, second.up_until) == (0, 7)
    for table in (schema.reports, schema.mutes, schema.marks):
        assert await store.read(lambda connection, table=table: connection.scalar(_count(table))) == 1, table.name  # type: ignore[misc]
    await store.close()


def _waiting(connection: Connection) -> bool:
    """Whether a transaction waits for another to end."""
    here = "SELECT count(*) FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'"
    return bool(connection.scalar(text(here)))


def _count(table: Any) -> Any:
    return select(func.count()).select_from(table)
