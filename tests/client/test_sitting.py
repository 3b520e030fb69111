"""Sitting at a table of a real server: games are played to their ends over lost connections."""

from __future__ import annotations

import asyncio
import sqlite3
from collections.abc import AsyncIterator
from pathlib import Path
from random import Random

import pytest
from websockets.asyncio.server import ServerConnection, serve

from rondel.client import Arena, Refused, Unreachable
from rondel.client import sitting as module
from rondel.client.sitting import Position, Sitting
from rondel.server.protocol import Created, Fischer, NewSeat, NewTable, Outcome, TakeSeat, Terms
from rondel.server.transport.rate_limits import Limits
from tests.server.accounts.visitors import Browser
from tests.server.harness import Program, Running, free, me

pytestmark = pytest.mark.anyio

AGAINST_A_BOT = NewTable("tic_tac_toe", (NewSeat("x", "me"), NewSeat("o", "bot", bot="random")))
ALONE = NewTable("reversi", (NewSeat("black", "me"), NewSeat("white", "me")))


async def test_a_bot_in_a_few_lines_plays_game_after_game(server: Running) -> None:
    arena = Arena(server.address)
    created = await arena.create(AGAINST_A_BOT)
    played = {}
    async with arena.at(created.table, created.tokens.values()) as table:
        assert table.scene
        assert [seat.role for seat in table.seats] == ["x", "o"]
        async for position in table:
            if position.over:
                played[position.round] = position.role
                if position.round == 3:
                    break
                await table.again()
            elif moves := position.to_answer():
                await table.play(position.role, moves[-1], position.seq)
    assert played == {1: "x", 2: "o", 3: "x"}, "two players change seats"


async def test_a_rematch_is_asked_for_once_and_begins_when_the_other_asks_too(server: Running) -> None:
    arena = Arena(server.address)
    created = await arena.create(NewTable("tic_tac_toe", (NewSeat("x", "me"), NewSeat("o", "me"))))
    async with arena.at(created.table, [created.tokens["x"]]) as ada, arena.at(created.table, [created.tokens["o"]]) as bob:
        with pytest.raises(Refused, match="not_over"):
            await ada.again()
        await at(bob, await ada.resign("x"))
        number = await ada.again()
        waiting = await at(ada, number)
        assert (waiting.over, waiting.round, waiting.role) == (True, 1, "x")
        assert await ada.again() == number, "as a bot does that asks at each position of a game that is over"
        assert [each.number for each in (await at(bob, number)).standing.offers] == [number]
        began = await bob.again()
        for table, role in ((ada, "o"), (bob, "x")):
            position = await at(table, began)
            assert (position.over, position.round, position.role) == (False, 2, role)
        await at(bob, await ada.resign("o"))
        asked = await ada.again()
        await bob.decline("x", (await at(bob, asked)).standing.offers[0].number)
        with pytest.raises(Refused, match="declined"):
            await ada.again()


async def test_who_plays_several_roles_or_none_names_the_role(server: Running) -> None:
    arena = Arena(server.address)
    created = await arena.create(ALONE)
    async with arena.at(created.table, created.tokens.values()) as both, arena.at(created.table) as watcher:
        with pytest.raises(ValueError, match="name a role: this client plays black, white"):
            (await at(both, 0)).to_answer()
        with pytest.raises(ValueError, match="name a role: this client plays no role, and watches"):
            (await at(watcher, 0)).moves()


async def test_what_is_refused_is_raised_and_the_table_goes_on(server: Running) -> None:
    arena = Arena(server.address)
    created = await arena.create(ALONE)
    async with arena.at(created.table, created.tokens.values()) as table:
        for role, move, code in (("black", "play_disc(a1)", "illegal_move"), ("red", "pass", "unknown_role")):
            with pytest.raises(Refused) as refused:
                await table.play(role, move)
            assert refused.value.code == code
        assert await table.play("black", "play_disc(d3)") == 1
        with pytest.raises(Refused, match="stale"):
            await table.play("white", "play_disc(c3)", 0)
        assert await table.undo("black") == 2


async def test_a_role_one_does_not_play_or_does_not_any_more_is_said(server: Running) -> None:
    with Browser(server) as host:
        created = host.table(me("x"), free("o"))
        arena = Arena(server.address)
        taken = await arena.take_seat(created["table"], TakeSeat(created["invite"], "Bob"))
        async with arena.at(created["table"], [taken.token]) as table:
            position = await at(table, 0)
            assert position.moves("o") == []
            with pytest.raises(ValueError, match="does not play 'x' here; it plays o"):
                position.moves("x")
            host.post(f"/api/tables/{created['table']}/seats", json={"role": "o", "kind": "open"})
            while (position := await at(table, 0)).roles:
                pass
            with pytest.raises(ValueError, match="does not play 'o' here; it plays no role, and watches"):
                position.moves("o")


async def test_who_has_not_come_to_the_table_is_told_how_and_does_not_wait_for_ever(server: Running) -> None:
    arena = Arena(server.address)
    table = arena.at((await arena.create(ALONE)).table)
    with pytest.raises(RuntimeError, match="join the table first"):
        await asyncio.wait_for(table.play("black", "play_disc(d3)"), 5)
    with pytest.raises(RuntimeError, match="join the table first"):
        await asyncio.wait_for(at(table, 0), 5)


async def test_who_comes_with_too_many_sockets_waits_and_is_told_why(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with Running(tmp_path, limits=Limits(here=True, sockets_from=1)) as server:
        arena = Arena(server.address)
        created = await arena.create(ALONE)
        async with arena.at(created.table):
            coming = asyncio.create_task(look(arena, created.table))
            await asyncio.sleep(0.2)
            assert not coming.done()
        assert await coming == ("black", "white"), "as soon as there is room"
        monkeypatch.setattr(module, "PATIENCE", 0.1)
        async with arena.at(created.table):
            with pytest.raises(Unreachable, match=r"HTTP 429; too many sockets are open from this address"):
                await look(arena, created.table)


async def look(arena: Arena, table: str) -> tuple[str, ...]:
    """Come to a table and leave it again."""
    async with arena.at(table) as sitting:
        return tuple([seat.role for seat in sitting.seats])


async def test_a_server_that_closes_every_connection_is_not_overrun(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "PATIENCE", 0.5)
    came = 0

    async def close(socket: ServerConnection) -> None:
        nonlocal came
        came += 1
        assert socket.request is not None
        assert socket.request.path == "/ws?table=any", "where a balancer looks"
        await socket.close(1013, "not now")

    async with serve(close, "127.0.0.1", 0) as listening:
        port = next(iter(listening.sockets)).getsockname()[1]
        with pytest.raises(Unreachable, match="closes them before it answers: 1013 not now"):
            await look(Arena(f"http://127.0.0.1:{port}"), "any")
    assert came <= 6, "after 0.05, 0.1, 0.2, 0.4 seconds"


async def test_who_watches_sees_and_cannot_play(server: Running) -> None:
    arena = Arena(server.address)
    created = await arena.create(ALONE)
    async with arena.at(created.table) as watcher, arena.at(created.table, created.tokens.values()) as table:
        await table.play("black", "play_disc(d3)")
        seen = [position async for position in up_to(watcher, 1)]
        assert [event["name"] for position in seen for event in position.events["observer"]] == ["play_disc"]
        with pytest.raises(Refused, match="not_seated"):
            await watcher.play("black", "play_disc(c4)")


async def test_what_people_settle_at_a_table_is_said_and_seen(server: Running) -> None:
    arena = Arena(server.address)
    seats = (NewSeat("x", "me"), NewSeat("o", "me"))
    created = await arena.create(NewTable("tic_tac_toe", seats, terms=Terms(clock=Fischer(600), start="host")))
    ada_is, bob_is = created.tokens["x"], created.tokens["o"]
    async with arena.at(created.table, [ada_is]) as ada, arena.at(created.table, [bob_is]) as bob:
        with pytest.raises(Refused, match="not_begun"):
            await ada.play("x", "mark(a1)")
        await at(bob, await ada.start("x"))
        withdrawn = await bob.offer("o", "draw")
        assert [each.number for each in (await at(ada, withdrawn)).standing.offers] == [withdrawn]
        await at(ada, await bob.withdraw("o", withdrawn))
        await at(bob, await ada.play("x", "mark(a1)"))
        taken_back = await ada.offer("x", "undo")
        await at(bob, taken_back)
        declined = await bob.decline("o", taken_back)
        assert (await at(ada, declined)).standing.offers == ()
        with pytest.raises(Refused, match="no_claim"):
            await ada.claim("x")
        agreed = await bob.agree("o", (await at(bob, await ada.offer("x", "draw"))).standing.offers[0].number)
        position = await at(ada, agreed)
        assert position.over
        assert position.standing.outcome == Outcome("agreed", {"x": 1, "o": 1})
        await at(bob, await ada.again())
        position = await at(bob, await bob.again())
        assert (position.role, position.standing.clocks["x"].runs) == ("x", False), "before x has moved once"
        await at(ada, await bob.play("x", "mark(a1)"))
        position = await at(bob, await ada.play("o", "mark(a2)"))
        assert position.standing.clocks["x"].runs
        assert not position.standing.clocks["o"].runs
        position = await at(ada, await bob.resign("x"))
        assert position.over
        assert position.standing.outcome == Outcome("resigned", {"x": 2, "o": 1})


async def at(table: Sitting, seq: int) -> Position:
    """The first position of that number or later."""
    async for position in table:
        if position.seq >= seq:
            return position
    raise AssertionError("a sitting has no end")


async def up_to(table: Sitting, seq: int) -> AsyncIterator[Position]:
    """The positions up to that number."""
    async for position in table:
        yield position
        if position.seq >= seq:
            return


async def test_a_table_or_a_seat_there_is_not_is_refused(server: Running) -> None:
    arena = Arena(server.address)
    created = await arena.create(ALONE)
    for table, tokens, code in (("none", [], "unknown_table"), (created.table, ["wrong"], "unknown_seat")):
        with pytest.raises(Refused) as refused:
            async with arena.at(table, tokens):
                pass
        assert refused.value.code == code


async def test_a_token_that_ends_ends_the_sitting(server: Running) -> None:
    with Browser(server) as ada:
        ada.register("Sitting owner")
        bot = ada.post("/api/me/bots", json={"name": "Sitting bot"}).json()["id"]
        made = ada.post(f"/api/me/bots/{bot}/tokens", json={}).json()
        arena = Arena(server.address, made["token"])
        created = await arena.create(ALONE)
        async with arena.at(created.table) as table:
            assert await table.play("black", "play_disc(d3)") == 1, "by the account's own seat, without its token"
            ada.post(f"/api/me/tokens/{made['info']['id']}/revoke", json={})
            with pytest.raises(Unreachable, match="has ended"):
                async for _ in table:
                    pass
            with pytest.raises(Unreachable):
                await table.play("white", "play_disc(c3)")
        with pytest.raises(Unreachable, match="has ended, or never was one"):
            async with arena.at(created.table):
                pass


async def play_out(table: Sitting, dice: Random) -> list[Position]:
    """Play both roles to the end; returns all that was seen."""
    seen = []
    async for position in table:
        seen.append(position)
        if position.over:
            return seen
        for role in position.roles:
            if moves := position.moves(role):
                await table.play(role, dice.choice(moves), position.seq)
                break
    raise AssertionError("the table goes on for ever")


def check(created: Created, database: Path, seen: list[Position]) -> None:
    """Everything was stored once, and told once and in order."""
    connection = sqlite3.connect(database)
    stored = connection.execute("SELECT seq, move FROM answers WHERE table_id = ? ORDER BY seq", (created.table,)).fetchall()
    connection.close()
    assert [seq for seq, _ in stored] == list(range(1, seen[-1].seq + 1))
    for role in ("black", "white"):
        told = [event["number"] for position in seen for event in position.events[role]]
        assert told == list(range(len(told)))
        assert len([event for position in seen for event in position.events[role] if event["name"] == "play_disc"]) == len(
            [move for _, move in stored if move.startswith("play_disc")]
        )


async def test_a_connection_that_is_cut_again_and_again_costs_nothing(server: Running) -> None:
    arena = Arena(server.address)
    created = await arena.create(ALONE)
    async with arena.at(created.table, created.tokens.values()) as table:

        async def cut() -> None:
            """Every eight moves, wherever the next message is just then."""
            mark = 4
            while True:
                await asyncio.sleep(0.001)
                if table.position is not None and table.position.seq >= mark and table._socket is not None:
                    mark = table.position.seq + 8
                    table._socket.transport.abort()

        cutting = asyncio.create_task(cut())
        seen = await play_out(table, Random(3))
        cutting.cancel()
        assert table.reconnected >= 3
    check(created, server.database, seen)


async def test_a_server_that_is_killed_and_started_again_is_waited_for(tmp_path: Path) -> None:
    with Program(tmp_path) as program:
        arena = Arena(program.address)
        created = await arena.create(ALONE)
        async with arena.at(created.table, created.tokens.values()) as table:
            playing = asyncio.create_task(play_out(table, Random(5)))
            while table.position is None or table.position.seq < 10:
                await asyncio.sleep(0.005)
            await asyncio.to_thread(program.kill)
            creating = asyncio.create_task(arena.create(ALONE))  # which nobody hears before it is there again
            await asyncio.to_thread(program.start)
            seen = await playing
            assert (await creating).table != created.table
            assert table.reconnected >= 1
        check(created, tmp_path / "arena.sqlite3", seen)
