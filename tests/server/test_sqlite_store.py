"""The store in one file: it survives being closed, and its default is the safest. What every store does: test_store."""

from __future__ import annotations

from pathlib import Path

import pytest

from rondel.server import schema
from rondel.server.catalogue import SeatEntry, TableEntry
from rondel.server.sqlite_store import SqliteStore
from rondel.server.store import Answer

pytestmark = pytest.mark.anyio


async def test_what_one_stored_another_finds(tmp_path: Path) -> None:
    path = tmp_path / "folder" / "arena.sqlite3"
    made = TableEntry("t", "reversi", {}, b"seed", b"invite", (SeatEntry("black", "open"),))
    answer = Answer("t", 1, 1, "play", "black", "play_disc(d3)", "m1", at=7)
    one = SqliteStore(path)
    await one.add(made, 0)
    await one.append(answer)
    await one.close()
    two = SqliteStore(path)
    assert await two.find("t") == made
    assert (await two.log("t")).answers == (answer,)
    await two.close()


def test_every_commit_is_flushed(tmp_path: Path) -> None:
    connection = schema.connect(tmp_path / "arena.sqlite3")
    assert connection.execute("PRAGMA journal_mode").fetchone() == ("wal",)
    assert connection.execute("PRAGMA synchronous").fetchone() == (2,)
    connection.close()
