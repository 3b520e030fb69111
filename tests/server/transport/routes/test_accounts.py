"""The addresses under ``/api/me``: each takes just what it says, and none does anything for nobody."""

from __future__ import annotations

import sqlite3

import pytest

from rondel.server.transport.routes.accounts import HANDLERS
from tests.server.accounts.visitors import Browser, code
from tests.server.harness import Running

PATHS = sorted(
    (method, path) for each in HANDLERS for path in each.paths for method in each.http_methods if method != "OPTIONS"
)


def stored(server: Running) -> int:
    connection = sqlite3.connect(server.database)
    try:
        counts = "SELECT (SELECT COUNT(*) FROM principals) + (SELECT COUNT(*) FROM sessions) + (SELECT COUNT(*) FROM tokens)"
        return int(connection.execute(counts).fetchone()[0])
    finally:
        connection.close()


@pytest.mark.parametrize(("method", "path"), PATHS)
def test_nobody_can_do_anything_but_come_in(server: Running, method: str, path: str) -> None:
    before = stored(server)
    with Browser(server) as nobody:
        answer = nobody.request(
            method,
            path.replace("{bot_id:str}", "b").replace("{token_id:str}", "t").replace("{session_id:str}", "s"),
            json={"unknown": 1},
        )
        if method == "POST":
            assert code(answer) == (400, "malformed")
        elif path == "/api/me":
            assert answer.json()["kind"] == "nobody"
        else:
            assert code(answer) == (403, "not_allowed")
    assert stored(server) == before


def test_what_is_private_is_kept_by_no_cache(server: Running) -> None:
    with Browser(server) as ada:
        answers = [ada.register("Uncached"), ada.get("/api/me"), ada.get("/api/me/export"), ada.get("/api/me/bots")]
        answers.append(ada.log_in("Uncached"))
        answers.append(ada.post("/api/me/logout", json={}))
        assert [answer.headers["cache-control"] for answer in answers] == ["no-store"] * len(answers)
