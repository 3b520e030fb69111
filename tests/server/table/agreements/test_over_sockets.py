"""Pacts over real sockets: flags that fall, offers between people, the absent, and a restart that costs nobody."""

from __future__ import annotations

import asyncio
import sqlite3
import time
from pathlib import Path
from typing import Any

import pytest

from rondel.server.lobby import terms
from tests.server.harness import Client, Json, Program, Running, bot, free, joined, me

pytestmark = pytest.mark.anyio


def rows(database: Path, table: str) -> list[tuple[str, str]]:
    connection = sqlite3.connect(database)
    try:
        return connection.execute("SELECT kind, role FROM answers WHERE table_id = ? ORDER BY seq", (table,)).fetchall()
    finally:
        connection.close()


async def heard(client: Client, kind: str, **wanted: Any) -> Json:
    """The next message of that kind whose standing has these values."""
    while True:
        message = await client.hear(kind)
        if all(message["standing"][name] == value for name, value in wanted.items()):
            return message["standing"]  # type: ignore[no-any-return]


def two(server: Running | Program, **more: Any) -> Json:
    return server.create("tic_tac_toe", me("x", "Ada"), me("o", "Bob"), terms=more)


async def test_a_flag_falls_by_itself_and_everybody_hears_of_it(server: Running) -> None:
    created = two(server, clock={"kind": "fischer", "initial": 1})
    table, tokens = created["table"], created["tokens"]
    async with joined(server, table, [tokens["x"]]) as ada, joined(server, table, [tokens["o"]]) as bob:
        assert ada.welcome["standing"]["begun"]
        clock = ada.welcome["standing"]["clocks"]["x"]
        assert (clock["runs"], clock["left"]) == (False, 1000), "it does not run before x has moved once"
        assert clock["first"] > 1000
        await ada.play("x", "mark(a1)")
        await bob.until(ada.seq)
        await bob.play("o", "mark(a2)")
        ended = {"reason": "time", "ranks": {"x": 2, "o": 1}}
        for client, role in ((ada, "x"), (bob, "o")):
            await heard(client, "update", outcome=ended)
            view = client.heard[-1]["views"][role]
            assert (view["over"], view["winners"], view["moves"]) == (True, ["o"], [])
        assert (await bob.ask({"type": "again", "id": "next"}))["type"] == "accepted"
        await heard(ada, "update", offers=[{"number": 5, "what": "rematch", "role": "o", "asked": ["x"]}])
        assert (await ada.ask({"type": "again", "id": "next too"}))["type"] == "accepted"
        assert (await bob.hear("welcome"))["roles"] == ["x"], "two change seats"
    played = [("start", ""), ("play", "x"), ("play", "o"), ("flag", "x")]
    assert rows(server.database, table) == [*played, ("offer", ""), ("again", "")]


async def test_a_table_begins_when_the_last_has_sat_down(server: Running) -> None:
    created = server.create("tic_tac_toe", me("x", "Ada"), free("o"), terms={"start": "full"})
    async with joined(server, created["table"], created["tokens"].values()) as ada:
        assert ada.welcome["standing"]["begun"] is False
        assert (await ada.ask(ada.message("play", role="x", move="mark(a1)")))["code"] == "not_begun"
        server.post(f"/api/tables/{created['table']}/seat", {"invite": created["invite"], "name": "Bob"})
        await heard(ada, "update", begun=True)
        await ada.play("x", "mark(a1)")


async def test_an_offer_is_made_declined_made_and_agreed_to(server: Running) -> None:
    created = two(server)
    table, tokens = created["table"], created["tokens"]
    async with joined(server, table, [tokens["x"]]) as ada, joined(server, table, [tokens["o"]]) as bob:
        await ada.ask(ada.message("offer", role="x", what="draw"))
        (offer,) = (await bob.hear("update"))["standing"]["offers"]
        assert offer == {"number": 1, "what": "draw", "role": "x", "asked": ["o"]}
        assert (await ada.ask({"type": "agree", "id": "a", "role": "x", "offer": 1}))["code"] == "no_offer"
        assert (await bob.ask({"type": "decline", "id": "d", "role": "o", "offer": 1}))["type"] == "accepted"
        await ada.play("x", "mark(a1)")
        await bob.until(3)
        await bob.ask(bob.message("offer", role="o", what="draw"))
        agree = {"type": "agree", "id": "yes", "role": "x", "offer": 4}
        first = await ada.ask(agree)
        assert await ada.ask(agree) == first, "sent again it has no second effect, and the same answer"
        assert (await ada.ask({**agree, "offer": 1}))["code"] == "duplicate_id"
        await heard(bob, "update", outcome={"reason": "agreed", "ranks": {"x": 1, "o": 1}})


async def test_what_the_other_agrees_to_is_taken_back(server: Running) -> None:
    created = two(server)
    table, tokens = created["table"], created["tokens"]
    async with joined(server, table, [tokens["x"]]) as ada, joined(server, table, [tokens["o"]]) as bob:
        await ada.play("x", "mark(a1)")
        await ada.ask(ada.message("offer", role="x", what="undo"))
        await bob.until(2)
        await bob.ask({"type": "agree", "id": "yes", "role": "o", "offer": 2})
        update = await ada.until(3)
        assert update["views"]["x"]["active"] == ["x"]
        assert [event["name"] for event in update["events"]["x"]] == ["undo"]


@pytest.fixture
def soon(monkeypatch: pytest.MonkeyPatch) -> None:
    """Somebody may be away after no time at all."""
    monkeypatch.setattr(terms, "SHORTEST_ABSENCE", 0)


@pytest.mark.usefixtures("soon")
@pytest.mark.parametrize("policy", [{"policy": "skip"}, {"policy": "bot", "bot": "random"}])
async def test_who_is_away_is_answered_for_until_they_are_back(server: Running, policy: Json) -> None:
    created = two(server, absence={**policy, "after": 0})
    table, tokens = created["table"], created["tokens"]
    async with joined(server, table, [tokens["x"]]) as ada:
        update = await ada.play("x", "mark(a1)")
        update = await ada.until(update["seq"] + 1)
        assert update["views"]["x"]["active"] == ["x"]
        async with joined(server, table, [tokens["o"]]) as bob:
            await ada.play("x", update["views"]["x"]["moves"][0]["text"])
            view = (await bob.until(3))["views"]["o"]
            await bob.play("o", view["moves"][0]["text"])


@pytest.mark.usefixtures("soon")
async def test_the_win_is_claimed_from_who_went_away(server: Running) -> None:
    created = two(server, absence={"policy": "claim", "after": 1})
    table, tokens = created["table"], created["tokens"]
    async with joined(server, table, [tokens["x"]]) as ada:
        async with joined(server, table, [tokens["o"]]):
            await ada.play("x", "mark(a1)")
            assert (await ada.ask(ada.message("claim", role="x")))["code"] == "no_claim"
        await heard(ada, "update", away=["o"])
        assert (await ada.ask(ada.message("claim", role="x")))["type"] == "accepted"
        await heard(ada, "update", outcome={"reason": "claimed", "ranks": {"x": 1, "o": 2}})


async def test_who_leaves_a_game_of_bots_ends_it(server: Running) -> None:
    created = server.create("hearts", me("north"), bot("east"), bot("south"), bot("west"))
    async with joined(server, created["table"], created["tokens"].values()) as north:
        await north.ask(north.message("resign", role="north"))
        standing = await heard(north, "update", departed={"north": "resigned"})
        assert standing["outcome"]["ranks"] == {"north": 4, "east": 1, "south": 1, "west": 1}


async def test_a_restart_charges_nobody_and_a_flag_falls_where_nobody_is(tmp_path: Path) -> None:
    """Killed while o thinks at two tables, and away for seconds: o is charged at most for the time in which there was a server;
    and at the table to which nobody comes back, the flag falls."""
    patient, hasty, away = 600, 8, 4
    with Program(tmp_path) as program:
        made = {limit: two(program, clock={"kind": "per_move", "seconds": limit}) for limit in (hasty, patient)}
        for created in made.values():
            async with joined(program, created["table"], created["tokens"].values()) as both:
                for role, cell in (("x", "a1"), ("o", "a2"), ("x", "b1")):
                    asked = time.monotonic()
                    await both.play(role, f"mark({cell})")
        await asyncio.sleep(1.0)  # o thinks, and the pulse marks it
        program.kill()
        killed = time.monotonic()
        await asyncio.sleep(away)
        served = killed - asked - time.monotonic()
        program.start()
        async with joined(program, made[patient]["table"], [made[patient]["tokens"]["o"]]) as back:
            clock = back.welcome["standing"]["clocks"]["o"]
            served += time.monotonic()
            assert clock["runs"]
            assert patient - served - away / 2 < clock["left"] / 1_000 <= patient
        database, table = tmp_path / "arena.sqlite3", made[hasty]["table"]
        async with asyncio.timeout(60):
            while ("flag", "o") not in rows(database, table):
                await asyncio.sleep(0.05)
        assert rows(database, table) == [("start", ""), ("play", "x"), ("play", "o"), ("play", "x"), ("flag", "o")]
