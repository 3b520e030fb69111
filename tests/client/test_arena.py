"""The client over HTTP, with a real server: refusals are raised, and requests above a limit are repeated."""

from __future__ import annotations

import asyncio
import doctest
import json
import re
import socket
from pathlib import Path
from textwrap import indent
from typing import Any

import pytest

import rondel
from rondel.client import Arena, Refused, Unreachable
from rondel.client import arena as module
from rondel.server.protocol import NewSeat, NewTable, TakeSeat, Terms
from rondel.server.transport.rate_limits import Limits
from rondel.server.transport.token_bucket import Rate
from tests.server.accounts.visitors import Browser
from tests.server.harness import Running

pytestmark = pytest.mark.anyio

PAGE = Path(__file__).resolve().parents[2] / "docs" / "protocol" / "bot.md"

TABLE = NewTable("tic_tac_toe", (NewSeat("x", "me"), NewSeat("o", "open")))


async def test_games_bots_and_tables_come_as_what_they_are(server: Running) -> None:
    arena = Arena(server.address + "/")
    assert "reversi" in {each.name for each in await arena.games()}
    assert "greedy" in {each.name for each in await arena.bots()}
    created = await arena.create(TABLE)
    taken = await arena.take_seat(created.table, TakeSeat(created.invite, "Bob"))
    assert taken.role == "o"
    assert [seat.name for seat in (await arena.describe(created.table)).seats] == ["", "Bob"]
    assert (await arena.me()).kind == "nobody"


async def test_with_a_token_it_is_a_bot_account(server: Running) -> None:
    with Browser(server) as ada:
        ada.register("Client owner")
        bot = ada.post("/api/me/bots", json={"name": "Client bot"}).json()["id"]
        token = ada.post(f"/api/me/bots/{bot}/tokens", json={}).json()["token"]
    arena = Arena(server.address, token)
    assert (await arena.me()).name == "Client bot"
    created = await arena.create(TABLE)
    assert (await arena.describe(created.table)).seats[0].badge == "bot"
    public = await arena.create(
        NewTable("nine_mens_morris", (NewSeat("white", "me"), NewSeat("black", "open")), terms=Terms(public=True))
    )
    assert {each.table.id: each.turn for each in (await arena.mine()).tables} == {created.table: True, public.table: True}
    assert [each.id for each in (await arena.lobby(game="nine_mens_morris", free=True)).tables] == [public.table]
    assert (await arena.lobby(game="nine_mens_morris", free=False)).tables == ()
    assert [(await Arena(server.address).mine()).tables] == [()]
    with pytest.raises(Refused, match="wrong_token"):
        await Arena(server.address, token + "x").me()


async def test_what_is_refused_is_raised_with_its_code(server: Running) -> None:
    arena = Arena(server.address)
    with pytest.raises(Refused) as refused:
        await arena.create(NewTable("no such game", ()))
    assert refused.value.code == "unknown_game"
    with pytest.raises(Refused, match="unknown_table"):
        await arena.describe("none? #")


async def test_what_came_too_early_is_asked_for_again(tmp_path: Path) -> None:
    with Running(tmp_path, limits=Limits(here=True, create=Rate(1, 0.5))) as server:
        arena = Arena(server.address)
        assert len({(await arena.create(TABLE)).table for _ in range(3)}) == 3


async def test_a_server_that_is_being_restarted_is_waited_for(tmp_path: Path) -> None:
    with Running(tmp_path) as server:
        running = server.application.arena
        assert running is not None
        arena, running.health.draining = Arena(server.address), True
        creating = asyncio.create_task(arena.create(TABLE))
        while not running.measures.refused["draining"]:
            await asyncio.sleep(0.01)
        running.health.draining = False
        created = await creating
        assert (await arena.describe(created.table)).game == "tic_tac_toe"


async def test_a_round_is_taken_home_as_a_file(server: Running) -> None:
    arena = Arena(server.address)
    fools_mate = ("move(f2,f3)", "move(e7,e5)", "move(g2,g4)", "move(d8,h4)")
    seats = (NewSeat("white", "me"), NewSeat("black", "me"))
    created = await arena.create(NewTable("chess", seats, terms=Terms(watchable=False)))
    tokens = list(created.tokens.values())
    async with arena.at(created.table, tokens) as table:
        for number, move in enumerate(fools_mate):
            await table.play(("white", "black")[number % 2], move)
    game = rondel.replay(json.loads(await arena.take_home(created.table, 1, "record", tokens=tokens)))
    assert game.winners == ("black",)
    assert "1. f3 e5 2. g4 Qh4# 0-1" in await arena.take_home(created.table, 1, "pgn", tokens=tokens)
    logs = {lang: await arena.take_home(created.table, 1, "log", lang=lang, tokens=tokens) for lang in ("", "en", "de")}
    assert logs[""] == logs["en"] != logs["de"]
    wrong = {"unknown_format": (1, "sgf", tokens), "unknown_round": (2, "log", tokens), "not_seated": (1, "log", [])}
    for code, (number, kind, given) in wrong.items():
        with pytest.raises(Refused, match=code):
            await arena.take_home(created.table, number, kind, tokens=given)


async def test_an_answer_that_is_no_json_is_said(server: Running) -> None:
    arena = Arena(server.address)
    created = await arena.create(TABLE)
    async with arena.at(created.table, created.tokens.values()) as table:
        await table.play("x", "mark(a1)")
    with pytest.raises(Unreachable, match="is not an arena: its answer is not JSON"):
        await arena.get(f"/api/tables/{created.table}/rounds/1/log", int)  # which it begins with


async def test_nobody_there_is_said(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "TRIES", 2)
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))  # bound, and nobody listens
        arena = Arena(f"http://127.0.0.1:{taken.getsockname()[1]}")
        with pytest.raises(Unreachable, match=r"127\.0\.0\.1 does not answer"):
            await arena.games()


@pytest.mark.parametrize("wrong", ["", "127.0.0.1:8000", "ftp://127.0.0.1", "http://"])
def test_an_address_that_is_none_is_refused(wrong: str) -> None:
    with pytest.raises(ValueError, match="the address of an arena must be like"):
        Arena(wrong)


@pytest.mark.parametrize("wrong", ["abc\n", "Bearer abc", '"abc"', "gehört"])
def test_an_invalid_token_is_refused_and_not_repeated(wrong: str) -> None:
    with pytest.raises(ValueError, match="without quotes, blanks or line breaks") as refused:
        Arena("http://127.0.0.1:8000", wrong)
    assert wrong.strip() not in str(refused.value)


async def test_the_example_of_the_documentation_plays(server: Running, capsys: pytest.CaptureFixture[str]) -> None:
    _, code = re.findall(r"```python\n(.+?)```", PAGE.read_text(encoding="utf-8"), re.DOTALL)
    told = "async def example(token):\n" + indent(code.replace("http://127.0.0.1:8000", server.address), "    ")
    names: dict[str, Any] = {}
    exec(compile(told, str(PAGE), "exec"), names)  # noqa: S102 - the page's own example
    await names["example"]("")
    assert "marks" in capsys.readouterr().out


def test_the_examples_in_the_module_run() -> None:
    assert doctest.testmod(module).failed == 0
