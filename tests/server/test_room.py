"""Playing at a table over real sockets: who may do what, in which order everybody hears of it, and what a retry does."""

from __future__ import annotations

import asyncio
import json
import sqlite3
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import create_engine

import rondel
from rondel.server.arena import Arena
from rondel.server.bots import BotPool
from rondel.server.connection import Connection
from rondel.server.protocol import VERSION, NewSeat, NewTable, Terms
from rondel.server.sqlite_store import SqliteStore
from rondel.server.store import Log
from rondel.server.surroundings import Surroundings
from rondel.server.upkeep.holdings import forget
from tests.server.harness import Client, Json, Running, bot, free, joined, me, opened

pytestmark = pytest.mark.anyio

WIN = [("x", "a1"), ("o", "a2"), ("x", "b1"), ("o", "b2"), ("x", "c1")]


async def play_out(clients: dict[str, Client]) -> None:
    """Play tic-tac-toe so that x wins; each client sees every position before it answers."""
    for role, cell in WIN:
        update = await clients[role].play(role, f"mark({cell})")
        for client in clients.values():
            await client.until(update["seq"])


def stored(server: Running, table: str) -> list[tuple[Any, ...]]:
    connection = sqlite3.connect(server.database)
    try:
        return connection.execute(
            "SELECT seq, round, kind, role, move FROM answers WHERE table_id = ? ORDER BY seq", (table,)
        ).fetchall()
    finally:
        connection.close()


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
            assert told == shadow.events(0, role), "each client hears each event once, in order"
            numbers = [message["seq"] for message in client.heard if message["type"] == "update"]
            assert numbers == list(range(1, len(numbers) + 1))
    assert len(stored(server, table)) == shadow_answers(shadow)


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


@pytest.mark.parametrize("name", rondel.games())
async def test_every_game_can_be_hosted_to_its_end(server: Running, name: str) -> None:
    """The server knows no game by name: random bots play each of them, with the fewest and with the most players."""
    offered = {each["name"]: each for each in server.get("/api/games").json()}[name]
    for count in sorted({offered["fewest"], len(offered["roles"])}):
        created = server.create(name, *(bot(role) for role in offered["roles"][:count]))
        async with joined(server, created["table"]) as watcher:
            while not watcher.heard[-1]["views"]["observer"]["over"]:
                await watcher.hear("update")
            last = watcher.heard[-1]
        async with joined(server, created["table"]) as later:
            assert later.welcome["views"] == last["views"]


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
    assert stored(server, created["table"]) == []


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
        with create_engine(f"sqlite:///{server.database}").begin() as connection:
            assert forget(connection, created["table"]) > 0
        for cell in ("a1", "a2"):
            answer = await client.ask(client.message("play", role="o" if begun else "x", move=f"mark({cell})"))
            assert (answer["type"], answer["code"]) == ("refused", "unknown_table")
    assert stored(server, created["table"]) == []


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
    assert len(stored(server, created["table"])) == 1


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
    assert len(stored(server, created["table"])) == 1


# -- retries -----------------------------------------------------------------------------------------------------------


async def test_a_message_sent_twice_has_one_effect_and_one_answer(server: Running) -> None:
    created = server.create("tic_tac_toe", me("x"), me("o"))
    async with joined(server, created["table"], created["tokens"].values()) as client:
        message = client.message("play", role="x", move="mark(a1)")
        first = await client.ask(message)
        await client.until(1)
        assert await client.ask(message) == first
        await client.play("o", "mark(b2)")
        assert await client.ask(message) == first
        async with joined(server, created["table"], [created["tokens"]["x"]]) as another:
            assert await another.ask(message) == first
        changed = await client.ask({**message, "move": "mark(c3)"})
        assert changed["code"] == "duplicate_id"
    assert [row[4] for row in stored(server, created["table"])] == ["mark(a1)", "mark(b2)"]


async def test_one_message_over_many_connections_at_once_has_one_effect(server: Running) -> None:
    created = server.create("tic_tac_toe", me("x"), me("o"))
    message = {"type": "play", "id": "once", "role": "x", "move": "mark(a1)", "seq": 0}

    async def send() -> Json:
        async with joined(server, created["table"], created["tokens"].values()) as client:
            return await client.ask(message)

    answers = await asyncio.gather(*(send() for _ in range(20)))
    assert answers == [{"type": "accepted", "id": "once", "seq": 1}] * 20
    assert len(stored(server, created["table"])) == 1


async def test_an_id_used_before_is_refused_for_a_new_answer_and_changes_nothing(server: Running) -> None:
    created = server.create("tic_tac_toe", me("x"), me("o"))
    async with joined(server, created["table"], created["tokens"].values()) as client:
        message = client.message("play", role="x", move="mark(a1)")
        await client.ask(message)
        await client.until(1)
        await client.play("o", "mark(b2)")
        answer = await client.ask({**message, "move": "mark(c3)", "seq": 2})
        assert answer["code"] == "duplicate_id"
        await client.play("x", "mark(c3)")
    assert [row[4] for row in stored(server, created["table"])] == ["mark(a1)", "mark(b2)", "mark(c3)"]


async def test_fifty_answers_at_once_to_one_position_have_one_winner(server: Running) -> None:
    created = server.create("tic_tac_toe", me("x"), me("o"))
    table, token = created["table"], created["tokens"]["x"]

    async def try_it(number: int) -> Json:
        async with joined(server, table, [token]) as client:
            cell = f"{'abc'[number % 3]}{number // 3 % 3 + 1}"
            return await client.ask({"type": "play", "id": f"race-{number}", "role": "x", "move": f"mark({cell})", "seq": 0})

    answers = await asyncio.gather(*(try_it(number) for number in range(50)))
    assert sum(answer["type"] == "accepted" for answer in answers) == 1
    assert {answer["code"] for answer in answers if answer["type"] == "refused"} == {"stale"}
    assert len(stored(server, table)) == 1


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
    assert [row[2] for row in stored(server, created["table"])] == ["play"]


async def test_an_undo_sent_twice_takes_back_once(server: Running) -> None:
    created = server.create("tic_tac_toe", me("x"), me("o"))
    async with joined(server, created["table"], created["tokens"].values()) as both:
        for role, cell in WIN[:3]:
            await both.play(role, f"mark({cell})")
        message = both.message("undo", role="x")
        first = await both.ask(message)
        await both.until(4)
        assert await both.ask(message) == first
        assert len(stored(server, created["table"])) == 4


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
        welcome = await bob.hear("welcome")
        assert (welcome["seq"], welcome["table"]["round"], welcome["roles"]) == (6, 2, ["o"])
        assert welcome["events"] == {"o": []}
        await ada.until(6)
        assert await ada.ask(message) == answer, "asked twice, started once"
        assert (await bob.ask(bob.message("again")))["code"] == "not_over"
        await play_out({"x": ada, "o": bob})
        assert ada.seq == 11
    assert [row[1] for row in stored(server, table)] == [1] * 5 + [2] * 6


# -- coming and going --------------------------------------------------------------------------------------------------


async def test_a_page_that_is_reloaded_goes_on_where_it_was(server: Running) -> None:
    created = server.create("tic_tac_toe", me("x"), me("o"))
    table, tokens = created["table"], created["tokens"].values()
    async with joined(server, table, tokens) as client:
        await client.play("x", "mark(a1)")
        left = client.heard[-1]
    async with joined(server, table, tokens) as client:
        assert client.welcome["seq"] == 1
        assert client.welcome["views"] == left["views"]
        assert [event["seq"] for event in client.welcome["events"]["x"]] == [0]
        await client.play("o", "mark(b2)")


async def test_who_was_away_is_told_what_it_missed_once_and_in_order(server: Running) -> None:
    """A client that is cut off again and again hears each event once; so it does where it has been away for a whole game."""
    created = server.create("tic_tac_toe", me("x"), me("o"))
    table, tokens = created["table"], list(created["tokens"].values())
    async with joined(server, table, tokens) as stays:
        told: list[Json] = []
        since = {"seq": 0, "events": {"x": 0, "o": 0}}
        for number, (role, cell) in enumerate(WIN):
            if number % 2 == 0:
                async with opened(server) as comes:
                    answer = await comes.hello(table, tokens, since)
                    assert (answer["type"], answer["seq"], answer["roles"]) == ("resumed", number, ["x", "o"])
                    assert answer["views"] == stays.heard[-1]["views"]
                    told += answer["events"]["x"]
                    since = {"seq": number, "events": {role: len(told) for role in ("x", "o")}}
            await stays.play(role, f"mark({cell})")
        async with opened(server) as comes:
            told += (await comes.hello(table, tokens, since))["events"]["x"]
        assert [event["seq"] for event in told] == list(range(len(told)))
        heard = [event for message in stays.heard for event in message.get("events", {}).get("x", [])]
        assert told == [{**event, "changes": []} for event in heard]
        await stays.ask(stays.message("again"))
        await stays.until(6)
        async with opened(server) as comes:
            assert (await comes.hello(table, tokens, since))["type"] == "welcome", "it was at another game"
            assert (await comes.hello(table, tokens[:1], {"seq": 6, "events": {"x": 0, "o": 0}}))["type"] == "welcome"
            assert (await comes.hello(table, tokens[:1], {"seq": 6, "events": {"x": 0}}))["type"] == "resumed"


async def test_a_long_game_is_opened_from_a_snapshot_and_nobody_notices(server: Running, tmp_path: Path) -> None:
    """What was stored before the snapshot is never looked at: here it could not even be replayed."""
    created = server.create("chess", me("white"), me("black"))
    table, tokens = created["table"], created["tokens"].values()
    async with joined(server, table, tokens) as client:
        shuffle = ["Nf3", "Nf6", "Ng1", "Ng8"]
        while client.seq < 85:
            view = client.heard[-1]["views"]
            role = view["white"]["active"][0]
            wanted = [move for move in view[role]["moves"] if shuffle[client.seq % 4] in move["text"]]
            last = await client.play(role, (wanted or view[role]["moves"])[0]["text"])
    connection = sqlite3.connect(server.database)
    connection.execute("UPDATE answers SET move = 'gone' WHERE table_id = ? AND seq < 60", (table,))
    connection.commit()
    connection.close()
    with Running(server.database.parent) as later:
        async with joined(later, table, tokens) as client:
            assert client.welcome["views"] == last["views"]
            assert [event["seq"] for event in client.welcome["events"]["white"]] == list(range(85))
            assert (await client.play("black", last["views"]["black"]["moves"][0]["text"]))["seq"] == 86


async def test_everybody_hears_who_comes_and_goes(server: Running) -> None:
    created = server.create("tic_tac_toe", me("x", "Ada"), free("o"))
    table = created["table"]
    async with joined(server, table, created["tokens"].values()) as ada:
        taken = server.post(f"/api/tables/{table}/seat", {"invite": created["invite"], "name": "Bob"}).json()
        assert (await ada.hear("seats"))["seats"][1] == {
            "role": "o",
            "kind": "person",
            "name": "Bob",
            "present": False,
            "bot": "",
            "number": 0,
            "badge": "",
        }
        async with joined(server, table, [taken["token"]]):
            assert (await ada.hear("seats"))["seats"][1]["present"] is True
            async with joined(server, table, [taken["token"]]):
                pass  # a second tab of the same person changes nothing for the others
        assert (await ada.hear("seats"))["seats"][1]["present"] is False
        assert [message["type"] for message in ada.heard] == ["welcome", "seats", "seats", "seats"]


async def test_whoever_may_undo_no_longer_once_somebody_sits_down_hears_so(server: Running) -> None:
    created = server.create("tic_tac_toe", me("x"), free("o"))
    table = created["table"]
    async with joined(server, table, created["tokens"].values()) as ada, joined(server, table) as watcher:
        played = await ada.play("x", "mark(a1)")
        assert played["undoable"] == ["x"], "nobody is there to be asked"
        await watcher.until(1)
        server.post(f"/api/tables/{table}/seat", {"invite": created["invite"]})
        told = await ada.hear("update")
        assert told == {**played, "undoable": [], "events": {"x": []}}
        assert [message["type"] for message in ada.heard[-2:]] == ["seats", "update"]
        await watcher.ask({"type": "ping"})
        assert [message["type"] for message in watcher.heard] == ["welcome", "update", "seats", "pong"], "nothing new for them"
        refused = await ada.ask(ada.message("undo", role="x"))
        assert refused["code"] == "undo_barrier"


async def test_somebody_who_watches_may_sit_down_on_the_same_connection(server: Running) -> None:
    created = server.create("tic_tac_toe", me("x"), free("o"))
    table = created["table"]
    async with joined(server, table) as client, joined(server, table, created["tokens"].values()) as ada:
        await ada.play("x", "mark(a1)")
        taken = server.post(f"/api/tables/{table}/seat", {"invite": created["invite"]}).json()
        answer = await client.hello(table, [taken["token"]])
        assert answer["roles"] == ["o"]
        await client.play("o", "mark(b2)")


async def test_one_connection_moves_from_table_to_table(server: Running) -> None:
    one = server.create("tic_tac_toe", me("x"), me("o"))
    two = server.create("tic_tac_toe", me("x"), me("o"))
    async with joined(server, one["table"], one["tokens"].values()) as client:
        await client.play("x", "mark(a1)")
        assert (await client.hello(two["table"], two["tokens"].values()))["seq"] == 0
        await client.play("x", "mark(b2)")
        async with joined(server, one["table"], one["tokens"].values()) as other:
            assert other.welcome["seq"] == 1
            await other.play("o", "mark(c3)")
        assert (await client.ask({"type": "ping"}))["type"] == "pong"
        assert "seats" not in [message["type"] for message in client.heard]


# -- faults ------------------------------------------------------------------------------------------------------------

BROKEN = """
from __future__ import annotations
from collections.abc import Iterable
from rondel import EVERYONE, ActivePlayer, Cell, Game, GameEnd, Grid, To, TokenKind, Face, _, on

Stone = TokenKind("stone", faces={"a": Face("disc"), "b": Face("ring")})

class Broken(Game):
    name = "broken_on_purpose"
    title = _("Broken")
    seats = ("a", "b")
    kinds = (Stone,)

    def setup(self) -> To[Turn]:
        self.board = self.add(Grid("board", rows=3, columns=3, visible_to=EVERYONE))
        return Turn

class Turn(ActivePlayer[Broken]):
    description = _("{actplayer} must put a stone")
    my_turn = _("{you} must put a stone")

    def args(self, game: Broken, role: str) -> dict[str, object]:
        if game.board["c3"] is not None:
            raise ZeroDivisionError("secret of the args")
        return {}

@on(Turn, _("{actplayer} puts {cell}"))
def put(game: Broken, cell: Cell) -> To[Turn] | To[GameEnd]:
    game.board.put(Stone(game.player), cell)
    if str(cell) == "b2":
        raise ValueError("secret of the rules")
    if str(cell) == "a3":
        raise RecursionError
    game.next_player()
    return Turn if len(game.board) < 5 else GameEnd

@put.options
def cells(game: Broken) -> Iterable[Cell]:
    return game.board.empty()
"""


async def test_rules_that_break_down_cost_one_answer_and_nothing_else(
    server: Running, tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    file = tmp_path / "broken.py"
    file.write_text(BROKEN)
    rondel.load(file)
    created = server.create("broken_on_purpose", me("a"), me("b"))
    healthy = server.create("tic_tac_toe", me("x"), me("o"))
    async with (
        joined(server, created["table"], created["tokens"].values()) as client,
        joined(server, healthy["table"], healthy["tokens"].values()) as other,
    ):
        await client.play("a", "put(a1)")
        for cell in ("b2", "a3", "c3"):  # raise in the action, raise deep down, raise while the views are built
            answer = await client.ask(client.message("play", role="b", move=f"put({cell})"))
            assert (answer["code"], answer["seq"]) == ("rules", None if answer["seq"] is None else 1)
            assert "secret" not in answer["message"]
            await other.ask({"type": "ping"})
        update = await client.play("b", "put(b1)")
        assert [token["at"] for token in update["views"]["a"]["containers"]["board"]["tokens"]] == ["a1", "b1"]
        assert len(update["events"]["a"]) == 1
        await other.play("x", "mark(a1)")
    assert [row[4] for row in stored(server, created["table"])] == ["put(a1)", "put(b1)"]
    assert "secret of the rules" in caplog.text, "the host is told what the players are not"


async def test_an_answer_that_cannot_be_stored_does_not_count(server: Running) -> None:
    created = server.create("tic_tac_toe", me("x"), me("o"))
    table, tokens = created["table"], created["tokens"]
    async with joined(server, table, [tokens["x"]]) as ada, joined(server, table, [tokens["o"]]) as bob:
        breaking = sqlite3.connect(server.database)
        breaking.execute(
            "CREATE TRIGGER full BEFORE INSERT ON answers WHEN NEW.table_id = '" + table + "'"
            " BEGIN SELECT RAISE(ROLLBACK, 'database or disk is full'); END"
        )
        message = ada.message("play", role="x", move="mark(a1)")
        answer = await ada.ask(message)
        breaking.execute("DROP TRIGGER full")
        breaking.close()
        assert answer["code"] == "not_saved"
        assert (await ada.ask(message))["type"] == "accepted", "the same message counts once the store is back"
        update = await bob.until(1)
        assert len(update["events"]["o"]) == 1
        assert [message["type"] for message in bob.heard] == ["welcome", "update"]


async def test_a_table_that_no_longer_replays_is_marked_kept_and_played_on_when_it_does_again(server: Running) -> None:
    created = server.create("tic_tac_toe", me("x"), me("o"))
    healthy = server.create("tic_tac_toe", me("x"), me("o"))
    table, tokens = created["table"], created["tokens"].values()
    async with joined(server, table, tokens) as client:
        await client.play("x", "mark(a1)")

    def change(move: str) -> str | None:
        """Have the log say that this was played; returns how the table is marked."""
        connection = sqlite3.connect(server.database)
        (mark,) = connection.execute("SELECT fault FROM tables WHERE id = ?", (table,)).fetchone()
        connection.execute("UPDATE answers SET move = ? WHERE table_id = ?", (move, table))
        connection.commit()
        connection.close()
        return None if mark is None else str(mark)

    assert change("mark_as_it_was_then(a1)") is None
    with Running(server.database.parent) as later:
        async with opened(later) as client:
            assert (await client.hello(table, tokens))["code"] == "frozen"
            assert (await client.hello(healthy["table"], healthy["tokens"].values()))["type"] == "welcome"
        assert later.get(f"/api/tables/{table}").json()["code"] == "frozen"
    assert len(stored(server, table)) == 1
    mark = change("mark(a1)")
    assert mark is not None
    assert f"answer 1 of table {table}, 'mark_as_it_was_then(a1)' by x, fails" in mark
    with Running(server.database.parent) as mended:
        async with joined(mended, table, tokens) as client:
            await client.play("o", "mark(b2)")
    assert change("mark(a1)") is None, "the mark is gone"


async def test_a_table_that_cannot_be_read_is_not_said_to_be_broken(server: Running) -> None:
    """Whatever a database may say: only rules that do not fit the answers mark a table."""
    created = server.create("tic_tac_toe", me("x"), me("o"))
    table, tokens = created["table"], created["tokens"].values()
    async with joined(server, table, tokens) as client:
        await client.play("x", "mark(a1)")
    with Running(server.database.parent) as later:
        connection = sqlite3.connect(server.database)
        connection.execute("ALTER TABLE answers RENAME TO elsewhere")
        async with opened(later) as client:
            assert (await client.hello(table, tokens))["code"] == "unavailable"
            connection.execute("ALTER TABLE elsewhere RENAME TO answers")
            assert (await client.hello(table, tokens))["type"] == "welcome"
        assert connection.execute("SELECT fault FROM tables WHERE id = ?", (table,)).fetchone() == (None,)
        connection.close()


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
    assert [row[4] for row in stored(server, table)] == ["mark(a1)", "mark(c3)"]


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


class Slow(SqliteStore):
    """A store that reads a log when it may."""

    def __init__(self, path: Path) -> None:
        super().__init__(path)
        self.may, self.asked = asyncio.Event(), asyncio.Event()
        self.may.set()

    async def log(self, table: str, before: int | None = None) -> Log:
        self.asked.set()
        await self.may.wait()
        return await super().log(table, before)


def connected(arena: Arena) -> tuple[Connection, list[Json]]:
    """Somebody's connection, and what they have heard."""
    heard: list[Json] = []
    return Connection(arena, lambda *frames: heard.extend([json.loads(each) for each in frames])), heard


def hello(table: str, token: str) -> str:
    return json.dumps({"type": "hello", "version": VERSION, "table": table, "tokens": [token]})


async def test_who_goes_to_another_table_while_seats_rotate_is_shown_no_hand_of_the_table_they_left(tmp_path: Path) -> None:
    """There they may play the very role that somebody else has here by now."""
    store = Slow(tmp_path / "arena.sqlite3")
    arena = Arena(Surroundings(store, BotPool()))
    seats = (NewSeat("x", "me"), NewSeat("o", "me"))
    here, there = [await arena.create(NewTable("tic_tac_toe", seats, terms=Terms(rotate=each))) for each in (True, False)]
    (ada, by_ada), (bob, by_bob), (guard, _) = [connected(arena) for _ in range(3)]
    for who, table, role in ((guard, there, "x"), (ada, here, "x"), (bob, here, "o")):
        await who.receive(hello(table.table, table.tokens[role]))
    await ada.receive(json.dumps({"type": "resign", "id": "1", "role": "x", "seq": 0}))
    store.may.clear()
    store.asked.clear()
    rotating = asyncio.create_task(ada.receive(json.dumps({"type": "again", "id": "2"})))
    await store.asked.wait()
    await bob.receive(hello(there.table, there.tokens["o"]))  # it is in memory, so nothing is read
    store.may.set()
    await rotating
    for heard, shown in (
        (by_ada, [(here.table, ["x"]), (here.table, ["o"])]),
        (by_bob, [(here.table, ["o"]), (there.table, ["o"])]),
    ):
        welcomes = [(each["table"]["id"], each["roles"]) for each in heard if each["type"] == "welcome"]
        assert welcomes == shown
    for each in (ada, bob, guard):
        each.gone()
    await arena.close()
