"""Creates a database's schema or brings it up to date."""

from __future__ import annotations

import os
import sqlite3
from pathlib import Path
from typing import Final

from sqlalchemy import Connection, Engine, create_engine, event, inspect
from sqlalchemy.pool import QueuePool

HEAD: Final = "r1"
"""The newest migration. Kept here so that a start on an up-to-date database need not import Alembic."""

BUSY_SECONDS: Final = 5.0
"""How long one waits for another who is writing to the same file, before that is said."""


class OtherVersion(Exception):
    """The database was written by a Rondel whose data this one cannot read."""


def connect(path: Path) -> sqlite3.Connection:
    """A connection with full durability: a commit returns when the operating system says the log is on the disk."""
    connection = sqlite3.connect(path, timeout=BUSY_SECONDS, isolation_level=None, check_same_thread=False)
    connection.text_factory = as_text
    connection.execute("PRAGMA journal_mode = WAL")
    connection.execute("PRAGMA synchronous = FULL")
    return connection


def as_text(stored: bytes) -> str | bytes:
    """A text as it is stored. One that is not UTF-8 stays bytes, and so is found where its row is decoded; SQLite's driver
    would refuse to read its whole statement, and all other rows with it.

    >>> as_text(b"Ada"), as_text(bytes((255,)))
    ('Ada', b'\\xff')
    """
    try:
        return stored.decode()
    except UnicodeDecodeError:
        return stored


def engine(path: Path) -> Engine:
    """SQLAlchemy's way to the same file, for everything that is not a move. Each transaction says itself how it begins."""
    made = create_engine("sqlite://", creator=lambda: connect(path), poolclass=QueuePool, hide_parameters=True)

    @event.listens_for(made, "begin")
    def begin(connection: Connection) -> None:
        # Python's sqlite3 would begin at the first write only, which may then find that another writer came between.
        reading = connection.get_execution_options().get("reading", False)
        connection.exec_driver_sql("BEGIN" if reading else "BEGIN IMMEDIATE")

    return made


def prepare(path: Path) -> None:
    """Bring the database file at ``path`` to `HEAD`, making it when it is not there.

    Raises `OtherVersion`, and leaves the file as it is, when it is at a migration this program does not know.
    """
    path.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
    if not path.exists():  # there are seeds in it, and the folder may have been there, for everybody
        os.close(os.open(path, os.O_CREAT | os.O_WRONLY, 0o600))
    found = version(path)
    if found == HEAD:
        return
    from rondel.server.storage.migrations import run  # costs 0.1 s, so only when there is something to do

    try:
        run.upgrade(engine(path))
    except run.UnknownRevision as error:
        raise OtherVersion(
            f"the data in {path} are of version {found!r} and this program reads version {HEAD!r}: "
            "install the rondel that wrote them, or choose another data folder"
        ) from error


def upgrade(connection: Connection) -> None:
    """Bring the database of a connection to `HEAD`, within its transaction. Raises `OtherVersion`."""
    from rondel.server.storage.migrations import run

    # Several nodes may start at once; the first does it, and the others wait for it and find it done.
    connection.exec_driver_sql("SELECT pg_advisory_xact_lock(7340)")
    if not inspect(connection).has_table("alembic_version"):
        found = None
    else:
        found = connection.exec_driver_sql("SELECT version_num FROM alembic_version").scalar()
    if found == HEAD:
        return
    try:
        run.upgrade_within(connection)
    except run.UnknownRevision as error:
        raise OtherVersion(
            f"the data in this database are of version {found!r} and this program reads version {HEAD!r}: "
            "install the rondel that wrote them, or choose another database"
        ) from error


def version(path: Path) -> str | None:
    """At which migration the database file is; None where it has no schema."""
    connection = connect(path)
    try:
        row = connection.execute("SELECT version_num FROM alembic_version").fetchone()
    except sqlite3.OperationalError as error:
        if "no such table" not in str(error):
            raise
        return None
    finally:
        connection.close()
    return None if row is None else str(row[0])
