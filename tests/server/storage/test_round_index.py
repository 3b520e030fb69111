"""Rounds: each is read back whole, and found by where it ended."""

from __future__ import annotations

from functools import partial

import pytest
from msgspec import structs

from rondel.server.storage import round_index
from rondel.server.storage.store import Store
from rondel.server.table.log.entries import Answer, Snapshot
from rondel.server.table.log.round_log import RoundLog
from tests.server.storage.bare import with_tables

pytestmark = pytest.mark.anyio


def row(seq: int, number: int, kind: str = "play", active: str | None = "a", result: str | None = None) -> Answer:
    return Answer("t", seq, number, kind, "a", "move", at=seq * 10, active=active, result=result)  # type: ignore[arg-type]


LOG = [
    row(1, 1),
    row(2, 1, active="", result='{"ranks": {"a": 1}}'),
    row(3, 1, "undo"),
    row(4, 1, active="", result='{"ranks": {"a": 2}}'),
    row(5, 2, "again"),
    row(6, 2, active="", result="{}"),
    row(7, 3, "again"),
    row(8, 3),
]
"""Three rounds: the first ended twice, the last goes on."""


async def test_a_round_is_its_answers_and_no_other(kept: Store) -> None:
    await with_tables(kept, "t")
    for each in LOG:
        await kept.append(each)
    for number, (first, last) in {1: (1, 4), 2: (5, 6), 3: (7, 8)}.items():
        found = await kept.read(partial(round_index.round_log, table="t", number=number))
        assert (found.answers, found.snapshots) == (tuple(LOG[first - 1 : last]), ())
    for table, number in (("t", 0), ("t", 4), ("u", 1)):
        assert await kept.read(partial(round_index.round_log, table=table, number=number)) == RoundLog()


async def test_a_round_comes_with_its_snapshots_and_those_of_no_other(kept: Store) -> None:
    await with_tables(kept, "t", "u")
    taken = {seq: Snapshot("t", seq, number, 1, b"%d" % seq) for seq, number in ((1, 1), (3, 1), (5, 2), (8, 3))}
    for each in LOG:
        await kept.append(each, taken.get(each.seq))
    await kept.append(structs.replace(LOG[0], table="u"), structs.replace(taken[1], table="u"))
    for number, seqs in {1: (1, 3), 2: (5,), 3: (8,)}.items():
        found = await kept.read(partial(round_index.round_log, table="t", number=number))
        assert found.snapshots == tuple([taken[seq] for seq in seqs])


async def test_the_latest_round_is_the_one_that_began_last(kept: Store) -> None:
    await with_tables(kept, "t")
    for each, number in zip(LOG, (1, 1, 1, 1, 2, 2, 3, 3), strict=True):
        await kept.append(each)
        assert await kept.read(lambda connection: round_index.latest(connection, "t")) == number
    assert await kept.read(lambda connection: round_index.latest(connection, "u")) == 1


async def test_the_rounds_that_have_ended_are_listed_the_last_first_and_by_pages(kept: Store) -> None:
    await with_tables(kept, "t")
    for each in LOG:
        await kept.append(each)
    found = await kept.read(lambda connection: round_index.ended(connection, "t", None, 10))
    assert [(each.round, each.seq, each.at, each.result) for each in found] == [
        (2, 6, 60, {}),
        (1, 4, 40, {"ranks": {"a": 2}}),
    ]
    first = await kept.read(lambda connection: round_index.ended(connection, "t", None, 1))
    rest = await kept.read(lambda connection: round_index.ended(connection, "t", first[-1].round, 1))
    assert [*first, *rest] == found
