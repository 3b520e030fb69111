"""Playing at a table over real sockets: rights, the order of broadcasts, and retries."""

from __future__ import annotations

import asyncio
import sqlite3
from pathlib import Path

import pytest
from sqlalchemy import create_engine
from websockets.exceptions import ConnectionClosed

import rondel
from rondel.server.live.bots.bot_pool import BotPool
from rondel.server.live.services import Services
from rondel.server.live.table_registry import TableRegistry
from rondel.server.ops.database import delete_table
from rondel.server.protocol import NewSeat, PerMove, Play, Since, Terms
from rondel.server.protocol.refused import Refusal
from rondel.server.table.entries import hashed
from rondel.server.table.log.entries import Answer
from rondel.server.transport.routes.socket import RESYNC
from tests.conftest import sampled
from tests.server.harness import WIN, Client, Json, Running, bot, free, joined, me, opened
from tests.server.table_parts import Page, shared_table

pytestmark = pytest.mark.anyio


async def play_out(clients: dict[str, Client]) -> None:
    """Play tic-tac-toe so that x wins; each client sees every position before it answers."""
    for role, cell in WIN:
        update = await clients[role].play(role, f"mark({cell})")
        for client in clients.values():
            await client.until(update["seq"])


# -- playing -----------------------------------------------------------------------------------------------------------


async def test_two_people_play_a_whole_game_of_reversi_and_a_third_watches(server: Running) -> None:
    created = server.create("reversi", me("black", "Ada"), free("white"))
    table = created["table"]
    taken = server.post(f"/api/tables/{table}/seat", {"invite": created["invite"], "name": "Bob"}).json()
    assert taken["role"] == "white"
    shadow = rondel.new("reversi")
    async with (
        joined(server, table, [created["tokens"]["black"]]) as ada,
        joined(server, table, [taken["token"]]) as bob,
        joined(server, table) as watcher,
    ):
        clients = {"black": ada, "white": bob}
        assert watcher.welcome["roles"] == []
        assert list(watcher.welcome["views"]) == ["observer"]
        assert [(seat["name"], seat["present"]) for seat in watcher.welcome["table"]["seats"]] == [("Ada", True), ("Bob", True)]
        while not shadow.is_over:
            (role,) = shadow.active
            moves = [str(move) for move in shadow.moves(role)]
            view = clients[role].heard[-1]["views"][role]
            assert [move["text"] for move in view["moves"]] == moves
            shadow.push(moves[len(moves) // 2], role)
            update = await clients[role].play(role, moves[len(moves) // 2])
            for client in (ada, bob, watcher):
                await client.until(update["seq"])
        for client, role in ((ada, "black"), (bob, "white"), (watcher, "observer")):
            assert client.heard[-1]["views"][role] == shadow.view(role)
            told = [event for message in client.heard for event in message.get("events", {}).get(role, [])]
            assert {event.pop("move") for event in told} == set(range(1, update["seq"] + 1)), "each event has its move's number"
            assert told == shadow.events(0, role), "each client hears each event once, in order"
            numbers = [message["seq"] for message in client.heard if message["type"] == "update"]
            assert numbers == list(range(1, len(numbers) + 1))
    assert len(server.stored(table)) == shadow_answers(shadow)


def shadow_answers(game: rondel.Game) -> int:
    return len(game.record()["answers"])


async def test_a_client_hears_accepted_before_its_update(server: Running) -> None:
    created = server.create("tic_tac_toe", me("x"), me("o"))
    async with joined(server, created["table"], created["tokens"].values()) as client:
        await client.play("x", "mark(b2)")
        assert [message["type"] for message in client.heard] == ["welcome", "accepted", "update"]


async def test_one_connection_plays_both_seats_on_one_screen(server: Running) -> None:
    created = server.create("tic_tac_toe", me("x", "Ada"), me("o", "Bob"))
    async with joined(server, created["table"], created["tokens"].values()) as both:
        assert both.welcome["roles"] == ["x", "o"]
        assert set(both.welcome["views"]) == {"x", "o"}
        await play_out({"x": both, "o": both})
        assert both.heard[-1]["views"]["o"]["winners"] == ["x"]


async def test_a_bot_answers_until_the_game_is_over(server: Running) -> None:
    created = server.create("reversi", bot("black"), me("white"))
    async with joined(server, created["table"], created["tokens"].values()) as client:
        view = client.welcome["views"]["white"]
        while not view["over"]:
            if view["moves"]:
                view = (await client.play("white", view["moves"][0]["text"]))["views"]["white"]
            else:
                view = (await client.hear("update"))["views"]["white"]
        assert sum(view["scores"].values()) <= 64


async def test_two_bots_play_while_somebody_watches(server: Running) -> None:
    created = server.create("tic_tac_toe", bot("x"), bot("o"))
    async with joined(server, created["table"]) as watcher:
        while not (await watcher.hear("update"))["views"]["observer"]["over"]:
            pass
    assert created["tokens"] == {}


SHORT: dict[str, Json] = {
    "crazy_eights": {"one_deal": True},
    "gin_rummy": {"one_deal": True},
    "hearts": {"target": 1},
}
"""Options with which a game lasts a deal or two."""


@pytest.mark.parametrize("name", sampled(rondel.games(), rondel.games()[::5]))
async def test_every_game_can_be_hosted_to_its_end(server: Running, name: str) -> None:
    """The server knows no game by name: random bots play each of them, with the fewest and with the most players."""
    offered = {each["name"]: each for each in server.get("/api/games").json()}[name]
    for count in sorted({offered["fewest"], len(offered["roles"])}):
        seats = [bot(role) for role in offered["roles"][:count]]
        created = server.create(name, *seats, options=SHORT.get(name, {}))
        last = await watched_to_its_end(server, created["table"])
        async with joined(server, created["table"]) as later:
            assert later.welcome["views"] == last["views"]


async def watched_to_its_end(server: Running, table: str) -> Json:
    """The last update of a game. Bots that wait for nobody may say more at once than is read on a busy machine: then one comes
    again, as the page does."""
    while True:
        try:
            async with joined(server, table) as watcher:
                while not watcher.heard[-1]["views"]["observer"]["over"]:
                    await watcher.hear("update")
                return watcher.heard[-1]
        except ConnectionClosed as closed:
            if closed.rcvd is None or closed.rcvd.code != RESYNC:
                raise


# -- who may -----------------------------------------------------------------------------------------------------------


async def test_an_observer_cannot_play_nor_undo_nor_start_again(server: Running) -> None:
    created = server.create("tic_tac_toe", me("x"), free("o"))
    async with joined(server, created["table"]) as watcher:
        for message in (
            watcher.message("play", role="x", move="mark(a1)"),
            watcher.message("undo", role="x"),
            watcher.message("again"),
        ):
            answer = await watcher.ask(message)
            assert (answer["code"], answer["id"], answer["seq"]) == ("not_seated", message["id"], 0)
    assert server.stored(created["table"]) == []


async def test_only_those_who_play_look_on_where_the_terms_say_so(server: Running) -> None:
    created = server.create("tic_tac_toe", me("x"), free("o"), terms={"watchable": False})
    async with opened(server) as stranger:
        answer = await stranger.hello(created["table"])
        assert (answer["type"], answer["code"]) == ("refused", "not_seated")
        assert answer["message"] == "by the terms of this table only those who play may look on"
        async with joined(server, created["table"], created["tokens"].values()) as ada:
            await ada.play("x", "mark(b2)")
        await stranger.ask({"type": "ping"})
        assert [each["type"] for each in stranger.heard] == ["refused", "pong"], "nothing of the game was told"


@pytest.mark.parametrize("begun", [True, False])
async def test_a_table_that_its_host_deletes_takes_no_more_answers(server: Running, begun: bool) -> None:
    created = server.create("tic_tac_toe", me("x"), me("o"))
    async with joined(server, created["table"], created["tokens"].values()) as client:
        if begun:
            await client.play("x", "mark(b2)")
        engine = create_engine(f"sqlite:///{server.database}")
        with engine.begin() as connection:
            assert delete_table(connection, created["table"]) > 0
        engine.dispose()
        for cell in ("a1", "a2"):
            answer = await client.ask(client.message("play", role="o" if begun else "x", move=f"mark({cell})"))
            assert (answer["type"], answer["code"]) == ("refused", "unknown_table")
    assert server.stored(created["table"]) == []


async def test_nobody_plays_a_seat_of_somebody_else_or_of_nobody(server: Running) -> None:
    created = server.create("tic_tac_toe", me("x"), free("o"))
    async with joined(server, created["table"], created["tokens"].values()) as client:
        await client.play("x", "mark(a1)")
        answer = await client.ask(client.message("play", role="o", move="mark(a2)"))
        assert answer["code"] == "not_seated"
        answer = await client.ask(client.message("play", role="nobody", move="mark(a2)"))
        assert answer["code"] == "unknown_role"


async def test_a_wrong_token_joins_nothing(server: Running) -> None:
    created = server.create("tic_tac_toe", me("x"), me("o"))
    other = server.create("tic_tac_toe", me("x"), me("o"))
    good = created["tokens"]["x"]
    for wrong in ("", "x", good[:-1], good + "=", other["tokens"]["x"], created["invite"], "\x00", "ü" * 40):
        async with opened(server) as client:
            answer = await client.hello(created["table"], [good, wrong])
            assert answer["code"] == "unknown_seat"
            assert (await client.ask(client.message("play", role="x", move="mark(a1)")))["code"] == "not_seated"
            # Nothing that happens at the table reaches it.
            async with joined(server, created["table"]):
                pass
            assert (await client.ask({"type": "ping"}))["type"] == "pong"
            assert [message["type"] for message in client.heard] == ["refused", "refused", "pong"]


async def test_a_stale_or_early_answer_is_refused_and_says_where_the_table_is(server: Running) -> None:
    created = server.create("tic_tac_toe", me("x"), me("o"))
    async with joined(server, created["table"], created["tokens"].values()) as client:
        await client.play("x", "mark(a1)")
        for seq in (0, 2, -1, 10**15):
            answer = await client.ask({**client.message("play", role="o", move="mark(b1)"), "seq": seq})
            assert (answer["code"], answer["seq"]) == ("stale", 1)
    assert len(server.stored(created["table"])) == 1


async def test_illegal_answers_are_refused_with_the_engines_codes(server: Running) -> None:
    created = server.create("tic_tac_toe", me("x"), me("o"))
    async with joined(server, created["table"], created["tokens"].values()) as client:
        await client.play("x", "mark(a1)")
        codes = {
            move: (await client.ask(client.message("play", role="o", move=move)))["code"]
            for move in ("mark(a1)", "mark(z9)", "nonsense", "", "mark(", "__class__", "enter", "mark(a1,a2)", "undo")
        }
        assert set(codes.values()) <= {"illegal_move", "malformed_move"}, codes
        answer = await client.ask(client.message("play", role="x", move="mark(b1)"))
        assert answer["code"] == "not_your_turn"
    assert len(server.stored(created["table"])) == 1


# -- undo and again ----------------------------------------------------------------------------------------------------


async def test_undo_against_a_bot_takes_back_the_bots_reply_too(server: Running) -> None:
    created = server.create("reversi", me("black"), bot("white"))
    async with joined(server, created["table"], created["tokens"].values()) as client:
        before = client.welcome["views"]["black"]
        await client.play("black", "play_disc(d3)")
        await client.until(2)
        answer = await client.ask(client.message("undo", role="black"))
        assert (answer["type"], answer["seq"]) == ("accepted", 3)
        update = await client.until(3)
        [undone] = update["events"]["black"]
        assert (undone["name"], undone["args"]["since"], undone["args"]["until"]) == ("undo", 0, 2)
        assert {**update["views"]["black"], "progress": 0} == {**before, "progress": 0}
        await client.play("black", "play_disc(c4)")
        again = await client.ask(client.message("undo", role="white"))
        assert again["code"] == "not_seated"


async def test_undo_on_one_screen_needs_nobody_else(server: Running) -> None:
    created = server.create("tic_tac_toe", me("x"), me("o"))
    async with joined(server, created["table"], created["tokens"].values()) as both:
        await both.play("x", "mark(a1)")
        await both.ask(both.message("undo", role="x"))
        await both.until(2)
        await both.play("x", "mark(a1)")
        assert await both.ask(both.message("undo", role="o")) == {
            "type": "refused",
            "id": both.heard[-1]["id"],
            "code": "nothing_to_undo",
            "message": both.heard[-1]["message"],
            "seq": 3,
        }


async def test_undo_against_a_person_stops_at_the_barrier(server: Running) -> None:
    created = server.create("tic_tac_toe", me("x"), me("o"))
    async with joined(server, created["table"], [created["tokens"]["x"]]) as client:
        await client.play("x", "mark(a1)")
        answer = await client.ask(client.message("undo", role="x"))
        assert (answer["code"], answer["seq"]) == ("undo_barrier", 1)
    assert [row[2] for row in server.stored(created["table"])] == ["play"]


async def test_an_undo_sent_twice_takes_back_once(server: Running) -> None:
    created = server.create("tic_tac_toe", me("x"), me("o"))
    async with joined(server, created["table"], created["tokens"].values()) as both:
        for role, cell in WIN[:3]:
            await both.play(role, f"mark({cell})")
        message = both.message("undo", role="x")
        first = await both.ask(message)
        await both.until(4)
        assert await both.ask(message) == first
        assert len(server.stored(created["table"])) == 4


async def test_the_next_game_starts_at_the_same_table_and_the_numbers_go_on(server: Running) -> None:
    created = server.create("tic_tac_toe", me("x"), me("o"))
    table, tokens = created["table"], created["tokens"]
    async with joined(server, table, [tokens["x"]]) as ada, joined(server, table, [tokens["o"]]) as bob:
        early = await ada.ask(ada.message("again"))
        assert early["code"] == "not_over"
        await play_out({"x": ada, "o": bob})
        late = await bob.ask(bob.message("play", role="o", move="mark(c3)"))
        assert late["code"] == "game_over"
        message = ada.message("again")
        answer = await ada.ask(message)
        assert answer == {"type": "accepted", "id": message["id"], "seq": 6}
        assert await ada.ask(message) == answer, "asked twice, offered once"
        await bob.until(6)
        last = bob.message("again")
        assert (await bob.ask(last))["seq"] == 7
        welcome = await bob.hear("welcome")
        assert (welcome["seq"], welcome["table"]["round"], welcome["roles"]) == (7, 2, ["x"]), "two change seats"
        assert welcome["events"] == {"x": []}
        await ada.until(7)
        assert (await bob.ask(last))["seq"] == 7, "asked twice, started once"
        assert (await ada.ask(ada.message("again")))["code"] == "not_over"
        await play_out({"x": bob, "o": ada})
        assert ada.seq == 12
    assert [row[1] for row in server.stored(table)] == [1] * 6 + [2] * 6


# -- one table, whatever happens ---------------------------------------------------------------------------------------


async def test_two_servers_on_one_database_never_fork_a_table(server: Running, tmp_path: Path) -> None:
    with Running(server.database.parent) as second:
        created = server.create("tic_tac_toe", me("x"), me("o"))
        table, tokens = created["table"], created["tokens"]
        async with joined(server, table, tokens.values()) as here, joined(second, table, tokens.values()) as there:
            await here.play("x", "mark(a1)")
            answer = await there.ask(there.message("play", role="x", move="mark(c3)"))
            assert (answer["code"], answer["seq"]) == ("stale", 1)
            assert (await there.until(1))["views"]["o"]["moves"], "the other server has caught up and shows it"
            await there.play("o", "mark(c3)")
    assert [row[4] for row in server.stored(table)] == ["mark(a1)", "mark(c3)"]


async def test_the_seed_and_the_tokens_are_in_no_message(server: Running) -> None:
    created = server.create("tic_tac_toe", me("x"), me("o"))
    table = created["table"]
    connection = sqlite3.connect(server.database)
    (seed,) = connection.execute("SELECT seed FROM tables WHERE id = ?", (table,)).fetchone()
    connection.close()
    assert len(seed) == 32
    async with joined(server, table, [created["tokens"]["x"]]) as ada, joined(server, table, [created["tokens"]["o"]]) as bob:
        await play_out({"x": ada, "o": bob})
        heard = repr(ada.heard) + repr(bob.heard) + server.get(f"/api/tables/{table}").text
    for secret in (seed.hex(), repr(seed), *created["tokens"].values(), created["invite"], '"seed"', "'seed'"):
        assert secret not in heard


async def test_tokens_are_not_in_the_database(server: Running) -> None:
    created = server.create("tic_tac_toe", me("x"), me("o"))
    connection = sqlite3.connect(server.database)
    dumped = "\n".join(connection.iterdump())
    connection.close()
    for secret in (*created["tokens"].values(), created["invite"]):
        assert secret not in dumped


async def test_who_says_to_have_seen_more_than_there_is_has_no_table_opened_anew(tmp_path: Path) -> None:
    """It would cost far more than to be welcomed, and anybody may say so."""
    async with shared_table(tmp_path) as shared:
        arena = TableRegistry(Services(shared.store, BotPool()))
        table = await arena.table(shared.table)
        page = Page()
        await table.join(page, ())
        opened = table._loader.table
        await table.join(page, (), Since(7, {"observer": 0}))
        assert table._loader.table is opened
        await shared.store.append(Answer(shared.table, 1, 1, "play", "x", "mark(b2)"))
        await table.join(page, (), Since(1, {"observer": 1}))
        assert [each["seq"] for each in page.heard if "seq" in each][-1] == 1, (
            "who has seen it at another node is not shown less"
        )
        await arena.close()


async def test_a_refused_message_wakes_the_bots_for_what_another_node_has_stored(tmp_path: Path) -> None:
    """The other node may be gone: then nobody else asks its bot."""
    seats = (NewSeat("x", "me"), NewSeat("o", "bot", "random"))
    async with shared_table(tmp_path, seats) as shared:
        arena = TableRegistry(Services(shared.store, BotPool()))
        table = await arena.table(shared.table)
        page = Page()
        await table.join(page, [hashed(shared.tokens["x"])])
        page.roles = ("x",)
        await shared.store.append(Answer(shared.table, 1, 1, "play", "x", "mark(b2)"))
        with pytest.raises(Refusal, match="stale"):
            await table.carry_out(page, Play("1", "x", "mark(a1)", 0))
        async with asyncio.timeout(60):
            while table.seq != 2:
                await asyncio.sleep(0.01)
        await arena.close()


async def test_a_beginning_that_could_not_be_stored_is_tried_again_though_nobody_says_anything(server: Running) -> None:
    created = server.create("tic_tac_toe", bot("x"), bot("o"), terms={"start": "full"})
    breaking = sqlite3.connect(server.database, isolation_level=None)
    breaking.execute("CREATE TRIGGER full BEFORE INSERT ON answers BEGIN SELECT RAISE(ROLLBACK, 'disk is full'); END")
    async with joined(server, created["table"]) as watcher:
        breaking.execute("DROP TRIGGER full")
        breaking.close()
        assert not watcher.welcome["standing"]["begun"]
        await watcher.until(1)
    assert server.stored(created["table"])[0][2] == "start"


async def test_a_table_that_cannot_be_looked_at_is_logged_once_until_it_can(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    """Players try again and again, and there may be many tables: a line a try would fill the host's disk."""
    async with shared_table(tmp_path, terms=Terms(clock=PerMove(60))) as shared:
        arena = TableRegistry(Services(shared.store, BotPool()))
        table = await arena.table(shared.table)
        why = ["unavailable"] * 50 + [""] + ["unavailable"] * 50

        async def is_tried() -> None:
            if code := why.pop(0):
                raise Refusal(code, "not now")

        monkeypatch.setattr(table._commands, "do_what_is_due", is_tried)
        while why:
            await table._look()
        assert caplog.text.count("cannot be looked at now: not now") == 2
        await arena.close()


async def test_where_the_rules_break_down_each_time_it_is_looked_ever_more_rarely(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Else a table at which a flag falls that the rules cannot take would cost the server, and its log, a failure a second."""
    async with shared_table(tmp_path, terms=Terms(clock=PerMove(60))) as shared:
        arena = TableRegistry(Services(shared.store, BotPool()))
        table = await arena.table(shared.table)
        why: list[str] = ["rules"] * 8 + ["unavailable", "rules", "rules", ""] + ["rules"]

        async def is_tried() -> None:
            if code := why.pop(0):
                raise Refusal(code, "not now")

        monkeypatch.setattr(table._commands, "do_what_is_due", is_tried)
        waits = [await table._look() for _ in range(len(why))]
        assert waits[:8] == [1, 2, 4, 8, 16, 32, 60, 60]
        assert waits[8:] == [1, 60, 60, None, 1], "what else is in the way may be gone in a second"
        await arena.close()
