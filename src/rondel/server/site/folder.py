"""The folder of a site: written whole beside its place, and then put there, so that a failed run leaves the old one."""

from __future__ import annotations

import errno
import os
import shutil
from collections.abc import Mapping
from pathlib import Path
from typing import Final

from rondel.errors import BadOption, RondelError

MARK: Final = "rondel-site.json"
"""The file by which an earlier site is known."""


class NotWritten(RondelError):
    """The folder cannot be written; the message says why."""

    code = "not_written"


def check_replaceable(folder: Path) -> None:
    """Raise `BadOption` unless the folder is missing, empty or an earlier site, `NotWritten` if it cannot be read."""
    try:
        if folder.exists() and not folder.is_dir():
            raise BadOption(f"{str(folder)!r} is a file: name a folder, --into DIR")
        if folder.is_dir() and any(folder.iterdir()) and not (folder / MARK).is_file():
            raise BadOption(
                f"{str(folder)!r} is not empty and is no earlier site, so it is left alone: name another folder, --into DIR"
            )
    except OSError as error:
        raise _not_written(folder, 0, error) from error


def write(folder: Path, files: Mapping[str, bytes]) -> None:
    """Put these files, by name, in the place of the folder. Raises `NotWritten`; then the folder is as it was."""
    place = folder.resolve()  # a link to a folder stays one
    new, old = [place.with_name(f".{place.name}.{each}-{os.getpid()}") for each in ("new", "old")]
    try:
        place.parent.mkdir(parents=True, exist_ok=True)
        new.mkdir()
        for name, content in files.items():
            path = new / name
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_bytes(content)
        if place.exists():
            place.rename(old)
        try:
            new.rename(place)
        except OSError:
            if old.exists():
                old.rename(place)
            raise
    except OSError as error:
        raise _not_written(folder, sum(map(len, files.values())), error) from error
    finally:
        shutil.rmtree(new, ignore_errors=True)
    shutil.rmtree(old, ignore_errors=True)


def _not_written(folder: Path, size: int, error: OSError) -> NotWritten:
    if error.errno in (errno.ENOSPC, errno.EDQUOT):
        why = (
            f"the disk is full, and the site needs {size / 1e6:.0f} MB: make room, or name a folder on another disk, --into DIR"
        )
    else:
        why = f"{error.strerror}; name another folder, --into DIR"
    return NotWritten(f"cannot write to {str(folder)!r}: {why}")
