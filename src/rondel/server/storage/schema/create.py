"""Creates a database's schema or brings it up to date."""

from __future__ import annotations

import os
import sqlite3
from contextlib import closing
from pathlib import Path
from typing import Final

from sqlalchemy import Connection, Engine, create_engine, event
from sqlalchemy.pool import QueuePool

HEAD: Final = "r16"
"""The newest migration. Kept here so that a start on an up-to-date database need not import Alembic."""

BUSY_SECONDS: Final = 5.0
"""Seconds to wait for another writer of the same file before an error is raised."""


_OWN: Final = frozenset({"alembic_version", "answers"})
"""Tables of every Rondel database; other programs use Alembic as well."""


_TABLES: Final = """
    SELECT relname FROM pg_class WHERE relkind IN ('r', 'p') AND pg_table_is_visible(oid)
    AND relnamespace NOT IN ('pg_catalog'::regnamespace, 'information_schema'::regnamespace)
    AND NOT EXISTS (SELECT FROM pg_depend WHERE classid = 'pg_class'::regclass AND objid = pg_class.oid AND deptype = 'e')
"""
"""The tables that a connection finds without naming a schema; those of extensions do not count."""


class OtherVersion(Exception):
    """The database was written by a Rondel whose data this one cannot read."""


class ForeignDatabase(Exception):
    """The database belongs to another program."""


class EmptyDatabase(Exception):
    """The database has no tables, so it holds no arena."""


def check_owner(path: Path) -> None:
    """Raise `ForeignDatabase` for a SQLite file that has tables, but not those of Rondel.

    The database and its log are opened read-only and do not change: `connect` would write its journal mode into them. Raises
    `sqlite3.Error` for a file that is not a SQLite database.
    """
    if not path.is_file() or not path.stat().st_size:
        return
    with read_only(path) as connection:
        found = {name for (name,) in connection.execute("SELECT name FROM sqlite_master WHERE type = 'table'")}
    if found and not found >= _OWN:
        raise ForeignDatabase(
            f"{str(path)!r} is a SQLite database of another program, and nothing in it was changed: choose another data "
            "folder, or move the file away"
        )


def read_only(path: Path) -> closing[sqlite3.Connection]:
    """A connection that changes neither the file nor its log."""
    # Without a log nothing is merged into the file, and an immutable connection makes no log beside it.
    mode = "mode=ro" if Path(f"{path}-wal").exists() else "mode=ro&immutable=1"
    connection = sqlite3.connect(f"{path.absolute().as_uri()}?{mode}", uri=True, timeout=BUSY_SECONDS)
    connection.text_factory = as_text
    return closing(connection)


def connect(path: Path) -> sqlite3.Connection:
    """A connection with full durability: a commit returns when the operating system says the log is on the disk."""
    connection = sqlite3.connect(path, timeout=BUSY_SECONDS, isolation_level=None, check_same_thread=False)
    connection.text_factory = as_text
    try:
        connection.execute("PRAGMA journal_mode = WAL")
        connection.execute("PRAGMA synchronous = FULL")
    except sqlite3.Error:
        connection.close()  # nobody else could
        raise
    return connection


def as_text(stored: bytes) -> str | bytes:
    """A stored text. Text that is not UTF-8 stays bytes, so that decoding its row reports it; SQLite's driver would fail for
    the whole statement, and all other rows with it.

    >>> as_text(b"Ada"), as_text(bytes((255,)))
    ('Ada', b'\\xff')
    """
    try:
        return stored.decode()
    except UnicodeDecodeError:
        return stored


def engine(path: Path) -> Engine:
    """An SQLAlchemy engine for the same file, for everything except moves. Each transaction begins explicitly."""
    made = create_engine("sqlite://", creator=lambda: connect(path), poolclass=QueuePool, hide_parameters=True)

    @event.listens_for(made, "begin")
    def begin(connection: Connection) -> None:
        # Python's sqlite3 would begin at the first write, after another writer may have committed.
        reading = connection.get_execution_options().get("reading", False)
        connection.exec_driver_sql("BEGIN" if reading else "BEGIN IMMEDIATE")

    return made


def prepare(path: Path) -> None:
    """Bring the database file at ``path`` to `HEAD`; creates it when it does not exist.

    Raises `OtherVersion` when it is at a migration this program does not know, and `ForeignDatabase` when it is not a Rondel
    database; the file is then left as it is.
    """
    check_owner(path)
    path.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
    if not path.exists():  # it contains seeds, and the folder may be readable by everybody
        os.close(os.open(path, os.O_CREAT | os.O_WRONLY, 0o600))
    found = version(path)
    if found == HEAD:
        return
    from rondel.server.storage.migrations import run  # its import takes 0.1 s

    if found is not None and not run.knows(found):
        raise OtherVersion(_unknown(f"in {path}", found, "another data folder"))
    run.upgrade(engine(path))


def upgrade(connection: Connection) -> None:
    """Bring the PostgreSQL database of a connection to `HEAD`, within its transaction. Raises `OtherVersion`, and
    `ForeignDatabase` for a database that has tables, but not those of Rondel; both leave it as it is."""
    # Several nodes may start at once; the first one migrates, and the others wait for it.
    connection.exec_driver_sql("SELECT pg_advisory_xact_lock(7340)")
    found = _postgres_version(connection)
    if found == HEAD:
        return
    from rondel.server.storage.migrations import run

    if found is not None and not run.knows(found):
        raise OtherVersion(_unknown("in this database", found, "another database"))
    run.upgrade_within(connection)


def check_current(connection: Connection) -> None:
    """Check that the PostgreSQL database of a connection holds an arena at `HEAD`; reads only. Raises `EmptyDatabase`,
    `OtherVersion` and `ForeignDatabase`."""
    found = _postgres_version(connection)
    if found is None:
        raise EmptyDatabase("this database holds no arena; start `rondel serve --database …` first")
    check_version(found, "in this database", "rondel serve --database …")


def check_version(found: str | None, where: str, serve: str) -> None:
    """Raise `OtherVersion` for data that are not at `HEAD`: ``serve`` is the command that migrates older ones."""
    if found == HEAD:
        return
    from rondel.server.storage.migrations import run

    if found is not None and not run.knows(found):
        raise OtherVersion(_unknown(where, found, "another arena"))
    raise OtherVersion(
        f"the data {where} are of version {found!r} and this program reads version {HEAD!r}: start `{serve}` of this version "
        "once, which brings older data up to date"
    )


def _unknown(where: str, found: str, other: str) -> str:
    """What is said of data that a newer program has written; nothing of them was changed."""
    return (
        f"the data {where} are of version {found!r} and this program reads version {HEAD!r}: "
        f"install the rondel that wrote them, or choose {other}"
    )


def _postgres_version(connection: Connection) -> str | None:
    """The migration of a PostgreSQL database; None if it has no tables. Raises `ForeignDatabase`."""
    tables = set(connection.exec_driver_sql(_TABLES).scalars())
    if tables and not tables >= _OWN:
        raise ForeignDatabase(
            "it has tables of another program, and nothing in it was changed: create an empty database for Rondel, and "
            "name that one"
        )
    return connection.exec_driver_sql("SELECT version_num FROM alembic_version").scalar() if tables else None


def version(path: Path) -> str | None:
    """The migration of the database file, which does not change; None where it has no schema."""
    with read_only(path) as connection:
        try:
            row = connection.execute("SELECT version_num FROM alembic_version").fetchone()
        except sqlite3.OperationalError as error:
            if "no such table" not in str(error):
                raise
            return None
    return None if row is None else str(row[0])
