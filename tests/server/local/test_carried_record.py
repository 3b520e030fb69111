"""Records in a browser: a game is taken out as a file, and goes on at another table."""

import asyncio
import json
import random
from collections.abc import Callable
from typing import Any

import pytest

import rondel
from rondel.server.local.requests import Request
from tests.server.local.page import Page


async def downloaded(page: Page, created: dict[str, Any], number: int = 1) -> dict[str, Any]:
    """The record of a round, as an onlooker may have it."""
    path = f"/api/tables/{created['table']}/rounds/{number}/record?viewer={rondel.OBSERVER}"
    status, record = await page.request("GET", path, None, tuple(created["tokens"].values()))
    assert status == 200, record
    found: dict[str, Any] = record
    return found


async def opened(page: Page, record: Any) -> dict[str, Any]:
    """Open a record, and join its table; returns the answer."""
    status, created = await page.request("POST", "/api/records", record)
    assert status == 200, created
    await page.hello(created["table"], created["tokens"])
    found: dict[str, Any] = created
    return found


def shown(page: Page) -> dict[str, Any]:
    """Each view of the page's last position."""
    found: dict[str, Any] = page.position["views"]
    return found


async def few(page: Page, luck: random.Random, answers: int) -> None:
    """Play that many random moves."""
    for _ in range(answers):
        role = page.asked_role()
        assert role is not None
        move = luck.choice([each["text"] for each in shown(page)[role]["moves"]])
        await page.say("play", role=role, move=move, seq=page.position["seq"])


@pytest.mark.parametrize("name", ["reversi", "cant_stop", "hearts"])
def test_a_game_goes_on_from_its_record_as_it_would_have_gone_on(name: str) -> None:
    async def work() -> None:
        page, other, luck = Page(), Page(), random.Random(name)
        roles = rondel.new(name).roles
        created = await page.table(name, *[(role, "me") for role in roles])
        await few(page, luck, 20)
        last = page.asked_role()
        taken_back = await page.say("undo", role=next(role for role in roles if role != last), seq=page.position["seq"])
        assert taken_back["type"] == "accepted"
        await opened(other, await downloaded(page, created))
        assert shown(other) == shown(page)
        for each in (page, other):
            await few(each, random.Random(name), 10)
        assert shown(other) == shown(page)

    asyncio.run(work())


def test_a_finished_game_is_opened_with_its_result_and_its_bots() -> None:
    async def work() -> None:
        page, other = Page(), Page()
        created = await page.table("tic_tac_toe", ("x", "me"), ("o", "random"), name="Ann")
        await page.play(lambda moves: moves[0])
        await page.say("again")  # everybody moves on by a seat
        await page.play(lambda moves: moves[-1])
        record = await downloaded(page, created, 2)
        again = await opened(other, record)
        assert shown(other) == shown(page)
        assert [(seat["kind"], seat["name"], seat["bot"]) for seat in other.position["table"]["seats"]] == [
            ("bot", "Random bot", "random"),
            ("person", "Ann", ""),
        ]
        assert (await downloaded(other, again))["answers"] == record["answers"]
        assert rondel.replay(record).is_over

    asyncio.run(work())


def without_seed(record: dict[str, Any]) -> None:
    del record["seed"]


def other_seed(record: dict[str, Any]) -> None:
    record["seed"] = "00" * 32


def no_seed(record: dict[str, Any]) -> None:
    record["seed"] = "once"


def cut(record: dict[str, Any]) -> None:
    del record["answers"]


def illegal(record: dict[str, Any]) -> None:
    record["answers"].append(["red", "fly"])


def old(record: dict[str, Any]) -> None:
    record["version"] = 0


def unknown(record: dict[str, Any]) -> None:
    record["game"] = "no_such_game"


def wizard(record: dict[str, Any]) -> None:
    record["bots"] = dict.fromkeys(rondel.new("cant_stop").roles, "wizard")


@pytest.mark.parametrize(
    ("spoil", "said"),
    [
        (without_seed, "not the seed"),
        (other_seed, "not the seed"),
        (no_seed, "hexadecimal"),
        (cut, "answers"),
        (illegal, "does not replay at answer"),
        (old, "version 0"),
        (unknown, "no_such_game"),
        (wizard, "wizard"),
    ],
)
def test_a_record_that_no_table_can_go_on_from_is_refused(spoil: Callable[[dict[str, Any]], None], said: str) -> None:
    async def work() -> None:
        page = Page()
        created = await page.table("cant_stop", *[(role, "me") for role in rondel.new("cant_stop").roles])
        await few(page, random.Random(1), 6)
        record, before = await downloaded(page, created), dict(page.kept)
        spoil(record)
        status, problem = await page.request("POST", "/api/records", record)
        assert (status // 100, said in problem["message"]) == (4, True), problem
        assert page.kept == before

    asyncio.run(work())


def test_a_file_that_is_no_record_is_refused() -> None:
    async def work() -> None:
        page = Page()
        for text in ("", "{", "[]", json.dumps({"game": "reversi"})):
            answer = await page.requests.answer(Request("POST", "/api/records", text))
            assert answer.status == 400, text

    asyncio.run(work())
