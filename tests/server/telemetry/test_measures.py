"""What is counted of a server that plays, and that counting lets no value slip."""

from __future__ import annotations

import pytest

from rondel.server.telemetry.measures import GROUP_SIZES, Histogram
from tests.server.harness import Running, joined, me, opened

pytestmark = pytest.mark.anyio


def test_a_value_on_a_bound_belongs_to_it_and_every_value_somewhere() -> None:
    found = Histogram(GROUP_SIZES)
    for size in range(1, 300):
        found.observe(size)
    assert found.cumulative() == [1, 2, 4, 8, 16, 32, 64, 128, 256, 299]
    assert found.total == sum(range(1, 300))


async def test_answers_refusals_sockets_and_tables_are_counted_as_they_come(server: Running) -> None:
    arena = server.application.arena
    assert arena is not None
    counted = arena.measures
    before = sum(counted.stored.counts), sum(counted.groups.counts), counted.refused["stale"], counted.sockets
    created = server.create("tic_tac_toe", me("x"), me("o"))
    loaded = arena.loaded
    async with joined(server, created["table"], created["tokens"].values()) as client, opened(server) as other:
        assert arena.loaded == loaded + 1
        await client.play("x", "mark(a1)")
        await client.play("o", "mark(a2)")
        assert (await client.ask({**client.message("play", role="x", move="mark(a3)"), "seq": 0}))["code"] == "stale"
        await other.ask({"type": "ping"})
        assert counted.sockets == before[3] + 2
    assert (sum(counted.stored.counts), counted.refused["stale"]) == (before[0] + 2, before[2] + 1)
    assert sum(counted.groups.counts) == before[1] + 2
    assert server.get("/api/tables/nowhere").status_code == 404
    assert counted.refused["unknown_table"] == 1
