"""Diagnosis: what is wrong with the rules, in a few words, with the place in the author's files.

The rules run in another process, which reports errors as Python prints them; this module parses them.
"""

from __future__ import annotations

import re
from pathlib import Path
from typing import Final

from rondel.server.dev.source import Source
from rondel.server.protocol import BenchTrouble, BenchTroubleKind

_PLACE: Final = re.compile(r'^\s*File "(?P<file>[^"]+)", line (?P<line>\d+)(?:, in (?P<inside>\S+))?', re.MULTILINE)

_END: Final = re.compile(r"^[A-Za-z_][\w.]*(?::|$)(?! *\n? *File )", re.MULTILINE)
"""The last line of a traceback: it begins with the name of an exception."""

_OURS: Final = re.compile(r"^rondel\.errors\.\w+: ")


def told(kind: BenchTroubleKind, text: str, source: Source) -> BenchTrouble:
    """The trouble in a traceback, or in another message.

    >>> told("rules", "the rules took longer than 3 s to step", Source(Path("nim.py"))).message
    'the rules took longer than 3 s to step'
    """
    places = [each for each in _PLACE.finditer(text) if source.holds(Path(each["file"]))]
    # The error raised in the author's file, without the exceptions that wrap it.
    ends = [each for each in _END.finditer(text) if not places or each.start() > places[-1].start()]
    message = text
    if "  File " in text and ends:
        said = text[(ends[0] if places else ends[-1]).start() :]
        message = said.partition("\n\nThe above exception")[0].partition("\n\nDuring handling")[0]
    message = _OURS.sub("", message.strip())
    if not places:
        return BenchTrouble(kind, message)
    last = places[-1]
    path, line = Path(last["file"]), int(last["line"])
    return BenchTrouble(kind, message, _called(path, source), line, last["inside"] or "", _excerpt(path, line))


def in_words(trouble: BenchTrouble) -> str:
    """The trouble as the terminal prints it.

    >>> in_words(BenchTrouble("rules", "ZeroDivisionError: division by zero", "nim.py", 9, "take", "1 / 0"))
    'nim.py, line 9, in take: ZeroDivisionError: division by zero\\n    1 / 0'
    """
    where = f"{trouble.file}, line {trouble.line}" if trouble.file else ""
    inside = f", in {trouble.inside}" if trouble.inside and trouble.inside != "<module>" else ""
    code = f"\n    {trouble.code}" if trouble.code else ""
    return f"{where}{inside}: {trouble.message}{code}" if where else trouble.message


def _called(path: Path, source: Source) -> str:
    return path.name if source.file.name != "__init__.py" else path.relative_to(source.file.parent.parent).as_posix()


def _excerpt(path: Path, line: int) -> str:
    """The source line as it is in the file now."""
    try:
        lines = path.read_text(encoding="utf-8", errors="replace").splitlines()
    except OSError:
        return ""
    return lines[line - 1].strip() if 0 < line <= len(lines) else ""
