"""The door: a browser that does something becomes a guest, whose seats are played by the cookie alone."""

from __future__ import annotations

import sqlite3

import httpx
import pytest
from websockets.exceptions import InvalidStatus

from tests.server.accounts.visitors import Browser
from tests.server.harness import Running, free, joined, me, opened

pytestmark = pytest.mark.anyio


def people(server: Running) -> int:
    connection = sqlite3.connect(server.database)
    try:
        (number,) = connection.execute("SELECT (SELECT COUNT(*) FROM principals) + (SELECT COUNT(*) FROM sessions)").fetchone()
        return int(number)
    finally:
        connection.close()


async def test_whoever_makes_a_table_is_a_guest_and_plays_its_seats_without_a_token(server: Running) -> None:
    with Browser(server) as ada, Browser(server) as bob:
        answer = ada.post("/api/tables", json={"game": "tic_tac_toe", "seats": [me("x", "Ada"), free("o")]})
        set_cookie = answer.headers["set-cookie"]
        assert set_cookie.endswith("; HttpOnly; Max-Age=7776000; Path=/; SameSite=lax")
        created = answer.json()
        taken = bob.post(f"/api/tables/{created['table']}/seat", json={"invite": created["invite"], "name": "Bob"})
        assert "set-cookie" in taken.headers
        assert (
            "set-cookie" not in ada.post("/api/tables", json={"game": "reversi", "seats": [me("black"), me("white")]}).headers
        )
        table = created["table"]
        async with joined(server, table, more=ada.socket) as x:
            assert x.welcome["roles"] == ["x"]
            async with joined(server, table, more=bob.socket) as o:
                assert o.welcome["roles"] == ["o"]
                await x.play("x", "mark(a1)")
                await o.until(1)
                await o.play("o", "mark(b2)")
        async with joined(server, table, [taken.json()["token"]], more=ada.socket) as both:
            assert both.welcome["roles"] == ["x", "o"], "one's own seat, and the one whose token was sent"
        async with joined(server, table) as nobody:
            assert nobody.welcome["roles"] == []


async def test_what_is_refused_or_only_asked_makes_nobody_a_guest(server: Running) -> None:
    before = people(server)
    with Browser(server) as ada:
        for answer in (
            ada.get("/"),
            ada.get("/api/games"),
            ada.post("/api/tables", json={"game": "no such game", "seats": []}),
            ada.post("/api/tables", json={"game": "reversi"}),
            ada.post("/api/tables/none/seat", json={"invite": "i"}),
        ):
            assert "set-cookie" not in answer.headers
    assert people(server) == before


async def test_a_session_that_is_none_plays_nobodys_seats_and_begins_anew(server: Running) -> None:
    for wrong in ("", "none", "x" * 5000):
        with Browser(server) as ada:
            created = ada.table(me("x"), free("o"))
            sent = {"origin": server.address, "cookie": f"rondel={wrong}"}
            async with joined(server, created["table"], more={"additional_headers": sent}) as nobody:
                assert nobody.welcome["roles"] == []
            again = httpx.post(
                server.address + "/api/tables",
                json={"game": "tic_tac_toe", "seats": [me("x"), me("o")]},
                headers=sent,
                trust_env=False,
            )
            assert "set-cookie" in again.headers


@pytest.mark.parametrize("origin", [None, "http://evil.example", "null", "http://127.0.0.1"])
async def test_a_cookie_without_a_page_of_ours_opens_no_socket(server: Running, origin: str | None) -> None:
    with Browser(server) as ada:
        ada.table(me("x"), free("o"))
        sent = dict(ada.socket["additional_headers"])
        del sent["origin"]
        with pytest.raises(InvalidStatus, match="403"):
            async with opened(server, additional_headers=sent | ({} if origin is None else {"origin": origin})):
                pass


@pytest.mark.parametrize(("site", "status"), [("same-origin", 201), ("none", 201), ("same-site", 403), ("cross-site", 403)])
async def test_what_a_browser_says_came_from_elsewhere_is_refused(server: Running, site: str, status: int) -> None:
    with Browser(server) as ada:
        body = {"game": "tic_tac_toe", "seats": [me("x"), me("o")]}
        assert ada.post("/api/tables", json=body, headers={"sec-fetch-site": site}).status_code == status


@pytest.mark.parametrize(
    ("headers", "status"),
    [
        ({}, 403),
        ({"sec-fetch-site": "same-origin"}, 201),
        ({"sec-fetch-site": "same-site"}, 403),
        ({"origin": "OWN"}, 201),
    ],
)
def test_a_cookie_without_a_page_of_ours_changes_nothing(server: Running, headers: dict[str, str], status: int) -> None:
    with Browser(server) as ada:
        ada.table(me("x"), free("o"))
        own = {name: server.address if value == "OWN" else value for name, value in headers.items()}
        body = {"game": "tic_tac_toe", "seats": [me("x"), me("o")]}
        answer = server.post("/api/tables", body, headers={"cookie": f"rondel={ada.session}", **own})
    assert answer.status_code == status, answer.text
    if status == 403:
        assert answer.json()["code"] == "foreign_origin"


def test_a_program_with_a_token_is_let_in_whatever_cookies_it_keeps(server: Running) -> None:
    with Browser(server) as ada:
        ada.register("Ada")
        made = ada.post("/api/me/bots", json={"name": "Engine"}).json()
        token = ada.post(f"/api/me/bots/{made['id']}/tokens", json={}).json()["token"]
        body = {"game": "tic_tac_toe", "seats": [me("x"), me("o")]}
        headers = {"cookie": f"rondel={ada.session}", "authorization": f"Bearer {token}"}
        assert server.post("/api/tables", body, headers=headers).status_code == 201
