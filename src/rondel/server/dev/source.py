"""The source of a game: the file its rules begin with, and all files of its rules.

Files are polled a few times a second. A poll costs one stat per file and works on every system and disk.
"""

from __future__ import annotations

import asyncio
import importlib.util
import os
import sys
from pathlib import Path
from typing import Final

from rondel.errors import UnknownGame, quoted

EVERY: Final = 0.15
"""Seconds between two polls."""

Stamp = dict[Path, tuple[int, int]]
"""When each file was changed last, in nanoseconds, and its size in bytes."""


class Source:
    """The source of a game: a Python file, or a package with all its Python files."""

    def __init__(self, file: Path) -> None:
        """``file`` is what is loaded; for a package its ``__init__.py``."""
        self.file = file.absolute()

    @classmethod
    def named(cls, given: str) -> Source:
        """The source of a file, of a package's folder, or of a module by its dotted name. Raises `UnknownGame`.

        >>> Source.named("rondel.shelf.reversi").name
        'reversi.py'
        """
        path = Path(given)
        if path.is_dir():
            if not (path / "__init__.py").is_file():
                raise UnknownGame(f"{str(path)!r} is a folder without __init__.py: name the file with the game")
            return cls(path / "__init__.py")
        if path.is_file():
            if path.suffix != ".py":
                raise UnknownGame(f"{str(path)!r} is not a Python file")
            return cls(path)
        if path.suffix == ".py" or "/" in given or os.sep in given:
            raise UnknownGame(f"no game file at {str(path)!r}")
        found = _module(given)
        if found is None:
            raise UnknownGame(f"there is no file, folder or module {quoted(given)}")
        return cls(found)

    @property
    def name(self) -> str:
        """The name that messages use: the file's, or the package's."""
        return f"{self.file.parent.name}/" if self.file.name == "__init__.py" else self.file.name

    @property
    def files(self) -> list[Path]:
        """All files of the rules, as they are now."""
        return sorted(self.file.parent.rglob("*.py")) if self._packed else [self.file]

    @property
    def _packed(self) -> bool:
        """Whether the file is part of a package."""
        return self.file.with_name("__init__.py").is_file()

    def holds(self, path: Path) -> bool:
        """Whether that file is the author's."""
        return path.is_relative_to(self.file.parent) if self._packed else path == self.file

    def stamp(self) -> Stamp:
        """The stamp of its files now; without temporary files that an editor renames."""
        found = {}
        for each in self.files:
            try:
                status = each.stat()
            except OSError:
                continue
            found[each] = (status.st_mtime_ns, status.st_size)
        return found

    async def changed(self, since: Stamp) -> Stamp:
        """Wait until the stamp has changed and is the same in two polls, so that saving is complete."""
        before = since
        while True:
            await asyncio.sleep(EVERY)
            now = self.stamp()
            if now == before and now != since and self.file in now:
                return now
            before = now


def _module(name: str) -> Path | None:
    """The file of a module, which may lie in the working directory; it is not imported."""
    here = os.getcwd()
    sys.path.insert(0, here)
    try:
        spec = importlib.util.find_spec(name)
    except (ImportError, ValueError):
        return None  # the parent is not a package, or does not exist
    finally:
        sys.path.remove(here)
    return Path(spec.origin) if spec is not None and spec.origin is not None and spec.origin.endswith(".py") else None
