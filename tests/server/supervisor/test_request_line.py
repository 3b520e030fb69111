"""The request line: what names a table, and what is none."""

from __future__ import annotations

import doctest

import pytest

from rondel.server.supervisor import request_line
from rondel.server.supervisor.request_line import NoRequest, RequestLine, line_end, parsed


def test_the_examples_in_the_module_run() -> None:
    assert doctest.testmod(request_line).failed == 0


@pytest.mark.parametrize(
    ("address", "path", "table"),
    [
        ("/ws?table=a_B-9&x=1", "/ws", "a_B-9"),
        ("/ws?x=1&table=a%26b", "/ws", "a&b"),
        ("/ws", "/ws", ""),
        ("/ws?table=", "/ws", ""),
        ("/ws?table=a&table=b", "/ws", "a"),
        ("/ws?" + "&" * 20 + "table=a", "/ws", ""),
        ("/ws?table=%ff%00", "/ws", "\ufffd\0"),
        ("/table/7Q4K?lang=de", "/table/7Q4K", "7Q4K"),
        ("/api/tables/7Q4K/chat", "/api/tables/7Q4K/chat", "7Q4K"),
        ("/api/tables", "/api/tables", ""),
        ("/?table=7Q4K", "/", ""),
        ("http://x/ws?table=7Q4K", "http://x/ws", ""),
        ("*", "*", ""),
    ],
)
def test_an_address_names_a_table_or_none(address: str, path: str, table: str) -> None:
    assert parsed(f"GET {address} HTTP/1.1\r\nHost: x\r\n\r\n".encode()) == RequestLine(path, table)


@pytest.mark.parametrize(
    "line", [b"", b"GET /", b"GET / HTTP/2.0", b"get / HTTP/1.1", b"GET  / HTTP/1.1", b"\x16\x03\x01\x02", b"G /\xff"]
)
def test_what_is_no_request_line_is_told_apart(line: bytes) -> None:
    with pytest.raises(NoRequest):
        parsed(line + b"\r\n")


def test_a_line_ends_at_its_line_feed_however_many_empty_lines_come_first() -> None:
    assert line_end(b"\r\n" * 9) == -1
    assert line_end(b"\n\n\nGET / HTTP/1.0\nX: y\n") == 17
