"""Inviting: another game with those of the last one, and a seat for whom one knows; over HTTP, with real tables."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.server.accounts.visitors import Browser, code
from tests.server.harness import WIN, Json, Running, free, joined, me, opened

pytestmark = pytest.mark.anyio


@pytest.fixture
def server(tmp_path: Path) -> Iterator[Running]:
    with Running(tmp_path) as running:
        yield running


@pytest.fixture
def people(server: Running) -> Iterator[tuple[Browser, Browser, Browser]]:
    """Ada, Bob and Cid, each with an account."""
    with Browser(server) as ada, Browser(server) as bob, Browser(server) as cid:
        for browser, name in ((ada, "Ada"), (bob, "Bob"), (cid, "Cid")):
            assert browser.register(name).status_code == 201
        yield ada, bob, cid


def played(server: Running, ada: Browser, bob: Browser, **terms: bool) -> str:
    """A table at which Ada has won against Bob."""
    body = {"game": "tic_tac_toe", "seats": [me("x"), free("o")], "terms": {"public": True, **terms}}
    made = ada.post("/api/tables", json=body).json()
    assert bob.post(f"/api/tables/{made['table']}/seat", json={}).status_code == 201

    async def play() -> None:
        async with (
            joined(server, made["table"], more=ada.socket) as x,
            joined(server, made["table"], more=bob.socket) as o,
        ):
            for role, cell in WIN:
                mover, other = (x, o) if role == "x" else (o, x)
                await mover.play(role, f"mark({cell})")
                await other.until(mover.seq)

    asyncio.run(play())
    return str(made["table"])


def invitations(browser: Browser) -> Json:
    return dict(browser.get("/api/me/invitations").json())


def test_those_who_have_played_play_again_at_a_table_of_their_own(
    server: Running, people: tuple[Browser, Browser, Browser]
) -> None:
    ada, bob, cid = people
    table = played(server, ada, bob, rated=True)
    (opponent,) = bob.get("/api/me/opponents").json()["people"]
    assert (opponent["name"], opponent["table"], opponent["title"]) == ("Ada", table, "Tic-tac-toe")
    assert code(cid.post("/api/me/invitations", json={"table": table})) == (403, "not_seated")

    async def told() -> Json:
        async with opened(server, **bob.socket) as lobby:
            await lobby.ask_follow()
            made: Json = (await asyncio.to_thread(ada.post, "/api/me/invitations", json={"table": table})).json()
            while not (await lobby.hear("lobby"))["mine"]:
                pass
            return made

    made = asyncio.run(told())
    assert made["names"] == ["Bob"]
    fresh = ada.get(f"/api/tables/{made['table']}").json()
    assert [(seat["role"], seat["kind"], seat["name"]) for seat in fresh["seats"]] == [
        ("x", "open", ""),
        ("o", "person", "Ada"),
    ]
    assert (fresh["terms"]["rated"], fresh["terms"]["public"]) == (True, False)
    assert bob.get("/api/me/news").json()["invitations"] == 1
    (received,) = invitations(bob)["received"]
    assert (received["name"], received["table"], received["role"]) == ("Ada", made["table"], "x")
    at = f"/api/me/invitations/{received['id']}"
    assert code(cid.post(f"{at}/accept", json={})) == (404, "unknown_invitation")
    assert code(ada.post(f"{at}/accept", json={})) == (404, "unknown_invitation")
    assert bob.post(f"{at}/accept", json={}).json()["received"] == []
    assert code(bob.post(f"{at}/accept", json={})) == (404, "unknown_invitation")
    assert [each["state"] for each in invitations(ada)["sent"]] == ["accepted"]
    assert ada.get(f"/api/tables/{made['table']}").json()["seats"][0]["name"] == "Bob"
    assert bob.get("/api/me/news").json()["invitations"] == 0


def test_who_is_known_is_invited_to_a_seat_and_may_decline(server: Running, people: tuple[Browser, Browser, Browser]) -> None:
    ada, bob, cid = people
    made = ada.table(me("x"), free("o"))
    at = f"/api/tables/{made['table']}/invitations"
    assert code(ada.post(at, json={"name": "Bob"})) == (403, "not_allowed"), "they do not know each other"
    assert code(bob.post(at, json={"name": "Ada"})) == (403, "not_seated")
    assert code(ada.post(at, json={"name": "Ada"})) == (403, "not_allowed")
    bob.post("/api/me/people/Ada/follow", json={})
    assert code(ada.post(at, json={"name": "Bob", "role": "x"})) == (409, "no_open_seat")
    assert ada.post(at, json={"name": "Bob"}).status_code == 201
    (received,) = invitations(bob)["received"]
    assert bob.post(f"/api/me/invitations/{received['id']}/decline", json={}).status_code == 200
    assert [each["state"] for each in invitations(ada)["sent"]] == ["declined"]
    assert ada.post(at, json={"name": "Bob"}).status_code == 201
    newest = invitations(ada)["sent"][0]["id"]
    assert code(bob.post(f"/api/me/invitations/{newest}/withdraw", json={})) == (404, "unknown_invitation")
    assert ada.post(f"/api/me/invitations/{newest}/withdraw", json={}).status_code == 200
    assert invitations(bob)["received"] == []
    ada.post("/api/me/people/Bob/block", json={})
    assert code(ada.post(at, json={"name": "Bob"})) == (403, "not_allowed")
    assert code(cid.post("/api/me/invitations", json={"table": made["table"]})) == (403, "not_seated")
    assert code(ada.post("/api/me/invitations", json={"table": made["table"]})) == (404, "unknown_person")


def test_the_invitation_of_somebody_who_is_blocked_is_told_to_nobody(
    server: Running, people: tuple[Browser, Browser, Browser]
) -> None:
    ada, bob, _ = people
    table = played(server, ada, bob)
    bob.post("/api/me/people/Ada/block", json={})
    assert ada.post("/api/me/invitations", json={"table": table}).status_code == 201
    assert invitations(bob)["received"] == []
    assert bob.get("/api/me/news").json()["invitations"] == 0
    assert [each["state"] for each in invitations(ada)["sent"]] == ["open"]
