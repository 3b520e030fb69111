"""The reception: requests without an end, requests that do not come, and what is no request."""

from __future__ import annotations

import contextlib
import json
import socket
import time
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest

from rondel.server import reception, serving
from rondel.server.reception import LARGEST_HEAD
from tests.server.harness import Running

HEALTH = b"GET /health HTTP/1.1\r\nHost: x\r\n"
TABLES = b"POST /api/tables HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\n"


@pytest.fixture
def line(server: Running) -> Iterator[socket.socket]:
    """A connection that nothing has been said over."""
    with closing(socket.create_connection(("127.0.0.1", int(server.address.rpartition(":")[2])), timeout=10)) as made:
        yield made


@pytest.fixture
def hasty(monkeypatch: pytest.MonkeyPatch) -> None:
    """A server that waits for a request for a moment only."""
    monkeypatch.setattr(reception, "REQUEST_SECONDS", 0.2)


def heard(line: socket.socket) -> bytes:
    """All that the server says before it closes."""
    said = b""
    try:
        while more := line.recv(65536):
            said += more
    except ConnectionResetError:
        pass  # what it did not read was still under way
    return said


def poured(line: socket.socket, piece: bytes, seconds: float, most: int) -> int:
    """Send a piece so many times at the most, with some time after each; returns how many the server let come."""
    for number in range(most):
        try:
            line.sendall(piece)
        except ConnectionError:
            return number
        time.sleep(seconds)
    return most


def told(said: bytes) -> tuple[int, str]:
    """The status of an answer, and its code."""
    head, _, body = said.partition(b"\r\n\r\n")
    assert b"x-content-type-options: nosniff" in head
    return int(head.split()[1]), json.loads(body)["code"]


@pytest.mark.parametrize("field", [b"X-Long: ", b"Cookie: ", b""], ids=["header", "cookie", "name"])
def test_a_head_without_an_end_is_not_read_on(line: socket.socket, field: bytes) -> None:
    line.sendall(HEALTH + field)
    # In pieces with a breath between them, so that each is another read.
    assert poured(line, b"a" * 1024, 0.0002, most=3000) < 3000


def test_a_head_that_is_too_large_is_refused_though_it_has_an_end(server: Running) -> None:
    fits = b"X-Long: " + b"a" * (LARGEST_HEAD - 1000) + b"\r\n\r\n"
    for more, status in (
        (fits, 200),
        (b"X-Long: " + b"a" * LARGEST_HEAD + b"\r\n\r\n", 431),
        (b"X: a\r\n" * 20_000 + b"\r\n", 431),
    ):
        with closing(socket.create_connection(("127.0.0.1", int(server.address.rpartition(":")[2])), timeout=10)) as line:
            line.sendall(HEALTH + b"Connection: close\r\n" + more)
            said = heard(line)
        assert not said or int(said.split()[1]) == status  # it may be lost with what the server did not read
        assert said or status == 431


@pytest.mark.usefixtures("hasty")
@pytest.mark.parametrize(
    ("sent", "status"),
    [
        (b"", 0),
        (b"\r\n", 408),
        (b"GET /hea", 408),
        (HEALTH + b"X-Slow: ", 408),
        (TABLES + b"Content-Length: 9\r\n\r\n{", 408),
        (TABLES + b"Transfer-Encoding: chunked\r\n\r\n2;more=", 408),
        (HEALTH + b"\r\nGET /hea", 200),
    ],
    ids=["nothing", "a line", "a word", "a head", "a body", "a chunk", "a second one"],
)
def test_a_request_that_does_not_come_ends_the_connection(line: socket.socket, sent: bytes, status: int) -> None:
    line.sendall(sent)
    said = heard(line)
    if not status:
        assert said == b""
    elif status == 408:
        assert told(said) == (408, "too_slow")
    else:
        first, _, second = said.partition(b'{"status":"ready"}')
        assert first.startswith(b"HTTP/1.1 200")
        assert told(second) == (408, "too_slow")


@pytest.mark.usefixtures("hasty")
def test_a_request_that_comes_byte_by_byte_is_not_waited_for_any_longer(line: socket.socket) -> None:
    assert poured(line, b"G", 0.02, most=500) < 500


@pytest.mark.usefixtures("hasty")
def test_a_body_that_nobody_wants_any_more_is_not_read_for_ever(line: socket.socket) -> None:
    line.sendall(TABLES + b"Content-Length: 1000000000\r\n\r\n{")
    said = line.recv(65536)
    assert told(said) == (413, "too_large")
    assert poured(line, b" " * 100, 0.02, most=500) < 500


@pytest.mark.usefixtures("hasty")
def test_who_asks_again_over_the_same_connection_is_not_held_to_the_first_time(line: socket.socket) -> None:
    for _ in range(4):
        line.sendall(HEALTH + b"\r\n")
        assert line.recv(65536).startswith(b"HTTP/1.1 200")
        time.sleep(0.1)


@pytest.mark.parametrize(
    "sent",
    [
        b"\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03",
        b"HELLO / HTTP/1.1\r\n\r\n",
        TABLES + b"Content-Length: 2\r\nContent-Length: 3\r\n\r\n{}",
        TABLES + b"Content-Length: 2\r\nTransfer-Encoding: chunked\r\n\r\n2\r\n{}\r\n0\r\n\r\n",
        TABLES + b"Content-Length: -2\r\n\r\n{}",
        TABLES + b"Transfer-Encoding: chunked\r\n\r\nzz\r\n{}\r\n0\r\n\r\n",
    ],
    ids=["TLS", "method", "two lengths", "length and chunks", "less than nothing", "no size"],
)
def test_what_is_no_request_is_answered_in_the_words_of_the_protocol(line: socket.socket, sent: bytes) -> None:
    line.sendall(sent)
    assert told(heard(line)) == (400, "malformed")


def test_a_server_that_stops_does_not_wait_for_what_has_not_come(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(serving, "ANSWERING_SECONDS", 15)
    with Running(tmp_path) as server, contextlib.ExitStack() as lines:
        at = ("127.0.0.1", int(server.address.rpartition(":")[2]))
        for sent in (b"", b"GET /hea", TABLES + b"Content-Length: 9\r\n\r\n{"):
            line = lines.enter_context(closing(socket.create_connection(at, timeout=10)))
            line.sendall(sent)
        assert server.get("/health").status_code == 200  # by now it has all of it
        began = time.monotonic()
        server.__exit__()
        assert time.monotonic() - began < 10, "it gives longer to what it is answering"


def test_who_asks_for_much_and_does_not_read_is_cut_off(
    server: Running, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr(reception, "STALLED_SECONDS", 0.2)
    with closing(socket.socket()) as deaf:
        deaf.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
        deaf.settimeout(10)
        deaf.connect(("127.0.0.1", int(server.address.rpartition(":")[2])))
        deaf.sendall(b"GET /api/games HTTP/1.1\r\nHost: x\r\n\r\n" * 50)
        assert poured(deaf, b"\r", 0.02, most=500) < 500
    assert caplog.text == "", "that is nobody's fault here"


def test_who_reads_slowly_gets_all_of_it(server: Running, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(reception, "STALLED_SECONDS", 1.5)
    with closing(socket.socket()) as slow:
        slow.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 65_536)
        slow.settimeout(10)
        slow.connect(("127.0.0.1", int(server.address.rpartition(":")[2])))
        slow.sendall(
            b"GET /api/games HTTP/1.1\r\nHost: x\r\n\r\n" * 24 + b"GET /health HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n"
        )
        said = b""
        began = time.monotonic()
        while more := slow.recv(65_536):
            said += more
            if time.monotonic() - began < 3.2:
                time.sleep(0.1)
    assert said.endswith(b'{"status":"ready"}')
