"""Requests of the HTTP API in a browser."""

import asyncio
from typing import Any

import rondel
from rondel.door import shipped
from rondel.search.tree.unfolding import Unfolding
from rondel.server.catalog import assets
from rondel.server.local.requests import Requests
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


def test_a_tree_is_unfolded_counted_and_solved() -> None:
    async def work() -> None:
        page = Page()
        page.requests = Requests(page.arena, lambda: Unfolding)

        async def asked(what: str, **body: Any) -> Any:
            status, answer = await page.request("POST", f"/api/dev/{what}", body)
            assert status == 200, answer
            return answer

        root = await asked("start", game="tic_tac_toe")
        way = [{"role": "x", "move": "mark(b2)"}, {"role": "o", "move": "mark(b1)"}]
        node = await asked("node", record=root["record"], answers=way)
        assert (node["description"], node["total"]) == ("x must mark a cell", 7)
        assert (await asked("count", record=root["record"], answers=way))["ways"][:2] == [7, 42]
        assert (await asked("solve", record=root["record"], answers=way))["value"] == {"x": 1.0, "o": -1.0}
        status, problem = await page.request("POST", "/api/dev/start", {"game": "no_such_game"})
        assert (status, problem["code"]) == (404, "unknown_game")
        status, problem = await page.request("POST", "/api/dev/solve", {"record": root["record"], "answers": [way[0], way[0]]})
        assert (status, problem["code"]) == (422, "not_your_turn")

        created = await page.table("tic_tac_toe", ("x", "me"), ("o", "me"))
        assert (await page.say("play", role="x", move="mark(b2)", seq=0))["type"] == "accepted"
        assert (await asked("start", table=created["table"]))["record"]["answers"] == [["x", "mark(b2)"]]

    asyncio.run(work())


def test_what_is_not_there_is_refused() -> None:
    async def work() -> None:
        page = Page()
        created = await page.table("tic_tac_toe", ("x", "me"), ("o", "me"))
        for method, path, code in (
            ("GET", "/api/lobby", "not_found"),
            ("POST", "/api/dev/bench/game", "not_found"),
            ("GET", "/api/tables/nowhere", "unknown_table"),
            ("GET", "/api/tables/nowhere/rounds", "unknown_table"),
            ("GET", f"/api/tables/{created['table']}/rounds/7", "unknown_round"),
            ("GET", "/api/games/no_such_game/rules", "unknown_game"),
        ):
            status, problem = await page.request(method, path)
            assert (status, problem["code"]) == (404, code), path

    asyncio.run(work())


def test_the_look_of_a_game_is_sent_as_text() -> None:
    async def work() -> None:
        page = Page()
        status, css = await page.request("GET", "/api/games/harvest_wheel/look/css?1234")
        assert (status, css.encode()) == (200, assets.read("harvest_wheel", "css"))
        for path in ("harvest_wheel/look/html", "chess/look/css", "no_such_game/look/css"):
            assert (await page.request("GET", f"/api/games/{path}"))[1]["code"] == "not_found", path

    asyncio.run(work())


def test_before_the_first_answer_a_bot_is_put_on_another_seat() -> None:
    async def work() -> None:
        page = Page()
        created = await page.table("tic_tac_toe", ("x", "me"), ("o", "me"))
        path, tokens = f"/api/tables/{created['table']}/seats", tuple(created["tokens"].values())
        wanted = {"role": "o", "kind": "bot", "bot": "random"}
        assert (await page.request("POST", path, wanted))[1]["code"] == "not_host"
        assert (await page.request("POST", path, {"role": "o", "kind": "open"}, tokens))[1]["code"] == "seats"
        assert (await page.request("POST", path, wanted, tokens))[0] == 200
        table = (await page.request("GET", f"/api/tables/{created['table']}"))[1]
        assert [(seat["kind"], seat["bot"]) for seat in table["seats"]] == [("person", ""), ("bot", "random")]
        assert page.position["table"]["seats"] == table["seats"]

    asyncio.run(work())


def test_a_table_is_shown_small_to_whoever_plays_there() -> None:
    async def work() -> None:
        page = Page()
        created = await page.table("hearts", *[(role, "me") for role in rondel.new("hearts").roles])
        path = f"/api/tables/{created['table']}/board"
        board = (await page.request("GET", path, None, (created["tokens"]["east"],)))[1]
        assert (board["table"], board["viewer"], board["seq"]) == (created["table"], "east", 0)
        assert board["containers"] == page.position["views"]["east"]["containers"]
        assert (await page.request("GET", path))[1]["viewer"] == "observer"
        assert (await page.request("GET", "/api/tables/nowhere/board"))[1]["code"] == "unknown_table"

    asyncio.run(work())


def test_a_removed_table_is_gone_for_good_and_stays_where_it_cannot_be_removed() -> None:
    async def work() -> None:
        page = Page()
        created = await page.table("tic_tac_toe", ("x", "me"), ("o", "me"))
        path = f"/api/tables/{created['table']}"
        page.full = True
        assert (await page.request("DELETE", path))[1]["code"] == "unavailable"
        assert (await page.request("GET", path))[0] == 200
        page.full = False
        assert (await page.request("DELETE", path))[0] == 200
        assert page.kept == {}
        assert (await page.request("GET", path))[1]["code"] == "unknown_table"
        assert (await page.request("DELETE", path))[1]["code"] == "unknown_table"

    asyncio.run(work())
