"""The source of a game: the file its rules begin with, and all files of its rules.

Files are polled a few times a second. A poll costs one stat per file and works on every system and disk.
"""

from __future__ import annotations

import asyncio
from pathlib import Path
from typing import Final

from rondel.sources import located

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
        return cls(located(given))

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
