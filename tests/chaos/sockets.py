"""Many light sockets: WebSockets that cost their owner so little that thousands of them fit beside the server they try.

Each says its hello and counts what comes. They are in a process of their own (`Swarm`), since a process has only so many files,
and since what they use is not to be counted as the server's.
"""

from __future__ import annotations

import asyncio
import json
import socket
import subprocess
import sys
from pathlib import Path
from typing import Any, Self

from tests.server import zygote

Json = dict[str, Any]


def masked(payload: bytes) -> bytes:
    """A client's text frame; masked by zeros, which change nothing."""
    size = len(payload)
    head = bytes((0x81, 0x80 | size)) if size < 126 else bytes((0x81, 0xFE)) + size.to_bytes(2, "big")
    return head + bytes(4) + payload


def opening(host: str) -> bytes:
    """What opens a WebSocket."""
    lines = ("GET /ws HTTP/1.1", f"Host: {host}", "Upgrade: websocket", "Connection: Upgrade", "Sec-WebSocket-Version: 13")
    return "\r\n".join([*lines, "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==", "", ""]).encode()


class Light(asyncio.Protocol):
    """One socket."""

    def __init__(self, host: str, hello: bytes, stalls: bool = False) -> None:
        """With ``stalls`` it reads nothing more once it has been greeted."""
        self._host = host
        self._hello = hello
        self._stalls = stalls
        self._open = False
        self.transport: asyncio.Transport | None = None
        self.greeted = asyncio.get_running_loop().create_future()
        """Done when the server has answered the hello."""
        self.lost = asyncio.get_running_loop().create_future()
        self._rest = b""

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        assert isinstance(transport, asyncio.Transport)
        self.transport = transport
        transport.write(opening(self._host))

    def data_received(self, data: bytes) -> None:
        assert self.transport is not None
        if self.greeted.done():
            if data[0] == 0x89 and len(data) == 6:  # a ping, which alone comes to who is idle
                self.transport.write(b"\x8a\x84" + bytes(4) + data[2:])
            return
        self._rest += data
        if not self._open and b"\r\n\r\n" in self._rest:
            head, _, self._rest = self._rest.partition(b"\r\n\r\n")
            if b" 101 " not in head:
                self.greeted.set_exception(ConnectionError(head.partition(b"\r\n")[0].decode()))
                return
            self._open = True
            self.transport.write(masked(self._hello))
        if b'"type":"welcome"' in self._rest or b'"type":"resumed"' in self._rest:
            self._rest = b""
            self.greeted.set_result(None)
            if self._stalls:
                self.transport.pause_reading()
        elif b'"type":"refused"' in self._rest:
            self.greeted.set_exception(ConnectionError(self._rest.decode(errors="replace")))

    def connection_lost(self, error: Exception | None) -> None:
        if not self.greeted.done():
            self.greeted.set_exception(ConnectionError("cut off before the hello was answered"))
            self.greeted.exception()  # whoever waits for it will see; nobody may
        self.lost.set_result(None)


async def connected(address: str, hello: Json, stalls: bool = False) -> Light:
    """A socket whose hello has been answered; tried again while the server is not there."""
    host, _, port = address.removeprefix("http://").rpartition(":")
    loop = asyncio.get_running_loop()
    while True:
        bare = socket.socket()
        bare.setblocking(False)
        if stalls:
            bare.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)  # the kernel keeps as little as it can
        try:
            await loop.sock_connect(bare, (host, int(port)))
            _, made = await loop.create_connection(
                lambda: Light(f"{host}:{port}", json.dumps(hello).encode(), stalls), sock=bare
            )
            await made.greeted
        except OSError:
            bare.close()
            await asyncio.sleep(0.1)
        else:
            return made


class Swarm:
    """So many sockets in a process of their own, which come back when they are cut off; or, with ``stalls``, read nothing after
    they were greeted, and do not notice that they are."""

    def __init__(self, folder: Path, address: str, hellos: list[Json], stalls: bool = False) -> None:
        plan = folder / "swarm.json"
        plan.write_text(json.dumps({"address": address, "hellos": hellos, "stalls": stalls}))
        pipe = subprocess.PIPE
        self._process = zygote.program("-m", "tests.chaos.sockets", str(plan), stdin=pipe, stdout=pipe, cwd=zygote.ROOT)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        assert self._process.stdin is not None
        self._process.stdin.close()
        self._process.wait(20)
        assert self._process.stdout is not None
        self._process.stdout.close()

    @property
    def pid(self) -> int:
        """The process that holds the sockets."""
        return self._process.pid

    def all_there(self) -> float:
        """Wait until every socket is greeted (again); how many seconds that took since the first tried."""
        assert self._process.stdout is not None
        line = self._process.stdout.readline()
        assert line, "the sockets have ended"
        return float(line)


async def main(address: str, hellos: list[Json], stalls: bool) -> None:
    """Keep all sockets open until standard input ends; say on each whole set how long it took."""
    loop = asyncio.get_running_loop()
    end = asyncio.Event()

    def closed() -> None:
        loop.remove_reader(0)
        end.set()

    loop.add_reader(0, closed)
    at_once = asyncio.Semaphore(200)

    async def come(hello: Json) -> Light:
        async with at_once:
            return await connected(address, hello, stalls)

    while not end.is_set():
        began = loop.time()
        there = await asyncio.gather(*[come(hello) for hello in hellos])
        print(loop.time() - began, flush=True)
        if stalls:
            await end.wait()
        waiting = {asyncio.ensure_future(end.wait()), *[each.lost for each in there]}
        await asyncio.wait(waiting, return_when=asyncio.FIRST_COMPLETED)
        if not end.is_set():
            await asyncio.wait([each.lost for each in there])


if __name__ == "__main__":
    given = json.loads(Path(sys.argv[1]).read_text())
    asyncio.run(main(given["address"], given["hellos"], given["stalls"]))
