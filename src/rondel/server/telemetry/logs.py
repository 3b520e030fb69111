"""Logs on the standard error, one line for each event, as text or JSON.

No secret belongs there: no token or invitation, no seed, no cookie, no password. Those who log see to that; a password in the
address of a database is struck out here besides, since addresses come in the errors of other people's libraries.
"""

from __future__ import annotations

import logging
import re
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Final, Literal, TextIO

import msgspec

Form = Literal["plain", "json"]

SELDOM_SECONDS: Final = 10.0
"""For so long what a library has said is not said again in the same words."""

KINDS: Final = 100
"""Of so many things that libraries say it is known when each was said last."""

_PASSWORD: Final = re.compile(r"(\w://[^\s:/@]*):[^\s/]*@")
_CONTROL: Final = {code: repr(chr(code))[1:-1] for code in (*range(32), 127, 0x85, 0x2028, 0x2029)}


@contextmanager
def written(form: Form, stream: TextIO | None = None) -> Iterator[None]:
    """Around the time in which all that is logged in this process is written in this form: ours from ``info`` on, others' from
    ``warning``."""
    handler = logging.StreamHandler(stream or sys.stderr)
    handler.setFormatter(Json() if form == "json" else Plain())
    handler.addFilter(Seldom())
    root, ours = logging.getLogger(), logging.getLogger("rondel")
    before = root.level, ours.level
    root.addHandler(handler)
    root.setLevel(logging.WARNING)
    ours.setLevel(logging.INFO)
    try:
        yield
    finally:
        root.removeHandler(handler)
        root.setLevel(before[0])
        ours.setLevel(before[1])


def without_passwords(text: str) -> str:
    """The text with the passwords of addresses struck out.

    >>> without_passwords("cannot reach postgresql://rondel:s3cr:et@db/arena")
    'cannot reach postgresql://rondel:***@db/arena'
    """
    return _PASSWORD.sub(r"\1:***@", text)


class Seldom(logging.Filter):
    """Lets through what libraries say again and again, as of each request that is none, every ten seconds, with how often it
    was said since; else any stranger could fill the host's disk, and so could a database that is away. What is ours passes.

    >>> seldom = Seldom()
    >>> record = logging.LogRecord("uvicorn.error", logging.WARNING, "", 0, "Invalid HTTP request received.", (), None)
    >>> seldom.filter(record), seldom.filter(record)
    (True, False)
    >>> record.created += 11
    >>> seldom.filter(record), record.getMessage()
    (True, 'Invalid HTTP request received. (and 1 more like it before)')
    """

    def __init__(self) -> None:
        super().__init__()
        self._said: dict[tuple[str, str, str], tuple[float, int]] = {}

    def filter(self, record: logging.LogRecord) -> bool:
        """Whether the record is to be written."""
        if record.name.partition(".")[0] == "rondel":
            return True
        kind = (record.name, str(record.msg), repr(record.exc_info[1]) if record.exc_info else "")
        last, unsaid = self._said.pop(kind, (-SELDOM_SECONDS, 0))
        if abs(record.created - last) < SELDOM_SECONDS:  # the machine's clock may have been set back since
            self._said[kind] = (last, unsaid + 1)
            return False
        if len(self._said) >= KINDS:
            del self._said[next(iter(self._said))]
        self._said[kind] = (record.created, 0)
        if unsaid:
            record.msg, record.args = f"{record.getMessage()} (and {unsaid} more like it before)", ()
        return True


class _Formatter(logging.Formatter):
    converter = staticmethod(time.gmtime)
    default_time_format = "%Y-%m-%dT%H:%M:%S"
    default_msec_format = "%s.%03dZ"

    def traceback(self, record: logging.LogRecord) -> str:
        """How it came to it, in lines; empty where nothing was raised."""
        return without_passwords(self.formatException(record.exc_info)) if record.exc_info else ""


class Plain(_Formatter):
    """``2026-11-22T07:09:30.123Z warning rondel.server.live.open_table: …``; a traceback follows, indented.

    What somebody sent cannot begin a line: control characters are written as Python writes them.
    """

    def format(self, record: logging.LogRecord) -> str:
        """The lines of one record."""
        said = without_passwords(record.getMessage()).translate(_CONTROL)
        line = f"{self.formatTime(record)} {record.levelname.lower()} {record.name}: {said}"
        return "\n  ".join([line, *self.traceback(record).splitlines()])


class Json(_Formatter):
    """One JSON object a line: ``at``, ``level``, ``logger``, ``message``, and ``traceback`` where there is one."""

    def format(self, record: logging.LogRecord) -> str:
        """The line of one record."""
        told = {
            "at": self.formatTime(record),
            "level": record.levelname.lower(),
            "logger": record.name,
            "message": without_passwords(record.getMessage()),
        }
        if traceback := self.traceback(record):
            told["traceback"] = traceback
        return msgspec.json.encode({key: _whole(text) for key, text in told.items()}).decode()


def _whole(text: str) -> str:
    """Text that can be UTF-8: half a surrogate pair, which somebody may have sent, is written as an escape."""
    return text.encode("utf-8", "backslashreplace").decode()
