"""One process at a time serves an arena; it is a real one, and its lock ends with it."""

from __future__ import annotations

import asyncio
import fcntl
import importlib.util
import sys
import time
from pathlib import Path
from types import ModuleType

import asyncpg
import pytest
from typer.testing import CliRunner, Result

from rondel.cli.app import app
from rondel.server.ops import arena_lock
from rondel.server.ops.arena_lock import DatabaseLock, Occupied, folder_lock
from rondel.server.ops.backup import NoBackup, backup, restore
from rondel.server.storage import watermark
from rondel.server.storage.store import Down
from tests.server.harness import Program, me
from tests.server.storage.postgres import Cluster

HOLDER = (
    "SELECT pid FROM pg_locks WHERE locktype = 'advisory' AND objid = 7342 AND granted"
    " AND database = (SELECT oid FROM pg_database WHERE datname = current_database())"
)


def rondel(*words: str) -> Result:
    return CliRunner().invoke(app, [*words])


def files(data: Path) -> set[str]:
    """The names in a folder without those of the watermark, which a running server replaces."""
    return {each.name for each in data.iterdir() if not each.name.startswith(watermark.FILE)}


def test_a_second_server_of_a_folder_is_refused_and_the_host_s_commands_are_not(tmp_path: Path) -> None:
    data = tmp_path / "arena"
    with Program(data) as server:
        before = files(data)
        refused = rondel("serve", "--data", str(data), "--port", server.address.rpartition(":")[2])
        assert (refused.exit_code, refused.stdout) == (1, "")
        assert refused.stderr == (
            f"rondel: a server is running on {str(data)!r}, or a backup is being put back there: stop it first, or serve "
            "another folder with --data\n"
        )
        assert files(data) == before
        table = server.create("tic_tac_toe", me("x"), me("o"))["table"]
        copy = str(tmp_path / "copy")
        for words in (
            ("tables",),
            ("table", table),
            ("verify",),
            ("repair", table),
            ("reports",),
            ("backup", copy),
            ("compact",),
        ):
            done = rondel("admin", *words, "--data", str(data))
            assert done.exit_code == 0, (words, done.output)
        done = rondel("admin", "restore", copy, "--data", str(data), "--yes")
        assert (done.exit_code, "a server is running on" in done.stderr) == (1, True)
        assert rondel("admin", "forget", table, "--data", str(data), "--yes").exit_code == 0
        server.kill()
        server.start()


def test_a_lock_is_taken_once_and_given_back(tmp_path: Path) -> None:
    with folder_lock(tmp_path), pytest.raises(Occupied, match="a server is running on"), folder_lock(tmp_path):
        pass
    with folder_lock(tmp_path):
        pass
    with pytest.raises(OSError, match="No such file"), folder_lock(tmp_path / "none"):
        pass
    assert list(tmp_path.iterdir()) == []


def test_nobody_puts_a_backup_back_into_a_folder_that_is_served(tmp_path: Path) -> None:
    with Program(tmp_path / "arena") as server:
        server.create("tic_tac_toe", me("x"), me("o"))
    backup(tmp_path / "arena", tmp_path / "copy")
    with folder_lock(tmp_path / "arena"), pytest.raises(NoBackup, match="wait until it has ended, or stop it"):
        restore(tmp_path / "copy", tmp_path / "arena")
    restore(tmp_path / "copy", tmp_path / "arena")


def test_a_second_server_of_a_database_is_refused_until_the_first_is_killed(cluster: Cluster, tmp_path: Path) -> None:
    address = cluster.database()
    with Program(tmp_path, database=address, bus="none") as server:
        server.create("tic_tac_toe", me("x"), me("o"))
        for bus, said in (
            ("none", "another server at 127.0.0.1 keeps this database: stop it first"),
            ("postgres", "another server at 127.0.0.1 keeps this database without a bus (--bus none): start both with a bus"),
        ):
            refused = rondel("serve", "--database", address, "--bus", bus, "--port", server.address.rpartition(":")[2])
            assert (refused.exit_code, refused.stdout) == (1, "")
            assert refused.stderr == f"rondel: {said}, or keep this arena in a database of its own\n"
        for words in (("tables",), ("verify",), ("reports",)):
            assert rondel("admin", *words, "--database", address).exit_code == 0
        # Its connection is cut, as by a restart of the database: the lock is taken again.
        before = asyncio.run(holder(address))
        asyncio.run(ask(address, f"SELECT pg_terminate_backend({before})"))
        deadline = time.monotonic() + 60
        while asyncio.run(holder(address)) in (None, before):
            assert time.monotonic() < deadline
            time.sleep(0.02)
        assert rondel("serve", "--database", address, "--bus", "none").exit_code == 1
        server.kill()
        server.start()
        server.stop()
        assert asyncio.run(holder(address)) is None


@pytest.mark.anyio
async def test_a_lock_that_another_took_meanwhile_is_reported_and_taken_when_it_is_free(
    cluster: Cluster, caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(arena_lock, "RETRY_SECONDS", 0.05)
    monkeypatch.setattr(arena_lock, "_WAITS", (0.0,))
    address = await asyncio.to_thread(cluster.database)
    first, second = DatabaseLock(address), DatabaseLock(address)
    await first.take()
    with pytest.raises(Occupied):
        await second.take()
    # Somebody waits for the lock, and so gets it when the first one's connection is cut.
    somebody = await asyncpg.connect(address)
    taking = asyncio.create_task(somebody.execute("SELECT pg_advisory_lock(7342)"))
    while await ask(address, "SELECT 1 FROM pg_locks WHERE locktype = 'advisory' AND objid = 7342 AND NOT granted") is None:
        await asyncio.sleep(0.01)
    mine = await holder(address)
    await ask(address, f"SELECT pg_terminate_backend({mine})")
    await taking
    async with asyncio.timeout(60):
        while "keeps this database as well" not in caplog.text:
            await asyncio.sleep(0.01)
        theirs = await holder(address)
        await somebody.close()
        while await holder(address) in (None, theirs):
            await asyncio.sleep(0.01)
    await first.close()
    await second.take()
    await second.close()


@pytest.mark.anyio
async def test_servers_with_a_bus_share_a_database_and_one_without_is_refused(cluster: Cluster) -> None:
    address = await asyncio.to_thread(cluster.database)
    first, second, alone = DatabaseLock(address, shared=True), DatabaseLock(address, shared=True), DatabaseLock(address)
    await first.take()
    await second.take()
    await first.close()
    with pytest.raises(Occupied, match=r"keeps this database, and this one would have no bus to it \(--bus none\)"):
        await alone.take()
    await second.close()
    await alone.take()
    await alone.close()


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (
            ("--database", "postgresql://me@127.0.0.1:1/none", "--bus", "rabbit"),
            "the bus is postgres, none, or an address like valkey://host:6379, and not 'rabbit'",
        ),
        (
            ("--bus", "postgres"),
            "a bus connects the servers of one PostgreSQL database: name it with --database, or leave --bus out",
        ),
    ],
)
def test_a_bus_that_is_none_is_refused_with_what_to_do(words: tuple[str, ...], said: str, tmp_path: Path) -> None:
    refused = rondel("serve", "--data", str(tmp_path / "arena"), *words)
    assert (refused.exit_code, refused.stdout, refused.stderr) == (1, "", f"rondel: {said}\n")
    assert list(tmp_path.iterdir()) == []


@pytest.mark.anyio
async def test_a_database_that_is_away_is_said(cluster: Cluster) -> None:
    lock = DatabaseLock("postgresql://postgres@127.0.0.1:1/none")
    with pytest.raises(Down):
        await lock.take()
    await lock.close()


async def holder(address: str) -> int | None:
    """The session that has the lock."""
    return await ask(address, HOLDER)


async def ask(address: str, statement: str) -> int | None:
    """The first value of a statement's result."""
    connection = await asyncpg.connect(address)
    try:
        found: int | None = await connection.fetchval(statement)
        return found
    finally:
        await connection.close()


def test_windows_locks_a_file_in_the_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The module as Windows loads it, over a lock of this system that refuses as that of Windows does."""

    def locking(opened: int, mode: int, size: int) -> None:
        assert (mode, size) == (2, 1)
        try:
            fcntl.flock(opened, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError as error:
            raise PermissionError(13, "Permission denied") from error

    windows = ModuleType("msvcrt")
    monkeypatch.setattr(windows, "LK_NBLCK", 2, raising=False)
    monkeypatch.setattr(windows, "locking", locking, raising=False)
    monkeypatch.setitem(sys.modules, "msvcrt", windows)
    spec = importlib.util.spec_from_file_location("windows_arena_lock", arena_lock.__file__)
    assert spec is not None
    assert spec.loader is not None
    loaded = importlib.util.module_from_spec(spec)
    with monkeypatch.context() as patched:
        patched.setattr(sys, "platform", "win32")
        spec.loader.exec_module(loaded)
        with loaded.folder_lock(tmp_path):
            assert [each.name for each in tmp_path.iterdir()] == ["lock"]
            with pytest.raises(loaded.Occupied, match="a server is running on"), loaded.folder_lock(tmp_path):
                pytest.fail("two have the lock")
        with loaded.folder_lock(tmp_path):
            pass
