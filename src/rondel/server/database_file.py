"""The file of a database that is open: whether what is written still ends up where it will be looked for.

Who deletes or replaces the file of a running server takes nothing from it: the system keeps what is open, and SQLite goes on
writing there and says that all is well. With the process all of it is gone. So before anybody is told that something is stored,
it is looked whether the file is still at its place; that costs a microsecond or two.
"""

from __future__ import annotations

import os
import sqlite3
from pathlib import Path


class Displaced(sqlite3.OperationalError):
    """The file is not where it was when it was opened; what is written there now would be lost."""


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
    rondel.server.database_file.Displaced: 'doc.sqlite3' was deleted, moved or replaced while it was in use: put it back, or \
stop the server and restore a backup
    >>> folder.cleanup()
    """

    def __init__(self, path: Path) -> None:
        self._path = os.fspath(path)
        self._identity = self._there()

    def check(self) -> None:
        """Raises `Displaced` where another file is there by now, or none."""
        if self._there() != self._identity:
            raise Displaced(
                f"{os.path.basename(self._path)!r} was deleted, moved or replaced while it was in use: put it back, or stop "
                "the server and restore a backup"
            )

    def _there(self) -> tuple[int, int] | None:
        try:
            found = os.stat(self._path)
        except OSError:  # gone, or nobody may look
            return None
        return found.st_dev, found.st_ino
