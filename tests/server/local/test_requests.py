"""Requests of the HTTP API in a browser."""

import asyncio
from typing import Any

import rondel
from rondel.door import shipped
from tests.server.local.page import Page


def test_games_bots_and_languages_are_those_of_a_server() -> None:
    async def work() -> None:
        page = Page()
        assert [each["name"] for each in (await page.request("GET", "/api/games"))[1]] == shipped()
        assert "level:3" in [each["name"] for each in (await page.request("GET", "/api/bots"))[1]]
        assert "de" in (await page.request("GET", "/api/languages"))[1]
        assert (await page.request("GET", "/api/texts/de"))[1]["lang"] == "de"
        assert (await page.request("GET", "/api/games/reversi/rules?lang=de"))[1]["title"]

    asyncio.run(work())


def test_a_round_is_replayed_and_exported() -> None:
    async def work() -> None:
        page = Page()
        created = await page.table("tic_tac_toe", ("x", "me"), ("o", "me"))
        tokens = tuple(created["tokens"].values())
        await page.play(lambda moves: moves[0])
        path = f"/api/tables/{created['table']}/rounds/1"
        replay: Any = (await page.request("GET", f"{path}?viewer=x&since=0&most=50", None, tokens))[1]
        assert [step["seq"] for step in replay["steps"]] == list(range(page.position["seq"] + 1))
        status, record = await page.request("GET", f"{path}/record?viewer=x", None, tokens)
        assert status == 200
        assert rondel.replay(record).is_over
        status, log = await page.request("GET", f"{path}/log?lang=de", None, tokens)
        assert status == 200
        assert len(log.splitlines()) >= page.position["seq"]
        tried = {"seq": 0, "answers": [{"role": "x", "move": "mark(b2)"}], "name": "try"}
        assert (await page.request("POST", f"{path}/branch", tried, tokens))[1]["seq"] == 1

    asyncio.run(work())


def test_what_is_not_there_is_refused() -> None:
    async def work() -> None:
        page = Page()
        created = await page.table("tic_tac_toe", ("x", "me"), ("o", "me"))
        for method, path, code in (
            ("GET", "/api/lobby", "not_found"),
            ("GET", "/api/tables/nowhere", "unknown_table"),
            ("GET", "/api/tables/nowhere/rounds", "unknown_table"),
            ("GET", f"/api/tables/{created['table']}/rounds/7", "unknown_round"),
            ("GET", "/api/games/no_such_game/rules", "unknown_game"),
        ):
            status, problem = await page.request(method, path)
            assert (status, problem["code"]) == (404, code), path

    asyncio.run(work())
