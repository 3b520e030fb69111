"""The store of a browser."""

import json

from tests.server.local.page import Page, run


def test_a_table_comes_back_from_its_text_with_the_seats_and_the_position() -> None:
    async def work(page: Page) -> None:
        created = await page.table("reversi", ("black", "me"), ("white", "me"))
        await page.say("play", role="black", move="play_disc(d3)", seq=0)
        before = page.position["views"]
        again = Page()
        again.arena.store.bring(created["table"], page.kept[created["table"]])
        welcome = await again.hello(created["table"], created["tokens"])
        assert (welcome["type"], welcome["seq"], welcome["views"]) == ("welcome", 1, before)
        message = {"type": "play", "id": "m1", "role": "black", "move": "play_disc(d3)", "seq": 0}
        assert await again.send(message) == {"type": "accepted", "id": "m1", "seq": 1}  # a retry counts once

    run(work)


def test_what_is_not_stored_does_not_count() -> None:
    async def work(page: Page) -> None:
        await page.table("tic_tac_toe", ("x", "me"), ("o", "me"))
        page.full = True
        assert (await page.say("play", role="x", move="mark(a1)", seq=0))["code"] == "not_saved"
        page.full = False
        assert (await page.say("play", role="x", move="mark(b2)", seq=0))["seq"] == 1

    run(work)


def test_a_damaged_table_is_refused_and_stays_stored_until_it_is_removed() -> None:
    async def work(page: Page) -> None:
        created = await page.table("tic_tac_toe", ("x", "me"), ("o", "me"))
        await page.say("play", role="x", move="mark(a1)", seq=0)
        await page.say("play", role="o", move="mark(a2)", seq=1)
        kept = json.loads(page.kept[created["table"]])
        del kept["answers"][0]
        path = f"/api/tables/{created['table']}"
        for text in ("", "{}", json.dumps(kept), json.dumps({**kept, "entry": {**kept["entry"], "id": "another"}})):
            again = Page()
            again.kept[created["table"]] = text
            again.arena.store.bring(created["table"], text)
            assert (await again.request("GET", path))[1]["code"] == "frozen"
            assert (await again.hello(created["table"], created["tokens"]))["code"] == "frozen"
            assert again.kept == {created["table"]: text}
            assert (await again.request("DELETE", path))[0] == 200
            assert again.kept == {}
            assert (await again.request("GET", path))[1]["code"] == "unknown_table"

    run(work)
