"""The rows of nodes: no transaction waits for that of another node, and two that find each other dead do not block."""

from __future__ import annotations

import asyncio
import doctest
from collections.abc import AsyncIterator, Callable
from typing import TypeVar

import pytest
from sqlalchemy import Connection, select, text

from rondel.server.storage import node_repository, schema
from rondel.server.storage.node_repository import PATIENCE, News, Node, beat, listed
from rondel.server.storage.postgres.store import PostgresStore
from tests.server.storage.postgres import Cluster

pytestmark = pytest.mark.anyio

T = TypeVar("T")

NOON = 1_800_000_000_000
LATER = NOON + PATIENCE + 1


def beating(name: str, at: int) -> Callable[[Connection], News]:
    """A beat of a node that began at noon."""
    return lambda connection: beat(connection, Node(name, name, NOON, at, 0, False), NOON, NOON)


@pytest.fixture
async def store(cluster: Cluster, prepared: str) -> AsyncIterator[PostgresStore]:
    """A database in which two nodes were seen at noon."""
    made = await PostgresStore.open(await asyncio.to_thread(cluster.database, like=prepared))
    for name in ("a", "b"):
        await made.write(beating(name, NOON))
    yield made
    await made.close()


async def test_two_nodes_that_find_each_other_dead_do_not_block_each_other(store: PostgresStore) -> None:
    async with store._connections.engine.begin() as first:
        await first.run_sync(beating("a", LATER))
        second = asyncio.create_task(store.write(beating("b", LATER)))
        while not await store.read(_waiting):
            assert not second.done(), "it did not wait for the node that deletes it"
    assert (await second).is_new, "it was deleted, and is there again"
    assert {each.id for each in await store.read(listed)} == {"a", "b"}
    stored = await store.read(lambda connection: list(connection.execute(select(schema.outages))))
    assert {(row.node, row.since, row.until) for row in stored} == {(node, NOON, LATER) for node in ("a", "b", "")}


async def test_a_node_that_is_just_beating_is_not_deleted_and_nobody_waits_for_it(store: PostgresStore) -> None:
    async with store._connections.engine.begin() as first:
        await first.execute(text(f"UPDATE nodes SET seen_at = {LATER} WHERE id = 'a'"))  # noqa: S608 - a number
        await store.write(beating("b", LATER))
    assert {(each.id, each.seen_at) for each in await store.read(listed)} == {("a", LATER), ("b", LATER)}


async def test_of_two_nodes_one_deletes_a_third_and_stores_its_outage(store: PostgresStore) -> None:
    await store.write(beating("dead", NOON))
    for name in ("a", "b"):
        await store.write(lambda connection, name=name: beat(connection, Node(name, name, NOON, LATER, 0, False), LATER, NOON))  # type: ignore[misc]
    stored = await store.read(lambda connection: list(connection.execute(select(schema.outages))))
    assert ("dead", NOON, LATER) in {(row.node, row.since, row.until) for row in stored}
    assert len({row.node for row in stored}) == len(stored)


def test_the_examples_in_the_module_run() -> None:
    assert doctest.testmod(node_repository).failed == 0


def _waiting(connection: Connection) -> bool:
    here = "SELECT count(*) FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'"
    return bool(connection.scalar(text(here)))
