"""Logs on the standard error, one line for each event, as text or JSON.

Secrets are never logged: no token or invitation, no seed, no cookie, no password. Each caller takes care of that; passwords in
the addresses of databases are removed here as well, because the errors of libraries contain them.
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
"""How long the same message of a library is suppressed."""

KINDS: Final = 100
"""Distinct messages of libraries that are remembered."""

_PASSWORD: Final = re.compile(r"(\w://[^\s:/@]*):[^\s/]*@")
_CONTROL: Final = {code: repr(chr(code))[1:-1] for code in (*range(32), 127, 0x85, 0x2028, 0x2029)}


@contextmanager
def written(form: Form, stream: TextIO | None = None, *, node: str = "") -> Iterator[None]:
    """Context in which all log records of this process are written in this form: Rondel's from ``info`` on, those of libraries
    from ``warning`` on. Each names the node, where there are several."""
    handler = logging.StreamHandler(stream or sys.stderr)
    handler.setFormatter(Json(node) if form == "json" else Plain(node))
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
    """The text with the passwords of addresses removed.

    >>> without_passwords("cannot reach postgresql://rondel:s3cr:et@db/arena")
    'cannot reach postgresql://rondel:***@db/arena'
    """
    return _PASSWORD.sub(r"\1:***@", text)


class Seldom(logging.Filter):
    """Suppresses repeated messages of libraries, such as one for each invalid request: each is written at most every ten
    seconds, with the number of suppressed ones. Otherwise a stranger, or a database that is down, could fill the disk. Rondel's
    own records pass.

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

    def __init__(self, node: str = "") -> None:
        super().__init__()
        self.node = node
        """The node that the records name."""

    def traceback(self, record: logging.LogRecord) -> str:
        """The lines of the traceback; empty where nothing was raised."""
        return without_passwords(self.formatException(record.exc_info)) if record.exc_info else ""


class Plain(_Formatter):
    """``2026-11-22T07:09:30.123Z warning rondel.server.live.open_table: …``; a traceback follows, indented. With a node it is
    ``… warning node=2 rondel.server.live.open_table: …``.

    Text from clients cannot begin a line: control characters are escaped as in Python.
    """

    def format(self, record: logging.LogRecord) -> str:
        """The lines of one record."""
        said = without_passwords(record.getMessage()).translate(_CONTROL)
        node = f"node={self.node} " if self.node else ""
        line = f"{self.formatTime(record)} {record.levelname.lower()} {node}{record.name}: {said}"
        return "\n  ".join([line, *self.traceback(record).splitlines()])


class Json(_Formatter):
    """One JSON object a line: ``at``, ``level``, ``logger``, ``message``; ``node`` and ``traceback`` where there is one."""

    def format(self, record: logging.LogRecord) -> str:
        """The line of one record."""
        told = {
            "at": self.formatTime(record),
            "level": record.levelname.lower(),
            "logger": record.name,
            "message": without_passwords(record.getMessage()),
        }
        if self.node:
            told["node"] = self.node
        if traceback := self.traceback(record):
            told["traceback"] = traceback
        return msgspec.json.encode({key: _whole(text) for key, text in told.items()}).decode()


def _whole(text: str) -> str:
    """Text that can be encoded as UTF-8: half a surrogate pair is escaped."""
    return text.encode("utf-8", "backslashreplace").decode()
