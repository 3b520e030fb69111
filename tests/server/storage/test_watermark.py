"""The watermark: it follows the database, and is never ahead of it."""

from __future__ import annotations

import logging
import os
import sqlite3
import stat
import sys
import tempfile
import time
from contextlib import closing
from pathlib import Path

import pytest

from rondel.server.ops.data_folder import opened
from rondel.server.storage import schema, watermark
from rondel.server.storage.watermark import FILE, Keeper, Watermark, held, kept, lack, moved_aside, read, write

FAR = 4_000_000_000_000
"""A moment that lies ahead of every clock."""


def made(folder: Path) -> Path:
    path = folder / "arena.sqlite3"
    schema.prepare(path)
    return path


def until(path: Path, position: int) -> None:
    """Wait until the file says that position."""
    deadline = time.monotonic() + 60
    while (found := read(path.parent)) is None or found.position < position:
        assert time.monotonic() < deadline, "the file does not follow the database"
        time.sleep(0.02)


def test_the_position_rises_though_the_clock_is_behind_and_a_stop_writes_the_last(tmp_path: Path) -> None:
    path = made(tmp_path)
    with closing(schema.connect(path)) as connection:
        connection.execute("INSERT INTO marks (name, at) VALUES ('stored', ?)", (FAR,))
        keeper = Keeper(path)
        until(path, FAR + 1)
        connection.execute("INSERT INTO marks (name, at) VALUES ('other', 0)")
        until(path, FAR + 2)
        keeper.close()
    last = read(tmp_path)
    assert last is not None
    assert (last, last.position, last.running) == (held(path), FAR + 3, False)
    assert lack(path) is None


def test_the_file_is_behind_the_database_while_it_cannot_be_written(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    path = made(tmp_path)
    (tmp_path / FILE).mkdir()
    with caplog.at_level(logging.WARNING):
        keeper = Keeper(path)
        deadline = time.monotonic() + 60
        while not caplog.records:
            assert time.monotonic() < deadline
            time.sleep(0.02)
        (tmp_path / FILE).rmdir()
        until(path, 1)
        keeper.close()
    assert caplog.messages[0].startswith("arena.json cannot be kept up to date: ")
    assert caplog.messages[-1] == "arena.json is up to date again"
    assert [each.name for each in tmp_path.iterdir() if "arena.json." in each.name] == [], "no temporary file is left"


@pytest.mark.skipif(sys.platform == "win32", reason="there a folder cannot be synced")
def test_only_the_first_and_the_last_position_wait_until_their_name_is_on_the_disk(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """To sync the folder holds up the commits of moves, which sync the same file system."""
    path = made(tmp_path)
    synced: list[bool] = []
    sync = os.fsync

    def noted(number: int) -> None:
        synced.append(stat.S_ISDIR(os.fstat(number).st_mode))
        sync(number)

    monkeypatch.setattr(os, "fsync", noted)
    with closing(schema.connect(path)) as connection:
        keeper = Keeper(path)
        for number in range(1, 4):
            connection.execute("INSERT INTO marks (name, at) VALUES (?, 0)", (str(number),))
            last = read(tmp_path)
            until(path, 1 if last is None else last.position + 1)
        keeper.close()
    assert synced.count(True) == 2
    assert synced.count(False) >= 4


def test_what_was_left_half_written_is_removed_and_what_was_moved_aside_is_kept(tmp_path: Path) -> None:
    path = opened(tmp_path)
    write(tmp_path, Watermark("a"))
    aside = moved_aside(tmp_path / FILE)
    number, _part = tempfile.mkstemp(prefix=f"{FILE}.", dir=tmp_path)
    os.close(number)
    assert opened(tmp_path) == path
    assert aside is not None
    assert [each.name for each in tmp_path.glob(f"{FILE}*")] == [aside.name]


def test_a_database_without_an_id_has_no_watermark_and_is_not_changed_by_the_question(tmp_path: Path) -> None:
    path = tmp_path / "arena.sqlite3"
    assert held(path) is None
    assert not path.exists()
    with closing(sqlite3.connect(path)) as connection:
        connection.execute("CREATE TABLE other (id)")
    assert held(path) is None
    write(tmp_path, Watermark("a"))
    found = lack(path)
    assert found is not None
    assert found.kind == "other"


def test_nothing_is_moved_aside_over_something(tmp_path: Path) -> None:
    assert moved_aside(tmp_path / FILE) is None
    kept_as = set()
    for text in ("one", "two", "three"):
        (tmp_path / FILE).write_text(text)
        kept_as.add(moved_aside(tmp_path / FILE))
    assert {each.read_text() for each in kept_as if each is not None} == {"one", "two", "three"}


def test_a_part_that_is_missing_is_told_in_seconds(tmp_path: Path) -> None:
    path = made(tmp_path)
    with kept(path):
        pass
    now = held(path)
    assert now is not None
    write(tmp_path, Watermark(now.arena, now.position + 1_500))
    found = lack(path)
    assert found is not None
    assert "lacks up to 2 seconds before" in found.said
    with closing(schema.connect(path)) as connection:
        connection.execute("DELETE FROM marks")
    found = lack(path)
    assert found is not None
    assert "lacks what was stored before" in found.said
    assert watermark.unverifiable(path) is False
