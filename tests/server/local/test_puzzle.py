"""Puzzles: what an address describes, and the table that begins there."""

import asyncio
from typing import Any

import pytest

from rondel.server.local.puzzle import record_of
from rondel.server.protocol.refused import Refusal
from tests.server.local.page import Page


def test_a_table_begins_with_the_moves_of_the_address_and_the_reader_has_the_seat_that_is_asked() -> None:
    async def work() -> None:
        page = Page()
        address = "/api/puzzles/reversi?moves=play_disc(b1)+play_disc(a1)+play_disc(a2)&size=4&bot=greedy"
        status, created = await page.request("POST", address)
        assert status == 200, created
        assert list(created["tokens"]) == ["white"]
        await page.hello(created["table"], created["tokens"])
        assert (page.position["seq"], page.asked_role()) == (3, "white")
        seats: Any = (await page.request("GET", f"/api/tables/{created['table']}"))[1]["seats"]
        assert [(seat["role"], seat["kind"], seat.get("bot", "")) for seat in seats] == [
            ("black", "bot", "greedy"),
            ("white", "person", ""),
        ]
        await page.play(lambda moves: moves[0])

    asyncio.run(work())


@pytest.mark.parametrize(
    ("game", "given", "why"),
    [
        ("no_such_game", {}, "unknown game"),
        (
            "tic_tac_toe",
            {"moves": "mark(b2) mark(b2)"},
            r"nobody may play 'mark\(b2\)' .*; active: o",
        ),
        ("reversi", {"size": "7"}, "size"),
        ("tic_tac_toe", {"moves": "mark(a1) mark(a2) mark(b1) mark(b2) mark(c1)"}, "the game is over after these moves"),
    ],
)
def test_a_position_that_cannot_be_played_is_refused(game: str, given: dict[str, str], why: str) -> None:
    with pytest.raises(Refusal, match=why):
        record_of(game, given)


def test_a_bot_that_is_not_known_and_chance_are_refused_by_the_table() -> None:
    async def work() -> None:
        page = Page()
        for address, code in (
            ("/api/puzzles/tic_tac_toe?moves=mark(b2)&bot=nobody", "unknown_bot"),
            ("/api/puzzles/kuhn_poker?moves=check", "bad_record"),
        ):
            status, problem = await page.request("POST", address)
            assert (status >= 400, problem["code"]) == (True, code), problem

    asyncio.run(work())
