"""What is said of a server's health: to everybody, briefly, and without asking the database more than it can bear."""

from __future__ import annotations

import asyncio
import sqlite3
from pathlib import Path

import pytest

from rondel.server.health import Health
from rondel.server.store import Down
from tests.server.harness import Running

pytestmark = pytest.mark.anyio


class Database:
    """What is asked; how often it was, and whether it answers."""

    def __init__(self) -> None:
        self.asked = 0
        self.down = False
        self.stuck = False

    async def __call__(self) -> None:
        self.asked += 1
        if self.stuck:
            await asyncio.sleep(60)
        if self.down:
            raise Down("gone")


async def test_a_store_that_does_not_answer_is_said_and_so_is_that_it_is_back() -> None:
    database = Database()
    health = Health(database, patience=0.02, fresh=0.0)
    assert (await health.report()).status == "ready"
    database.down = True
    assert (await health.report()).status == "store"
    database.down, database.stuck = False, True
    assert (await health.report()).status == "store"
    database.stuck = False
    assert (await health.report()).status == "ready"


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
        assert server.get("/health").json() == {"status": "store"}
        assert server.get("/health").status_code == 503
        connection.execute("ALTER TABLE hidden RENAME TO tables")
        connection.commit()
        connection.close()
