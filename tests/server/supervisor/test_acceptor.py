"""The acceptor against clients that are slow, endless, broken or too many; it reads each byte once and hands it on."""

from __future__ import annotations

import asyncio
import json
import os
import socket
import time
from collections.abc import AsyncIterator, Iterator, Sequence
from contextlib import asynccontextmanager, contextmanager

import pytest

from rondel.server.ops.port import bound
from rondel.server.supervisor import acceptor as module
from rondel.server.supervisor.acceptor import Acceptor, Arrival
from rondel.server.supervisor.request_line import LARGEST_LINE
from rondel.server.transport.client_address import Proxies
from rondel.server.transport.rate_limits import Limits

pytestmark = pytest.mark.anyio


class Place:
    """Takes what arrives, and says what it has taken."""

    def __init__(self) -> None:
        self.arrived: asyncio.Queue[Arrival] = asyncio.Queue()
        self.taken: list[Arrival] = []
        self.is_away = False
        self.port = 0

    async def take(self, arrival: Arrival) -> bool:
        if self.is_away:
            return False
        arrival.connection = arrival.connection.dup()
        self.taken.append(arrival)
        self.arrived.put_nowait(arrival)
        return True


@asynccontextmanager
async def accepting(limits: Limits | None = None, proxies: Sequence[str] = ()) -> AsyncIterator[Place]:
    place, listening = Place(), bound("127.0.0.1", 0)
    place.port = listening.getsockname()[1]
    acceptor = Acceptor(listening, place.take, limits or Limits(), Proxies(proxies))
    acceptor.start()
    try:
        yield place
    finally:
        await acceptor.close()
        for each in place.taken:
            each.connection.close()


async def said(place: Place, *pieces: bytes) -> bytes:
    """What the acceptor answers to these bytes, to the end of the connection."""
    reader, writer = await asyncio.open_connection("127.0.0.1", place.port)
    for piece in pieces:
        writer.write(piece)
        await asyncio.sleep(0.01)
    answer = await asyncio.wait_for(reader.read(), 60)
    writer.close()
    return answer


def code(answer: bytes) -> tuple[int, str]:
    head, _, body = answer.partition(b"\r\n\r\n")
    return int(head.split()[1]), json.loads(body)["code"]


async def test_a_line_in_pieces_is_handed_on_whole_with_all_that_was_read() -> None:
    async with accepting() as place:
        reader, writer = await asyncio.open_connection("127.0.0.1", place.port)
        for piece in (b"GET /ws?tab", b"le=7Q4K HTTP/1.1\r\nHo", b"st: x\r\n\r\n"):
            writer.write(piece)
            await asyncio.sleep(0.02)
        arrival = await place.arrived.get()
        assert arrival.line.table == "7Q4K"
        arrival.connection.setblocking(True)
        rest = await asyncio.to_thread(arrival.connection.recv, 100)
        assert arrival.first + rest == b"GET /ws?table=7Q4K HTTP/1.1\r\nHost: x\r\n\r\n", "what comes later was left alone"
        arrival.connection.sendall(b"an answer")
        arrival.connection.close()
        assert await reader.read() == b"an answer"
        writer.close()


async def test_a_slow_request_line_is_refused_in_time_at_no_cost(monkeypatch: pytest.MonkeyPatch) -> None:
    assert module.LINE_SECONDS == 2.0
    monkeypatch.setattr(module, "LINE_SECONDS", 0.3)
    async with accepting() as place:
        began = time.process_time()
        answers = await asyncio.gather(said(place, b"GET /"), said(place, *[b"a"] * 15), said(place))
        assert [code(each) for each in answers[:2]] == [(408, "too_slow")] * 2
        assert answers[2] == b"", "who has said nothing is told nothing"
        assert time.process_time() - began < 0.25, "it waits, and does not look again and again"
        assert place.arrived.empty()


async def test_an_oversized_line_and_garbage_are_refused_before_any_node_sees_them() -> None:
    async with accepting() as place:
        assert code(await said(place, b"GET /" + b"a" * 3 * LARGEST_LINE)) == (414, "too_large")
        for garbage in (b"\x16\x03\x01\x02\x00\x01\xfc\n", b"SSH-2.0-x\r\n", b"\0" * 50 + b"\n", b"GET / HTTP/9\r\n"):
            assert code(await said(place, garbage)) == (400, "malformed")
        place.is_away = True
        answer = await said(place, b"GET / HTTP/1.1\r\n\r\n")
        assert code(answer) == (503, "unavailable")
        assert b"retry-after: 1\r\n" in answer
        assert place.arrived.empty()


async def test_sockets_of_one_address_are_counted_for_all_nodes_together() -> None:
    opening = b"GET /ws?table=%d HTTP/1.1\r\n"
    async with accepting(Limits(here=True, sockets_from=3)) as place:
        clients = []
        for number in range(3):
            clients.append(socket.create_connection(("127.0.0.1", place.port)))
            clients[-1].sendall(opening % number)
            await place.arrived.get()
        assert code(await said(place, opening % 4)) == (429, "too_fast")
        clients.append(socket.create_connection(("127.0.0.1", place.port)))
        clients[-1].sendall(b"GET /health HTTP/1.1\r\n")
        assert (await place.arrived.get()).line.path == "/health", "not a socket"
        place.taken[0].open.close()  # as when the connection has ended
        clients.append(socket.create_connection(("127.0.0.1", place.port)))
        clients[-1].sendall(opening % 5)
        await place.arrived.get()
        for each in clients:
            each.close()


async def test_connections_without_a_line_are_limited_by_address_but_for_a_named_proxy() -> None:
    limits = Limits(here=True, sockets_from=3)
    for proxies, wanted in ((), 429), (("127.0.0.1",), 200):
        async with accepting(limits, proxies) as place:
            silent = [socket.create_connection(("127.0.0.1", place.port)) for _ in range(3)]
            await asyncio.sleep(0.05)
            if wanted == 429:
                assert code(await said(place, b"GET / HTTP/1.1\r\n")) == (429, "too_fast")
            else:
                silent[0].sendall(b"GET / HTTP/1.1\r\n")
                assert (await place.arrived.get()).line.path == "/"
            for each in silent:
                each.close()


@contextmanager
def no_more_files() -> Iterator[None]:
    """Context in which this process cannot open another file."""
    import resource  # not on Windows

    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    lowest = os.dup(0)  # the lowest number that is free
    os.close(lowest)
    resource.setrlimit(resource.RLIMIT_NOFILE, (lowest, hard))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_NOFILE, (soft, hard))


@pytest.mark.skipif(os.name == "nt", reason="nodes are started on Linux only")
async def test_running_out_of_files_is_logged_once_with_the_fix_and_once_when_it_is_over(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr(module, "PAUSE", 0.01)
    async with accepting() as place:
        with socket.socket() as client:
            client.setblocking(False)
            with no_more_files():
                await asyncio.get_running_loop().sock_connect(client, ("127.0.0.1", place.port))
                while not caplog.messages:
                    await asyncio.sleep(0.01)
                await asyncio.sleep(10 * module.PAUSE)  # it is tried again and again
                (said,) = caplog.messages
                assert "Too many open files" in said
                assert "ulimit -n" in said
            client.send(b"GET / HTTP/1.1\r\n")
            await place.arrived.get()
        assert caplog.messages[1:] == ["connections are accepted again"]
