"""Chat at a real server: everybody hears what they may, when they may, and nothing else."""

from __future__ import annotations

import httpx
import pytest

from tests.server.harness import Client, Json, Running, free, joined, me

pytestmark = pytest.mark.anyio


def browser(server: Running) -> httpx.Client:
    return httpx.Client(base_url=server.address, headers={"origin": server.address}, timeout=60, trust_env=False)


def headers(server: Running, client: httpx.Client) -> Json:
    return {"additional_headers": {"origin": server.address, "cookie": f"rondel={client.cookies['rondel']}"}}


async def heard(client: Client) -> list[str]:
    """What a client has heard in the chat by now."""
    await client.ask({"type": "ping"})
    return [message["text"] for message in client.heard if message["type"] == "chat"]


async def test_players_and_those_who_look_on_hear_their_own_until_it_is_over(server: Running) -> None:
    with browser(server) as ada, browser(server) as bob, browser(server) as eve:
        made = ada.post("/api/tables", json={"game": "tic_tac_toe", "seats": [me("x", "Ada"), free("o")]}).json()
        at = f"/api/tables/{made['table']}"
        bob.post(f"{at}/seat", json={"invite": made["invite"], "name": "Bob"})

        def say(who: httpx.Client, text: str) -> Json:
            answer = who.post(f"{at}/chat", json={"id": text, "text": text})
            assert answer.status_code == 201, answer.text
            return dict(answer.json())

        async with (
            joined(server, made["table"], more=headers(server, ada)) as x,
            joined(server, made["table"], more=headers(server, bob)) as o,
            joined(server, made["table"]) as watching,
        ):
            assert say(ada, "good luck")["number"] == 1
            first = say(eve, "x wins")
            assert (first["type"], first["channel"], first["number"]) == ("chat", "gallery", 1)
            assert say(eve, "x wins") == first
            assert [await heard(each) for each in (x, o, watching)] == [["good luck"], ["good luck"], ["x wins"]]
            assert eve.get(f"{at}/chat", params={"channel": "table"}).status_code == 403
            assert server.get(f"{at}/chat").json()["channels"] == ["gallery"]
            for player, role, cell in ((x, "x", "a1"), (o, "o", "b1"), (x, "x", "a2"), (o, "o", "b2"), (x, "x", "a3")):
                await player.until((x if player is o else o).seq)
                await player.play(role, f"mark({cell})")
            say(bob, "well played")
            say(eve, "indeed")
            assert [await heard(each) for each in (x, watching)] == [
                ["good luck", "well played", "indeed"],
                ["x wins", "well played", "indeed"],
            ]
        missed = ada.get(f"{at}/chat", params={"channel": "table", "since": 1}).json()
        assert [line["text"] for line in missed["lines"]] == ["well played"]
        assert [line["name"] for line in eve.get(f"{at}/chat", params={"channel": "table"}).json()["lines"]] == ["Ada", "Bob"]
        muted = ada.post(f"{at}/mutes", json={"number": 1})
        assert (muted.status_code, muted.json()) == (200, {})
        refused = eve.post(f"{at}/chat", json={"id": "again", "text": "again"})
        assert (refused.status_code, refused.json()["code"]) == (403, "muted")


async def test_who_has_the_token_of_a_seat_is_the_seat_in_the_chat_and_looking_back_too(server: Running) -> None:
    made = server.create("tic_tac_toe", me("x", "Ada"), me("o", "Bob"), terms={"watchable": False})
    at = f"/api/tables/{made['table']}"
    key = {"rondel-seat": made["tokens"]["o"]}
    answer = server.post(f"{at}/chat", {"id": "m1", "text": "hi"}, headers=key)
    assert (answer.status_code, "set-cookie" in answer.headers) == (201, False), "nobody new has come"
    assert (answer.json()["channel"], answer.json()["role"], answer.json()["name"]) == ("table", "o", "Bob")
    assert server.get(f"{at}/chat", headers=key).json()["lines"] == [answer.json()]
    assert server.get(f"{at}/rounds", headers=key).json() == {"rounds": [], "next": None}
    assert server.get(f"{at}/rounds").json()["code"] == "not_seated"
    assert server.post(f"{at}/mutes", {"number": 1}, headers=key).json()["code"] == "not_host"
    host = {"rondel-seat": made["tokens"]["x"]}
    assert server.post(f"{at}/mutes", {"number": 1}, headers=host).json()["code"] == "unknown_line"
    for wrong in ("nonsense", f"{made['tokens']['o']} nonsense"):
        assert server.get(f"{at}/chat", headers={"rondel-seat": wrong}).json()["code"] == "unknown_seat"
    assert server.get(f"{at}/chat", headers={"rondel-seat": " ".join("x" * 17)}).json()["code"] == "malformed"
