"""Shared token buckets: exact by the database's clock, all or none, and no row is kept of a full one."""

from __future__ import annotations

import asyncio

import pytest

from rondel.server.storage.postgres.store import PostgresStore
from rondel.server.storage.throttles import SharedBuckets, Token
from tests.server.storage.postgres import Cluster

pytestmark = pytest.mark.anyio


async def test_buckets_fill_by_the_clock_of_the_database_and_full_ones_are_deleted(cluster: Cluster, prepared: str) -> None:
    store = await PostgresStore.open(await asyncio.to_thread(cluster.database, like=prepared))
    one, other = SharedBuckets(store), SharedBuckets(store)

    async def rows() -> int:
        return await store.read(
            lambda connection: int(connection.exec_driver_sql("SELECT count(*) FROM throttles").scalar_one())
        )

    try:
        slow, wide = Token("Ada", 2, 1000.0), Token("everybody", 3, 1000.0)
        assert await one.take([slow, wide]) == [0.0, 0.0]
        assert await other.take([slow, wide]) == [0.0, 0.0]
        (wait, none) = await one.take([slow, wide])
        assert 990 < wait <= 1000
        assert none == 0.0
        assert await other.take([wide]) == [0.0], "nothing was taken where one bucket was empty"
        assert (await one.take([wide]))[0] > 990
        quick = Token("quick", 1, 0.02)
        assert await one.take([quick]) == [0.0]
        while (await other.take([quick]))[0]:
            await asyncio.sleep(0.005)
        await one.keep("seen", 1000.0)
        assert await other.keeps("seen")
        await one.keep("seen", 0.0)
        assert not await other.keeps("seen")
        await asyncio.sleep(0.03)
        await one.sweep()
        assert await rows() == 2
        logged = "SELECT relpersistence::text FROM pg_class WHERE relname = 'throttles'"
        assert await store.read(lambda connection: connection.exec_driver_sql(logged).scalar_one()) == "u"
    finally:
        await store.close()


async def test_many_at_once_at_two_nodes_get_no_more_than_the_burst(cluster: Cluster, prepared: str) -> None:
    address = await asyncio.to_thread(cluster.database, like=prepared)
    stores = [await PostgresStore.open(address) for _ in range(2)]
    try:
        nodes = [SharedBuckets(store) for store in stores]
        tokens = [Token(each, 7, 1000.0) for each in ("b", "a")]
        waits = await asyncio.gather(*[nodes[number % 2].take(tokens[:: 1 if number % 3 else -1]) for number in range(40)])
        assert len([each for each in waits if not any(each)]) == 7
    finally:
        for store in stores:
            await store.close()
