"""The channel: messages keep their bounds, and a connection goes with its own."""

from __future__ import annotations

import asyncio
import contextlib
import os
import socket

import pytest

from rondel.server.supervisor.channel import Beat, Channel, Failed, Handed, Message, pair, tell, told

pytestmark = pytest.mark.anyio


async def test_connections_go_over_with_their_messages_and_tell_when_they_are_closed() -> None:
    one, other = pair()
    heard: asyncio.Queue[tuple[Message, socket.socket | None]] = asyncio.Queue()
    gone = asyncio.Event()
    here = Channel(one, lambda message, connection: None, lambda: None)
    there = Channel(other, lambda message, connection: heard.put_nowait((message, connection)), gone.set)
    for number in range(300):  # more than the system keeps on the way
        near, far = socket.socketpair()
        await here.send(Handed(number, b"x" * 8000), far)
        far.close()
        message, connection = await heard.get()
        assert message == Handed(number, b"x" * 8000)
        assert connection is not None
        assert not os.get_inheritable(connection.fileno()), "bots and rules get none"
        connection.sendall(b"hello")
        assert near.recv(5) == b"hello"
        connection.close()
        assert near.recv(1) == b""
        near.close()
    await here.send(Beat((1, 2)))
    assert await heard.get() == (Beat((1, 2)), None)
    here.close()
    await gone.wait()
    with pytest.raises(OSError, match="closed"):
        await there.send(Beat())


async def test_who_sends_waits_until_the_other_end_reads() -> None:
    one, other = pair()
    here = Channel(one, lambda message, connection: None, lambda: None)
    waiting = [asyncio.create_task(here.send(Beat(tuple(range(9000))))) for _ in range(60)]
    await asyncio.sleep(0.05)
    assert not all(each.done() for each in waiting)
    for _ in range(60):
        message = await asyncio.to_thread(told, other)
        assert isinstance(message, Beat)
    await asyncio.gather(*waiting)
    here.close()
    with contextlib.closing(other):
        assert told(other) is None
        tell(other, Failed("nobody hears it"))
