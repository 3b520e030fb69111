"""Seats: who has sat down may leave before the game begins, and come back; the host opens seats, and puts bots on them."""

from __future__ import annotations

import pytest

from rondel.client import Arena
from rondel.client.refused import Refused
from rondel.server.protocol import TakeSeat
from tests.server.accounts.visitors import PASSWORD, Browser, code
from tests.server.harness import Json, Running, free, joined, me

pytestmark = pytest.mark.anyio


def kinds(told: Json) -> list[str]:
    """Who sits where, as a message about a table tells it."""
    return [seat["kind"] for seat in told["table"]["seats"]]


async def test_who_leaves_before_the_game_begins_has_no_seat_any_more_and_may_come_back(server: Running) -> None:
    with Browser(server) as ada, Browser(server) as bob:
        made = ada.post(
            "/api/tables", json={"game": "reversi", "seats": [me("black"), free("white")], "terms": {"public": True}}
        ).json()
        at, invite = f"/api/tables/{made['table']}", {"invite": made["invite"]}
        token = bob.post(f"{at}/seat", json=invite).json()["token"]
        async with (
            joined(server, made["table"], more=bob.socket) as white,
            joined(server, made["table"], more=ada.socket) as black,
        ):
            assert code(bob.post(f"{at}/leave", json={"role": "black"})) == (403, "not_seated")
            assert bob.post(f"{at}/leave", json={}).json() == {}
            for client, roles in ((white, []), (black, ["black"])):
                told = await client.hear("welcome")
                assert (told["roles"], kinds(told)) == (roles, ["person", "open"])
            assert (await white.ask(white.message("play", role="white", move="play_disc(d3)")))["code"] == "not_seated"
            assert code(bob.post(f"{at}/leave", json={})) == (403, "not_seated"), "a second time"
            async with joined(server, made["table"]) as late:
                await late.say({"type": "hello", "version": 1, "table": made["table"], "tokens": [token]})
                assert (await late.hear("refused"))["code"] == "unknown_seat", "the token is void"
            open_ones = ada.get("/api/lobby", params={"open": "true"}).json()["tables"]
            assert made["table"] in [each["id"] for each in open_ones]
            assert bob.post(f"{at}/seat", json=invite).json()["role"] == "white"
            await black.play("black", "play_disc(d3)")
            for who in (ada, bob):
                assert code(who.post(f"{at}/leave", json={})) == (422, "begun"), "then one resigns"


async def test_the_host_opens_a_seat_or_puts_a_bot_on_it(server: Running) -> None:
    with Browser(server) as ada, Browser(server) as bob:
        body = {"game": "tic_tac_toe", "seats": [me("x"), free("o")], "terms": {"start": "host", "watchable": False}}
        made = ada.post("/api/tables", json=body).json()
        at, invite = f"/api/tables/{made['table']}", {"invite": made["invite"]}
        token = bob.post(f"{at}/seat", json=invite).json()["token"]
        async with joined(server, made["table"], [token]) as sent_away, joined(server, made["table"], more=ada.socket) as host:
            for change, told in (
                ({"role": "x", "kind": "open"}, "seats"),
                ({"role": "z", "kind": "open"}, "unknown_role"),
                ({"role": "o", "kind": "bot", "bot": "nobody"}, "unknown_bot"),
                ({"role": "o", "kind": "closed"}, "malformed"),
            ):
                assert ada.post(f"{at}/seats", json=change).json()["code"] == told
            assert code(bob.post(f"{at}/seats", json={"role": "o", "kind": "open"})) == (403, "not_host")
            assert ada.post(f"{at}/seats", json={"role": "o", "kind": "open"}).json() == {}
            assert (await sent_away.hear("refused"))["code"] == "not_seated", "nobody may look on here"
            assert (await sent_away.ask(sent_away.message("play", role="o", move="mark(a1)", seq=0)))["code"] == "not_seated"
            assert kinds(await host.hear("welcome")) == ["person", "open"]
            assert ada.post(f"{at}/seats", json={"role": "o", "kind": "bot", "bot": "random"}).json() == {}
            assert kinds(await host.hear("welcome")) == ["person", "bot"]
            assert (await host.ask({"type": "start", "id": "s", "role": "x"}))["type"] == "accepted"
            await host.play("x", "mark(b2)")
            await host.until(3)
        assert code(ada.post(f"{at}/seats", json={"role": "o", "kind": "open"})) == (422, "begun")


async def test_a_table_whose_host_leaves_has_another_and_one_that_all_leave_is_listed_no_more(server: Running) -> None:
    with Browser(server) as ada, Browser(server) as bob:
        body = {"game": "tic_tac_toe", "seats": [me("x"), free("o")], "terms": {"start": "host", "public": True}}
        made = ada.post("/api/tables", json=body).json()
        at = f"/api/tables/{made['table']}"

        def listed() -> bool:
            return made["table"] in [each["id"] for each in ada.get("/api/lobby").json()["tables"]]

        assert bob.post(f"{at}/seat", json={}).json()["role"] == "o"
        assert ada.post(f"{at}/leave", json={}).json() == {}
        assert (ada.get(at).json()["host"], listed()) == ("o", True)
        assert bob.post(f"{at}/leave", json={}).json() == {}
        assert (ada.get(at).json()["host"], listed()) == ("", False)
        assert ada.post(f"{at}/seat", json={"role": "o"}).json()["role"] == "o"
        assert (ada.get(at).json()["host"], listed()) == ("o", True), "who comes then takes it over"


async def test_a_program_leaves_by_the_token_of_its_seat(server: Running) -> None:
    made = server.create("tic_tac_toe", me("x"), free("o"))
    arena = Arena(server.address)
    taken = await arena.take_seat(made["table"], TakeSeat(made["invite"]))
    await arena.leave_seat(made["table"], [taken.token])
    assert [seat.kind for seat in (await arena.describe(made["table"])).seats] == ["person", "open"]
    with pytest.raises(Refused) as refused:
        await arena.leave_seat(made["table"], [taken.token])
    assert refused.value.code == "unknown_seat"


async def test_at_a_rated_table_no_bot_takes_a_seat(server: Running) -> None:
    with Browser(server) as ada:
        ada.register("Ada Seats")
        made = ada.post(
            "/api/tables", json={"game": "tic_tac_toe", "seats": [me("x"), free("o")], "terms": {"rated": True}}
        ).json()
        change = {"role": "o", "kind": "bot", "bot": "random"}
        assert code(ada.post(f"/api/tables/{made['table']}/seats", json=change)) == (422, "terms")


async def test_whoever_plays_for_somebody_who_is_forgotten_plays_no_more(server: Running) -> None:
    with Browser(server) as ada:
        ada.register("Ada Forgotten")
        made = ada.table(me("x"), free("o"))
        async with joined(server, made["table"], made["tokens"].values()) as program:
            assert program.welcome["roles"] == ["x"]
            assert ada.post("/api/me/delete", json={"password": PASSWORD}).status_code == 200
            assert (await program.hear("welcome"))["roles"] == []
            assert (await program.ask(program.message("play", role="x", move="mark(a1)")))["code"] == "not_seated"


async def test_seats_rotate_with_the_next_game_and_a_replay_knows_who_sat_where(server: Running) -> None:
    with Browser(server) as ada, Browser(server) as bob:
        body = {"game": "tic_tac_toe", "seats": [me("x", "Ada"), free("o")], "terms": {"rotate": True}}
        made = ada.post("/api/tables", json=body).json()
        at = f"/api/tables/{made['table']}"
        bob.post(f"{at}/seat", json={"invite": made["invite"], "name": "Bob"})
        key = made["tokens"]["x"]
        async with (
            joined(server, made["table"], more=ada.socket) as first,
            joined(server, made["table"], more=bob.socket) as second,
            joined(server, made["table"], [key]) as program,
        ):
            await first.ask(first.message("resign", role="x"))
            again = {"type": "again", "id": "next"}
            assert (await second.ask(second.message("again")))["type"] == "accepted"
            assert (await first.ask(again))["type"] == "accepted"
            for client, role in ((first, "o"), (second, "x"), (program, "o")):
                told = await client.hear("welcome")
                assert (told["roles"], told["table"]["round"], told["table"]["host"]) == ([role], 2, "o")
                assert [seat["name"] for seat in told["table"]["seats"]] == ["Bob", "Ada"]
            assert (await first.ask(first.message("play", role="x", move="mark(a1)")))["code"] == "not_seated"
            assert (await first.ask(again))["seq"] == 3, "sent again it rotates nothing"
            await second.play("x", "mark(a1)")
            await program.until(4)
            await program.play("o", "mark(b2)")
        for number, names in ((1, ["Ada", "Bob"]), (2, ["Bob", "Ada"])):
            replayed = ada.get(f"{at}/rounds/{number}").json()
            assert [seat["name"] for seat in replayed["seats"]] == names
            assert replayed["viewer"] == ("x" if number == 1 else "o"), "one looks as whom one was then"
        mine = bob.get("/api/me/tables").json()["tables"]
        assert [(each["roles"], each["turn"]) for each in mine if each["table"]["id"] == made["table"]] == [(["x"], True)]


def test_an_invitation_is_checked_before_anybody_sits_down(server: Running) -> None:
    created = server.create("tic_tac_toe", me("x"), free("o"))
    at = f"/api/tables/{created['table']}"
    for invite, wanted in (("a wrong one", (403, "wrong_invitation")), (created["invite"], (200, None))):
        answer = server.post(f"{at}/invitation", {"invite": invite})
        assert (answer.status_code, answer.json().get("code")) == wanted
    assert server.get(at).json()["seats"][1]["kind"] == "open", "asking takes nothing"
    assert server.post(f"{at}/seat", {"invite": created["invite"]}).status_code == 201
    assert code(server.post(f"{at}/invitation", {"invite": created["invite"]})) == (409, "no_open_seat")
    assert code(server.post(f"{at}/invitation", {})) == (403, "wrong_invitation"), "who has none does not learn that it is full"
