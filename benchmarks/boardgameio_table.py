"""A server of boardgame.io as a process, and a table at it, spoken to as its own client does: by its lobby, and by socket.io.

The server and its games are in ``benchmarks/boardgameio``.
"""

from __future__ import annotations

import asyncio
import json
import re
import shutil
import subprocess
import tempfile
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any, Final

import httpx
from websockets.asyncio.client import ClientConnection, connect

FOLDER: Final = Path(__file__).resolve().parent / "boardgameio"

MOVES: Final = {"tic_tac_toe": "mark", "reversi": "play"}
"""The name of the move of each game."""


@contextmanager
def serving(*, flat_file: bool = False) -> Iterator[tuple[str, int]]:
    """A server while the context lasts: its address, and its process. It keeps its matches in memory, or in files."""
    with tempfile.TemporaryDirectory() as folder:
        argv = [shutil.which("node") or "node", str(FOLDER / "server.mjs"), *([folder] if flat_file else [])]
        with subprocess.Popen(argv, stdout=subprocess.PIPE, text=True) as server:
            assert server.stdout is not None
            try:
                yield f"http://127.0.0.1:{int(server.stdout.readline())}", server.pid
            finally:
                server.terminate()


class Lobby:
    """The HTTP interface, over one connection. An HTTP client for all purposes takes more CPU time than the sockets do, and the
    load would hold the server up."""

    def __init__(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        self._reader = reader
        self._writer = writer

    @classmethod
    async def of(cls, address: str) -> Lobby:
        """Connect to the server at that address."""
        where = httpx.URL(address)
        return cls(*await asyncio.open_connection(where.host, where.port))

    async def post(self, path: str, body: object) -> dict[str, Any]:
        """The answer to a request. Raises `RuntimeError` where it is no success."""
        data = json.dumps(body)
        head = ("POST {} HTTP/1.1", "Host: localhost", "Content-Type: application/json", "Content-Length: {}", "", "")
        self._writer.write(("\r\n".join(head).format(path, len(data)) + data).encode())
        said = (await self._reader.readuntil(b"\r\n\r\n")).decode()
        length = re.search(r"(?im)^content-length: (\d+)", said)
        answer = await self._reader.readexactly(int(length[1])) if length else b""
        if said.split()[1] != "200":
            raise RuntimeError(f"POST {path}: {said.splitlines()[0]} {answer[:200]!r}")
        found: dict[str, Any] = json.loads(answer)
        return found

    def close(self) -> None:
        """Close the connection."""
        self._writer.close()


class BoardgameIoTable:
    """A table with two sockets. Its next game is a new match over the same sockets: made, joined twice, and sent to both."""

    def __init__(self, game: str, lobby: Lobby, sockets: Sequence[ClientConnection]) -> None:
        self._game = game
        self._lobby = lobby
        self._sockets = sockets
        self._match = ""
        self._credentials: list[str] = []
        self._state = 0
        """The number of the match's position."""

    @classmethod
    async def opened(cls, address: str, game: str) -> BoardgameIoTable:
        """Connect both players, and begin the first match."""
        sockets: list[ClientConnection] = []
        for _player in range(2):
            where = f"{address.replace('http', 'ws', 1)}/socket.io/?EIO=4&transport=websocket"
            sockets.append(await connect(where, proxy=None, compression=None))
            await sockets[-1].send(f"40/{game},")
        table = cls(game, await Lobby.of(address), sockets)
        await table.begin_anew()
        return table

    async def send(self, player: int, move: str, cell: int) -> None:
        """Send a move to that cell; ``move`` is its name elsewhere."""
        payload = {
            "type": MOVES[self._game],
            "args": [cell],
            "playerID": str(player),
            "credentials": self._credentials[player],
        }
        await self._emit(player, "update", {"type": "MAKE_MOVE", "payload": payload}, self._state, self._match, str(player))
        self._state += 1

    async def position(self, player: int) -> None:
        """Wait until that player has been sent the next position."""
        await self._hear(player, "update")

    async def begin_anew(self) -> None:
        """Begin the next match."""
        matches = f"/games/{self._game}"
        self._match = (await self._lobby.post(f"{matches}/create", {"numPlayers": 2}))["matchID"]
        self._credentials, self._state = [], 0
        for name in ("0", "1"):
            joined = await self._lobby.post(f"{matches}/{self._match}/join", {"playerID": name, "playerName": name})
            self._credentials.append(joined["playerCredentials"])
        for player, credentials in enumerate(self._credentials):
            await self._emit(player, "sync", self._match, str(player), credentials, 2)
            await self._hear(player, "sync")

    async def close(self) -> None:
        """Close its connections."""
        self._lobby.close()
        for socket in self._sockets:
            await socket.close()

    async def _emit(self, player: int, *event: object) -> None:
        await self._sockets[player].send(f"42/{self._game},{json.dumps(event)}")

    async def _hear(self, player: int, event: str) -> None:
        wanted = f'42/{self._game},["{event}","{self._match}"'.encode()
        socket = self._sockets[player]
        while not (frame := await socket.recv(decode=False)).startswith(wanted):
            if frame == b"2":  # the server asks whether the socket lives
                await socket.send("3")
