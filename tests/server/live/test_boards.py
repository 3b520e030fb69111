"""The boards of the lobby: what an observer sees of live tables, and what a player sees of their own."""

from __future__ import annotations

import httpx
import pytest

from rondel.server.live import boards
from tests.server.harness import NO_TLS, Running, free, joined, me

pytestmark = pytest.mark.anyio


async def test_a_live_board_shows_what_an_observer_sees_and_ones_own_what_the_player_sees(
    server: Running, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(boards, "FRESH", 0.0)
    with httpx.Client(base_url=server.address, trust_env=False, verify=NO_TLS) as ada:
        seats = [me("first", "Ada"), me("second", "Bob")]
        made = ada.post("/api/tables", json={"game": "kuhn_poker", "seats": seats, "terms": {"public": True}}).json()
        assert server.get("/api/lobby/boards").json() == {"boards": []}, "nobody has moved yet"
        async with joined(server, made["table"], made["tokens"].values()) as client:
            await client.play("first", "bet")
            (live,) = server.get("/api/lobby/boards").json()["boards"]
            (own,) = ada.get("/api/me/boards").json()["boards"]
            await client.play("second", "call")
    board = live["board"]
    assert (live["table"]["id"], board["table"], board["seq"], board["active"]) == (made["table"], made["table"], 1, ["second"])
    assert board["viewer"] == "observer"
    assert not board["containers"]["hand_first"].get("tokens"), "an observer sees the back of a card"
    assert own["viewer"] == "first"
    assert own["containers"]["hand_first"]["tokens"]
    assert not own["containers"]["hand_second"].get("tokens")
    assert server.get("/api/me/boards").json() == {"boards": []}, "a stranger has no table"


@pytest.mark.parametrize("terms", [{"public": True, "watchable": False}, {"public": False}])
async def test_a_table_that_is_not_for_all_to_see_is_no_live_board(
    server: Running, terms: dict[str, bool], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(boards, "FRESH", 0.0)
    made = server.create("tic_tac_toe", me("x"), me("o"), terms=terms)
    async with joined(server, made["table"], made["tokens"].values()) as client:
        await client.play("x", "mark(b2)")
    shown = [each["table"]["id"] for each in server.get("/api/lobby/boards").json()["boards"]]
    assert made["table"] not in shown


async def test_an_open_seat_is_no_game_yet(server: Running, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(boards, "FRESH", 0.0)
    made = server.create("tic_tac_toe", me("x"), free("o"), terms={"public": True})
    async with joined(server, made["table"], made["tokens"].values()) as client:
        await client.play("x", "mark(b2)")
    shown = [each["table"]["id"] for each in server.get("/api/lobby/boards").json()["boards"]]
    assert made["table"] not in shown
