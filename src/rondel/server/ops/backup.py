"""Backups: the whole arena in one file, taken while it runs, and restored while it does not.

A copy is what one reading transaction sees: every answer up to some moment and none after it, also while others are being
stored. It is checked before it is given its name. PostgreSQL has programs of its own for this (``pg_dump``).
"""

from __future__ import annotations

import contextlib
import os
import shutil
import sqlite3
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Final, TextIO

import msgspec

from rondel.server.ops.database import DATABASE, shown, there
from rondel.server.storage import schema, watermark

if sys.platform != "win32":
    import fcntl

LOCK: Final = "arena.lock"
"""The file that says whether somebody serves what is in the folder."""

ANOTHER: Final = "arena.servers"
"""The file that says whether somebody else does."""


class NoBackup(Exception):
    """It cannot be done as it was asked for; the message says why, and nothing has changed."""


class Copied(msgspec.Struct, frozen=True):
    """What is in a copy."""

    file: str
    bytes: int
    tables: int
    answers: int
    incomplete: tuple[str, ...] = ()
    """Tables of which answers are missing; the first of them, where there are many."""
    lack: str = ""
    """What the database that was copied lacks of what `watermark` says it holds."""


@contextlib.contextmanager
def in_use(data: Path, *, alone: bool = False) -> Iterator[bool]:
    """Around the time in which somebody serves the folder, or, ``alone``, changes what nobody may be using. Raises `NoBackup`
    where the two would meet. Servers do not mind each other, but are told whether there is another. Windows knows no such
    lock, so there the host must know."""
    with _opened(data / LOCK) as file, _opened(data / ANOTHER) as servers:
        another = False
        if sys.platform != "win32":
            try:
                fcntl.flock(file, (fcntl.LOCK_EX if alone else fcntl.LOCK_SH) | fcntl.LOCK_NB)
            except BlockingIOError:
                what = "a server is running on" if alone else "a backup is being put back into"
                raise NoBackup(f"{what} {str(data)!r}: wait until it has ended, or stop it") from None
            try:
                fcntl.flock(servers, fcntl.LOCK_EX | fcntl.LOCK_NB)
            except BlockingIOError:
                another = True
            fcntl.flock(servers, fcntl.LOCK_SH)  # so that whoever comes next sees that we are here
        yield another


def _opened(path: Path) -> TextIO:
    try:
        return path.open("a")
    except OSError as error:
        why = error.strerror or error
        raise NoBackup(f"{str(path)!r} cannot be used ({why}): it has to belong to whoever runs the server") from error


def backup(data: Path, target: Path) -> Copied:
    """Copy the arena in that folder to a new file; it may be running. Raises `NoHoldings`, `NoBackup`."""
    source = there(data)
    if target.exists():
        raise NoBackup(f"{str(target)!r} exists already, and no backup is written over anything")
    part = target.with_name(target.name + ".part")
    try:
        part.unlink(missing_ok=True)
        os.close(os.open(part, os.O_CREAT | os.O_EXCL | os.O_WRONLY, 0o600))  # there are seeds in it
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
    """What is in a copy, which is whole. Raises `NoBackup` for a file that is damaged or something else."""
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
    """Put a backup into a folder that nobody serves; returns what is in it, and where what was there before is now.

    Nothing is deleted. Raises `NoBackup`, and then the folder is as it was; `OtherVersion` for the backup of a newer program.
    """
    made = checked(file)
    data.mkdir(parents=True, exist_ok=True, mode=0o700)
    path = data / DATABASE
    with in_use(data, alone=True):
        incoming = data / f"{DATABASE}.incoming"
        try:
            shutil.copyfile(file, incoming)
            incoming.chmod(0o600)
            schema.prepare(incoming)  # an older one is brought up to date before it takes its place
            mark = watermark.held(incoming)
            _settled(incoming)
            _given(data, incoming, data / LOCK, data / ANOTHER)
            _synced(incoming)
            aside = watermark.moved_aside(path)
            incoming.rename(path)
            _synced(data)
            if mark is not None:  # last: a restore that ends before this is refused at the start, and done again
                watermark.write(data, mark)
        except (OSError, sqlite3.Error) as error:
            raise NoBackup(f"the backup was not put back: {error}") from error
        finally:
            for suffix in ("", "-wal", "-shm"):
                Path(f"{incoming}{suffix}").unlink(missing_ok=True)
    return made, aside


def _given(data: Path, *files: Path) -> None:
    """Have files belong to whoever owns the folder, where root has made them: the server runs as somebody else."""
    if sys.platform != "win32" and os.geteuid() == 0:
        owner = data.stat()
        for each in files:
            os.chown(each, owner.st_uid, owner.st_gid)


def _settled(path: Path) -> None:
    """Have all of a database be in its one file."""
    connection = sqlite3.connect(path)
    try:
        connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")
        connection.execute("PRAGMA journal_mode = DELETE")
    finally:
        connection.close()


def _synced(path: Path) -> None:
    """Have what was written there be on the disk; Windows does so with folders by itself."""
    if sys.platform == "win32" and path.is_dir():
        return
    number = os.open(path, os.O_RDONLY)
    try:
        os.fsync(number)
    finally:
        os.close(number)
