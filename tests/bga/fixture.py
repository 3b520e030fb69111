"""Fixtures: projects written for the tests, each in one text file: files after lines ``--- name``, and the expected result."""

from __future__ import annotations

import json
import re
from dataclasses import dataclass
from pathlib import Path
from typing import Any

CORPUS = Path(__file__).parent / "corpus"


@dataclass
class Fixture:
    """One project, not yet written anywhere."""

    name: str
    files: dict[str, str]
    expected: dict[str, Any]

    def write(self, folder: Path, *, newline: str = "\n") -> Path:
        """Write its files into a folder, with some kind of line end; returns the folder."""
        for name, text in self.files.items():
            path = folder / name
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_bytes(text.replace("\n", newline).encode())
        return folder


def parse(name: str, text: str) -> Fixture:
    """A fixture, read from its text."""
    sections = re.split(r"^--- (.+)\n", text, flags=re.MULTILINE)[1:]
    files = dict(zip(sections[::2], sections[1::2], strict=True))
    expected = json.loads(files.pop("expected", "{}"))
    return Fixture(name, files, expected)


def corpus() -> list[Fixture]:
    """All of them, by name."""
    return [parse(path.stem, path.read_text(encoding="utf-8")) for path in sorted(CORPUS.glob("*.txt"))]
