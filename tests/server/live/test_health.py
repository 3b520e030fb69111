"""Health: a short public report, and few probes of the database."""

from __future__ import annotations

import asyncio
import resource
import sqlite3
import time
from pathlib import Path

import pytest

from rondel.server.live.health import Health
from rondel.server.storage.store import Down
from tests.server.harness import Http, Program, Running

pytestmark = pytest.mark.anyio


class Database:
    """What is asked; how often it was, and whether it answers."""

    def __init__(self) -> None:
        self.asked = 0
        self.down = False
        self.stuck = False
        self.released = asyncio.Event()

    async def __call__(self) -> None:
        self.asked += 1
        if self.stuck:
            await self.released.wait()
        if self.down:
            raise Down("gone")


async def test_a_store_that_does_not_answer_is_said_and_so_is_that_it_is_back() -> None:
    database = Database()
    health = Health(database, patience=0.02, fresh=0.0)
    assert (await health.report()).status == "ready"
    database.down = True
    assert (await health.report()).status == "store"
    database.down = False
    assert (await health.report()).status == "ready"


async def test_a_probe_that_hangs_is_never_doubled(tmp_path: Path) -> None:
    database = Database()
    database.stuck = True
    health = Health(database, patience=0.02, fresh=0.0)
    for _ in range(5):
        assert (await health.report()).reason == "the database does not answer in time"
    assert database.asked == 1
    database.released.set()
    database.stuck = False
    await asyncio.sleep(0)
    assert (await health.report()).status == "ready"
    await health.close()


def test_a_database_that_takes_no_writes_makes_the_server_unready_until_it_does(tmp_path: Path) -> None:
    with Running(tmp_path) as server:
        assert becomes_ready(server)
        other = sqlite3.connect(server.database, isolation_level=None)
        other.execute("BEGIN IMMEDIATE")  # reads go on, and nothing can be stored
        time.sleep(1.1)
        answer = server.get("/health")
        assert (answer.status_code, answer.json()["status"]) == (503, "store")
        assert answer.json()["reason"] in ("the database does not answer in time", "another program keeps the database locked")
        other.execute("ROLLBACK")
        other.close()
        assert becomes_ready(server)


def test_a_full_disk_makes_the_server_unready_until_there_is_room(tmp_path: Path) -> None:
    with Program(tmp_path) as server:
        assert becomes_ready(server)
        resource.prlimit(server.process.pid, resource.RLIMIT_FSIZE, (0, resource.RLIM_INFINITY))
        time.sleep(1.1)
        answer = server.get("/health")
        assert (answer.status_code, answer.json()["status"]) == (503, "store")
        assert answer.json()["reason"] in ("the disk is full", "the disk cannot be written")
        resource.prlimit(server.process.pid, resource.RLIMIT_FSIZE, (resource.RLIM_INFINITY, resource.RLIM_INFINITY))
        assert becomes_ready(server)


def becomes_ready(server: Http) -> bool:
    """Whether the server says within a minute that it is ready."""
    until = time.monotonic() + 60
    while time.monotonic() < until:
        if server.get("/health").status_code == 200:
            return True
        time.sleep(0.2)
    return False


async def test_a_thousand_questions_at_once_are_one_question_to_the_store() -> None:
    database = Database()
    health = Health(database, fresh=60)
    said = await asyncio.gather(*[health.report() for _ in range(1000)])
    assert {each.status for each in said} == {"ready"}
    assert database.asked == 1


async def test_who_asks_while_the_store_is_silent_does_not_wait_for_those_who_asked_before() -> None:
    database = Database()
    database.stuck = True
    health = Health(database, patience=0.2, fresh=0.1)
    said = await asyncio.gather(*[health.report() for _ in range(20)])
    assert {each.status for each in said} == {"store"}
    assert database.asked == 1
    await health.close()


async def test_a_server_that_drains_says_so_and_leaves_the_store_alone() -> None:
    database = Database()
    health = Health(database)
    health.draining = True
    report = await health.report()
    assert (report.status, report.http_status, database.asked) == ("draining", 503, 0)


def test_the_address_says_no_more_than_a_word_and_is_never_kept(server: Running) -> None:
    answer = server.get("/health")
    assert (answer.status_code, answer.json()) == (200, {"status": "ready"})
    assert answer.headers["cache-control"] == "no-store"
    assert server.request("HEAD", "/health").status_code == 200
    assert server.post("/health", {}).status_code == 405


def test_a_database_that_cannot_be_read_makes_the_server_unready(tmp_path: Path) -> None:
    with Running(tmp_path) as server:
        connection = sqlite3.connect(server.database)
        connection.execute("ALTER TABLE tables RENAME TO hidden")
        connection.commit()
        assert server.get("/health").json() == {"status": "store", "reason": "the database cannot be reached"}
        assert server.get("/health").status_code == 503
        connection.execute("ALTER TABLE hidden RENAME TO tables")
        connection.commit()
        connection.close()
