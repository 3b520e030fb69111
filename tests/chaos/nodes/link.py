"""A TCP link whose far end can be cut off: partitions without rights over the network.

A link listens at a port of its own and passes everything on to its target. As a `hole` it neither passes nor answers anything:
connections stay open, and new ones are accepted and silent, as behind a firewall that drops packets. What was sent meanwhile
arrives when it passes again, as TCP repeats it. With `reset` all connections end at once and new ones too; `delay` holds each
piece for a while. The kernel of this machine acknowledges what a hole swallows, so a timeout for unacknowledged data
(``tcp_user_timeout``) does not run; silence must be noticed by the program.
"""

from __future__ import annotations

import asyncio
import re
from contextlib import suppress
from types import TracebackType
from typing import Final, Literal, Self

from tests.chaos.threaded_loop import ThreadedLoop, reset

Way = Literal["pass", "hole", "reset", "delay"]

DELAY: Final = 0.3
"""Seconds by which a link delays each piece."""


class Network:
    """The links of one test, on a thread of their own."""

    def __init__(self) -> None:
        self._loop = ThreadedLoop()
        self._links: list[Link] = []

    def __enter__(self) -> Self:
        self._loop.start()
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None) -> None:
        async def close() -> None:
            for link in self._links:
                link.close()

        self._loop.run(close())
        self._loop.stop()

    def link(self, port: int) -> Link:
        """A new link to that port of this machine."""
        link = Link(self._loop, port)
        self._loop.run(link.open())
        self._links.append(link)
        return link


class Link:
    """A link to a port of this machine; `Network` makes it."""

    def __init__(self, loop: ThreadedLoop, target: int) -> None:
        self.target = target
        """The port to which new connections are passed on."""
        self.port = 0
        """Its own port."""
        self._loop = loop
        self._way: Way = "pass"
        self._passes = asyncio.Event()
        self._passes.set()
        self._writers: set[asyncio.StreamWriter] = set()

    async def open(self) -> None:
        """Listen, in the loop of the links."""
        self._server = await asyncio.start_server(self._serve, "127.0.0.1", 0)
        self.port = int(self._server.sockets[0].getsockname()[1])

    def set(self, way: Way) -> None:
        """What it does from now on."""
        self._loop.run(self._set(way))

    def close(self) -> None:
        """Listen no more, and end all connections."""
        self._server.close()
        for writer in self._writers:
            reset(writer)

    async def _set(self, way: Way) -> None:
        self._way = way
        if way == "reset":
            for writer in self._writers:
                reset(writer)
        if way == "hole":
            self._passes.clear()
        else:
            self._passes.set()

    async def _serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        if self._way == "reset":
            reset(writer)
            return
        self._writers.add(writer)
        ends = [writer]
        try:
            await self._passes.wait()
            far_reader, far_writer = await asyncio.open_connection("127.0.0.1", self.target)
            ends.append(far_writer)
            self._writers.add(far_writer)
            both = {
                asyncio.ensure_future(self._pass(reader, far_writer)),
                asyncio.ensure_future(self._pass(far_reader, writer)),
            }
            try:
                await asyncio.wait(both, return_when=asyncio.FIRST_COMPLETED)
            finally:
                for task in both:
                    task.cancel()
        except (OSError, asyncio.CancelledError):
            pass  # nobody is at the far end, and so nobody is here; or the test is over
        finally:
            for each in ends:
                self._writers.discard(each)
                reset(each)

    async def _pass(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        with suppress(OSError):
            while data := await reader.read(65536):
                if self._way == "delay":
                    await asyncio.sleep(DELAY)
                await self._passes.wait()
                writer.write(data)
                await writer.drain()
            await self._passes.wait()  # nor does it tell that an end has closed


def port_of(address: str) -> int:
    """The port in the address of a database or a bus."""
    found = re.search(r":(\d+)(?=/|$)", address.partition("@")[2])
    assert found is not None, address
    return int(found[1])


def with_port(address: str, port: int) -> str:
    """The address with another port."""
    before, at, after = address.partition("@")
    return before + at + re.sub(r":\d+", f":{port}", after, count=1)
