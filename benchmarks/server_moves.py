"""Durable moves per second: tables of tic-tac-toe played over real sockets against a server of its own.

Every table has two sockets, one for each player; the one who is to move answers as soon as it has seen the position, so each
table has one answer on its way at any time. A move counts when it is acknowledged, which is after its commit to the disk. The
server is a process of its own, and its own CPU time is read from the kernel; what this program uses does not count.

    python benchmarks/server_moves.py [--tables 50] [--seconds 10] [--watchers 0] [--database postgresql://...]
"""

from __future__ import annotations

import argparse
import asyncio
import os
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from typing import Any

import httpx
import msgspec
from websockets.asyncio.client import ClientConnection, connect

SOURCE = Path(__file__).resolve().parent.parent / "src"
TICKS = os.sysconf("SC_CLK_TCK")
DRAW = ("a1", "b1", "c1", "b2", "a2", "c2", "b3", "a3", "c3")
"""A game of tic-tac-toe that fills the board."""


class Player:
    """One socket of one player, who reads everything it is sent."""

    def __init__(self, socket: ClientConnection, role: str) -> None:
        self.socket = socket
        self.role = role

    async def hear(self, wanted: bytes) -> None:
        """Read until a message of that type."""
        while not (await self.socket.recv(decode=False)).startswith(b'{"type":"' + wanted):
            pass


async def play(address: str, made: dict[str, Any], ready: asyncio.Barrier, seconds: float, watchers: int) -> list[float]:
    """Play games at one table until the time is up; returns how long each answer took to be acknowledged."""
    ws = address.replace("http", "ws", 1) + "/ws"
    sockets = [await connect(ws, proxy=None, compression=None) for _ in range(2 + watchers)]
    try:
        tokens: list[list[str]] = [[made["tokens"]["x"]], [made["tokens"]["o"]], *([] for _ in range(watchers))]
        for socket, held in zip(sockets, tokens, strict=True):
            await say(socket, type="hello", version=1, table=made["table"], tokens=held)
        players = [Player(sockets[0], "x"), Player(sockets[1], "o")]
        for player in players:
            await player.hear(b"welcome")
        reading = [asyncio.create_task(drain(socket)) for socket in sockets[2:]]
        await ready.wait()
        taken = await answers(players, time.perf_counter() + seconds)
        for task in reading:
            task.cancel()
        return taken
    finally:
        for socket in sockets:
            await socket.close()


async def answers(players: list[Player], deadline: float) -> list[float]:
    taken: list[float] = []
    seq = 0
    while time.perf_counter() < deadline:
        for number, cell in enumerate(DRAW):
            mover, other = players[number % 2], players[1 - number % 2]
            began = time.perf_counter()
            await say(mover.socket, type="play", id=str(seq), role=mover.role, move=f"mark({cell})", seq=seq)
            await mover.hear(b"accepted")
            taken.append(time.perf_counter() - began)
            await mover.hear(b"update")
            await other.hear(b"update")
            seq += 1
        await say(players[0].socket, type="again", id=str(seq))
        for player in players:
            await player.hear(b"welcome")
        seq += 1
    return taken


async def drain(socket: ClientConnection) -> None:
    async for _ in socket:
        pass


async def say(socket: ClientConnection, **message: Any) -> None:
    await socket.send(msgspec.json.encode(message).decode())


def cpu_seconds(process: int) -> float:
    """The CPU time a process has used so far, its threads included."""
    fields = Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / TICKS


async def load(
    address: str, server: int, tables: int, seconds: float, watchers: int
) -> tuple[list[float], float, float, float]:
    """Play at all tables at once: how long each answer took, how long it all lasted, and the CPU time of both sides."""
    seats = [{"role": role, "kind": "me"} for role in ("x", "o")]
    with httpx.Client(trust_env=False, base_url=address) as http:
        made = [http.post("/api/tables", json={"game": "tic_tac_toe", "seats": seats}).json() for _ in range(tables)]
    ready = asyncio.Barrier(tables + 1)
    playing = [asyncio.create_task(play(address, each, ready, seconds, watchers)) for each in made]
    await ready.wait()
    used, began, own = cpu_seconds(server), time.perf_counter(), time.process_time()
    taken = sorted(each for table in await asyncio.gather(*playing) for each in table)
    return taken, time.perf_counter() - began, cpu_seconds(server) - used, time.process_time() - own


def measure(tables: int, seconds: float, watchers: int, database: str | None = None) -> dict[str, float]:
    """Start a server, load it, and say what it did; without a database it keeps its tables in SQLite."""
    with tempfile.TemporaryDirectory() as data:
        code = f"from rondel.server import serve; serve('127.0.0.1', 0, {data!r}, database={database!r})"
        environment = {
            **os.environ,
            "PYTHONPATH": os.pathsep.join([os.environ.get("PYTHONPATH", ""), str(SOURCE)]).strip(os.pathsep),
        }
        with subprocess.Popen([sys.executable, "-c", code], stdout=subprocess.PIPE, text=True, env=environment) as server:
            assert server.stdout is not None
            address = server.stdout.readline().split()[-1].rstrip("/")

            taken, lasted, used, own = asyncio.run(load(address, server.pid, tables, seconds, watchers))
            server.terminate()
    return {
        "moves": len(taken),
        "moves_per_second": len(taken) / lasted,
        "moves_per_server_cpu_second": len(taken) / used,
        "p50_ms": 1000 * taken[len(taken) // 2],
        "p99_ms": 1000 * taken[len(taken) * 99 // 100],
        "server_cores": used / lasted,
        "client_cores": own / lasted,
    }


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--tables", type=int, default=50)
    parser.add_argument("--seconds", type=float, default=10)
    parser.add_argument("--watchers", type=int, default=0, help="sockets at each table that only watch")
    parser.add_argument("--database", help="the address of a PostgreSQL database, instead of SQLite")
    given = parser.parse_args()
    found = measure(given.tables, given.seconds, given.watchers, given.database)
    kept = "PostgreSQL" if given.database else "SQLite with synchronous=FULL"
    print(f"{given.tables} tables of tic-tac-toe, 2 players and {given.watchers} watchers each, {kept}")
    print(f"  {found['moves_per_second']:8.0f} acknowledged moves/s")
    print(f"  {found['moves_per_server_cpu_second']:8.0f} per CPU-second of the server")
    print(f"  {found['p50_ms']:8.1f} ms until acknowledged, median;  p99 {found['p99_ms']:.1f} ms")
    print(f"  {found['server_cores']:8.2f} cores used by the server, {found['client_cores']:.2f} by the load")


if __name__ == "__main__":
    main()
