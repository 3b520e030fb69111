"""Quick match: searches begin, find a table, are cancelled, and end with their clients; with real tables and a real store."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from functools import partial
from pathlib import Path
from typing import Any

import msgspec
import pytest

from rondel.server.accounts import principal_repository
from rondel.server.accounts.principal import Principal
from rondel.server.accounts.principal_repository import Entry
from rondel.server.features.company import relations
from rondel.server.features.moderation import sanctions
from rondel.server.features.moderation.moderation_log import ModerationAction
from rondel.server.features.quick_match import quick_match as module
from rondel.server.features.quick_match.pool import span
from rondel.server.features.quick_match.quick_match import BOT_AFTER, QuickMatch
from rondel.server.features.quick_match.searches import LAPSES_AFTER, LocalSearches
from rondel.server.live.bots.bot_pool import BotPool
from rondel.server.live.services import Services
from rondel.server.live.table_registry import TableRegistry
from rondel.server.protocol import Seek
from rondel.server.protocol.refused import Refusal
from tests.server.harness import empty_store

pytestmark = pytest.mark.anyio

ADA, BOB, CID = Principal("ada", "account", "Ada"), Principal("bob", "account", "Bob"), Principal("cid", "guest")


class Clock:
    def __init__(self) -> None:
        self.now = 0.0

    def __call__(self) -> float:
        return self.now


@pytest.fixture
def clock() -> Clock:
    return Clock()


@pytest.fixture
async def arena(tmp_path: Path) -> AsyncIterator[TableRegistry]:
    made = TableRegistry(Services(empty_store(tmp_path), BotPool()))
    yield made
    await made.close()


@pytest.fixture
async def quick(arena: TableRegistry, clock: Clock, monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[QuickMatch]:
    monkeypatch.setattr(module, "EVERY", 0.01)
    store = arena._services.store
    made = QuickMatch(arena, store, LocalSearches(store, clock))
    yield made
    await made.close()


def kept_by(quick: QuickMatch) -> dict[str, Any]:
    """The searches of a server that is alone."""
    assert isinstance(quick._searches, LocalSearches)
    return dict(quick._searches._kept)


async def test_two_who_search_for_the_same_are_seated_together_at_a_table_that_everybody_may_watch(
    quick: QuickMatch, arena: TableRegistry
) -> None:
    alone = await quick.seek(Seek("reversi", name="Cleo"), CID)
    assert (alone.state, alone.table, alone.others, alone.bot) == ("searching", "", 0, False)
    news = asyncio.create_task(quick.wait(CID))
    found = await quick.seek(Seek("reversi"), ADA)
    assert found.state == "found"
    assert (await news).table == found.table == (await quick.wait(ADA)).table
    table = await arena.describe(found.table)
    assert sorted(seat.name for seat in table.seats) == ["Ada", "Cleo"]
    assert table.terms == found.terms == alone.terms
    assert (table.terms.public, table.terms.rated, table.terms.start, table.host) == (True, False, "full", "")
    assert {seat.holder for seat in (await arena.table(found.table)).entry.seats} == {"ada", "cid"}


async def test_other_games_paces_sizes_and_kinds_are_other_pools(quick: QuickMatch) -> None:
    await quick.seek(Seek("reversi"), ADA)
    for other in (Seek("chess"), Seek("reversi", "days"), Seek("reversi", rated=True)):
        assert (await quick.seek(other, BOB)).state == "searching"
    assert (await quick.seek(Seek("hearts", seats=4), BOB)).state == "searching"


async def test_a_game_for_more_waits_until_everybody_is_there(quick: QuickMatch, arena: TableRegistry) -> None:
    people = [Principal(name, "guest") for name in "nesw"]
    told = [await quick.seek(Seek("hearts", seats=4, name=each.id), each) for each in people]
    assert [each.state for each in told] == ["searching"] * 3 + ["found"]
    assert told[2].others == 2
    assert sorted(seat.name for seat in (await arena.describe(told[3].table)).seats) == sorted("nesw")


async def test_a_cancelled_search_finds_nobody_and_a_new_one_replaces_the_last(quick: QuickMatch) -> None:
    await quick.seek(Seek("reversi"), ADA)
    assert (await quick.cancel(ADA)).state == "none"
    assert (await quick.wait(ADA)).state == "none"
    await quick.seek(Seek("reversi"), BOB)
    await quick.seek(Seek("chess"), BOB)
    assert (await quick.seek(Seek("reversi"), ADA)).state == "searching"
    found = await quick.seek(Seek("chess"), CID)
    assert (await quick.cancel(BOB)) == await quick.wait(BOB), "it is too late: the answer names the table"
    assert (await quick.wait(BOB)).table == found.table


async def test_a_search_ends_when_its_client_asks_no_more(quick: QuickMatch, clock: Clock) -> None:
    await quick.seek(Seek("reversi"), ADA)
    waiting = asyncio.create_task(quick.wait(ADA))
    await asyncio.sleep(0)
    clock.now += LAPSES_AFTER + 1
    await asyncio.sleep(0.1)
    assert not waiting.done(), "a client that is waiting has not gone"
    waiting.cancel()
    await asyncio.wait({waiting})
    clock.now += LAPSES_AFTER + 1
    async with asyncio.timeout(60):
        while kept_by(quick) or quick._task is not None:
            await asyncio.sleep(0.01)
    assert (await quick.seek(Seek("reversi"), BOB)).state == "searching"


async def test_of_two_requests_for_one_search_one_waits(quick: QuickMatch) -> None:
    await quick.seek(Seek("reversi"), ADA)
    first, second = [asyncio.create_task(quick.wait(ADA)) for _ in range(2)]
    assert (await first).state == "searching"
    assert not second.done()
    await quick.cancel(ADA)
    assert (await second).state == "none"


async def test_a_bot_is_offered_after_a_while_and_the_search_goes_on(quick: QuickMatch, clock: Clock) -> None:
    await quick.seek(Seek("reversi"), ADA)
    clock.now = BOT_AFTER - 0.01
    told = await quick.wait(ADA)
    assert (told.state, told.bot) == ("searching", False)
    clock.now = BOT_AFTER
    waiting = asyncio.create_task(quick.wait(ADA))
    await asyncio.sleep(0)
    assert (await quick.seek(Seek("reversi"), BOB)).state == "found"
    told = await waiting
    assert (told.state, told.bot, told.span) == ("found", True, span(BOT_AFTER))


async def test_the_span_that_has_widened_is_looked_at_again(quick: QuickMatch, arena: TableRegistry, clock: Clock) -> None:
    await quick.seek(Seek("reversi"), ADA)
    (kept,) = kept_by(quick).values()
    kept.search = msgspec.structs.replace(kept.search, rating=1900)
    assert (await quick.seek(Seek("reversi"), BOB)).state == "searching"
    waiting = [asyncio.create_task(quick.wait(each)) for each in (ADA, BOB)]
    await asyncio.sleep(0)
    clock.now = 61.0
    async with asyncio.timeout(60):
        assert [each.state for each in await asyncio.gather(*waiting)] == ["found", "found"]


async def test_who_may_not_search_and_what_no_game_is(quick: QuickMatch, monkeypatch: pytest.MonkeyPatch) -> None:
    for wanted, who, code in (
        (Seek("reversi"), Principal("b", "bot", "Engine"), "terms"),
        (Seek("reversi", rated=True), CID, "terms"),
        (Seek("reversi", seats=1), CID, "seats"),
        (Seek("reversi", seats=9), CID, "seats"),
        (Seek("reversi", seats=3), CID, "bad_option"),
        (Seek("gone"), CID, "unknown_game"),
    ):
        with pytest.raises(Refusal) as refused:
            await quick.seek(wanted, who)
        assert refused.value.code == code, wanted
    monkeypatch.setattr(module, "MOST", 1)
    await quick.seek(Seek("reversi"), ADA)
    with pytest.raises(Refusal, match=r"^too_many: "):
        await quick.seek(Seek("chess"), BOB)
    assert (await quick.seek(Seek("chess"), ADA)).state == "searching"


async def test_whoever_has_blocked_the_other_plays_with_somebody_else(quick: QuickMatch, arena: TableRegistry) -> None:
    await arena._services.store.write(partial(relations.block, who="bob", other="ada", at=1, on=True))
    wanted = Seek("tic_tac_toe")
    for who in (ADA, BOB):
        assert (await quick.seek(wanted, who)).state == "searching"
    assert (await quick.seek(wanted, CID)).state == "found"
    assert (await quick.wait(ADA)).state == "found", "who has waited longest"
    assert (await quick.cancel(BOB)).state == "none"


async def test_the_search_of_who_is_suspended_meanwhile_ends_and_finds_nobody(quick: QuickMatch, arena: TableRegistry) -> None:
    store = arena._services.store
    await store.write(partial(principal_repository.add, entry=Entry("ada", "account", "Ada", 1, "ada")))
    wanted = Seek("tic_tac_toe")
    assert (await quick.seek(wanted, ADA)).state == "searching"
    waiting = asyncio.create_task(quick.wait(ADA))
    await asyncio.sleep(0)
    now = arena.heartbeat.now()
    action = ModerationAction(now, "Mod", "suspend", "", "", now + 60_000, "cheats")
    await store.write(partial(sanctions.impose, name="Ada", action=action))
    async with asyncio.timeout(5):
        assert (await waiting).state == "none", "the client is told at once"
    assert (await quick.seek(wanted, BOB)).state == "searching", "with nobody"
    ended = msgspec.structs.replace(action, at=now + 1, kind="unsuspend", until=0)
    await store.write(partial(sanctions.impose, name="Ada", action=ended))
    assert (await quick.seek(wanted, ADA)).state == "found"
