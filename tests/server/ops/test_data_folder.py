"""The data folder: a start is refused, and changes nothing, where the database is gone, another arena's or not whole."""

from __future__ import annotations

import asyncio
import json
import os
import sqlite3
import time
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest

from rondel.server import CannotServe, serve
from rondel.server.ops.backup import NoBackup, backup, restore
from rondel.server.ops.data_folder import opened as opened_folder
from rondel.server.ops.database import DATABASE, NoArena, arena_file
from rondel.server.storage import schema, watermark
from tests.cli.shell import rondel
from tests.server.harness import WIN, Program, opened

PATIENCE = 20
"""Seconds after which a test gives up waiting."""


@pytest.fixture
def program(tmp_path: Path) -> Iterator[Program]:
    data = tmp_path / "data"
    data.mkdir()
    with Program(data, log="plain") as made:
        yield made


def played(program: Program) -> None:
    """Win a game of tic-tac-toe at a new table, and wait until the watermark is beyond its last move."""
    asyncio.run(_won(program))
    acknowledged = time.time_ns() // 1_000_000
    deadline = time.monotonic() + PATIENCE
    while mark(program.folder).position < acknowledged:
        assert time.monotonic() < deadline, "the watermark does not follow"
        # It may have moved between the commit and the acknowledgement, and moves again after another commit only.
        program.create("tic_tac_toe", {"role": "x", "kind": "me"}, {"role": "o", "kind": "open"})
        time.sleep(watermark.SECONDS)


async def _won(program: Program) -> None:
    made = program.create("tic_tac_toe", {"role": "x", "kind": "me"}, {"role": "o", "kind": "me"})
    async with opened(program) as client:
        await client.hello(made["table"], list(made["tokens"].values()))
        for seq, (role, cell) in enumerate(WIN, 1):
            await client.play(role, f"mark({cell})")
            await client.until(seq)


def mark(data: Path) -> watermark.Watermark:
    """The watermark of a folder; a server writes it a moment after it has started."""
    deadline = time.monotonic() + PATIENCE
    while (found := watermark.read(data)) is None:
        assert time.monotonic() < deadline, "there is no watermark"
        time.sleep(0.01)
    return found


def refused(data: Path, words: str, *, new: bool = False, accept_loss: bool = False) -> None:
    """A start is refused in these words, and changes no file."""
    before = {each.name: each.read_bytes() for each in data.iterdir()}
    with pytest.raises(CannotServe, match=words):
        serve("127.0.0.1", 0, data, new=new, accept_loss=accept_loss)
    assert {each.name: each.read_bytes() for each in data.iterdir()} == before


def answers(data: Path) -> int:
    with closing(schema.connect(data / DATABASE)) as connection:
        return int(connection.execute("SELECT count(*) FROM answers").fetchone()[0])


def test_a_lost_log_is_refused_and_reported_until_the_loss_is_accepted(program: Program, tmp_path: Path) -> None:
    data = program.folder
    played(program)
    program.kill()
    assert mark(data).running
    log = data / f"{DATABASE}-wal"
    log.rename(tmp_path / "log")
    (data / f"{DATABASE}-shm").unlink()
    refused(data, rf"a part of the database .* most likely its log '{log.name}'.*restore a backup.*--accept-loss")
    refused(data, "--new begins only where there is none", new=True)
    verified = rondel("admin", "verify", "--data", str(data))
    assert verified.returncode == 1
    assert "a part of the database" in verified.stderr
    kept = rondel("admin", "backup", str(tmp_path / "copy"), "--data", str(data))
    assert kept.returncode == 1
    assert "a part of the database" in kept.stderr
    # What was refused was not touched: with its log the database is whole again.
    (tmp_path / "log").rename(log)
    opened_folder(data)
    assert answers(data) == len(WIN)
    refused(data, "nothing is missing", accept_loss=True)


def test_an_accepted_loss_is_served_and_logged(program: Program) -> None:
    played(program)
    program.kill()
    (program.folder / f"{DATABASE}-wal").unlink()
    program._more["accept_loss"] = True
    program.start()
    program.kill()
    assert answers(program.folder) == 0
    assert "accepted: a part of the database" in program.log.read_text()
    assert list(program.folder.glob(f"{watermark.FILE}.before-*"))
    del program._more["accept_loss"]
    program.start()


def test_a_database_that_was_deleted_is_made_anew_only_when_that_is_asked_for(program: Program) -> None:
    data = program.folder
    played(program)
    first = mark(data).arena
    program.kill()
    (data / DATABASE).unlink()
    refused(data, "missing or empty, and its log .* is still there.*--new")
    (data / f"{DATABASE}-wal").unlink()
    refused(data, "missing or empty, and 'arena.json' beside it says.*--new")
    refused(data, "--new", accept_loss=True)
    with pytest.raises(NoArena, match=r"missing or empty, and 'arena\.json'"):
        arena_file(data)
    (data / DATABASE).touch()
    refused(data, "missing or empty, and 'arena.json' beside it says")
    program._more["new"] = True
    program.start()
    assert mark(data).arena != first
    program.kill()


def test_nothing_is_lost_or_refused_after_a_stop_a_kill_and_a_restored_backup(program: Program, tmp_path: Path) -> None:
    data = program.folder
    played(program)
    program.stop()
    stopped = mark(data)
    assert not stopped.running
    assert watermark.held(data / DATABASE) == stopped
    program.start()
    played(program)
    program.kill()
    program.start()
    assert answers(data) == 2 * len(WIN)
    made = backup(data, tmp_path / "copy")
    assert (made.answers, made.lack) == (2 * len(WIN), "")
    played(program)
    program.kill()
    restore(tmp_path / "copy", data)
    program.start()
    assert mark(data).arena == stopped.arena
    assert answers(data) == 2 * len(WIN)
    program.kill()
    # Without the file nothing can be checked: that is said, and the file is written anew.
    (data / watermark.FILE).unlink()
    (data / f"{DATABASE}-wal").unlink()
    program.start()
    assert "there was no 'arena.json' beside the database" in program.log.read_text()
    assert mark(data).arena == stopped.arena


@pytest.mark.parametrize("table", ["notes", "alembic_version"])
@pytest.mark.parametrize("is_marked", [False, True])
def test_a_database_of_another_program_is_refused_and_left_untouched(tmp_path: Path, table: str, *, is_marked: bool) -> None:
    path = tmp_path / DATABASE
    with closing(sqlite3.connect(path)) as connection:
        connection.execute(f"CREATE TABLE {table} (version_num TEXT)")
    if is_marked:
        watermark.write(tmp_path, watermark.Watermark("a" * 32, 1_000))
    words = "is a SQLite database of another program, and nothing in it was changed"
    refused(tmp_path, words)
    refused(tmp_path, words, accept_loss=True)
    before = path.read_bytes()
    with pytest.raises(NoArena, match=words):
        arena_file(tmp_path)
    with pytest.raises(schema.ForeignDatabase, match=words):
        schema.prepare(path)
    assert path.read_bytes() == before


def test_a_loss_in_a_database_of_another_version_is_refused_before_anything_is_renamed(tmp_path: Path) -> None:
    path = opened_folder(tmp_path)
    with closing(schema.connect(path)) as connection:
        connection.execute("UPDATE alembic_version SET version_num = '9999'")
    watermark.write(tmp_path, watermark.Watermark("a" * 32, 1_000))
    refused(tmp_path, "install the rondel that wrote them", accept_loss=True)


def test_a_database_of_another_program_with_a_log_is_left_untouched(tmp_path: Path) -> None:
    path = tmp_path / DATABASE
    log = Path(f"{path}-wal")
    with closing(sqlite3.connect(path)) as connection:
        connection.execute("PRAGMA journal_mode = WAL")
        connection.execute("CREATE TABLE notes (text)")
        before = path.read_bytes(), log.read_bytes()
        with pytest.raises(CannotServe, match="of another program"):
            serve("127.0.0.1", 0, tmp_path, accept_loss=True)
        assert (path.read_bytes(), log.read_bytes()) == before


def test_the_database_of_another_arena_is_refused(tmp_path: Path) -> None:
    for name in ("one", "other"):
        path = opened_folder(tmp_path / name)
        with watermark.kept(path):
            pass
    one, other = tmp_path / "one", tmp_path / "other"
    os.replace(other / DATABASE, one / DATABASE)
    refused(one, "is not the database that 'arena.json' beside it was written for.*--accept-loss")
    refused(other, "missing or empty")
    opened_folder(one, accept_loss=True)


def test_a_log_without_its_database_is_moved_aside_and_not_applied_to_a_backup(tmp_path: Path) -> None:
    data = tmp_path / "data"
    path = opened_folder(data)
    backup(data, tmp_path / "copy")
    log = path.with_name(f"{DATABASE}-wal")
    path.unlink()
    log.write_bytes(b"of the database that is gone")
    _, aside = restore(tmp_path / "copy", data)
    assert aside is not None
    assert Path(f"{aside}-wal").read_bytes() == b"of the database that is gone"
    assert not log.exists()
    opened_folder(data)


def test_a_watermark_that_does_not_decode_is_not_taken_for_none(tmp_path: Path) -> None:
    path = opened_folder(tmp_path)
    (tmp_path / watermark.FILE).write_text(json.dumps({"arena": 7}))
    refused(tmp_path, "'.*arena.json' does not say what the database must hold")
    with pytest.raises(NoBackup, match="does not say"):
        backup(tmp_path, tmp_path / "copy")
    assert path.exists()


def test_a_kill_after_which_the_log_is_gone_is_logged_where_nothing_can_be_seen_to_miss(tmp_path: Path) -> None:
    path = opened_folder(tmp_path)
    with watermark.kept(path):
        pass
    notes: list[str] = []
    opened_folder(tmp_path, notes.append)
    assert notes == []
    watermark.write(tmp_path, watermark.Watermark(mark(tmp_path).arena, mark(tmp_path).position, running=True))
    opened_folder(tmp_path, notes.append)
    assert "the server was killed, and arena.sqlite3-wal is gone" in notes[0]


@pytest.mark.parametrize("statement", ["UPDATE identity SET id = x'ff'", "UPDATE marks SET at = 'soon' WHERE name = 'stored'"])
def test_a_damaged_id_or_position_is_refused_once_and_made_anew(statement: str, tmp_path: Path) -> None:
    path = opened_folder(tmp_path)
    with watermark.kept(path), closing(schema.connect(path)) as connection:
        connection.execute("INSERT INTO marks (name, at) VALUES ('up', 1)")
    with closing(schema.connect(path)) as connection:
        connection.execute(statement)
    refused(tmp_path, "what identity and marks say of the arena is stored as what it cannot be")
    said: list[str] = []
    opened_folder(tmp_path, said.append, accept_loss=True)
    assert "the arena has a new id" in said[-2]
    with watermark.kept(path):
        pass
    opened_folder(tmp_path)
    assert mark(tmp_path) == watermark.held(path)
