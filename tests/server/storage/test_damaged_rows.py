"""Damaged rows: garbage in any column of one table's rows harms that table alone, and is named."""

from __future__ import annotations

import sqlite3
from pathlib import Path

import pytest

from rondel.server.live.bots.bot_pool import BotPool
from rondel.server.live.services import Surroundings
from rondel.server.live.table_registry import Arena
from rondel.server.lobby.queries import Wanted
from rondel.server.ops.verify import audits
from rondel.server.protocol import Terms
from rondel.server.protocol.refused import Refusal
from rondel.server.storage import schema
from rondel.server.storage.sqlite import SqliteStore
from rondel.server.storage.store import Answer
from rondel.server.storage.table_repository import SeatEntry, TableEntry

pytestmark = pytest.mark.anyio

COLUMNS = [
    (table.name, column.name)
    for table in (schema.tables, schema.seats, schema.answers)
    for column in table.columns
    if not column.primary_key
]


@pytest.mark.parametrize(("table", "column"), COLUMNS)
async def test_garbage_in_a_column_harms_no_other_table(table: str, column: str, tmp_path: Path) -> None:
    for number, garbage in enumerate(("{garbage", b"\xff\x00", -(2**40))):
        path = tmp_path / f"{number}.sqlite3"
        store = SqliteStore(path)
        for each in ("bad", "good"):
            seats = (SeatEntry("x", "person", holder="ada"), SeatEntry("o", "open"))
            await store.add(TableEntry(each, "tic_tac_toe", {}, b"seed", b"", seats, active="x", terms=Terms(public=True)), 0)
            await store.append(Answer(each, 1, 1, "play", "x", "mark(a1)", "m1", at=1, active="o"))
        connection = sqlite3.connect(path)
        key = "id" if table == "tables" else "table_id"
        limit = " AND role = 'o'" if table == "seats" else ""
        connection.execute(f"UPDATE {table} SET {column} = ? WHERE {key} = 'bad'{limit}", (garbage,))  # noqa: S608
        connection.commit()
        connection.close()
        arena = Arena(Surroundings(store, BotPool()))
        listed = await arena.lobby.public(Wanted(), "")
        assert "good" in [entry.id for entry in listed.tables]
        assert (await arena.describe("good")).id == "good"
        assert await outcome(arena) in ("served", "frozen", "unavailable")
        verdicts = {verdict.table: verdict async for verdict in audits(store)}
        assert verdicts["good"].sound
        assert "bad" in verdicts
        if (table, column) in (("tables", "terms"), ("tables", "options"), ("answers", "move")):
            assert not verdicts["bad"].sound
            assert await store.faulted() >= 1
        await arena.close()


async def outcome(arena: Arena) -> str:
    """What becomes of whoever asks for the damaged table: the code of the refusal, if there is one."""
    try:
        await arena.describe("bad")
    except Refusal as refusal:
        return refusal.code
    return "served"
