"""The data folder: opens an arena's database for a server, or refuses with the reason.

A database that was deleted or replaced is detected at the next start; see `watermark`.
"""

from __future__ import annotations

import errno
import os
import shlex
import sqlite3
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import Final

from sqlalchemy.exc import SQLAlchemyError

from rondel.server.ops.arena_lock import Occupied, folder_lock
from rondel.server.ops.database import DATABASE
from rondel.server.storage import schema, watermark


class CannotServe(Exception):
    """The arena cannot be started as it was asked to; the message says why."""


class UnusableFolder(CannotServe):
    """The data folder cannot be used on this machine; another one can be chosen."""


@contextmanager
def served(
    data: Path, note: Callable[[str], object] = lambda text: None, *, new: bool = False, accept_loss: bool = False
) -> Iterator[Path]:
    """Context in which a server has the arena in that folder to itself; yields what `opened` returns. Raises as `opened`, and
    `CannotServe` where another server has the folder."""
    with ExitStack() as stack:
        try:
            data.mkdir(parents=True, exist_ok=True, mode=0o700)
            stack.enter_context(folder_lock(data))
        except Occupied as error:
            raise CannotServe(f"{error}: stop it first, or serve another folder with --data") from error
        except OSError as error:
            raise UnusableFolder(_said(data, error)) from error
        yield opened(data, note, new=new, accept_loss=accept_loss)


def opened(
    data: Path, note: Callable[[str], object] = lambda text: None, *, new: bool = False, accept_loss: bool = False
) -> Path:
    """The database file in that folder, up to date; it is created in an empty folder.

    ``note`` is called with lines for the log. ``new`` begins a new arena where the database was deleted. ``accept_loss``
    accepts a database that lacks stored data, or that of another arena. Neither deletes anything: files that prove the loss are
    renamed. Raises `UnusableFolder` where the folder cannot be used, else `CannotServe`; then nothing in the folder has
    changed.
    """
    path = data / DATABASE
    try:
        schema.check_owner(path)
        unverifiable = watermark.unverifiable(path)
        _accept(path, watermark.lack(path), note, new=new, accept_loss=accept_loss)
        if path.exists() and watermark.read(data) is None:
            note(f"there was no {watermark.FILE!r} beside the database, and one is written: nothing could be checked")
        elif unverifiable:
            note(_UNVERIFIABLE)
        schema.prepare(path)
        watermark.tidy(data)
    except watermark.Unreadable as error:
        raise CannotServe(str(error)) from error
    except (OSError, sqlite3.Error, SQLAlchemyError) as error:
        if _damaged(error):
            raise CannotServe(
                f"{str(path)!r} is damaged, or is not one of Rondel's databases: restore a backup with "
                f"`{_restore(data)}`, which keeps this file under another name"
            ) from error
        raise UnusableFolder(_said(data, error)) from error
    except (schema.OtherVersion, schema.ForeignDatabase) as error:
        raise CannotServe(str(error)) from error
    return path


_UNVERIFIABLE: Final = (
    f"the server was killed, and {DATABASE}-wal is gone: whether the moves of its last second are there cannot be checked, and "
    "those before it are there; if rondel admin has read the database since, nothing is missing"
)


def _accept(path: Path, lack: watermark.Lack | None, note: Callable[[str], object], *, new: bool, accept_loss: bool) -> None:
    """Return where nothing is missing, or where the loss is accepted; the file that proves it is renamed then. Raises
    `CannotServe`."""
    if new and path.exists() and path.stat().st_size:
        raise CannotServe(f"{str(path)!r} holds an arena, and --new begins only where there is none: start without --new")
    if lack is None:
        if accept_loss:
            raise CannotServe("nothing is missing in the database: start without --accept-loss")
        return
    gone = lack.kind == "gone"
    if new if gone else accept_loss:
        if not gone:
            schema.prepare(path)  # first: nothing is renamed where the database is of another version
        for each in (path.parent / watermark.FILE, *((path,) if gone else ())):
            if (aside := watermark.moved_aside(each)) is not None:
                note(f"accepted: {lack.said}; {each.name} has become {aside.name}")
        if lack.kind == "damaged":
            watermark.renew(path)
            note(f"accepted: {lack.said}; the arena has a new id")
        return
    option = "`rondel serve --new` begins a new arena" if gone else "`rondel serve --accept-loss` serves what is there"
    advice = f"put back what is missing, or restore a backup with `{_restore(path.parent)}`; {option}"
    raise CannotServe(f"{lack.said}. Nothing was changed: {advice}")


_WORDS: Final = {
    errno.EACCES: "this user may not write there",
    errno.EPERM: "this user may not write there",
    errno.EROFS: "that disk can only be read",
    errno.ENOSPC: "the disk is full",
    errno.EDQUOT: "this user has used up the space allowed on that disk",
    errno.ENAMETOOLONG: "its name is too long",
    errno.ELOOP: "its symbolic links lead in a circle",
    errno.EIO: "the disk cannot be read",
}


def _said(data: Path, error: Exception) -> str:
    return f"the data folder {str(data)!r} cannot be used: {_unusable(error, data / DATABASE)}"


def _unusable(error: Exception, database: Path) -> str:
    """The reason why a database cannot be used, in plain words."""
    # `os.path`, not `Path`: it returns False, and does not raise, where this user has no access.
    if os.path.isdir(database):
        return f"{str(database)!r} is a folder, and the tables are kept in a file of that name"
    for each in (database.parent, *database.parent.parents):
        if os.path.exists(each) and not os.path.isdir(each):
            return f"{str(each)!r} is a file, not a folder"
    if isinstance(error, OSError):
        return _WORDS.get(error.errno or 0, error.strerror or str(error))
    said = str(getattr(error, "orig", None) or error)  # SQLAlchemy's own text contains the statement
    if "unable to open" in said or "readonly" in said:
        return _WORDS[errno.EACCES]
    if "locked" in said:
        return "another program keeps its database locked; stop that one first"
    if "full" in said:
        return _WORDS[errno.ENOSPC]
    return said


def _restore(data: Path) -> str:
    return f"rondel admin restore FILE --data {shlex.quote(str(data))} --yes"


def _damaged(error: Exception) -> bool:
    """Whether SQLite has found that the file is not a valid database."""
    said = str(getattr(error, "orig", None) or error)
    return "not a database" in said or "malformed" in said
