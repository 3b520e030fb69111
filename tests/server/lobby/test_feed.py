"""The feed: subscribers get each change once, those of their own tables too, and nothing of unlisted tables."""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncIterator, Sequence
from pathlib import Path
from typing import Any

import pytest

from rondel.server.lobby import feed as module
from rondel.server.lobby.feed import Feed
from rondel.server.lobby.service import Lobby
from rondel.server.protocol import Listed, Terms
from rondel.server.storage.sqlite import SqliteStore
from rondel.server.table.entries import SeatEntry, TableEntry
from tests.server.harness import empty_store

pytestmark = pytest.mark.anyio


class Subscriber:
    def __init__(self, holder: str = "") -> None:
        self.holder = holder
        self.told: list[Any] = []
        self._more = asyncio.Event()

    def put(self, frame: bytes) -> None:
        message = json.loads(frame)
        self.told.append(([table["id"] for table in message["tables"]], message["gone"], message["mine"]))
        self._more.set()

    async def hear(self) -> Any:
        async with asyncio.timeout(60):
            await self._more.wait()
        self._more.clear()
        return self.told[-1]


@pytest.fixture
async def store(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[SqliteStore]:
    monkeypatch.setattr(module, "EVERY", 0.02)
    made = empty_store(tmp_path)
    yield made
    await made.close()


def entry(name: str, terms: Terms, *holders: str) -> TableEntry:
    seats = tuple(SeatEntry(f"r{number}", "person", holder=holder) for number, holder in enumerate(holders))
    return TableEntry(name, "tic_tac_toe", {}, b"", b"", seats, terms=terms)


async def test_changes_of_listed_tables_are_told_to_all_and_of_ones_own_to_oneself(store: SqliteStore) -> None:
    feed, ada, bob, anybody = Feed(Lobby(store)), Subscriber("ada"), Subscriber("bob"), Subscriber()
    for each in (ada, bob, anybody):
        feed.subscribe(each)
        feed.subscribe(each)
    public, secret = entry("t1", Terms(public=True), "ada", "cid"), entry("t2", Terms(), "bob", "bob")
    for made in (public, secret):
        await store.add(made, 1)
    for _ in range(9):
        feed.note(public, listed=True)
        feed.note(secret, listed=True)
    assert [await each.hear() for each in (ada, bob, anybody)] == [
        (["t1"], [], True),
        (["t1"], [], True),
        (["t1"], [], False),
    ]
    feed.note(secret, listed=False)
    assert await bob.hear() == ([], [], True)
    gone = entry("t3", Terms(public=True))
    feed.note(gone, listed=True)
    assert await anybody.hear() == ([], ["t3"], False)
    assert ([len(each.told) for each in (ada, bob, anybody)], anybody.told[-1]) == ([2, 3, 2], ([], ["t3"], False))
    await feed.close()


async def test_while_nobody_follows_nothing_is_kept_or_asked(store: SqliteStore) -> None:
    feed, ada = Feed(Lobby(store)), Subscriber("ada")
    public = entry("t1", Terms(public=True), "ada")
    before = asyncio.all_tasks()
    feed.note(public, listed=True)
    feed.subscribe(ada)
    feed.unsubscribe(ada)
    feed.unsubscribe(ada)
    feed.note(public, listed=True)
    assert asyncio.all_tasks() == before
    feed.subscribe(ada)
    feed.note(public, listed=False)
    assert await ada.hear() == ([], [], True)
    await feed.close()


async def test_a_change_that_is_noted_while_the_lobby_is_read_is_told(
    store: SqliteStore, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What was read before the change must not be the last that subscribers are sent."""
    lobby, anybody = Lobby(store), Subscriber()
    feed, of_ids = Feed(lobby), lobby.of_ids
    public = entry("t1", Terms(public=True), "ada")

    async def overtaken(ids: Sequence[str]) -> tuple[Listed, ...]:
        found = await of_ids(ids)
        if not found:
            await store.add(public, 1)
            feed.note(public, listed=True)
        return found

    monkeypatch.setattr(lobby, "of_ids", overtaken)
    feed.subscribe(anybody)
    feed.note(public, listed=True)
    assert await anybody.hear() == ([], ["t1"], False)
    assert await anybody.hear() == (["t1"], [], False)
    await feed.close()


async def test_that_the_lobby_cannot_be_looked_up_is_said_once(
    store: SqliteStore, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    lobby, anybody, looks = Lobby(store), Subscriber(), 0
    of_ids = lobby.of_ids

    async def counted(ids: Sequence[str]) -> tuple[Listed, ...]:
        nonlocal looks
        looks += 1
        return await of_ids(ids)

    monkeypatch.setattr(lobby, "of_ids", counted)
    feed = Feed(lobby)
    feed.subscribe(anybody)
    public = entry("t1", Terms(public=True), "ada")
    await store.add(public, 1)
    (tmp_path / "arena.sqlite3").rename(tmp_path / "kept")
    feed.note(public, listed=True)
    async with asyncio.timeout(60):
        while looks < 4:
            await asyncio.sleep(0.005)
    (tmp_path / "kept").rename(tmp_path / "arena.sqlite3")
    assert await anybody.hear() == (["t1"], [], False)
    await feed.close()
    assert len([each for each in caplog.messages if "cannot be looked up" in each]) == 1
