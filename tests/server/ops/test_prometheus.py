"""The metrics, read by a parser that is not ours, from a server in a process of its own."""

from __future__ import annotations

import sqlite3
import time
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import httpx
import pytest
from prometheus_client.parser import text_string_to_metric_families

from rondel.server import CannotServe, serve
from rondel.server.ops.port import bound
from tests.server.harness import Program, bot, joined, me

pytestmark = pytest.mark.anyio

Samples = dict[str, float]


def free_port() -> int:
    """One that was free just now."""
    with bound("127.0.0.1", 0) as taken:
        return int(taken.getsockname()[1])


@pytest.fixture
def program(tmp_path: Path) -> Iterator[Program]:
    with Program(tmp_path, metrics=f"127.0.0.1:{free_port()}") as started:
        yield started


def scraped(program: Program) -> Samples:
    """Every sample, by its name and labels."""
    address = program.lines[1].removeprefix("Metrics are at ")
    text = httpx.get(address, trust_env=False).text
    return {
        each.name + "".join(f"{{{value}}}" for value in each.labels.values()): each.value
        for family in text_string_to_metric_families(text)
        for each in family.samples
    }


async def test_prometheus_is_told_what_happened(program: Program) -> None:
    before = scraped(program)
    assert before["rondel_answers_stored_total"] == 0
    assert before["process_resident_memory_bytes"] > 1e6
    created = program.create("tic_tac_toe", me("x"), bot("o"))
    async with joined(program, created["table"], created["tokens"].values()) as client:
        await client.play("x", "mark(b2)")
        await client.until(2)
        assert (await client.ask(client.message("play", role="x", move="mark(b2)")))["code"] == "illegal_move"
        deadline = time.monotonic() + 60
        while (now := scraped(program))["rondel_loop_lag_seconds_count"] < 2:
            assert time.monotonic() < deadline
        assert now["rondel_answers_stored_total"] == now["rondel_store_seconds_count"] == 2
        assert now["rondel_store_seconds_bucket{+Inf}"] == 2
        assert 0 < now["rondel_store_seconds_sum"] < 10
        assert now["rondel_store_group_answers_sum"] == 2
        assert now["rondel_refusals_total{illegal_move}"] == 1
        assert (now["rondel_tables_in_memory"], now["rondel_sockets"], now["rondel_draining"]) == (1, 1, 0)
        assert (now["rondel_bots_thinking"], now["rondel_bot_workers_killed_total"], now["rondel_faulted_tables"]) == (0, 0, 0)
        assert created["table"] not in str(now)


async def test_what_a_host_is_to_be_woken_by_is_counted_from_nought(program: Program, tmp_path: Path) -> None:
    before = scraped(program)
    assert {before[f"rondel_refusals_total{{{code}}}"] for code in ("not_saved", "unavailable", "internal", "rules")} == {0}
    with closing(sqlite3.connect(tmp_path / "arena.sqlite3", isolation_level=None)) as connection:
        connection.execute("CREATE TRIGGER no BEFORE INSERT ON tables BEGIN SELECT raise(FAIL, 'no'); END")
    wanted = {"game": "tic_tac_toe", "seats": [me("x"), me("o")]}
    assert program.post("/api/tables", wanted).status_code == 500
    assert scraped(program)["rondel_refusals_total{internal}"] == 1


async def test_the_public_address_tells_nobody(program: Program) -> None:
    for path in ("/metrics", "/api/metrics", "/health/metrics"):
        answer = program.get(path)
        assert answer.status_code == 404 or "rondel_" not in answer.text


def test_an_address_that_cannot_be_used_is_said_before_anything_is_served(tmp_path: Path) -> None:
    with bound("127.0.0.1", 0) as taken:
        port = taken.getsockname()[1]
        with pytest.raises(CannotServe, match=rf"cannot listen at 127\.0\.0\.1:{port} for metrics: Address already in use"):
            serve("127.0.0.1", 0, tmp_path, metrics=f"127.0.0.1:{port}", say=lambda line: None)
    for address in ("9100", "127.0.0.1:", "127.0.0.1:99999", ":9100", "host:port"):
        with pytest.raises(CannotServe, match=r"the address for metrics is like 127\.0\.0\.1:9100, and not"):
            serve("127.0.0.1", 0, tmp_path, metrics=address)
