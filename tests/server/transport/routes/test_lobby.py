"""The lobby at a real server: a public table is listed, told of, sat down at by whoever comes, and gone when it is over."""

from __future__ import annotations

import httpx
import pytest

from tests.server.harness import Json, Running, free, joined, me, opened

pytestmark = pytest.mark.anyio


def browser(server: Running) -> httpx.Client:
    return httpx.Client(base_url=server.address, headers={"origin": server.address}, timeout=60, trust_env=False)


def headers(server: Running, client: httpx.Client) -> Json:
    return {"additional_headers": {"origin": server.address, "cookie": f"rondel={client.cookies['rondel']}"}}


async def test_a_public_table_from_its_making_to_its_end(server: Running) -> None:
    with browser(server) as ada, browser(server) as bob:
        async with opened(server) as watching:
            assert (await watching.ask_follow())["tables"] == []
            wanted = {"game": "tic_tac_toe", "seats": [me("x", "Ada"), free("o")], "terms": {"public": True}}
            made = ada.post("/api/tables", json=wanted).json()
            (told,) = (await watching.hear("lobby"))["tables"]
            assert (told["id"], told["active"], [seat["kind"] for seat in told["seats"]]) == (
                made["table"],
                ["x"],
                ["person", "open"],
            )
            assert "token" not in str(told)
            open_tables = bob.get("/api/lobby", params={"open": True, "game": "tic_tac_toe"}).json()
            assert [each["id"] for each in open_tables["tables"]] == [made["table"]]
            assert bob.get("/api/lobby", params={"open": False}).json() == {"tables": [], "next": None}
            taken = bob.post(f"/api/tables/{made['table']}/seat", json={"name": "Bob"})
            assert taken.status_code == 201, taken.text
            assert [seat["name"] for seat in (await watching.hear("lobby"))["tables"][0]["seats"]] == ["Ada", "Bob"]
            (mine,) = ada.get("/api/me/tables").json()["tables"]
            assert (mine["table"]["id"], mine["roles"], mine["turn"]) == (made["table"], ["x"], True)
            assert [each["turn"] for each in bob.get("/api/me/tables").json()["tables"]] == [False]
            assert server.get("/api/me/tables").json() == {"tables": [], "next": None}
            async with (
                joined(server, made["table"], more=headers(server, ada)) as x,
                joined(server, made["table"], more=headers(server, bob)) as o,
                opened(server, **headers(server, bob)) as his,
            ):
                await his.ask_follow()
                for player, role, cell in ((x, "x", "a1"), (o, "o", "b1"), (x, "x", "a2"), (o, "o", "b2"), (x, "x", "a3")):
                    await player.until(o.seq)
                    await o.until((await player.play(role, f"mark({cell})"))["seq"])
                while not (told := await his.hear("lobby"))["gone"]:
                    assert told["mine"]
            assert (told["tables"], told["gone"], told["mine"]) == ([], [made["table"]], True)
            assert ada.get("/api/lobby").json()["tables"] == []
            assert ada.get("/api/me/tables").json()["tables"] == []
            (finished,) = ada.get("/api/me/finished").json()["rounds"]
            assert (finished["table"], finished["ranks"], finished["roles"]) == (made["table"], {"x": 1, "o": 2}, ["x"])
            assert [seat["name"] for seat in finished["seats"]] == ["Ada", "Bob"]


async def test_at_a_table_that_is_not_public_nobody_sits_down_without_its_invitation(server: Running) -> None:
    made = server.create("tic_tac_toe", me("x"), free("o"))
    answer = server.post(f"/api/tables/{made['table']}/seat", {"name": "Bob"})
    assert (answer.status_code, answer.json()["code"]) == (403, "wrong_invitation")


WRONG = {
    "open=perhaps": "'open' must be true or false, in the address",
    "rated=2": "'rated' must be true or false, in the address",
    "watchable=x&open=y": "'open' must be true or false, in the address; 'watchable' must be true or false, in the address",
    "pace=fast": "'pace' cannot be 'fast'; it is one of none, live, days",
    "after=nonsense": "'after' is where a page ended; send back what came as 'next'",
}


@pytest.mark.parametrize("path", ["/api/me/tables", "/api/me/finished"])
def test_ones_own_are_asked_for_from_where_a_page_ended(server: Running, path: str) -> None:
    answer = server.get(f"{path}?after=nonsense")
    assert (answer.status_code, answer.json()) == (400, {"code": "malformed", "message": WRONG["after=nonsense"]})


@pytest.mark.parametrize("query", WRONG)
def test_what_cannot_be_asked_for_is_said(server: Running, query: str) -> None:
    answer = server.get(f"/api/lobby?{query}")
    assert (answer.status_code, answer.json()) == (400, {"code": "malformed", "message": WRONG[query]})


async def test_two_newcomers_find_each_other_and_play_by_their_new_sessions(server: Running) -> None:
    with browser(server) as ada, browser(server) as bob:
        searching = ada.post("/api/me/seek", json={"game": "tic_tac_toe", "name": "Ada"}).json()
        assert (searching["state"], searching["terms"]["clock"]["kind"]) == ("searching", "fischer")
        assert bob.get("/api/me/seek").json()["state"] == "none"
        table = bob.post("/api/me/seek", json={"game": "tic_tac_toe", "name": "Bob"}).json()["table"]
        assert ada.get("/api/me/seek").json()["table"] == table != ""
        async with (
            joined(server, table, more=headers(server, ada)) as one,
            joined(server, table, more=headers(server, bob)) as other,
        ):
            assert sorted([*one.welcome["roles"], *other.welcome["roles"]]) == ["o", "x"]
        bob.post("/api/me/seek", json={"game": "tic_tac_toe"})
        assert bob.post("/api/me/seek/cancel", json={}).json()["state"] == "none"
