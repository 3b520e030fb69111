"""Two servers on one PostgreSQL, with the bus between them: each shows at once what the other stores."""

from __future__ import annotations

import asyncio
import time
from collections import Counter
from collections.abc import Iterator
from typing import Any

import asyncpg
import httpx
import pytest

from rondel.server.live.broadcaster import COUNTED_EVERY
from rondel.server.live.nodes import channel_bus, follower
from rondel.server.live.nodes.channel_bus import ChannelBus
from rondel.server.live.open_table import OpenTable
from rondel.server.live.timers.shared_heartbeat import SharedHeartbeat
from tests.server.accounts.visitors import Browser
from tests.server.harness import NO_TLS, Client, Json, Running, bot, free, joined, me, opened, until
from tests.server.storage.postgres import Cluster

pytestmark = pytest.mark.anyio

Nodes = tuple[Running, Running]

SOON = 8.0
"""Seconds within which the other node must show what was stored, also where its connection to the bus was lost."""


ELSEWHERE = """
    INSERT INTO answers (table_id, seq, round, kind, role, move, client_id, at, active)
    VALUES ($1, 2, 1, 'play', 'o', 'mark(b2)', 'elsewhere', 5, 'x')
"""
"""Stores a move without a hint."""

CUT = """
    SELECT count(pg_terminate_backend(pid)) FROM pg_stat_activity
    WHERE datname = current_database() AND query LIKE '%pg_notify%' AND pid <> pg_backend_pid()
"""
"""Ends the connections to the bus."""


@pytest.fixture(scope="module")
def nodes(cluster: Cluster, prepared: str, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Nodes]:
    """Two servers on one database."""
    address = cluster.database(like=prepared)
    folder = tmp_path_factory.mktemp("nodes")
    with Running(folder, address=address) as one, Running(folder, address=address) as other:
        yield one, other


def gathered(one: Running, **more: object) -> tuple[str, str, str]:
    """A table of tic-tac-toe at which both seats are taken, and the tokens of x and o."""
    made = one.create("tic_tac_toe", me("x"), me("o"), **more)
    return made["table"], made["tokens"]["x"], made["tokens"]["o"]


async def heard_soon(client: Client, kind: str) -> Json:
    async with asyncio.timeout(SOON):
        return await client.hear(kind)


async def test_the_opponent_at_the_other_node_sees_each_move(nodes: Nodes) -> None:
    one, other = nodes
    table, x, o = gathered(one)
    async with joined(one, table, [x]) as ada, joined(other, table, [o]) as bob:
        await ada.play("x", "mark(a1)")
        update = await heard_soon(bob, "update")
        assert (update["seq"], [event["name"] for event in update["events"]["o"]]) == (1, ["mark"])
        await bob.play("o", "mark(b2)")
        assert (await heard_soon(ada, "update"))["seq"] == 2


async def test_a_move_without_a_hint_is_found_when_the_connection_to_the_bus_is_lost(nodes: Nodes) -> None:
    """A hint that is lost is made good: whoever stores here has no bus, and the nodes look when theirs is back."""
    one, other = nodes
    table, x, o = gathered(one)
    address = database_of(one)
    async with joined(one, table, [x]) as ada, joined(other, table, [o]) as bob:
        await ada.play("x", "mark(a1)")
        await bob.until(1)
        connection = await asyncpg.connect(address)
        try:
            await connection.execute(ELSEWHERE, table)
            assert await connection.fetchval(CUT) == 2
        finally:
            await connection.close()
        for client in (ada, bob):
            assert (await heard_soon(client, "update"))["seq"] == 2


async def test_a_move_whose_commit_went_unconfirmed_is_told_to_all_when_its_player_repeats_it(
    nodes: Nodes,
) -> None:
    """The node that stored it does not know, and has told nobody; its player goes to another one."""
    one, other = nodes
    table, x, o = gathered(one)
    async with joined(one, table, [x, o]) as ada, joined(other, table, [o]) as bob:
        await ada.play("x", "mark(a1)")
        await bob.until(1)
        connection = await asyncpg.connect(database_of(one))
        await connection.execute(ELSEWHERE, table)
        await connection.close()
        message = {"type": "play", "role": "o", "move": "mark(b2)", "seq": 1, "id": "elsewhere"}
        assert (await ada.ask(message))["type"] == "accepted"
        assert (await heard_soon(bob, "update"))["seq"] == 2


async def test_a_blind_node_shows_nobody_who_comes_an_old_table(nodes: Nodes, monkeypatch: pytest.MonkeyPatch) -> None:
    """As it is after the process was frozen: what it has in memory may be old, and so may what it hears."""
    one, other = nodes
    table, x, o = gathered(one)
    async with joined(one, table, [x]) as ada, joined(other, table, [o]) as bob:
        await ada.play("x", "mark(a1)")
        await bob.until(1)
        monkeypatch.setattr(channel_bus, "BLIND_AFTER", -1.0)
        monkeypatch.setattr(follower, "BLIND_EVERY", 60.0)  # it does not find out by looking
        connection = await asyncpg.connect(database_of(one))
        await connection.execute(ELSEWHERE, table)
        await connection.close()
        async with joined(other, table) as late:
            assert late.welcome["seq"] == 2


async def test_seats_that_change_at_one_node_change_at_the_other(nodes: Nodes) -> None:
    one, other = nodes
    with Browser(one) as ada, Browser(one) as bob:
        made = ada.table(free("x"), me("o"))
        table, seats = made["table"], f"/api/tables/{made['table']}/seats"
        async with joined(other, table) as watching:
            token = bob.post(seats.removesuffix("s"), json={"invite": made["invite"], "name": "Bob"}).json()["token"]
            async with asyncio.timeout(SOON):
                while (await watching.hear("welcome"))["table"]["seats"][0]["name"] != "Bob":
                    pass
            async with joined(other, table, [token]) as sitting:
                assert sitting.welcome["roles"] == ["x"]
                assert ada.post(seats, json={"role": "x", "kind": "open"}).json() == {}
                sent_away = await heard_soon(sitting, "welcome")
                assert (sent_away["roles"], sent_away["table"]["seats"][0]["kind"]) == ([], "open")


async def test_the_seats_of_a_guest_who_logs_in_go_with_them_at_the_other_node(nodes: Nodes) -> None:
    one, other = nodes
    with Browser(one) as before, Browser(one) as guest:
        assert before.register("Ada Lovelace").status_code == 201
        made = guest.table(me("x"), free("o"))
        async with joined(other, made["table"]) as watching:
            assert guest.log_in("Ada Lovelace").status_code == 200
            await heard_soon(watching, "welcome")
            async with joined(other, made["table"], more=at(other, guest)) as ada:
                assert ada.welcome["roles"] == ["x"]


async def test_what_is_said_at_one_node_is_heard_at_the_other(nodes: Nodes) -> None:
    one, other = nodes
    with Browser(one) as ada:
        made = ada.table(me("x"), me("o"))
        table = made["table"]
        async with joined(other, table, [made["tokens"]["o"]]) as bob:
            for number, text in enumerate(("Hello!", "Good luck!"), 1):
                line = ada.post(f"/api/tables/{table}/chat", json={"id": f"line {number}", "text": text})
                assert line.status_code == 201, line.text
                async with asyncio.timeout(SOON):
                    while (heard := await bob.hear("chat"))["number"] < number:
                        pass  # where hints were missed before, lines may come again
                assert (heard["number"], heard["text"]) == (number, text)


async def test_the_lobby_at_one_node_shows_the_tables_of_the_other(nodes: Nodes) -> None:
    """And no private one, not even as one that has gone."""
    one, other = nodes
    async with opened(other) as client:
        await client.ask_follow()
        private = one.create("tic_tac_toe", me("x"), free("o"))
        public = one.create("tic_tac_toe", me("x"), free("o"), terms={"public": True})
        async with asyncio.timeout(SOON + 1):
            while public["table"] not in [table["id"] for table in (await client.hear("lobby"))["tables"]]:
                pass
        assert private["table"] not in str(client.heard)


async def test_who_follows_the_lobby_is_told_of_own_tables_that_go_on_at_the_other_node(nodes: Nodes) -> None:
    one, other = nodes
    with Browser(one) as ada:
        made = ada.table(me("x"), me("o"))
        async with opened(other, **at(other, ada)) as lobby:
            await lobby.ask_follow()
            async with joined(one, made["table"], made["tokens"].values()) as both:
                await both.play("x", "mark(a1)")
            async with asyncio.timeout(SOON + 1):
                assert (await lobby.hear("lobby"))["mine"]


async def test_a_session_that_ends_at_one_node_ends_its_sockets_at_the_other(nodes: Nodes) -> None:
    one, other = nodes
    with Browser(one) as ada:
        made = ada.table(me("x"), me("o"))
        async with joined(other, made["table"], more=at(other, ada)) as socket:
            assert ada.post("/api/me/logout", json={"everywhere": False}).status_code == 200
            async with asyncio.timeout(SOON):
                await socket.socket.wait_closed()
            assert socket.socket.close_code == 4401


async def test_who_is_at_the_other_node_is_there_and_nobody_answers_for_them(nodes: Nodes) -> None:
    """As long as they are connected to any node; then their absence begins."""
    one, other = nodes
    table, x, o = gathered(one, terms={"absence": {"policy": "skip", "after": 10}})
    async with joined(one, table, [x]) as ada:
        async with joined(other, table, [o]) as bob:
            seats = await heard_soon(ada, "seats")
            assert [seat["present"] for seat in seats["seats"]] == [True, True]
            assert [seat["present"] for seat in (await heard_soon(bob, "seats"))["seats"]] == [True, True]
            away = absences(one, table)
            assert away == {}, "nobody at the table is away"
        async with asyncio.timeout(SOON):
            while (await ada.hear("seats"))["seats"][1]["present"]:
                pass
        assert set(absences(one, table)) == {"o"}


@pytest.mark.parametrize("policy", ["claim", "skip"])
async def test_who_is_at_the_other_node_is_not_answered_for_though_no_hint_says_so(
    nodes: Nodes, policy: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The database decides who is away: the hints about them are lost here, and nothing says that any was."""
    one, other = nodes
    table, x, o = gathered(one, terms={"absence": {"policy": policy, "after": 10}})
    monkeypatch.setattr(OpenTable, "show_elsewhere", lambda self, roles: None)
    async with joined(one, table, [x]) as ada:
        await ada.play("x", "mark(a1)")
        async with joined(other, table, [o]):
            await attended(one, table, ["o", "x"])
            for _ in range(2):
                assert await answered_for(one, ada, policy) == 1
        await attended(one, table, ["x"])
        assert await answered_for(one, ada, policy) == 2


async def answered_for(node: Running, client: Client, policy: str) -> int:
    """Have a node see that o is away, and do what the table's terms say then; returns how far the table is after it."""
    here = table_at(node, client.welcome["table"]["id"])
    here._time._absences._since["o"] -= 10
    assert here._time.away() == {"o"}
    if policy == "claim":
        answer = await client.ask(client.message("claim", role="x"))
        assert (answer["type"], answer.get("code")) in (("refused", "no_claim"), ("accepted", None))
    else:
        arena = node.application.arena
        assert arena is not None
        assert isinstance(arena.heartbeat, SharedHeartbeat)
        assert arena.heartbeat._task is not None
        arena.heartbeat._task.get_loop().call_soon_threadsafe(here._bot_runner.wake)
        await until(lambda: here.seq == 2 or not here._time.away())
    return here.seq or 0


async def attended(node: Running, table: str, roles: list[str]) -> None:
    """Return once the database says that the holders of these roles are connected."""
    connection = await asyncpg.connect(database_of(node))
    try:
        async with asyncio.timeout(SOON + 1):
            while [
                row["role"]
                for row in await connection.fetch("SELECT role FROM attendance WHERE table_id = $1 ORDER BY role", table)
            ] != roles:
                await asyncio.sleep(0.02)
    finally:
        await connection.close()


async def test_a_bot_is_asked_by_the_node_of_the_last_row_alone(nodes: Nodes, monkeypatch: pytest.MonkeyPatch) -> None:
    one, other = nodes
    asked: list[Running] = []
    for node in nodes:
        count_thinking(node, asked, monkeypatch)
    made = one.create("tic_tac_toe", me("x"), bot("o"))
    tokens = made["tokens"].values()
    async with joined(one, made["table"], tokens) as ada, joined(other, made["table"], tokens) as also:
        await until(lambda: all(table_at(node, made["table"])._loader.is_elsewhere for node in nodes))
        for seq in (2, 4):
            await ada.play("x", moves_of(ada, "x")[0])
            await ada.until(seq)
            await also.until(seq)
        assert asked == [one, one]
        also.seq = 4
        await also.play("x", moves_of(also, "x")[-1])  # which does not win yet
        await ada.until(5)
        await until(lambda: asked == [one, one, other])


async def test_conditional_moves_that_were_left_at_one_node_are_played_at_the_other(nodes: Nodes) -> None:
    """Their player has left, so only the node of the opponent is at the table; and the opponent is told nothing of them."""
    one, other = nodes
    with Browser(one) as bob:
        made = bob.table(me("x"), me("o"))
        table = made["table"]
        wanted = {
            "role": "o",
            "seq": 0,
            "lines": [[{"role": "x", "move": "mark(a1)"}, {"role": "o", "move": "mark(b2)"}]],
        }
        async with joined(other, table, [made["tokens"]["x"]]) as ada:
            assert bob.post(f"/api/tables/{table}/conditional-moves", json=wanted).json() == {}
            loader = table_at(other, table)._loader
            await until(lambda: any(seat.conditional_moves for seat in loader.entry.seats))
            await ada.play("x", "mark(a1)")
            async with asyncio.timeout(SOON):
                played = await ada.until(2)
            assert [event["args"]["cell"] for event in played["events"]["x"]] == ["b2"]
            assert [message["type"] for message in ada.heard].count("welcome") == 1


async def test_conditional_moves_and_deleted_lines_are_found_without_a_hint(
    nodes: Nodes, monkeypatch: pytest.MonkeyPatch
) -> None:
    one, other = nodes
    with Browser(one) as bob:
        made = bob.table(me("x"), me("o"))
        table = made["table"]
        async with joined(other, table, [made["tokens"]["x"]]) as ada:
            line = bob.post(f"/api/tables/{table}/chat", json={"id": "line", "text": "Hello!"})
            assert (await heard_soon(ada, "chat"))["text"] == line.json()["text"]
            monkeypatch.setattr(one.application.bus, "publish", lambda *hints: None)
            lines = [[{"role": "x", "move": "mark(a1)"}, {"role": "o", "move": "mark(b2)"}]]
            wanted = {"role": "o", "seq": 0, "lines": lines}
            assert bob.post(f"/api/tables/{table}/conditional-moves", json=wanted).json() == {}
            connection = await asyncpg.connect(database_of(one))
            try:
                await connection.execute("UPDATE chat SET text = '' WHERE table_id = $1", table)
                await connection.execute(CUT)
            finally:
                await connection.close()
            async with asyncio.timeout(SOON):
                while (await ada.hear("chat"))["text"]:
                    pass
            await until(lambda: bool(table_at(other, table).kept_conditional_moves))


async def test_who_looks_on_at_the_other_node_is_counted(nodes: Nodes) -> None:
    one, other = nodes
    table, x, o = gathered(one)
    async with joined(one, table, [x]) as ada, joined(other, table, [o]):
        async with joined(other, table), joined(one, table):
            async with asyncio.timeout(SOON + COUNTED_EVERY):
                while (await ada.hear("seats"))["watching"] != 2:
                    pass
        async with asyncio.timeout(SOON + COUNTED_EVERY):
            while (await ada.hear("seats")).get("watching", 0):
                pass


async def test_a_node_that_was_frozen_reads_a_table_before_it_shows_it(nodes: Nodes, monkeypatch: pytest.MonkeyPatch) -> None:
    """Also once it hears the others again, while it has not looked yet."""
    one, other = nodes
    table, x, o = gathered(one)
    async with joined(one, table, [x]) as ada, joined(other, table, [o]) as bob:
        await ada.play("x", "mark(a1)")
        await bob.until(1)
        await until(lambda: sighted(other))
        arena = other.application.arena
        assert arena is not None
        monkeypatch.setattr(arena.follower, "_readers", [])  # it does not find out by looking
        bus, missed = arena.bus, arena.bus.missed
        assert isinstance(bus, ChannelBus)
        bus._loop.call_soon_threadsafe(time.sleep, channel_bus.BLIND_AFTER + 0.2)
        connection = await asyncpg.connect(database_of(one))
        await connection.execute(ELSEWHERE, table)
        await connection.close()
        await until(lambda: arena.bus.missed > missed and sighted(other), within=2 * SOON)
        async with joined(other, table) as late:
            assert late.welcome["seq"] == 2


async def test_those_who_search_at_two_nodes_are_seated_together_once(nodes: Nodes) -> None:
    """Both nodes look for opponents among the same people; the database decides which of them seats whom."""
    names = [f"Guest {number}" for number in range(6)]

    async def found(node: Running, name: str) -> str:
        async with httpx.AsyncClient(base_url=node.address, trust_env=False, verify=NO_TLS, timeout=60) as client:
            answer = await client.post("/api/me/seek", json={"game": "tic_tac_toe", "name": name})
            while (told := answer.raise_for_status().json())["state"] == "searching":
                answer = await client.get("/api/me/seek")
            return str(told["table"])

    async with asyncio.timeout(60):
        tables = await asyncio.gather(*[found(nodes[number % 2], name) for number, name in enumerate(names)])
    assert sorted(Counter(tables).values()) == [2, 2, 2]
    seated = [seat["name"] for table in set(tables) for seat in nodes[0].get(f"/api/tables/{table}").json()["seats"]]
    assert sorted(seated) == names
    connection = await asyncpg.connect(database_of(nodes[0]))
    try:
        assert await connection.fetchval("SELECT count(*) FROM tables WHERE host = ''") == 3
    finally:
        await connection.close()


def at(node: Running, browser: Browser) -> Json:
    """How the browser of one node opens a socket at another."""
    return {"additional_headers": {"origin": node.address, "cookie": f"rondel={browser.session}"}}


def database_of(server: Running) -> str:
    """The address of the server's database."""
    where = server.application._database
    assert isinstance(where, str)
    return where


def absences(server: Running, table: str) -> dict[str, float]:
    """The roles whose absence is counted at a server, and since when."""
    return dict(table_at(server, table)._time._absences._since)


def table_at(server: Running, table: str) -> OpenTable:
    """A table in the memory of a server."""
    arena = server.application.arena
    assert arena is not None
    found = arena.in_memory(table)
    assert found is not None
    return found


def sighted(server: Running) -> bool:
    """Whether a server hears the bus."""
    assert server.application.bus is not None
    return server.application.bus.sighted


def moves_of(client: Client, role: str) -> list[str]:
    """The moves of a role, as last shown."""
    shown = next(message for message in reversed(client.heard) if "views" in message)
    return [move["text"] for move in shown["views"][role]["moves"]]


def count_thinking(server: Running, asked: list[Running], monkeypatch: pytest.MonkeyPatch) -> None:
    """Note the server each time it has a bot think."""
    think = server.application.bots.think

    async def noted(*given: Any) -> str | None:
        asked.append(server)
        return await think(*given)

    monkeypatch.setattr(server.application.bots, "think", noted)
