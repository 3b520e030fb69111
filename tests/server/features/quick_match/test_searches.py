"""The searches of a server that is alone: each is seated once, and ends with its client."""

from __future__ import annotations

import asyncio
from pathlib import Path

import msgspec
import pytest

from rondel.server.features.quick_match.searches import KEPT, LAPSES_AFTER, LocalSearches, Pool, Search
from rondel.server.table.entries import TableEntry
from tests.server.harness import empty_store

pytestmark = pytest.mark.anyio

POOL = Pool("reversi", "live", 2, False)
ADA, BOB, CID = [Search(name, name, "", POOL, 1500.0) for name in ("ada", "bob", "cid")]


def table(name: str, *group: Search) -> TableEntry:
    seats = [msgspec.structs.replace(each.seat, role=role) for each, role in zip(group, ("black", "white"), strict=True)]
    return TableEntry(name, "reversi", {}, b"seed", name.encode(), tuple(seats), terms=POOL.terms)


async def test_who_is_wanted_twice_is_seated_once_and_searches_end_with_their_clients(tmp_path: Path) -> None:
    now = 0.0
    store = empty_store(tmp_path)
    searches = LocalSearches(store, lambda: now)
    assert [await searches.begin(each, most=3) for each in (ADA, BOB, CID)] == [True] * 3
    assert not await searches.begin(msgspec.structs.replace(ADA, who="dan"), most=3)
    groups = ([ADA, BOB], [BOB, CID])
    seated = await asyncio.gather(*[searches.seat(group, table(f"t{n}", *group), 1) for n, group in enumerate(groups)])
    assert seated == [True, False]
    assert await store.find("t1") is None
    await searches.end("bob")
    found, left = await searches.find("bob"), await searches.find("cid")
    assert found is not None
    assert left is not None
    assert (found.table, left.table, left.others) == ("t0", "", 0)
    now = LAPSES_AFTER + 1
    assert [each.who for each in await searches.look([])] == ["ada", "bob"], "who has found a table is remembered"
    now = KEPT + 1
    assert [each.who for each in await searches.look(["bob"])] == ["bob"]
    await searches.close()
    assert await searches.look([]) == []
    await store.close()
