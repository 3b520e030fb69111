"""Reporting: who may report at a table without spectators, and under which identity."""

from __future__ import annotations

from collections.abc import AsyncIterator
from functools import partial
from pathlib import Path

import pytest

from rondel.server.accounts.principal import Principal
from rondel.server.accounts.requester import Requester
from rondel.server.features.moderation import moderation_log
from rondel.server.features.moderation.reporting import Reporting
from rondel.server.live.bots.bot_pool import BotPool
from rondel.server.live.services import Services
from rondel.server.live.table_registry import TableRegistry
from rondel.server.protocol import Report, Terms
from rondel.server.protocol.refused import Refusal
from rondel.server.storage.sqlite import SqliteStore
from rondel.server.table.entries import SeatEntry, TableEntry, hashed
from tests.server.harness import empty_store

pytestmark = pytest.mark.anyio

SEATS = (SeatEntry("x", "person", "", "Ada", hashed("key")), SeatEntry("o", "person", "", "Bob", holder="bob"))


@pytest.fixture
async def store(tmp_path: Path) -> AsyncIterator[SqliteStore]:
    made = empty_store(tmp_path)
    yield made
    await made.close()


async def test_who_plays_reports_the_other_also_by_a_seat_alone_and_who_looks_on_where_they_may_not_does_not(
    store: SqliteStore,
) -> None:
    terms = Terms(watchable=False)
    await store.add(TableEntry("t", "tic_tac_toe", {}, b"s" * 32, b"", SEATS, terms=terms), 0)
    conduct = Reporting(TableRegistry(Services(store, BotPool())), store, lambda: 5)
    await conduct.report("t", Requester(keys=(hashed("key"),)), Report("m1", "play", "o", text=" stalls\n for ever "))
    await conduct.report("t", Requester(Principal("bob", "guest")), Report("m1", "name", "x"))
    found = [each.report for each in await store.read(partial(moderation_log.found, settled=False, most=9))]
    assert {(each.reporter, each.about, each.name, each.words) for each in found} == {
        ("seat x", "bob", "Bob", "stalls for ever"),
        ("bob", "", "Ada", ""),
    }
    with pytest.raises(Refusal, match=r"^not_seated: "):
        await conduct.report("t", Requester(Principal("eve", "guest")), Report("m1", "play", "o"))
