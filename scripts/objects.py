"""Objects of the C compiler, kept from one build of ``compile.py`` to the next."""

from __future__ import annotations

import hashlib
import os
import re
from collections.abc import Iterable
from pathlib import Path


class Objects:
    """Compiled C files, kept from one build to the next by a hash of text, headers and the compiler's arguments."""

    def __init__(self, folder: Path, headers: Path, common: Iterable[str]) -> None:
        self.folder = folder
        self.used: set[Path] = set()
        total = hashlib.sha256(";".join(common).encode())
        for path in sorted(headers.rglob("*.h")):
            total.update(path.read_bytes())
        self._common = total.hexdigest()

    def place(self, source: Path, arguments: Iterable[str]) -> Path:
        """Where the object of a C file is kept; the files that it includes by path count as its text."""
        total = hashlib.sha256(";".join((self._common, *arguments)).encode())
        text = source.read_bytes()
        total.update(text)
        for path in re.findall(rb'^#include "([^"]+\.c)"$', text, re.MULTILINE):
            total.update((source.parent / os.fsdecode(path)).read_bytes())
        found = self.folder / f"{source.stem}-{total.hexdigest()[:20]}.o"
        self.used.add(found)
        return found

    def drop_unused(self) -> None:
        """Remove the objects that this build did not need."""
        for path in self.folder.glob("*.o"):
            if path not in self.used:
                path.unlink()
