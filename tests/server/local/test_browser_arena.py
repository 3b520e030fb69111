"""The arena of one browser, in CPython."""

import random

import pytest

import rondel
from rondel.door import shipped
from tests.server.local.page import Page, run

SHORT = {"gin_rummy": {"one_deal": True}}
"""Options of games that take minutes if they are played at random."""


@pytest.mark.played
@pytest.mark.parametrize("name", shipped())
def test_every_shipped_game_is_played_to_its_end_on_one_screen(name: str) -> None:
    async def work(page: Page) -> None:
        seats = [(role, "me") for role in rondel.new(name).roles]
        created = await page.table(name, *seats, options=SHORT.get(name, {}))
        await page.play(random.Random(name).choice)
        status, rounds = await page.request("GET", f"/api/tables/{created['table']}/rounds")
        assert status == 200
        view = next(iter(page.position["views"].values()))
        assert rounds["rounds"][0]["result"]["ranks"] == view["ranks"]

    run(work)


def test_an_answer_is_taken_back_and_the_next_game_begins() -> None:
    async def work(page: Page) -> None:
        await page.table("tic_tac_toe", ("x", "me"), ("o", "me"))
        await page.say("play", role="x", move="mark(a1)", seq=0)
        assert (await page.say("undo", role="x", seq=1))["type"] == "accepted"
        assert len(page.position["views"]["x"]["moves"]) == 9
        await page.play(lambda moves: moves[0])
        assert (await page.say("again"))["type"] == "accepted"
        assert page.position["table"]["round"] == 2
        await page.play(lambda moves: moves[0])

    run(work)


@pytest.mark.parametrize(
    ("body", "code"),
    [
        ({"game": "no_such_game", "seats": []}, "unknown_game"),
        ({"game": "reversi", "seats": [{"role": "black", "kind": "bot", "bot": "wizard"}]}, "unknown_bot"),
        (
            {
                "game": "reversi",
                "seats": [],
                "terms": {"clock": {"kind": "fischer", "initial": 60}},
            },
            "terms",
        ),
        ({"game": 7}, "malformed"),
    ],
)
def test_wrong_wishes_are_refused(body: dict[str, object], code: str) -> None:
    async def work(page: Page) -> None:
        status, problem = await page.request("POST", "/api/tables", body)
        assert (status // 100, problem["code"]) == (4, code)

    run(work)


def test_a_message_that_is_no_json_is_refused() -> None:
    async def work(page: Page) -> None:
        await page.connection.receive("{")
        assert page.frames[-1]["code"] == "malformed"

    run(work)
