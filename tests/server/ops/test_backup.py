"""A backup taken while people play is whole, and what is put back is what was there at some moment of it."""

from __future__ import annotations

import asyncio
import os
import sqlite3
import stat
from pathlib import Path

import pytest

from rondel.server.ops.backup import NoBackup, backup, restore
from rondel.server.ops.database import DATABASE, NoArena, open_arena
from rondel.server.ops.verify import verify_tables
from rondel.server.storage import schema
from rondel.server.storage.sqlite import SqliteStore
from rondel.server.storage.watermark import FILE
from tests.server.ops.conftest import played

pytestmark = pytest.mark.anyio


async def test_a_backup_taken_while_tables_are_played_replays_and_has_all_that_was_stored_before(tmp_path: Path) -> None:
    store = SqliteStore(tmp_path / DATABASE)
    before = await played(store, "before")
    playing = [asyncio.create_task(played(store, f"during{number}", 3)) for number in range(4)]
    await asyncio.sleep(0.01)
    made = await asyncio.to_thread(backup, tmp_path, tmp_path / "copy")
    await asyncio.gather(*playing)
    await store.close()
    assert stat.S_IMODE((tmp_path / "copy").stat().st_mode) == 0o600
    assert len(before) <= made.answers <= len(before) + 4 * 29
    restored, aside = restore(tmp_path / "copy", tmp_path / "new")
    assert (restored.tables, restored.answers, aside) == (made.tables, made.answers, None)
    async with open_arena(tmp_path / "new") as found:
        verdicts = [each async for each in verify_tables(found)]
    assert all(each.sound for each in verdicts)
    assert sum(each.answers for each in verdicts) == made.answers
    assert {each.table: each.answers for each in verdicts}["before"] == len(before)


async def test_what_was_there_is_kept_under_another_name_with_what_lay_in_its_log(tmp_path: Path) -> None:
    store = SqliteStore(tmp_path / DATABASE)
    await played(store, "old")
    backup(tmp_path, tmp_path / "copy")
    await played(store, "new")
    await store.close()
    connection = sqlite3.connect(tmp_path / DATABASE)  # as after a crash: the last answers are in the log beside the file
    connection.execute("UPDATE tables SET fault = 'not in the file yet'")
    connection.commit()
    _, aside = restore(tmp_path / "copy", tmp_path)
    connection.close()
    assert aside is not None
    for path, tables in ((aside, 2), (tmp_path / DATABASE, 1)):
        connection = sqlite3.connect(path)
        assert connection.execute("SELECT count(*) FROM tables").fetchone() == (tables,)
        connection.close()
    _, again = restore(tmp_path / "copy", tmp_path)
    assert again not in (None, aside)


def test_nothing_is_overwritten_and_nothing_is_left_half_done(tmp_path: Path) -> None:
    data = tmp_path / "data"
    with pytest.raises(NoArena, match="there is no arena"):
        backup(data, tmp_path / "copy")
    store = asyncio.run(_new(data))
    (tmp_path / "there").write_text("precious")
    with pytest.raises(NoBackup, match="exists already"):
        backup(data, tmp_path / "there")
    with pytest.raises(NoBackup, match="no backup was made: "):
        backup(data, tmp_path / "no" / "folder")
    assert {each.name for each in tmp_path.iterdir()} == {"data", "there"}
    assert store.exists()
    for name, words in (("missing", "there is no file"), ("there", "is no backup of an arena")):
        with pytest.raises(NoBackup, match=words):
            restore(tmp_path / name, data)
    backup(data, tmp_path / "copy")
    whole = (tmp_path / "copy").read_bytes()
    (tmp_path / "copy").write_bytes(whole[: len(whole) // 2])
    before = store.read_bytes()
    with pytest.raises(NoBackup, match=r"is damaged|is no backup"):
        restore(tmp_path / "copy", data)
    assert store.read_bytes() == before
    assert {each.name for each in data.iterdir()} <= {DATABASE, f"{DATABASE}-wal", f"{DATABASE}-shm"}


async def _new(data: Path) -> Path:
    store = SqliteStore(data / DATABASE)
    await played(store, "t")
    await store.close()
    return data / DATABASE


def test_what_is_put_back_belongs_to_whoever_owns_the_folder(tmp_path: Path) -> None:
    """Root puts it back, and the server runs as somebody else, which root alone can try."""
    schema.prepare(tmp_path / "old" / DATABASE)
    backup(tmp_path / "old", tmp_path / "copy")
    data = tmp_path / "new"
    data.mkdir()
    if os.geteuid() == 0:
        os.chown(data, 65534, 65534)
    restore(tmp_path / "copy", data)
    owners = {each.name: (each.stat().st_uid, each.stat().st_gid) for each in data.iterdir()}
    assert owners == dict.fromkeys((DATABASE, FILE), (data.stat().st_uid, data.stat().st_gid))
