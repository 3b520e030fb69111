"""Guards an open database file: checks that writes still reach the file at its path.

Who deletes or replaces the file of a running server takes nothing from it: the system keeps what is open, and SQLite goes on
writing there and says that all is well. With the process all of it is gone. The same goes for the log beside it (``-wal``),
which holds what was stored last and looks as if it could be done without. So before anybody is told that something is stored,
it is looked whether both are still at their places; that costs a microsecond or two.
"""

from __future__ import annotations

import os
import sqlite3
from pathlib import Path


class Displaced(sqlite3.OperationalError):
    """The file, or the log beside it, is not where it was when it was opened; what is written there now would be lost."""


class DatabaseFile:
    """The file at a path, as it is now.

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
        """To be made when the database is open: then its log is there until nobody has it open any more."""
        self._path = os.fspath(path)
        self._log = f"{self._path}-wal"
        self._identity = _there(self._path)
        self._log_identity = _there(self._log)

    def check(self) -> None:
        """Raises `Displaced` where another file is there by now, or none, or where that is so of the log."""
        if _there(self._path) != self._identity:
            raise Displaced(
                f"{os.path.basename(self._path)!r} was deleted, moved or replaced while it was in use: put it back, or stop "
                "the server and restore a backup"
            )
        if self._log_identity is None:  # nobody had written yet, or this is no such database
            self._log_identity = _there(self._log)
        elif _there(self._log) != self._log_identity:
            raise Displaced(
                f"{os.path.basename(self._log)!r} was deleted, moved or replaced while it was in use: put it back, or stop the "
                "server, and do not kill it, for then it writes what was in it into the database"
            )


def _there(path: str) -> tuple[int, int] | None:
    """Which file is there; None for none."""
    try:
        found = os.stat(path)
    except OSError:  # gone, or nobody may look
        return None
    return found.st_dev, found.st_ino
