"""Reads the files of the built page: an installation has the larger ones compressed by brotli, and not plain."""

from __future__ import annotations

from pathlib import Path

import brotli

ENDING = ".br"
"""What the name of a file's compressed form ends with."""


def read(path: Path) -> bytes:
    """The content of a file, from its compressed form where there is no other. Raises `FileNotFoundError`."""
    try:
        return path.read_bytes()
    except FileNotFoundError:
        packed = path.with_name(path.name + ENDING)
        if not packed.is_file():
            raise
        plain: bytes = brotli.decompress(packed.read_bytes())
        return plain
