"""The reception: requests without an end, requests that do not come, and what is no request."""

from __future__ import annotations

import contextlib
import json
import re
import socket
import time
from collections.abc import Iterator
from contextlib import closing
from itertools import pairwise
from pathlib import Path

import pytest

from rondel.server import serving
from rondel.server.transport.uvicorn_protocols import http as reception
from rondel.server.transport.uvicorn_protocols.http import LARGEST_HEAD
from tests.server.harness import Running

HEALTH = b"GET /health HTTP/1.1\r\nHost: x\r\n"
TABLES = b"POST /api/tables HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\n"


@pytest.fixture
def line(server: Running) -> Iterator[socket.socket]:
    """A connection that nothing has been said over."""
    with closing(socket.create_connection(("127.0.0.1", int(server.address.rpartition(":")[2])), timeout=60)) as made:
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


def answered(server: Running, sent: bytes, cuts: tuple[int, ...]) -> int:
    """The status of the answer to a request that is sent in pieces, cut at these offsets; 0 where none was read."""
    with closing(socket.create_connection(("127.0.0.1", int(server.address.rpartition(":")[2])), timeout=60)) as line:
        line.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        with contextlib.suppress(ConnectionError):
            for start, end in pairwise((0, *sorted(cuts), len(sent))):
                line.sendall(sent[start:end])
                time.sleep(0.005 if cuts else 0)  # so that each piece is another read
        line.settimeout(60)
        try:
            said = line.recv(65_536)
        except ConnectionResetError:
            return 0  # what the server did not read has taken its answer along
    return int(said.split()[1]) if said else 0


OPENING = (
    b"GET /ws HTTP/1.1\r\nConnection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\n"
    b"Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n"
)


@pytest.mark.parametrize("filling", [b"X-Long: %s\r\n", b"X: a\r\n", b"X:%s a\r\n"], ids=["long", "many", "blank"])
@pytest.mark.parametrize(("opening", "taken"), [(HEALTH, 200), (OPENING + b"Host: x\r\n", 101)], ids=["request", "websocket"])
def test_a_head_has_one_limit_however_it_is_divided_into_writes(
    server: Running, opening: bytes, taken: int, filling: bytes
) -> None:
    """A head at the limit is taken and one byte more is refused, in one write and in pieces, at the front of a write and behind
    another request."""
    websocket = opening is not HEALTH
    limit = (
        8_000 if websocket and b"%s" in filling else 600 if websocket else LARGEST_HEAD
    )  # those of `websockets` are narrower
    for size, status in ((limit, taken),) if websocket else ((limit, taken), (limit + 1, 431)):
        space = size - len(opening) - 2
        if b"%s" in filling:
            pad = (b" " if b" a" in filling else b"a") * (space - len(filling) + 2)
            filled = filling % pad
        else:
            filled = filling * (space // len(filling) - 1)
            filled += b"Y: " + b"a" * (space - len(filled) - 5) + b"\r\n"
        head = opening + filled + b"\r\n"
        assert len(head) == size
        for cuts in ((), (size - 1,), (size - 2,), (size - 3,), (20, size // 2), (size // 3, size - 4)):
            assert answered(server, head, cuts) in ({status} if status == taken else {status, 0}), cuts
        if not websocket:
            body = TABLES + b"Content-Length: 2\r\n\r\n{}"
            chunked = TABLES + b"Transfer-Encoding: chunked\r\n\r\n6\r\na\r\n\r\nb\r\n0\r\n\r\n"
            for before in (HEALTH + b"\r\n", body, chunked):
                assert statuses(server, before + head)[1:] in ([str(status).encode()], [] if status == 431 else [b"200"])


def statuses(server: Running, sent: bytes) -> list[bytes]:
    """The statuses of the answers to two requests in one write; only the first where the server closed before the second."""
    with closing(socket.create_connection(("127.0.0.1", int(server.address.rpartition(":")[2])), timeout=60)) as line:
        line.sendall(sent)
        said = b""
        with contextlib.suppress(ConnectionResetError):
            while said.count(b"HTTP/1.1 ") < 2 and (more := line.recv(65_536)):
                said += more
        return re.findall(rb"HTTP/1\.1 (\d+)", said)


@pytest.mark.parametrize("over", [5_000, 30_000])
def test_a_head_of_sixty_thousand_bytes_is_refused_in_one_write_as_in_two(server: Running, over: int) -> None:
    head = HEALTH + b"X: a\r\n" * ((LARGEST_HEAD + over) // 6) + b"\r\n"
    assert answered(server, head, ()) in {431, 0}
    assert answered(server, head, (len(head) // 2,)) in {431, 0}


@pytest.mark.parametrize("cut", [(), (25,)], ids=["one write", "two"])
@pytest.mark.parametrize("opening", [b"GET /health HTTP/1.1\r\n", OPENING], ids=["request", "websocket"])
@pytest.mark.parametrize(
    ("hosts", "status"),
    [
        (b"", 400),
        (b"Host: x\r\nHost: x\r\n", 400),
        (b"Host: x\r\nhOST: y\r\n", 400),
        (b"Host: x, y\r\n", 400),
        (b"Host: a/b\r\n", 400),
        (b"Host: [::1]:8000\r\n", 0),
        (b"Host: arena.example.org\r\n", 0),
    ],
)
def test_a_request_names_one_host(server: Running, opening: bytes, hosts: bytes, status: int, cut: tuple[int, ...]) -> None:
    assert answered(server, opening + hosts + b"\r\n", cut) == (status or (101 if opening is OPENING else 200))


def test_http_1_0_needs_no_host(server: Running) -> None:
    assert answered(server, b"GET /health HTTP/1.0\r\n\r\n", ()) == 200


def test_a_frame_behind_the_opening_of_a_websocket_is_answered_in_one_write_as_in_two(server: Running) -> None:
    opening = OPENING + b"Host: x\r\n\r\n"
    ping = b'{"type":"ping"}'
    frame = b"\x81" + bytes((0x80 | len(ping),)) + b"\0\0\0\0" + ping
    for pieces in ((opening + frame,), (opening, frame)):
        with closing(socket.create_connection(("127.0.0.1", int(server.address.rpartition(":")[2])), timeout=60)) as line:
            for piece in pieces:
                line.sendall(piece)
                time.sleep(0.01)
            said = b""
            while b"pong" not in said:
                more = line.recv(65_536)
                assert more, said
                said += more


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
        answer = b""
        while b'{"status":"ready"}' not in answer:  # head and body may come one after the other
            more = line.recv(65536)
            assert more, answer
            answer += more
        assert answer.startswith(b"HTTP/1.1 200")
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


CHUNKED = TABLES + b"Transfer-Encoding: chunked\r\n\r\n2\r\n{}\r\n"


@pytest.mark.parametrize("sent", [b"0\r\n" + b"X: y\r\n" * 20_000, b"0\r\nX: " + b"y" * 100_000, b"1;" + b"x" * 100_000])
def test_the_framing_of_a_chunked_body_has_the_limit_of_a_head(line: socket.socket, sent: bytes) -> None:
    line.sendall(CHUNKED + sent)
    assert told(heard(line)) == (431, "too_large")


def test_trailers_are_no_headers(line: socket.socket) -> None:
    """A foreign `Origin` would be refused with 403; here it has come behind the body."""
    line.sendall(CHUNKED + b"0\r\nOrigin: http://foreign.example\r\nConnection: close\r\n\r\n")
    assert int(line.recv(65536).split()[1]) == 400


def test_a_chunked_body_may_be_longer_than_a_head(line: socket.socket) -> None:
    """Its content is not counted, whatever the sizes of its chunks."""
    chunks = b"1\r\n \r\n" * (LARGEST_HEAD // 4) + b"%x\r\n%s\r\n" % (2 * LARGEST_HEAD, b" " * 2 * LARGEST_HEAD)
    line.sendall(CHUNKED + chunks + b"0\r\n\r\n" + HEALTH + b"Connection: close\r\n\r\n")
    assert [int(each) for each in re.findall(rb"HTTP/1.1 (\d+)", heard(line))][-1] == 200


@pytest.mark.parametrize(
    ("refused", "status"),
    [
        (b"GET /health HTTP/1.1\r\n\r\n", b"400"),
        (b"nonsense\r\n\r\n", b"400"),
        (TABLES + b"Transfer-Encoding: chunked\r\n\r\nnonsense\r\n", b"400"),
        (HEALTH + b"X: " + b"a" * (LARGEST_HEAD - len(HEALTH) - 3), b"431"),
    ],
    ids=["no host", "no request", "wrong body", "large head"],
)
@pytest.mark.parametrize("earlier", [1, 3])
def test_a_refused_request_is_answered_after_the_requests_before_it(
    line: socket.socket, refused: bytes, status: bytes, earlier: int
) -> None:
    line.sendall((HEALTH + b"\r\n") * earlier + refused)
    assert re.findall(rb"HTTP/1\.1 (\d+)", heard(line)) == [b"200"] * earlier + [status]


def test_a_refused_body_is_answered_at_once_where_nothing_came_before_it(line: socket.socket) -> None:
    line.sendall(TABLES + b"Transfer-Encoding: chunked\r\n\r\nnonsense\r\n")
    assert told(heard(line)) == (400, "malformed")


def test_a_server_that_stops_does_not_wait_for_what_has_not_come(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(serving, "ANSWERING_SECONDS", 600)
    with Running(tmp_path) as server, contextlib.ExitStack() as lines:
        at = ("127.0.0.1", int(server.address.rpartition(":")[2]))
        for sent in (b"", b"GET /hea", TABLES + b"Content-Length: 9\r\n\r\n{"):
            line = lines.enter_context(closing(socket.create_connection(at, timeout=60)))
            line.sendall(sent)
        assert server.get("/health").status_code == 200  # by now it has all of it
        server.__exit__()  # which fails where it waits as long as for what it is answering


def test_who_asks_for_much_and_does_not_read_is_cut_off(
    server: Running, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr(reception, "STALLED_SECONDS", 0.2)
    with closing(socket.socket()) as deaf:
        deaf.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
        deaf.settimeout(60)
        deaf.connect(("127.0.0.1", int(server.address.rpartition(":")[2])))
        deaf.sendall(b"GET /api/games HTTP/1.1\r\nHost: x\r\n\r\n" * 50)
        assert poured(deaf, b"\r", 0.02, most=500) < 500
    assert caplog.text == "", "that is nobody's fault here"


def test_who_reads_slowly_gets_all_of_it(server: Running, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(reception, "STALLED_SECONDS", 1.5)
    with closing(socket.socket()) as slow:
        slow.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 65_536)
        slow.settimeout(60)
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
