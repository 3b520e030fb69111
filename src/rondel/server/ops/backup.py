"""Backups: the whole arena in one file, taken with or without a running server, and restored without one.

A copy is what one reading transaction sees: every answer up to some moment and none after it, also while others are stored. It
is checked before it gets its name. PostgreSQL has its own programs for this (``pg_dump``).
"""

from __future__ import annotations

import contextlib
import os
import shutil
import sqlite3
import sys
from pathlib import Path

import msgspec

from rondel.server.ops.arena_lock import Occupied, folder_lock
from rondel.server.ops.database import DATABASE, arena_file, shown
from rondel.server.storage import schema, watermark


class NoBackup(Exception):
    """The backup or restore failed; the message says why, and nothing has changed."""


class Copied(msgspec.Struct, frozen=True):
    """The content of a copy."""

    file: str
    bytes: int
    tables: int
    answers: int
    incomplete: tuple[str, ...] = ()
    """Tables with missing answers; the first 20 where there are more."""
    lack: str = ""
    """What the copied database lacks according to `watermark`; empty where nothing is missing."""


def backup(data: Path, target: Path) -> Copied:
    """Copy the arena in that folder to a new file, also while a server runs. Raises `NoArena`, `NoBackup`."""
    source = arena_file(data)
    if target.exists():
        raise NoBackup(f"{str(target)!r} exists already, and no backup is written over anything")
    part = target.with_name(target.name + ".part")
    try:
        part.unlink(missing_ok=True)
        os.close(os.open(part, os.O_CREAT | os.O_EXCL | os.O_WRONLY, 0o600))  # it contains seeds
        lack = watermark.lack(source)
        connection = schema.connect(source)
        try:
            connection.execute("VACUUM INTO ?", (str(part),))
        finally:
            connection.close()
        made = checked(part)
        _synced(part)
        part.rename(target)
        _synced(target.parent)
    except (OSError, sqlite3.Error, watermark.Unreadable) as error:
        with contextlib.suppress(OSError):
            part.unlink(missing_ok=True)
        raise NoBackup(f"no backup was made: {error}") from error
    return msgspec.structs.replace(made, file=str(target), lack="" if lack is None else lack.said)


def checked(file: Path) -> Copied:
    """The content of a copy, which is complete. Raises `NoBackup` for a file that is damaged or something else."""
    if not file.is_file():
        raise NoBackup(f"there is no file {str(file)!r}")
    try:
        connection = sqlite3.connect(f"{file.absolute().as_uri()}?mode=ro", uri=True)
        connection.text_factory = schema.as_text
        try:
            (said,) = connection.execute("PRAGMA integrity_check(1)").fetchone()
            if said != "ok":
                raise NoBackup(f"{str(file)!r} is damaged: {said}")
            (tables,) = connection.execute("SELECT count(*) FROM tables").fetchone()
            (answers,) = connection.execute("SELECT count(*) FROM answers").fetchone()
            incomplete = connection.execute(
                "SELECT table_id FROM answers GROUP BY table_id HAVING count(*) <> max(seq) LIMIT 20"
            ).fetchall()
        finally:
            connection.close()
    except sqlite3.Error as error:
        raise NoBackup(f"{str(file)!r} is no backup of an arena: {error}") from error
    return Copied(str(file), file.stat().st_size, tables, answers, tuple([shown(table) for (table,) in incomplete]))


def restore(file: Path, data: Path) -> tuple[Copied, Path | None]:
    """Put a backup into a folder without a running server; returns its content, and the new name of the former database.

    Nothing is deleted. Raises `NoBackup`, and then the folder is as it was; `OtherVersion` for the backup of a newer program.
    """
    made = checked(file)
    data.mkdir(parents=True, exist_ok=True, mode=0o700)
    path = data / DATABASE
    with contextlib.ExitStack() as stack:
        try:
            stack.enter_context(folder_lock(data))
        except Occupied as error:
            raise NoBackup(f"{error}: wait until it has ended, or stop it") from error
        except OSError as error:
            raise NoBackup(f"the backup was not put back: {error}") from error
        incoming = data / f"{DATABASE}.incoming"
        try:
            shutil.copyfile(file, incoming)
            incoming.chmod(0o600)
            schema.prepare(incoming)  # an older one is brought up to date before it takes its place
            mark = watermark.held(incoming)
            _settled(incoming)
            _given(data, incoming)
            _synced(incoming)
            aside = watermark.moved_aside(path)
            incoming.rename(path)
            _synced(data)
            if mark is not None:  # last: until then a start is refused, and a restore that was interrupted is repeated
                watermark.write(data, mark)
        except (OSError, sqlite3.Error) as error:
            raise NoBackup(f"the backup was not put back: {error}") from error
        finally:
            for suffix in ("", "-wal", "-shm"):
                Path(f"{incoming}{suffix}").unlink(missing_ok=True)
    return made, aside


def _given(data: Path, file: Path) -> None:
    """Give a file that root has made to the owner of the folder: the server runs as another user."""
    if sys.platform != "win32" and os.geteuid() == 0:
        owner = data.stat()
        os.chown(file, owner.st_uid, owner.st_gid)


def _settled(path: Path) -> None:
    """Move all data of a database from its log into its file."""
    connection = sqlite3.connect(path)
    try:
        connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")
        connection.execute("PRAGMA journal_mode = DELETE")
    finally:
        connection.close()


def _synced(path: Path) -> None:
    """Flush a file or folder to the disk; Windows does so with folders by itself."""
    if sys.platform == "win32" and path.is_dir():
        return
    number = os.open(path, os.O_RDONLY)
    try:
        os.fsync(number)
    finally:
        os.close(number)
