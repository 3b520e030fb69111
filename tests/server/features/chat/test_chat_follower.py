"""Lines that other nodes have stored: each is sent once it is known, and after hints were missed the last ones again."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable, Sequence
from pathlib import Path

import pytest

from rondel.server.accounts.principal import Principal
from rondel.server.accounts.requester import Requester
from rondel.server.features.chat.chat import Chat
from rondel.server.features.chat.chat_follower import UNSURE
from rondel.server.live.bots.bot_pool import BotPool
from rondel.server.live.bus import Alone, ChatHint, Hint
from rondel.server.live.services import Services
from rondel.server.live.table_registry import TableRegistry
from rondel.server.protocol import NewSeat, NewTable, Say
from rondel.server.storage.sqlite import SqliteStore
from tests.server.table_parts import Page

pytestmark = pytest.mark.anyio

ADA = Requester(Principal("ada", "account", "Ada"))


class Heard(Alone):
    """A bus of which the test says what is heard, and which keeps what is published."""

    def __init__(self) -> None:
        self.published: list[Hint] = []
        self.hear: list[Callable[[str, Sequence[Hint]], None]] = []

    def publish(self, *hints: Hint) -> None:
        self.published += hints

    def subscribe(self, on_hints: Callable[[str, Sequence[Hint]], None], on_missed: Callable[[], None]) -> None:
        self.hear.append(on_hints)


@pytest.fixture
async def store(tmp_path: Path) -> AsyncIterator[SqliteStore]:
    made = SqliteStore(tmp_path / "arena.sqlite3")
    yield made
    await made.close()


async def node(store: SqliteStore) -> tuple[Chat, TableRegistry, Heard]:
    bus = Heard()
    tables = TableRegistry(Services(store, BotPool(), bus))
    return Chat(tables, store, lambda: 5), tables, bus


async def test_what_other_nodes_have_stored_is_sent_in_order_and_after_a_miss_again(store: SqliteStore) -> None:
    here, tables, bus = await node(store)
    there, _, said = await node(store)
    table = (await tables.create(NewTable("tic_tac_toe", (NewSeat("x", "me"), NewSeat("o", "me"))), ADA.principal)).table
    page = Page()
    open_table = await tables.table(table)
    await open_table.join(page, ())
    gallery = [await there.say(table, Requester(Principal("bob", "guest")), Say(f"m{n}", f"line {n}")) for n in range(3)]
    assert said.published == [ChatHint(table, "gallery", n) for n in (1, 2, 3)]

    async def heard(*numbers: int) -> list[int]:
        before = len(page.heard)
        for each in bus.hear:
            each("there", [ChatHint(table, "gallery", number) for number in numbers])
        while here.follower._task is not None:
            await asyncio.sleep(0.001)
        return [line["number"] for line in page.heard[before:] if line["type"] == "chat"]

    assert await heard(1) == [1]
    assert await heard(3, 2) == [2, 3, 2], "the second was not heard of yet, and is sent with the third"
    assert await heard(99) == [], "nobody has said that"
    assert page.heard[-1]["text"] == gallery[1].text

    async def read(missed: bool) -> int:
        before = len(page.heard)
        await here.follower.read(missed)
        return len(page.heard) - before

    assert await read(False) == 0
    for number in range(UNSURE + 5):
        await there.say(table, Requester(Principal("bob", "guest")), Say(f"n{number}", "more"))
    assert await read(False) == UNSURE + 5, "no hint came, and all of it is found"
    assert await read(True) == 0
    again = Page()
    here.follower._sent.clear()
    await open_table.join(again, ())
    assert await read(False) == 0, "who comes reads what is there, and hints tell of the rest"
    here.follower._sent.clear()
    assert await read(True) == UNSURE, "a hint may have been lost since they came"
    assert await read(True) == 0
    await store.write(lambda each: each.exec_driver_sql("UPDATE chat SET text = '' WHERE number = 2").close())
    assert await read(False) == 0
    assert await read(True) == 1, "the line is sent without its words"
    assert [(each["number"], each["text"]) for each in again.heard[-1:]] == [(2, "")]
    assert await read(True) == 0
    open_table.leave(page)
    open_table.leave(again)
    await here.follower.read(True)
    assert dict(here.follower._sent) == {}
    await here.follower.close()
