"""The nodes of an arena as its host is shown them."""

from __future__ import annotations

import asyncio
import json

import pytest
from msgspec import structs
from sqlalchemy import insert
from typer.testing import CliRunner, Result

from rondel.cli.app import app
from rondel.server.storage.node_repository import Node
from rondel.server.storage.postgres.store import PostgresStore, database_time
from rondel.server.storage.schema import nodes
from tests.server.storage.postgres import Cluster

pytestmark = pytest.mark.anyio

HOUR = 3_600_000


def shown(*words: str) -> Result:
    return CliRunner().invoke(app, ["admin", "nodes", *words])


async def test_every_node_is_listed_with_since_when_it_runs_and_whether_it_hears_the_others(
    cluster: Cluster, prepared: str
) -> None:
    address = await asyncio.to_thread(cluster.database, like=prepared)
    assert (await asyncio.to_thread(shown, "--database", address)).stdout == "No server runs on this database.\n"
    store = await PostgresStore.open(address)
    at = await store.read(database_time)
    rows = (
        Node("c", "dead", at - 2 * HOUR, at - HOUR, 0, False),
        Node("a", "one", at - HOUR - 120_000, at + HOUR, 1, False),  # seen until long after this test
        Node("b", "other", at - 60_000, at + HOUR, 2, True),
    )
    await store.write(lambda connection: connection.execute(insert(nodes), [structs.asdict(each) for each in rows]).close())
    in_words = await asyncio.to_thread(shown, "--database", address)
    assert (in_words.exit_code, in_words.stderr) == (0, "")
    assert in_words.stdout.splitlines() == [
        "dead  c  up 1 h 0 min  not seen for 1 h 0 min  missed messages 0 times",
        "one  a  up 2 h 2 min  hears the others  missed messages 1 time",
        "other  b  up 1 h 1 min  does not hear the others  missed messages 2 times",
    ]
    in_json = await asyncio.to_thread(shown, "--database", address, "--json")
    found = [json.loads(line) for line in in_json.stdout.splitlines()]
    assert [(each["id"], each["is_blind"], each["up"]) for each in found] == [
        ("c", False, 3_600),
        ("a", False, 7_320),
        ("b", True, 3_660),
    ]
    await store.close()


@pytest.mark.parametrize(
    ("words", "code", "said"),
    [
        ((), 2, "an arena in a folder has one server; for a PostgreSQL database give its address with --database"),
        (("--database", "postgresql://me@127.0.0.1:1/none"), 1, "the database cannot be reached"),
        (("--database", "mysql://here"), 2, "the address of a database is like postgresql://user@host:5432/name"),
    ],
)
def test_what_cannot_be_read_is_said_in_a_line(words: tuple[str, ...], code: int, said: str) -> None:
    refused = shown(*words)
    assert (refused.exit_code, refused.stdout) == (code, "")
    assert refused.stderr.startswith(f"rondel: {said}")
    assert refused.stderr.count("\n") == 1
