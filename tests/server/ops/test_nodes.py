"""The nodes of an arena as its host is shown them."""

from __future__ import annotations

import asyncio
import json

import pytest
from typer.testing import CliRunner, Result

from rondel.cli.app import app
from rondel.server.live.nodes.channel_bus import ChannelBus
from rondel.server.storage.postgres.channel import PostgresChannel
from tests.server.storage.postgres import Cluster

pytestmark = pytest.mark.anyio


def shown(*words: str) -> Result:
    return CliRunner().invoke(app, ["admin", "nodes", *words])


async def test_every_node_says_since_when_it_runs_and_whether_it_hears_the_others(cluster: Cluster) -> None:
    address = await asyncio.to_thread(cluster.database)
    one, other = (ChannelBus(PostgresChannel(address), name) for name in ("one", "other"))
    async with asyncio.timeout(20):
        while not (one.others == other.others == 1):
            await asyncio.sleep(0.01)
    stranger = PostgresChannel(address)
    await stranger.open(lambda payload: None)
    said = asyncio.create_task(asyncio.to_thread(shown, "--database", address))
    while not said.done():
        await stranger.send("no message")
        await asyncio.sleep(0.05)
    in_words = said.result()
    assert (in_words.exit_code, in_words.stderr) == (0, "")
    parts = [line.split("  ") for line in sorted(in_words.stdout.splitlines())]
    assert [(name, boot, hears) for name, boot, _, hears, _ in parts] == [
        ("one", one.boot, "hears the others"),
        ("other", other.boot, "hears the others"),
    ]
    assert all(part[2].startswith("up 0 min ") and part[4].startswith("missed messages ") for part in parts)
    in_json = await asyncio.to_thread(shown, "--database", address, "--json")
    assert {json.loads(line)["name"]: json.loads(line)["is_blind"] for line in in_json.stdout.splitlines()} == {
        "one": False,
        "other": False,
    }
    for bus in (one, other):
        await bus.close()
    await stranger.close()
    assert (await asyncio.to_thread(shown, "--database", address)).stdout == "No server speaks on this bus.\n"


@pytest.mark.parametrize(
    ("words", "code", "said"),
    [
        ((), 2, "an arena in a folder has one server; for a PostgreSQL database give its address with --database"),
        (("--database", "postgresql://me@127.0.0.1:1/none"), 1, "the database cannot be reached"),
        (("--database", "mysql://here"), 2, "the address of a database is like postgresql://user@host/name"),
    ],
)
def test_what_cannot_be_listened_to_is_said_in_a_line(words: tuple[str, ...], code: int, said: str) -> None:
    refused = shown(*words)
    assert (refused.exit_code, refused.stdout) == (code, "")
    assert refused.stderr.startswith(f"rondel: {said}")
    assert refused.stderr.count("\n") == 1
