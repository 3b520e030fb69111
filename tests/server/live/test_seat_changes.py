"""Seat changes: seats are taken and opened in the store, and broadcast."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Sequence
from pathlib import Path

import pytest

from rondel.server.live.bots.bot_pool import BotPool
from rondel.server.live.services import Services
from rondel.server.live.table_registry import TableRegistry
from rondel.server.protocol import VERSION, Again, NewSeat, NewTable, Resign, Terms
from rondel.server.protocol.refused import Refusal
from rondel.server.storage.sqlite import SqliteStore
from rondel.server.storage.store import NoOpenSeat
from rondel.server.table.entries import SeatEntry, TableEntry, hashed
from rondel.server.table.log.entries import Answer, Log
from rondel.server.transport.ws_session import Connection
from tests.server.harness import Json
from tests.server.table_parts import shared_table

pytestmark = pytest.mark.anyio

FREE = (NewSeat("x", "me"), NewSeat("o", "open"))
BOB = SeatEntry("", "person", name="Bob", token_hash=hashed("bob"), holder="bob")


def opened(*roles: str) -> list[SeatEntry]:
    return [SeatEntry(role, "open") for role in roles]


async def test_who_sits_down_is_seen_by_all_and_stored(tmp_path: Path) -> None:
    async with shared_table(tmp_path, FREE) as shared:
        node = await shared.node()
        ada = await node.page(shared.tokens["x"])
        assert (await node.seat_changes.sit(BOB)).role == "o"
        assert (ada.kinds, ada.heard[-1]["seats"][1]["name"]) == (["welcome", "seats"], "Bob")
        assert node.noticed[-1].seats[1].name == "Bob"
        stored = await shared.store.find(shared.table)
        assert stored is not None
        assert stored.seats == node.loader.entry.seats
        with pytest.raises(NoOpenSeat):
            await node.seat_changes.sit(BOB)


async def test_who_sits_down_and_who_is_put_off_are_judged_by_the_seats_as_they_are_then(tmp_path: Path) -> None:
    """Another node has changed them meanwhile; nothing of what it has done is undone."""
    async with shared_table(tmp_path, FREE) as shared:
        here, there = await shared.node(), await shared.node()
        ada = await here.page(shared.tokens["x"])
        await there.seat_changes.sit(BOB)
        asked: list[str] = []

        def refused(entry: TableEntry) -> None:
            asked.append(entry.seats[1].name)
            raise Refusal("terms", "you have a seat already")

        with pytest.raises(Refusal, match="you have a seat already"):
            await here.seat_changes.sit(BOB, refused)
        assert asked == ["Bob"]
        assert ada.heard[-1]["table"]["seats"][1]["name"] == "Bob", "who is refused is not all that has happened"

        def leaving(entry: TableEntry) -> Sequence[SeatEntry]:
            return opened(*[seat.role for seat in entry.seats if seat.holder == "bob"])

        await here.seat_changes.change(leaving)
        assert ada.heard[-1]["type"] == "welcome"
        assert [seat["kind"] for seat in ada.heard[-1]["table"]["seats"]] == ["person", "open"]


async def test_somebody_who_sits_at_another_node_is_seen_here_with_the_next_who_sits_down(tmp_path: Path) -> None:
    seats = (NewSeat("north", "me"), *[NewSeat(role, "open") for role in ("east", "south", "west")])
    async with shared_table(tmp_path, seats, game="hearts") as shared:
        here, there = await shared.node(), await shared.node()
        ada = await here.page(shared.tokens["north"])
        await there.seat_changes.sit(BOB)
        assert (await here.seat_changes.sit(SeatEntry("", "person", name="Carol", token_hash=hashed("carol")))).role == "south"
        assert ada.kinds == ["welcome", "welcome", "seats"]
        assert [seat["name"] for seat in ada.heard[-1]["seats"]] == ["", "Bob", "Carol", ""]


async def test_nobody_is_put_off_once_the_game_has_begun_at_whichever_node(tmp_path: Path) -> None:
    async with shared_table(tmp_path) as shared:
        node = await shared.node()
        await node.loader.current()
        await shared.store.append(Answer(shared.table, 1, 1, "play", "x", "mark(b2)"))
        with pytest.raises(Refusal, match="begun"):
            await node.seat_changes.change(lambda entry: opened("o"))
        node.loader.note_newest(1)
        with pytest.raises(Refusal, match="begun"):
            await node.seat_changes.change(lambda entry: opened("o"))
        assert (await shared.node()).loader.entry.seats[1].kind == "person"


async def test_whose_seats_are_anothers_plays_no_more_where_they_are_nobodys(tmp_path: Path) -> None:
    async with shared_table(tmp_path, FREE) as shared:
        node = await shared.node()
        await node.seat_changes.sit(BOB)
        page = await node.page(holder="bob")
        await node.seat_changes.hand_over("bob", "robert", "")
        assert (page.roles, node.loader.entry.seats[1].name) == (("o",), "Bob"), "the page is as it was"
        await shared.store.append(Answer(shared.table, 1, 1, "play", "x", "mark(b2)"))
        node.loader.note_newest(1)
        await node.seat_changes.hand_over("robert", "", "Guest 7")
        assert page.roles == ()
        assert node.loader.entry.seats[1] == SeatEntry("o", "person", name="Guest 7")


async def test_who_is_gone_before_anything_has_happened_leaves_an_open_seat(tmp_path: Path) -> None:
    async with shared_table(tmp_path, FREE) as shared:
        node = await shared.node()
        await node.seat_changes.sit(BOB)
        page = await node.page(holder="bob")
        await shared.store.change_seats(shared.table, opened("o"), 1)  # as it is stored with who is gone
        await node.seat_changes.hand_over("bob", "", "Guest 7")
        assert page.roles == ()
        assert node.loader.entry.seats[1] == SeatEntry("o", "open")
        assert page.heard[-1]["seats"][1]["kind"] == "open"


async def test_who_takes_over_a_table_that_all_have_left_is_shown_that_they_are_host(tmp_path: Path) -> None:
    async with shared_table(tmp_path, FREE, Terms(start="host")) as shared:
        node = await shared.node()
        watcher = await node.page()
        await node.seat_changes.change(lambda entry: opened("x"))
        assert (node.loader.entry.host, watcher.heard[-1]["table"]["host"]) == ("", "")
        assert (await node.seat_changes.sit(BOB)).role == "x"
        assert (node.loader.entry.host, watcher.heard[-1]["table"]["host"]) == ("x", "x")


async def test_where_seats_rotate_everybody_moves_on_with_the_next_game(tmp_path: Path) -> None:
    async with shared_table(tmp_path, terms=Terms(rotate=True)) as shared:
        node = await shared.node()
        ada, bob = [await node.page(shared.tokens[role]) for role in "xo"]
        await node.commands.carry_out(ada, Resign("1", "x", 0), 0)
        await node.commands.carry_out(ada, Again("2"), 0)
        await node.commands.carry_out(bob, Again("3"), 0)
        assert (ada.roles, bob.roles) == (("o",), ("x",))
        assert bob.heard[-1]["roles"] == ["x"]


# -- over real sockets -------------------------------------------------------------------------------------------------


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


def connected(arena: TableRegistry) -> tuple[Connection, list[Json]]:
    """Somebody's connection, and what they have heard."""
    heard: list[Json] = []
    return Connection(arena, lambda *frames: heard.extend([json.loads(each) for each in frames])), heard


def hello(table: str, token: str) -> str:
    return json.dumps({"type": "hello", "version": VERSION, "table": table, "tokens": [token]})


async def test_who_goes_to_another_table_while_seats_rotate_is_shown_no_hand_of_the_table_they_left(tmp_path: Path) -> None:
    """There they may play the very role that somebody else has here by now."""
    store = Slow(tmp_path / "arena.sqlite3")
    arena = TableRegistry(Services(store, BotPool()))
    seats = (NewSeat("x", "me"), NewSeat("o", "me"))
    here, there = [await arena.create(NewTable("tic_tac_toe", seats, terms=Terms(rotate=each))) for each in (True, False)]
    (ada, by_ada), (bob, by_bob), (guard, _) = [connected(arena) for _ in range(3)]
    for who, table, role in ((guard, there, "x"), (ada, here, "x"), (bob, here, "o")):
        await who.receive(hello(table.table, table.tokens[role]))
    await ada.receive(json.dumps({"type": "resign", "id": "1", "role": "x", "seq": 0}))
    await bob.receive(json.dumps({"type": "again", "id": "1"}))
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
