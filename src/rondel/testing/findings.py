"""Findings: what is wrong with the rules in one file, each with the line and the columns that an editor marks.

    for each in findings(Path("nim.py")):
        print(each.line, each.column, each.message)

They are those of ``rondel check``, with fewer seconds: what keeps the file from being loaded, what prevents a start, texts
that cannot be translated, and the laws of the test kit on the beginnings of random games. The first that keeps the rules from
playing comes alone. The file's game replaces one of its name in this process.
"""

from __future__ import annotations

import ast
import json
import re
import traceback
import warnings
from collections.abc import Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Final, Literal

from rondel import door
from rondel.engine import Game
from rondel.errors import DefinitionError
from rondel.fault import authors, told, worded
from rondel.testing.causes import place_near, raised_at, uses
from rondel.testing.laws.determinism import ADVICE
from rondel.testing.laws.registry import LAWS
from rondel.testing.report import Report, Subject, examine
from rondel.testing.traced_watch import TracedWatch
from rondel.testing.watch import Watch
from rondel.translations.messages import mark_faults

SECONDS: Final = 2.0
"""The seconds that the laws share."""
RULE_SECONDS: Final = 1.0
"""The seconds that a rule may take."""
GAMES: Final = 2
"""The games that each law is tried on, while there is time."""
TRIED: Final = tuple([law for law in LAWS if law != "processes"])
"""The laws that need no second process, which a browser cannot start."""
SHOWN: Final = 6
"""The last answers that are named with a finding."""

Severity = Literal["error", "warning", "note"]

_PLACED: Final = r"{file},? line (?P<line>\d+)"
"""A place in a message."""
_SHOWN_BY_MARK: Final = r" ?\((?:in [\w<>]+, )?{file} line \d+\)|[:,]? (?:in [\w<>]+, |at ){file} line \d+(?:, called by \w+)?"
"""The same, with the words around it that an editor does not need."""


@dataclass(frozen=True)
class Finding:
    """One thing that is wrong, or may be. Lines and columns count from 1, columns in UTF-16 units, as a browser counts them;
    the end is exclusive."""

    severity: Severity
    message: str
    line: int
    column: int
    end: int

    def __str__(self) -> str:
        return f"{self.line}:{self.column}: {self.severity}: {self.message}"


def findings(file: Path, *, seconds: float = SECONDS, laws: Sequence[str] = TRIED, watch: Watch | None = None) -> list[Finding]:
    """The findings for a file, in the order of its lines; none if nothing wrong was found.

    >>> findings(Path("examples/nim.py"), seconds=0.1)
    []
    """
    found = _Findings(file)
    with warnings.catch_warnings(action="ignore"):  # those of the compiler are findings
        found.examine(seconds, laws, watch or TracedWatch(limit=RULE_SECONDS))
    return sorted(found.made, key=lambda each: (each.line, each.column))


def in_json(text: str, file: str, seconds: float = SECONDS) -> str:
    """The findings for the text of a file, as JSON; ``file`` is where the text is written for Python to read it."""
    path = Path(file)
    path.write_text(text, encoding="utf-8")
    return json.dumps([asdict(each) for each in findings(path, seconds=seconds)])


class _Findings:
    """Collects the findings for one file."""

    def __init__(self, file: Path) -> None:
        self.made: list[Finding] = []
        self._file = file
        self._text = file.read_bytes().decode("utf-8", errors="replace")
        self._lines = self._text.split("\n")
        self._placed = re.compile(_PLACED.format(file=re.escape(file.name)))
        self._shown_by_mark = re.compile(_SHOWN_BY_MARK.format(file=re.escape(file.name)))

    def examine(self, seconds: float, laws: Sequence[str], watch: Watch) -> None:
        """Read the file, load it, begin a game, and play."""
        if not self._reads():
            return
        try:
            kind = watch.run(lambda: door.load(self._file, instead=True, interpreted=True))
        except Exception as error:  # noqa: BLE001 - whatever the author's module raises
            return self._raised(error)
        subject = Subject(kind)
        try:
            watch.run(lambda: subject.start(0))
        except DefinitionError as error:
            for problem, place in zip(error.problems, error.places, strict=True):
                self._add("error", problem, self._line(place) or self._of(kind))
            return
        except Exception as error:  # noqa: BLE001 - whatever the rules raise
            near = raised_at(error, kind) or place_near(kind, str(error), [])
            return self._raised(error, near.line if near is not None else 0)
        for fault in mark_faults(self._file):
            self._add("error", fault.replace(f"{self._file.name}, line {self._line(fault)}, ", "this "), self._line(fault))
        if not self.made:
            self._report(examine(subject, games=GAMES, seconds=seconds, laws=laws, describe=told, watch=watch))

    # -- before play ---------------------------------------------------------------------------------------------------

    def _reads(self) -> bool:
        """Whether the file is Python; warnings of the compiler are findings."""
        with warnings.catch_warnings(record=True) as warned:
            warnings.simplefilter("always")
            try:
                compile(self._text, str(self._file), "exec", dont_inherit=True)
            except SyntaxError as error:
                return self._syntax(error)
            except (ValueError, RecursionError, MemoryError) as error:  # null bytes, or nested too deeply
                self._add("error", f"this is no Python: {type(error).__name__}: {error}", 1)
                return False
        for each in warned:
            if issubclass(each.category, SyntaxWarning | DeprecationWarning):
                self._add("warning", f"{each.category.__name__}: {each.message}", each.lineno)
        return True

    def _syntax(self, error: SyntaxError) -> bool:
        line, offset = error.lineno or 1, error.offset or 0
        message = f"{type(error).__name__}: {error.msg}"
        until = error.end_offset or 0 if (error.end_lineno or line) == line else 0
        if offset > 0:
            self._add("error", message, line, offset - 1, until - 1 if until > offset else None)
        else:
            self._add("error", message, line)
        return False

    def _raised(self, error: Exception, near: int = 0) -> None:
        """An error of the author's module, or of the setup of its game."""
        message = self._bare(worded(error))
        if isinstance(error, SyntaxError):  # of another module that it imports
            self._add("error", message, 1)
            return
        place = self._last(error)
        if place is not None:
            line, column, until = place
            self._add("error", message, line, column, until)
        else:
            self._add("error", message, self._line(str(error)) or near or 1)

    def _last(self, error: BaseException) -> tuple[int, int | None, int | None] | None:
        """The place of the last frame of the author's file in a traceback: its line, and the columns in characters."""
        frames = authors(error)
        while error.__cause__ is not None and (not frames or isinstance(error.__cause__, RecursionError)):
            error = error.__cause__
            frames = authors(error)
        if not frames:
            return None
        frame, line = frames[-1]
        for each in reversed(traceback.TracebackException.from_exception(error).stack):
            if each.filename == frame.f_code.co_filename and each.lineno == line:
                if each.colno is None or each.end_colno is None:
                    break
                if each.end_lineno != line:
                    return line, self._characters(line, each.colno), None
                return line, self._characters(line, each.colno), self._characters(line, each.end_colno)
        return line, None, None

    # -- play ----------------------------------------------------------------------------------------------------------

    def _report(self, report: Report) -> None:
        """The findings of the laws; without any, what the rules may have forgotten."""
        kind = report.subject.kind
        for failure in report.failures:
            played = [f"{role}:{text}" for role, text in failure.played][-SHOWN:]
            after = f"\nafter {' '.join(played)}" if played else ""
            line = self._line(failure.message) or (failure.place.line if failure.place is not None else 0)
            self._add("error", f"{self._bare(failure.message)}{after}", line or self._of(kind))
        if report.failures:
            return
        for place, name in uses(kind):
            self._add("warning", f"uses {name}: {ADVICE}", place.line)

    def _of(self, kind: type[Game]) -> int:
        """The line of the game's class."""
        for node in ast.walk(ast.parse(self._text)):
            if isinstance(node, ast.ClassDef) and node.name == kind.__name__:
                return node.lineno
        return 1

    # -- places --------------------------------------------------------------------------------------------------------

    def _line(self, message: str) -> int:
        """The line of this file that a message names; 0 for none."""
        found = self._placed.search(message)
        return int(found["line"]) if found is not None else 0

    def _bare(self, message: str) -> str:
        """A message without the places in this file that its mark shows."""
        return self._shown_by_mark.sub("", message).replace(str(self._file), self._file.name)

    def _characters(self, line: int, offset: int) -> int:
        """The number of characters in that many bytes at the beginning of a line."""
        return len(self._written(line).encode()[:offset].decode(errors="ignore"))

    def _written(self, line: int) -> str:
        return self._lines[line - 1].rstrip("\r") if 0 < line <= len(self._lines) else ""

    def _add(self, severity: Severity, message: str, line: int, start: int | None = None, until: int | None = None) -> None:
        """Add a finding; without columns it marks the whole line."""
        line = min(max(line, 1), len(self._lines))
        written = self._written(line)
        if start is None:
            start = len(written) - len(written.lstrip())
        end = len(written.rstrip()) if until is None else until
        start = min(start, len(written))
        column = _units(written[:start]) + 1
        self.made.append(Finding(severity, message, line, column, max(column, _units(written[:end]) + 1)))


def _units(text: str) -> int:
    """The length of a text in UTF-16 units."""
    return len(text) + sum([letter > "\uffff" for letter in text])
