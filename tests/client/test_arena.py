"""The client over HTTP, at a real server: what is refused is raised, and what came too early is asked again."""

from __future__ import annotations

import socket
from pathlib import Path

import pytest

from rondel.client import Arena, Refused, Unreachable
from rondel.client import arena as module
from rondel.server.people.limits import Limits
from rondel.server.people.throttle import Rate
from rondel.server.protocol import NewSeat, NewTable, TakeSeat, Terms
from tests.server.harness import Running
from tests.server.people.visitors import Browser

pytestmark = pytest.mark.anyio

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


async def test_nobody_there_is_said(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "TRIES", 2)
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))  # bound, and nobody listens
        arena = Arena(f"http://127.0.0.1:{taken.getsockname()[1]}")
        with pytest.raises(Unreachable, match=r"127\.0\.0\.1 does not answer"):
            await arena.games()


@pytest.mark.parametrize("wrong", ["", "127.0.0.1:8000", "ftp://127.0.0.1", "http://"])
def test_an_address_that_is_none_is_refused(wrong: str) -> None:
    with pytest.raises(ValueError, match="the address of an arena is like"):
        Arena(wrong)
