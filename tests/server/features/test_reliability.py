"""Reliability: finished games and those that were left, in either database."""

from __future__ import annotations

import msgspec
import pytest

from rondel.server.features import reliability as module
from rondel.server.features.reliability import reliability
from rondel.server.protocol import Reason, Reliability
from rondel.server.storage.store import Store
from rondel.server.table.agreements.table_state import TableState
from rondel.server.table.entries import SeatEntry, TableEntry
from rondel.server.table.log.entries import Answer, RowData

pytestmark = pytest.mark.anyio


async def ended(store: Store, table: str, at: int, left: dict[str, Reason], others: tuple[str, ...] = ("bob",)) -> None:
    """A round that Ada, who is x, has ended with others; those who have left are named with the reason."""
    seats = [SeatEntry("x", "person", holder="ada"), *[SeatEntry(f"o{each}", "person", holder=each) for each in others]]
    await store.add(TableEntry(table, "tic_tac_toe", {}, b"s" * 32, table.encode(), tuple(seats)), 0)
    data = msgspec.json.encode(RowData(TableState(departed=left))).decode() if left else None
    result = msgspec.json.encode({"ranks": {seat.role: 1 for seat in seats}}).decode()
    await store.append(Answer(table, 1, 1, "play", "x", "m", "c", at=at, data=data, active="", result=result))


async def test_who_runs_out_of_time_or_leaves_others_has_not_finished(kept: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "FEWEST", 1)
    monkeypatch.setattr(module, "FADING", 1.0)

    async def shown() -> Reliability:
        return await kept.read(lambda connection: reliability(connection, "ada"))

    assert await shown() == Reliability(0, None)
    await ended(kept, "t1", 1, {})
    await ended(kept, "t2", 2, {"obob": "time"})
    await ended(kept, "t3", 3, {"x": "resigned"})
    assert await shown() == Reliability(3, 100), "the other one ran out of time, and to resign in a game of two is an end"
    await ended(kept, "t4", 4, {"x": "time"})
    assert await shown() == Reliability(4, 75)
    await ended(kept, "t5", 5, {"x": "resigned"}, ("bob", "cid"))
    await ended(kept, "t6", 6, {"x": "time"}, ())
    assert await shown() == Reliability(5, 60), "a game alone does not count"
    monkeypatch.setattr(module, "MOST", 2)
    assert await shown() == Reliability(2, 0)
