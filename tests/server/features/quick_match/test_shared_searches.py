"""The searches of quick match in PostgreSQL: two nodes that want the same people at the same moment."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator

import msgspec
import pytest
from sqlalchemy import Connection, select

from rondel.server.features.quick_match.searches import Pool, Search
from rondel.server.features.quick_match.shared_searches import SharedSearches
from rondel.server.storage import schema
from rondel.server.storage.postgres.store import PostgresStore
from rondel.server.table.entries import TableEntry
from tests.server.storage.postgres import Cluster

pytestmark = pytest.mark.anyio

POOL = Pool("reversi", "live", 2, False)
ADA, BOB, CID = [Search(name, name, "", POOL, 1500.0) for name in ("ada", "bob", "cid")]

Two = tuple[PostgresStore, PostgresStore]


@pytest.fixture
def address(cluster: Cluster, prepared: str) -> str:
    return cluster.database(like=prepared)


@pytest.fixture
async def stores(address: str) -> AsyncIterator[Two]:
    """The stores of two nodes."""
    one, other = await PostgresStore.open(address), await PostgresStore.open(address)
    yield one, other
    await one.close()
    await other.close()


def table(name: str, *group: Search) -> TableEntry:
    seats = [msgspec.structs.replace(each.seat, role=role) for each, role in zip(group, ("black", "white"), strict=True)]
    return TableEntry(name, "reversi", {}, b"seed", name.encode(), tuple(seats), terms=POOL.terms)


def tables(connection: Connection) -> list[str]:
    return list(connection.scalars(select(schema.tables.c.id)))


async def test_of_two_nodes_that_seat_the_same_person_one_stores_a_table(stores: Two) -> None:
    nodes = [SharedSearches(each) for each in stores]
    for each in (ADA, BOB, CID):
        assert await nodes[0].begin(each, most=3)
    assert not await nodes[1].begin(msgspec.structs.replace(ADA, who="dan"), most=3)
    groups = ([ADA, BOB], [BOB, CID])
    seated = await asyncio.gather(
        *[node.seat(group, table(f"t{n}", *group), 1) for n, (node, group) in enumerate(zip(nodes, groups, strict=True))]
    )
    assert sorted(seated) == [False, True]
    winner = f"t{seated.index(True)}"
    assert await stores[0].read(tables) == [winner]
    told = {each.who: each.table for each in await nodes[0].look([])}
    assert [told["bob"], sorted(told.values())] == [winner, ["", winner, winner]]
    left = "cid" if winner == "t0" else "ada"
    await nodes[1].end("bob")
    await nodes[1].end(left)
    assert (await nodes[0].find("bob") or ADA).table == winner, "it is too late to end it"
    assert await nodes[0].find(left) is None


async def test_a_search_ends_where_nobody_asks_for_it_at_any_node(stores: Two) -> None:
    one, other = [SharedSearches(each) for each in stores]
    await one.begin(msgspec.structs.replace(ADA, least=80, reliable=90), most=9)
    await one.begin(BOB, most=9)
    await other.begin(msgspec.structs.replace(CID, pool=msgspec.structs.replace(POOL, rated=True)), most=9)
    found = await other.find("ada")
    assert found is not None
    assert (found.least, found.reliable) == (80, 90)
    assert (found.others, found.pool, found.waited < 60) == (1, POOL, True)
    await stores[0].write(lambda connection: connection.exec_driver_sql("UPDATE searches SET seen_at = seen_at - 9").close())
    assert [each.who for each in await other.look(["bob"])] == ["bob"]
    assert await one.find("ada") is None
