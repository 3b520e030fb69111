"""The wire: frames in whatever pieces they come, and clients that do not read or do not keep to the protocol."""

from __future__ import annotations

import gc
import json
import socket
import struct
import time
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest
from websockets.exceptions import ConnectionClosed
from websockets.server import ServerProtocol

from rondel.server.transport.routes.socket import Socket
from rondel.server.transport.uvicorn_protocols import websocket as wire
from rondel.server.transport.uvicorn_protocols.http import HttpProtocol
from rondel.server.transport.uvicorn_protocols.websocket import LARGEST_QUEUE, MOST_SCRAPS, MOST_WAITING, WebSocketProtocol
from tests.server.harness import PATIENCE, Json, Running, joined, me, opened

pytestmark = pytest.mark.anyio

TEXT, PING, PONG, CLOSE = 0x81, 0x89, 0x8A, 0x88
UNFINISHED_TEXT, LAST_PIECE = 0x01, 0x80
OPENING = (
    b"GET /ws HTTP/1.1\r\nHost: x\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
    b"Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\nSec-WebSocket-Version: 13\r\n"
)
PING_MESSAGE = b'{"type":"ping"}'


class Raw:
    """A WebSocket made by hand, which sends any bytes."""

    def __init__(self, server: Running) -> None:
        self.socket = socket.create_connection(("127.0.0.1", int(server.address.rpartition(":")[2])), timeout=PATIENCE)
        self.socket.sendall(OPENING + b"\r\n")
        self.rest = b""
        while b"\r\n\r\n" not in self.rest:
            self.rest += self.socket.recv(4096)
        head, _, self.rest = self.rest.partition(b"\r\n\r\n")
        assert head.startswith(b"HTTP/1.1 101"), head

    def send(self, data: bytes) -> None:
        self.socket.sendall(data)

    def read(self, size: int) -> bytes:
        while len(self.rest) < size:
            more = self.socket.recv(65536)
            if not more:
                raise EOFError
            self.rest += more
        found, self.rest = self.rest[:size], self.rest[size:]
        return found

    def hear(self) -> tuple[int, bytes]:
        """The next frame: its first byte and its payload."""
        first, size = self.read(2)
        if size == 126:
            (size,) = struct.unpack("!H", self.read(2))
        elif size == 127:
            (size,) = struct.unpack("!Q", self.read(8))
        return first, self.read(size)


@pytest.fixture
def raw(server: Running) -> Iterator[Raw]:
    made = Raw(server)
    with closing(made.socket):
        yield made


def frame(first: int, payload: bytes, mask: bytes = b"mask") -> bytes:
    """A client's frame, masked as RFC 6455 (section 5.3) has it."""
    size = len(payload)
    head = bytes((first, 0x80 | size)) if size < 126 else bytes((first, 0xFE)) + struct.pack("!H", size)
    return head + mask + bytes(byte ^ mask[number % 4] for number, byte in enumerate(payload))


def test_frames_are_understood_in_whatever_pieces_they_come(raw: Raw) -> None:
    long = json.dumps({"type": "ping", "more": "☃" * 100}).encode()
    whole, mixed = frame(TEXT, PING_MESSAGE), frame(TEXT, long)
    for pieces in (
        [whole],
        [whole + whole],
        [whole[:1], whole[1:]],
        [whole[:9], whole[9:] + whole[:3], whole[3:]],
        [bytes((each,)) for each in whole],
        [mixed, whole],
        [mixed[:130], mixed[130:]],
        [frame(UNFINISHED_TEXT, PING_MESSAGE[:5]), frame(0, PING_MESSAGE[5:9]), frame(LAST_PIECE, PING_MESSAGE[9:])],
        [whole],
    ):
        count = b"".join(pieces).count(whole) + (mixed in b"".join(pieces)) or 1
        for each in pieces:
            raw.send(each)
        for _ in range(count):
            first, payload = raw.hear()
            assert first == TEXT
            told = json.loads(payload)
            assert told["type"] == "pong" or "unknown field 'more'" in told["message"]
    raw.send(frame(PING, b"there?") + whole)
    assert raw.hear() == (PONG, b"there?")
    assert raw.hear() == (TEXT, b'{"type":"pong"}')


@pytest.mark.parametrize(
    ("sent", "code"),
    [
        (frame(TEXT, b"\xff\xfe"), 1007),
        (frame(TEXT, b"a" * 200 + b"\xff"), 1007),
        (frame(UNFINISHED_TEXT, b"\xc3") + frame(LAST_PIECE, b"("), 1007),
        (b"\x81\x02hi", 1002),
        (frame(UNFINISHED_TEXT, b"{") + frame(TEXT, PING_MESSAGE), 1002),
        (frame(LAST_PIECE, b"{}"), 1002),
        (frame(0x83, b""), 1002),
        (frame(0xC1, PING_MESSAGE), 1002),
        (frame(PING, b"p" * 126), 1002),
        (bytes((TEXT, 0xFF)) + struct.pack("!Q", 1 << 40) + b"mask", 1009),
        (frame(CLOSE, struct.pack("!H", 1000)), 1000),
    ],
    ids=[
        "utf-8",
        "long utf-8",
        "utf-8 in pieces",
        "no mask",
        "text in a text",
        "no beginning",
        "opcode",
        "rsv",
        "ping",
        "size",
        "bye",
    ],
)
def test_a_client_that_does_not_keep_to_the_protocol_is_told_so_and_closed(raw: Raw, sent: bytes, code: int) -> None:
    raw.send(sent)
    first, payload = raw.hear()
    assert (first, struct.unpack("!H", payload[:2])[0]) == (CLOSE, code)
    raw.send(frame(CLOSE, payload[:2]))
    with pytest.raises((EOFError, ConnectionResetError)):
        raw.hear()


@pytest.mark.parametrize(
    ("more", "status"),
    [
        (b"Content-Length: 2\r\n\r\n{}", 400),
        (b"Cookie: " + b"a" * 9000 + b"\r\n\r\n", 431),
        (b"X: a\r\n" * 200 + b"\r\n", 431),
        (b"Sec-WebSocket-Version: 8\r\n\r\n", 400),
        (b"\r\n" + b"\xff" * 100, 400),
    ],
    ids=["body", "long cookie", "many headers", "two versions", "no frames behind it"],
)
def test_an_opening_that_is_none_is_answered_and_closed(server: Running, more: bytes, status: int) -> None:
    with closing(socket.create_connection(("127.0.0.1", int(server.address.rpartition(":")[2])), timeout=PATIENCE)) as line:
        line.sendall(OPENING + more)
        said = b""
        while got := line.recv(65536):
            said += got
    assert int(said.split()[1]) == status


def test_a_piece_of_a_frame_and_what_follows_are_not_taken_for_a_whole_one(raw: Raw) -> None:
    inner = frame(TEXT, PING_MESSAGE)
    outer = frame(0x82, inner, bytes(4))
    assert outer.endswith(inner)
    raw.send(outer[: -len(inner)])
    # What comes now would be a message by itself, and is the inside of one that is no text.
    raw.send(inner)
    told = json.loads(raw.hear()[1])
    assert (told["type"], told["code"]) == ("refused", "malformed")


def test_a_client_that_sends_faster_than_it_is_answered_is_read_later(raw: Raw) -> None:
    many = 20 * MOST_WAITING
    raw.send(frame(TEXT, PING_MESSAGE) * many)
    for _ in range(many):
        assert raw.hear() == (TEXT, b'{"type":"pong"}')
    raw.send(frame(TEXT, PING_MESSAGE))
    assert raw.hear() == (TEXT, b'{"type":"pong"}')


async def test_a_client_that_does_not_read_is_dropped_and_the_others_do_not_wait(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(wire, "SLOW_CLOSE_SECONDS", PATIENCE)  # it reads late, and is to find all that was sent before
    # Else the kernel may buffer megabytes for a connection, and the server's own queue stays empty.
    with Running(tmp_path, send_buffer=16 * 1024) as server:
        await drops_a_client_that_does_not_read(server)


async def drops_a_client_that_does_not_read(server: Running) -> None:
    created = server.create("reversi", me("black"), me("white"))
    narrow = socket.socket()
    narrow.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
    narrow.connect(("127.0.0.1", int(server.address.rpartition(":")[2])))
    narrow.setblocking(False)
    async with opened(server, sock=narrow, max_queue=1, ping_interval=None) as deaf:
        welcome = await deaf.hello(created["table"])
        size = written(welcome)
        asked = 0
        async with joined(server, created["table"], created["tokens"].values()) as client:
            while asked * size < 4 * LARGEST_QUEUE:
                hello: Json = {"type": "hello", "version": 1, "table": created["table"]}
                await deaf.say(hello)
                asked += 1
            await client.play("black", "play_disc(d3)")
            await client.play("white", "play_disc(c3)")
        heard, code = 0, None
        while code is None:
            try:
                heard += written(await deaf.hear("welcome", "update"))  # a welcome after the moves is longer than the first
            except ConnectionClosed as closed:
                code = 1006 if closed.rcvd is None else closed.rcvd.code
        assert code in (4001, 1006), "closed with the reason, or cut off when even that could not be sent"
        assert LARGEST_QUEUE < heard < asked * size


def written(message: Json) -> int:
    """The bytes of a message as the server writes it."""
    return len(json.dumps(message, separators=(",", ":")))


@pytest.mark.parametrize(
    "scrap", [frame(PING, b"p" * 125), frame(PONG, b""), frame(0, b"")], ids=["pings", "pongs", "empty pieces"]
)
def test_frames_that_are_no_messages_are_counted_too(raw: Raw, scrap: bytes, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(wire, "SLOW_CLOSE_SECONDS", 0.2)
    raw.send(frame(UNFINISHED_TEXT, b"{"))
    raw.send(scrap * (MOST_SCRAPS // 2))
    raw.send(frame(PING, b"here"))
    while raw.hear() != (PONG, b"here"):
        pass
    try:
        raw.send(scrap * MOST_SCRAPS * 2)
        while (told := raw.hear())[0] == PONG:
            pass
    except (ConnectionError, EOFError):
        return  # cut off before it could be told
    assert (told[0], told[1][:2]) == (CLOSE, struct.pack("!H", 1008))


def test_a_client_that_asks_whether_we_are_there_and_does_not_read_is_dropped(
    server: Running, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(wire, "MOST_SCRAPS", 1_000_000)
    monkeypatch.setattr(wire, "SLOW_CLOSE_SECONDS", 0.2)
    with closing(Raw(server).socket) as deaf:
        deaf.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
        with pytest.raises(ConnectionError):
            deaf.sendall(frame(PING, b"p" * 125) * 200_000)  # 26 MiB


def connections() -> int:
    """The objects in memory that belong to one connection."""
    kinds = {HttpProtocol, WebSocketProtocol, ServerProtocol, Socket}
    return sum(type(each) in kinds for each in gc.get_objects())


@pytest.mark.parametrize("last", [frame(CLOSE, b"\x03\xe8"), b""], ids=["closed", "lost"])
def test_a_closed_socket_is_freed_without_the_garbage_collector(server: Running, last: bytes) -> None:
    gc.collect()
    before = connections()
    gc.disable()
    try:
        for _ in range(5):
            made = Raw(server)
            with closing(made.socket):
                made.send(frame(TEXT, PING_MESSAGE))
                made.hear()
                made.send(last)
        deadline = time.monotonic() + PATIENCE
        while connections() > before:
            assert time.monotonic() < deadline, "reference cycles keep closed sockets in memory"
            time.sleep(0.02)
    finally:
        gc.enable()
