"""The first line of a connection's first request, which says where the connection goes.

Nothing else of the request is read before a node has it. The line names a table where the address does: the socket of a table,
its page, and what concerns it under ``/api``.
"""

from __future__ import annotations

import re
from typing import Final
from urllib.parse import parse_qs

import msgspec

LARGEST_LINE: Final = 8 * 1024
"""Bytes of a request line. The longest address of the page has some 2,000."""

SOCKETS: Final = "/ws"
"""The path of WebSockets."""

_LINE: Final = re.compile(rb"[A-Z]{1,20} (\S+) HTTP/1\.[01]\r?")
_OF_A_TABLE: Final = re.compile(r"/(?:api/tables|table)/([^/]+)")


class RequestLine(msgspec.Struct, frozen=True):
    """A request line: the path, and the table that its address names, or an empty string."""

    path: str
    table: str = ""


class NoRequest(Exception):
    """The bytes do not begin with a request line."""


def line_end(data: bytes) -> int:
    """The index of the end of the request line in the first bytes of a connection; -1 where it has not come yet. Empty lines
    before it are allowed.

    >>> line_end(b"\\r\\nGET / HTTP/1.1\\r\\n"), line_end(b"GET / HT")
    (17, -1)
    """
    return data.find(b"\n", len(data) - len(data.lstrip(b"\r\n")))


def parsed(data: bytes) -> RequestLine:
    """The request line at the begin of these bytes. Raises `NoRequest`.

    >>> parsed(b"GET /ws?table=7Q4K HTTP/1.1\\r\\nHost: x")
    RequestLine(path='/ws', table='7Q4K')
    >>> parsed(b"POST /api/tables/7Q4K/seat HTTP/1.1\\r\\n").table, parsed(b"GET /api/tables HTTP/1.1\\n").table
    ('7Q4K', '')
    """
    found = _LINE.fullmatch(data[: line_end(data)].lstrip(b"\r\n"))
    if found is None:
        raise NoRequest
    path, _, query = found[1].decode("latin-1").partition("?")
    if path == SOCKETS:
        return RequestLine(path, _value(query))
    of = _OF_A_TABLE.match(path)
    return RequestLine(path, of[1] if of else "")


def _value(query: str) -> str:
    try:
        return parse_qs(query, max_num_fields=8).get("table", [""])[0]
    except ValueError:  # more fields than any client of ours sends
        return ""
