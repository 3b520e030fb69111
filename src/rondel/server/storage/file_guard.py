"""Guards an open database file: checks that writes still reach the file at its path.

Deleting or replacing the file of a running server has no visible effect at first: the system keeps an open file, and SQLite
writes on without an error. When the process ends, all of it is lost. The same holds for the log beside it (``-wal``), which has
the latest commits and looks dispensable. So before a commit is acknowledged, both files are compared with those that were
opened; that costs a microsecond or two.
"""

from __future__ import annotations

import os
import sqlite3
from pathlib import Path


class Displaced(sqlite3.OperationalError):
    """The file, or its log, is no longer the one that was opened; what is written now would be lost."""


class DatabaseFile:
    """The file at a path, as it was when this was made.

    >>> import tempfile
    >>> folder = tempfile.TemporaryDirectory()
    >>> path = Path(folder.name) / "doc.sqlite3"
    >>> path.touch()
    >>> file = DatabaseFile(path)
    >>> file.check()
    >>> path.unlink()
    >>> file.check()
    Traceback (most recent call last):
    rondel.server.storage.file_guard.Displaced: 'doc.sqlite3' was deleted, moved or replaced while it was in use: put it back, \
or stop the server and restore a backup
    >>> folder.cleanup()
    """

    def __init__(self, path: Path) -> None:
        """To be made when the database is open: its log exists from then until the last connection is closed."""
        self._path = os.fspath(path)
        self._log = f"{self._path}-wal"
        self._identity = _there(self._path)
        self._log_identity = _there(self._log)

    def check(self) -> None:
        """Raise `Displaced` where the file or its log is missing or another one."""
        if _there(self._path) != self._identity:
            raise Displaced(
                f"{os.path.basename(self._path)!r} was deleted, moved or replaced while it was in use: put it back, or stop "
                "the server and restore a backup"
            )
        if self._log_identity is None:  # nothing was written yet, or the database has no log
            self._log_identity = _there(self._log)
        elif _there(self._log) != self._log_identity:
            raise Displaced(
                f"{os.path.basename(self._log)!r} was deleted, moved or replaced while it was in use: put it back, or stop the "
                "server, and do not kill it, for then it writes what was in it into the database"
            )


def _there(path: str) -> tuple[int, int] | None:
    """The device and inode of the file; None for none."""
    try:
        found = os.stat(path)
    except OSError:  # missing, or no access
        return None
    return found.st_dev, found.st_ino
