"""A proxy that cuts connections: real TCP on both sides, which ends after so many bytes one way or the other.

It cuts with a reset, so that what lay in the kernel's buffers is lost with it: in the middle of a frame, after a message before
its answer, after the server has stored and before the player has heard.
"""

from __future__ import annotations

import asyncio
import random
from collections import Counter
from types import TracebackType
from typing import Self

from tests.chaos.threaded_loop import ThreadedLoop, reset


class Proxy:
    """In front of the server at ``address``; each connection is cut after a number of bytes drawn by ``seed``."""

    def __init__(self, address: str, seed: int, *, upwards: tuple[int, int], downwards: tuple[int, int]) -> None:
        host, _, port = address.removeprefix("http://").rpartition(":")
        self._target = (host, int(port))
        self._dice = random.Random(seed)
        self._upwards, self._downwards = upwards, downwards
        self._loop = ThreadedLoop()
        self.cuts: Counter[str] = Counter()
        """How often it has cut: before a byte of a player's, or of the server's."""
        self.cutting = True
        self.address = ""

    def __enter__(self) -> Self:
        self._loop.start()
        self._server = self._loop.run(asyncio.start_server(self._serve, "127.0.0.1", 0))
        self.address = f"http://127.0.0.1:{self._server.sockets[0].getsockname()[1]}"
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None) -> None:
        async def close() -> None:
            self._server.close()

        self._loop.run(close())
        self._loop.stop()

    async def _serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        try:
            far_reader, far_writer = await asyncio.open_connection(*self._target)
        except OSError:
            writer.transport.abort()
            return
        ends = (writer, far_writer)
        both = {
            asyncio.ensure_future(self._pass(reader, far_writer, self._dice.randint(*self._upwards), "upwards")),
            asyncio.ensure_future(self._pass(far_reader, writer, self._dice.randint(*self._downwards), "downwards")),
        }
        try:
            await asyncio.wait(both, return_when=asyncio.FIRST_COMPLETED)
        finally:
            for task in both:
                task.cancel()
            for end in ends:
                reset(end)

    async def _pass(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter, most: int, way: str) -> None:
        """Pass on what comes, up to so many bytes."""
        passed = 0
        try:
            while data := await reader.read(65536):
                if self.cutting and passed + len(data) >= most:
                    writer.write(data[: most - passed])
                    await writer.drain()
                    self.cuts[way] += 1
                    return
                writer.write(data)
                await writer.drain()
                passed += len(data)
        except OSError:
            return  # the other side is gone, which is what happens here
