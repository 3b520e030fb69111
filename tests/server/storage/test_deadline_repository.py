"""Deadlines that several nodes write, in every database: none goes back, and each is claimed by one node."""

from __future__ import annotations

from functools import partial

import pytest
from sqlalchemy import select

from rondel.server.storage import schema
from rondel.server.storage.deadline_repository import CLAIMED, Deadline, claim, drop, keep
from rondel.server.storage.store import Store

pytestmark = pytest.mark.anyio

NOON = 1_800_000_000_000


async def stored(store: Store) -> dict[str, tuple[int, int]]:
    rows = await store.read(lambda connection: list(connection.execute(select(schema.deadlines))))
    return {row.table_id: (row.at, row.seq) for row in rows}


async def test_what_an_older_answer_knew_changes_nothing(kept: Store) -> None:
    await kept.write(partial(keep, deadlines={"b": Deadline(NOON, 7), "a": Deadline(NOON, 7)}))
    await kept.write(partial(keep, deadlines={"a": Deadline(NOON + 5, 6), "b": Deadline(NOON + 5, 8)}))
    assert await stored(kept) == {"a": (NOON, 7), "b": (NOON + 5, 8)}
    await kept.write(partial(drop, known={"b": 7, "a": 7, "c": 1}))
    assert await stored(kept) == {"b": (NOON + 5, 8)}


async def test_a_deadline_is_claimed_once_and_again_when_the_claim_has_ended_or_it_was_set_anew(kept: Store) -> None:
    deadlines = {name: Deadline(NOON + number, number) for number, name in enumerate("abc")}
    await kept.write(partial(keep, deadlines=deadlines))
    claims = partial(claim, before=NOON + 1, most=5)
    assert await kept.write(partial(claims, at=NOON + 1)) == {"a": 0, "b": 1}
    assert await kept.write(partial(claims, at=NOON + CLAIMED)) == {}
    await kept.write(partial(keep, deadlines={"a": Deadline(NOON - 1, 0)}))  # by another node that has the table in memory
    assert await kept.write(partial(claims, at=NOON + CLAIMED)) == {}
    await kept.write(partial(keep, deadlines={"b": Deadline(NOON, 2)}))
    assert await kept.write(partial(claims, at=NOON + CLAIMED)) == {"b": 2}
    assert await kept.write(partial(claims, at=NOON + CLAIMED + 1, most=1)) == {"a": 0}
