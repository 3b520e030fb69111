"""Recent opponents: accounts under their names, each once, the newest first."""

from __future__ import annotations

from functools import partial

import pytest

from rondel.server.features.company import opponents
from rondel.server.storage.store import Store
from rondel.server.table.entries import SeatEntry, TableEntry
from rondel.server.table.log.entries import Answer
from tests.server.features.company.test_relations import block, people

pytestmark = pytest.mark.anyio


async def ended(store: Store, table: str, at: int, other: SeatEntry) -> None:
    """A table at which Ada and another one have ended a round."""
    seats = (SeatEntry("x", "person", holder="ada", name="Ada", badge="account"), other)
    await store.add(TableEntry(table, "tic_tac_toe", {}, b"s" * 32, table.encode(), seats), 0)
    await store.append(Answer(table, 1, 1, "resign", "o", client_id=table, at=at, active="", result="{}"))


async def test_the_last_opponents_are_listed_once_and_nobody_who_hides_or_is_blocked(kept: Store) -> None:
    await people(kept, "Ada", "Bob", "Cid", "Dan", "Eve")

    def sits(who: str, name: str, badge: str = "account") -> SeatEntry:
        return SeatEntry("o", "person", holder=who, name=name, badge=badge)

    await ended(kept, "t1", 10, sits("bob", "Bob"))
    await ended(kept, "t2", 20, sits("cid", "Cid"))
    await ended(kept, "t3", 30, sits("bob", "Bob"))
    await ended(kept, "t4", 40, sits("dan", "Somebody else", badge=""))
    await ended(kept, "t5", 50, sits("guest", "Guest", badge=""))
    await ended(kept, "t6", 60, sits("eve", "Eve"))
    await block(kept, "ada", "eve")
    found = await kept.read(partial(opponents.recent, who="ada"))
    assert [(each.name, each.table, each.at) for each in found] == [("Bob", "t3", 30), ("Cid", "t2", 20)]
    known = [await kept.read(partial(opponents.have_played, who="ada", other=each)) for each in ("bob", "dan", "eve", "ada")]
    assert known == [True, False, True, False]
