"""The watermark: a small file beside the database that says how far the database must go.

A database that was deleted looks like a new one, and one without its log (``-wal``) like an older one: SQLite opens either
without an error. So the id of the arena and a position are kept in the database and in ``arena.json``. The position is a time,
in milliseconds since 1970, that only rises. A `Keeper` moves it forward at most once a second, after something was stored: it
commits the position to the database first and writes it to the file afterwards. SQLite keeps commits in order, so a database
with that position has everything that was committed before it. The file is ahead of the database only where a part of the
database is lost.
"""

from __future__ import annotations

import contextlib
import logging
import os
import re
import secrets
import sqlite3
import sys
import tempfile
import threading
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Final, Literal

import msgspec

from rondel.server.storage import row_decoder
from rondel.server.storage.file_guard import DatabaseFile
from rondel.server.storage.row_decoder import Damaged
from rondel.server.storage.schema import connect, read_only
from rondel.server.storage.store import Down
from rondel.server.telemetry.failure_log import FailureLog

FILE: Final = "arena.json"
"""The name of the file in the data folder."""

SECONDS: Final = 1.0
"""Seconds between two looks at the database."""

_ADVANCE: Final = (
    "INSERT INTO marks (name, at) VALUES ('stored', ?)"
    " ON CONFLICT (name) DO UPDATE SET at = CASE WHEN at < 253402300799999 THEN max(at + 1, excluded.at) ELSE excluded.at END"
    " RETURNING at"
)
"""A damaged position begins anew."""

_PART: Final = re.compile(rf"{re.escape(FILE)}\.[a-z0-9_]{{8}}")
"""The name of the file while it is written, as `tempfile` makes it; see `moved_aside` for the names of others."""

_logger = logging.getLogger(__name__)


class Unreadable(Exception):
    """The file is there and does not decode; the message says what to do."""


class Watermark(msgspec.Struct, frozen=True):
    """The id of an arena, and the position up to which its database is complete."""

    arena: str
    position: int = 0
    """In milliseconds since 1970; everything committed before it is in the database."""
    running: bool = False
    """Whether a server has the database open, or was killed while it had."""


class Lack(msgspec.Struct, frozen=True):
    """What a database lacks."""

    kind: Literal["gone", "other", "behind", "damaged"]
    """``gone``: there is no database. ``other``: it is another arena's. ``behind``: it ends before the position in the file.
    ``damaged``: its rows do not tell."""
    said: str
    """The same as a sentence."""


def read(data: Path) -> Watermark | None:
    """The watermark in the data folder; None where there is no file. Raises `Unreadable`, `OSError`."""
    path = data / FILE
    try:
        return msgspec.json.decode(path.read_bytes(), type=Watermark)
    except FileNotFoundError:
        return None
    except msgspec.MsgspecError as error:
        raise Unreadable(
            f"{str(path)!r} does not say what the database must hold ({error}): restore this file, or, if the database is "
            "known to be whole, move the file away"
        ) from error


def write(data: Path, mark: Watermark, *, settled: bool = True) -> None:
    """Write the watermark into the data folder atomically: after a crash the file is the old one or the new one. With
    ``settled`` it is the new one once this returns, also after a power cut."""
    number, part = tempfile.mkstemp(prefix=f"{FILE}.", dir=data)
    try:
        with os.fdopen(number, "wb") as file:
            file.write(msgspec.json.encode(mark) + b"\n")
            file.flush()
            os.fsync(number)
        owner = data.stat()
        if sys.platform != "win32" and os.geteuid() == 0:
            os.chown(part, owner.st_uid, owner.st_gid)  # root may call this for a server that runs as another user
        Path(part).replace(data / FILE)
    except BaseException:
        with contextlib.suppress(OSError):
            Path(part).unlink()
        raise
    if settled and sys.platform != "win32":
        folder = os.open(data, os.O_RDONLY)
        try:
            os.fsync(folder)
        finally:
            os.close(folder)


def tidy(data: Path) -> None:
    """Remove temporary files of a server that was killed while it wrote the file. A running server whose file is removed this
    way writes it again a second later. Raises `OSError`."""
    for each in data.glob(f"{FILE}.*"):
        if _PART.fullmatch(each.name):
            each.unlink(missing_ok=True)


def held(path: Path) -> Watermark | None:
    """The watermark in a database file; None where there is no database, or one without an id. The file and its log stay as
    they are: a newer program may have written them. Raises `sqlite3.Error` for a file that is not a database, and `Damaged`
    where its rows do not decode."""
    if not _bytes(path):
        return None
    with read_only(path) as connection:
        try:
            return _held(connection)
        except sqlite3.OperationalError as error:
            if "no such table" not in str(error):
                raise
            return None


def _held(connection: sqlite3.Connection) -> Watermark | None:
    ids = connection.execute("SELECT id FROM identity").fetchall()
    positions = connection.execute("SELECT at FROM marks WHERE name = 'stored'").fetchall()
    if not ids:
        return None
    found = row_decoder.decoded(
        Watermark, (ids[0][0], positions[0][0] if positions else 0), "what identity and marks say of the arena"
    )
    if found.position > row_decoder.LATEST:
        raise Damaged(f"the row 'stored' of marks is no moment: {found.position}")
    return found


def lack(path: Path) -> Lack | None:
    """What the database file at that path lacks according to the file beside it; None where nothing is known to be missing.
    Raises `Unreadable`, `OSError`, `sqlite3.Error`."""
    expected = read(path.parent)  # first: a running server advances the database before the file
    try:
        found = held(path)
    except Damaged as error:
        return Lack("damaged", f"whether a part of the database {str(path)!r} is missing cannot be known: {error}")
    log = f"{path.name}-wal"
    if not _bytes(path) and _bytes(Path(f"{path}-wal")):
        return Lack("gone", f"{str(path)!r} is missing or empty, and its log {log!r} is still there")
    if expected is None:
        return None
    if not _bytes(path):
        return Lack("gone", f"{str(path)!r} is missing or empty, and {FILE!r} beside it says that there was an arena")
    if found is None or found.arena != expected.arena:
        return Lack("other", f"{str(path)!r} is not the database that {FILE!r} beside it was written for, but another one")
    if found.position < expected.position:
        until = _moment(expected.position)
        seconds = max(1, -(-(expected.position - found.position) // 1000))
        missing = f"up to {seconds:,} seconds before {until}" if found.position else f"what was stored before {until}"
        said = f"a part of the database {str(path)!r} is missing, most likely its log {log!r}"
        return Lack("behind", f"{said}: {FILE!r} says that it lacks {missing}, and what came after")
    return None


def renew(path: Path) -> None:
    """Give the database a new id and no position: for an id or position that is damaged."""
    connection = connect(path)
    try:
        connection.execute("BEGIN IMMEDIATE")
        connection.execute("DELETE FROM identity")
        connection.execute("INSERT INTO identity (id) VALUES (?)", (secrets.token_hex(16),))
        connection.execute("DELETE FROM marks WHERE name = 'stored'")
        connection.execute("COMMIT")
    finally:
        connection.close()


def unverifiable(path: Path) -> bool:
    """Whether the server was killed and its log is gone, so that answers of its last second may be lost. To be called before
    the database is opened, which creates a log."""
    expected = read(path.parent)
    return expected is not None and expected.running and not Path(f"{path}-wal").exists()


def moved_aside(path: Path) -> Path | None:
    """Rename a database or a watermark, with the logs that belong to it, and return the new name. None where nothing is there.
    A log alone is renamed, too: SQLite would apply it to the next database of the same name."""
    there = [suffix for suffix in ("-wal", "-shm", "") if Path(f"{path}{suffix}").exists()]
    if not there:
        return None
    made = path.with_name(f"{path.name}.before-{time.strftime('%Y%m%dT%H%M%SZ', time.gmtime())}")
    number = 1
    while any(Path(f"{made}{suffix}").exists() for suffix in ("-wal", "-shm", "")):
        number += 1
        made = path.with_name(f"{made.name.partition('Z')[0]}Z-{number}")
    for suffix in there:
        Path(f"{path}{suffix}").rename(f"{made}{suffix}")
    return made


@contextlib.contextmanager
def kept(path: Path) -> Iterator[None]:
    """Context in which the database file at that path is served and its watermark moves forward."""
    keeper = Keeper(path)
    try:
        yield
    finally:
        keeper.close()


class Keeper:
    """Moves the watermark forward, in its own thread over its own connection. Storing a move costs nothing more."""

    def __init__(self, path: Path) -> None:
        self._path = path
        self._ending = threading.Event()
        self._failures = FailureLog(_logger, f"{FILE} cannot be kept up to date", over=f"{FILE} is up to date again")
        self._thread = threading.Thread(target=self._keep, name="watermark", daemon=True)
        self._thread.start()

    def close(self) -> None:
        """Write the last position, and that no server runs. To be called when everything is stored."""
        self._ending.set()
        self._thread.join()

    def _keep(self) -> None:
        connection: sqlite3.Connection | None = None
        file = DatabaseFile(self._path)
        seen: int | None = None
        wait = 0.0
        while True:
            ended = self._ending.wait(wait)
            wait = SECONDS
            try:
                file.check()
                connection = connection or connect(self._path)
                # It changes when another connection, of any process, has committed.
                ((version,),) = connection.execute("PRAGMA data_version").fetchall()
                if ended or version != seen:
                    connection.execute(_ADVANCE, (time.time_ns() // 1_000_000,)).fetchall()
                    mark = _held(connection)
                    file.check()
                    if mark is not None:
                        # An unsettled rename holds up no commit of a move. If it is lost, the file names an earlier position,
                        # which holds as well; the first and the last write tell whether a server runs.
                        settled = ended or seen is None
                        write(self._path.parent, msgspec.structs.replace(mark, running=not ended), settled=settled)
                    seen = version
                self._failures.passed()
            except (sqlite3.Error, OSError, Damaged) as error:
                self._failures.met(Down(str(error)))
            if ended:
                break
        if connection is not None:
            connection.close()


def _bytes(path: Path) -> int:
    try:
        return path.stat().st_size
    except FileNotFoundError:
        return 0


def _moment(milliseconds: int) -> str:
    return time.strftime("%Y-%m-%d %H:%M:%S UTC", time.gmtime(milliseconds / 1000))
