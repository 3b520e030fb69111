"""The registry: tables are opened on demand, dropped without viewers, and opened once however many requests come."""

from __future__ import annotations

import asyncio
import secrets
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from pathlib import Path

import pytest

from rondel.server.accounts.principal import Principal
from rondel.server.accounts.requester import Requester
from rondel.server.live import table_registry
from rondel.server.live.bots.bot_pool import BotPool
from rondel.server.live.services import Services
from rondel.server.live.table_registry import TableRegistry
from rondel.server.protocol import ChangeSeat, NewSeat, NewTable, TakeSeat, Terms
from rondel.server.protocol.refused import Refusal
from rondel.server.storage.sqlite import SqliteStore
from rondel.server.table.entries import TableEntry
from tests.server.harness import empty_store

pytestmark = pytest.mark.anyio

HOT_SEAT = NewTable("tic_tac_toe", (NewSeat("x", "me"), NewSeat("o", "me")))


@asynccontextmanager
async def opened(folder: Path, entropy: Callable[[int], bytes] = secrets.token_bytes) -> AsyncIterator[TableRegistry]:
    made = TableRegistry(Services(empty_store(folder), BotPool(), entropy=entropy))
    try:
        yield made
    finally:
        await made.close()


async def test_what_one_arena_made_another_finds(tmp_path: Path) -> None:
    async with opened(tmp_path) as arena:
        created = await arena.create(NewTable("tic_tac_toe", (NewSeat("x", "me", name="Ada"), NewSeat("o", "open"))))
        taken = await arena.take_seat(created.table, TakeSeat(created.invite, "Bob"))
        assert taken.role == "o"
        described = await arena.describe(created.table)
    async with opened(tmp_path) as arena:
        assert await arena.describe(created.table) == described
        assert [seat.name for seat in described.seats] == ["Ada", "Bob"]


class Counting(SqliteStore):
    """Counts how often a table is looked up."""

    found = 0

    async def find(self, table: str) -> TableEntry | None:
        self.found += 1
        return await super().find(table)


async def test_those_who_come_to_a_table_together_share_one_read_and_one_who_goes_away_takes_it_from_nobody(
    tmp_path: Path,
) -> None:
    store = Counting(tmp_path / "arena.sqlite3")
    arena = TableRegistry(Services(store, BotPool()))
    created = await arena.create(HOT_SEAT)
    coming = [asyncio.create_task(arena.table(created.table)) for _ in range(5)]
    await asyncio.sleep(0)
    coming[0].cancel()
    opened = {id(await each) for each in coming[1:]}
    assert (store.found, len(opened)) == (1, 1)
    with pytest.raises(Refusal, match="unknown_table"):
        await arena.table("another")
    assert store.found == 2
    await arena.close()


async def test_many_who_open_a_table_at_once_are_in_one_room(tmp_path: Path) -> None:
    async with opened(tmp_path) as arena:
        created = await arena.create(HOT_SEAT)
        found = await asyncio.gather(*(arena.table(created.table) for _ in range(20)))
        assert len({id(each) for each in found}) == 1


@pytest.mark.parametrize("table", ["", "none", "x" * 65, "'; DROP TABLE tables; --", "\x00"])
async def test_an_unknown_table_is_refused_in_the_same_words(tmp_path: Path, table: str) -> None:
    async with opened(tmp_path) as arena:
        with pytest.raises(Refusal, match=r"^unknown_table: there is no such table; check the link$"):
            await arena.table(table)


async def test_a_table_nobody_looks_at_leaves_memory_and_one_that_is_looked_at_stays(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(table_registry, "KEPT_SECONDS", 0.05)
    async with opened(tmp_path) as arena:
        tables = [(await arena.create(HOT_SEAT)).table for _ in range(3)]
        watcher, passer = Watcher(), Watcher()
        watched = await arena.table(tables[0])
        await watched.join(watcher, ())
        left, asked = [await arena.table(each) for each in tables[1:]]
        await left.join(passer, ())
        left.leave(passer)
        async with asyncio.timeout(60):
            while len(arena._open) > 1:
                await asyncio.sleep(0.01)
        assert list(arena._open) == [tables[0]]
        again = await arena.table(tables[1])
        assert again is not left
        assert (await again.describe()).id == tables[1]
        watched.leave(watcher)
        async with asyncio.timeout(60):
            while arena._open:
                await asyncio.sleep(0.01)
        assert asked.idle
    assert arena._sweeping is None, "nothing is left to be swept, so nobody sweeps"


class Watcher:
    """Somebody who watches and is told nothing that matters here."""

    roles: tuple[str, ...] = ()

    def put(self, *frames: bytes) -> None:
        """What is shown is in test_room."""

    def dismissed(self, refusal: Refusal) -> None:
        """Nobody is."""


async def test_table_ids_and_secrets_cannot_be_guessed(tmp_path: Path) -> None:
    async with opened(tmp_path) as arena:
        tables = [await arena.create(HOT_SEAT) for _ in range(10)]
    words = [word for each in tables for word in (each.table, each.invite, *each.tokens.values())]
    assert len(set(words)) == len(words)
    assert all(len(each.table) == 22 and len(each.invite) == 32 for each in tables)


async def test_no_id_of_a_table_looks_like_an_option_of_a_command(tmp_path: Path) -> None:
    async with opened(tmp_path, lambda size: b"\xfb" * size) as arena:
        made = await arena.create(NewTable("tic_tac_toe", (NewSeat("x", "me"), NewSeat("o", "open"))))
    assert (made.table[:4], made.invite[:4]) == ("A_v7", "-_v7")


def _somebody(name: str) -> Principal:
    return Principal(name, "account", name)


async def test_of_those_who_act_at_once_each_is_judged_by_what_the_one_before_has_left(tmp_path: Path) -> None:
    """Bob is put off his seat, Carol takes it, and only then it is Bob's turn to leave: it is Carol's seat by now."""
    ada, bob, carol = [Requester(_somebody(name)) for name in ("ada", "bob", "carol")]
    async with opened(tmp_path) as arena:
        created = await arena.create(NewTable("tic_tac_toe", (NewSeat("x", "me"), NewSeat("o", "open"))), ada.principal)
        await arena.take_seat(created.table, TakeSeat(created.invite), bob.principal)
        done = await asyncio.gather(
            arena.change_seat(created.table, ada, ChangeSeat("o", "open")),
            arena.take_seat(created.table, TakeSeat(created.invite), carol.principal),
            arena.leave_seat(created.table, bob, ""),
            arena.change_seat(created.table, carol, ChangeSeat("x", "open")),
            return_exceptions=True,
        )
        assert [each.code if isinstance(each, Refusal) else "done" for each in done] == [
            "done",
            "done",
            "not_seated",
            "not_host",
        ]
        assert [seat.name for seat in (await arena.describe(created.table)).seats] == ["ada", "carol"]


async def test_at_a_rated_table_nobody_sits_down_twice_however_quick_they_are(tmp_path: Path) -> None:
    seats = (NewSeat("north", "me"), *[NewSeat(role, "open") for role in ("east", "south", "west")])
    async with opened(tmp_path) as arena:
        created = await arena.create(NewTable("hearts", seats, terms=Terms(rated=True)), _somebody("ada"))
        done = await asyncio.gather(
            *[arena.take_seat(created.table, TakeSeat(created.invite), _somebody("bob")) for _ in range(2)],
            return_exceptions=True,
        )
        assert sorted(isinstance(each, Refusal) for each in done) == [False, True]
        assert [seat.kind for seat in (await arena.describe(created.table)).seats].count("person") == 2
