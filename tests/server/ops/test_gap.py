"""A gap in the rows of a table: the table is not served, and a backup says so."""

from __future__ import annotations

import sqlite3
from pathlib import Path

import pytest

from rondel.server.live.bots.bot_pool import BotPool
from rondel.server.live.services import Services
from rondel.server.live.table_registry import TableRegistry
from rondel.server.ops.backup import backup
from rondel.server.protocol.refused import Refusal
from rondel.server.storage.sqlite import SqliteStore
from rondel.server.table.entries import SeatEntry, TableEntry
from rondel.server.table.log.entries import Answer

pytestmark = pytest.mark.anyio


async def test_a_table_with_a_missing_row_is_not_served_and_a_backup_names_it(tmp_path: Path) -> None:
    store = SqliteStore(tmp_path / "arena.sqlite3")
    seats = (SeatEntry("x", "open"), SeatEntry("o", "open"))
    for table in ("whole", "torn"):
        await store.add(TableEntry(table, "tic_tac_toe", {}, b"seed", b"", seats), 0)
        # The gap lies in a round that is over: nothing of it is read to open the table.
        await store.append(Answer(table, 1, 1, "play", "x", "mark(a1)"))
        await store.append(Answer(table, 2, 1, "resign", "x", active=""))
        await store.append(Answer(table, 3, 2, "again", "", seed=b"seed"))
    connection = sqlite3.connect(tmp_path / "arena.sqlite3")
    connection.execute("DELETE FROM answers WHERE table_id = 'torn' AND seq = 1")
    connection.commit()
    connection.close()
    arena = TableRegistry(Services(store, BotPool()))
    assert (await arena.describe("whole")).round == 2
    with pytest.raises(Refusal, match=r"^frozen: answers of this table are missing"):
        await arena.describe("torn")
    assert await store.faulted() == 1
    await arena.close()
    assert backup(tmp_path, tmp_path / "copy").incomplete == ("torn",)
