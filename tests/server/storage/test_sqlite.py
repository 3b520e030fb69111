"""The store in one file: it survives being closed, and its default is the safest. What every store does: test_store."""

from __future__ import annotations

from pathlib import Path

import pytest

from rondel.server.storage import schema
from rondel.server.storage.sqlite import SqliteStore
from rondel.server.storage.store import Down, NotSaved
from rondel.server.table.entries import SeatEntry, TableEntry
from rondel.server.table.log.entries import Answer

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


async def test_a_file_that_is_taken_away_takes_nothing_that_was_acknowledged(tmp_path: Path) -> None:
    path, aside = tmp_path / "arena.sqlite3", tmp_path / "aside.sqlite3"
    store = SqliteStore(path)
    await store.add(TableEntry("t", "reversi", {}, b"seed", b"invite", (SeatEntry("black", "open"),)), 0)
    path.rename(aside)
    with pytest.raises(NotSaved, match="was deleted, moved or replaced"):
        await store.append(Answer("t", 1, 1, "play", "black", "play_disc(d3)", "m1"))
    with pytest.raises(Down, match="put it back, or stop the server"):
        await store.find("t")
    with pytest.raises(Down):
        await store.add(TableEntry("u", "reversi", {}, b"", b"", ()), 0)
    assert not path.exists(), "nor is a new one made, which would be empty"
    aside.rename(path)
    assert await store.find("t") is not None
    await store.append(
        Answer("t", 2, 1, "play", "black", "play_disc(d3)", "m2")
    )  # the first was stored, and could not be said to be
    await store.close()


async def test_a_log_that_is_deleted_takes_nothing_that_was_acknowledged(tmp_path: Path) -> None:
    """What comes afterwards is refused, and what came before is in the database once the server has ended in order."""
    store = SqliteStore(tmp_path / "arena.sqlite3")
    await store.add(TableEntry("t", "reversi", {}, b"seed", b"invite", (SeatEntry("black", "open"),)), 0)
    await store.append(Answer("t", 1, 1, "play", "black", "play_disc(d3)", "m1"))
    (tmp_path / "arena.sqlite3-wal").unlink()
    with pytest.raises(NotSaved, match="-wal' was deleted, moved or replaced"):
        await store.append(Answer("t", 2, 1, "play", "black", "play_disc(c5)", "m2"))
    with pytest.raises(Down, match="stop the server, and do not kill it"):
        await store.find("t")
    await store.close()
    store = SqliteStore(tmp_path / "arena.sqlite3")
    assert [answer.seq for answer in (await store.log("t")).answers][:1] == [1]
    await store.close()


async def test_a_damaged_file_is_a_database_that_is_down(tmp_path: Path) -> None:
    path = tmp_path / "arena.sqlite3"
    store = SqliteStore(path)
    with path.open("r+b") as file:
        file.write(b"\0" * 65536)
    with pytest.raises(Down, match=r"malformed|not a database"):
        await store.find("t")
