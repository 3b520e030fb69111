"""Durable moves per second: tables played over real sockets against a separate server.

Every table has a socket for each player, with the token of one seat; the active player answers as soon as all have
received the position, so each table has one answer under way at any time. A move counts when its player has received
`accepted`, after the commit to the disk. The server is a separate process, or several with ``--nodes``, and its CPU time
is read from the kernel: that of all its processes, without the time of this program and of PostgreSQL. With several nodes
all sockets of a table are at one of them; ``--unhashed`` leaves the table out of the addresses, so that they are anywhere.

    python benchmarks/server_moves.py [--game tic_tac_toe] [--tables 50] [--seconds 10] [--watchers 0]
                                      [--database postgresql://... [--nodes N [--unhashed]]] [--tree build/compiled]
"""

from __future__ import annotations

import argparse
import asyncio
import os
import random
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import httpx
import msgspec
from websockets.asyncio.client import ClientConnection, connect

import rondel

SOURCE = Path(__file__).resolve().parent.parent / "src"
TICKS = os.sysconf("SC_CLK_TCK")
DRAW = ("a1", "b1", "c1", "b2", "a2", "c2", "b3", "a3", "c3")
"""A game of tic-tac-toe that fills the board."""


class Player:
    """One socket of one player, which reads everything."""

    def __init__(self, socket: ClientConnection, role: str) -> None:
        self.socket = socket
        self.role = role

    async def hear(self, wanted: bytes) -> bytes:
        """The next message of that type."""
        while not (frame := await self.socket.recv(decode=False)).startswith(b'{"type":"' + wanted):
            pass
        return frame


async def play(
    address: str, made: dict[str, Any], ready: asyncio.Barrier, seconds: float, watchers: int, hashed: bool = True
) -> list[float]:
    """Play games at one table until the time is up; returns how long each answer took to be acknowledged."""
    ws = address.replace("http", "ws", 1) + "/ws" + (f"?table={made['table']}" if hashed else "")
    roles = list(made["tokens"])
    sockets = [await connect(ws, proxy=None, compression=None) for _ in range(len(roles) + watchers)]
    try:
        tokens: list[list[str]] = [*([made["tokens"][role]] for role in roles), *([] for _ in range(watchers))]
        for socket, held in zip(sockets, tokens, strict=True):
            await say(socket, type="hello", version=1, table=made["table"], tokens=held)
        players = [Player(socket, role) for socket, role in zip(sockets, roles, strict=False)]
        shown = [await player.hear(b"welcome") for player in players]
        reading = [asyncio.create_task(drain(socket)) for socket in sockets[len(roles) :]]
        await ready.wait()
        deadline = time.perf_counter() + seconds
        taken = await (answers(players, deadline) if roles == ["x", "o"] else offered(players, shown, deadline))
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
        await rematch(players, seq)
        seq += len(players)
    return taken


async def rematch(players: list[Player], seq: int) -> list[bytes]:
    """Begin the next game, for which each player asks; returns the welcome of each."""
    for number, player in enumerate(players):
        await say(player.socket, type="again", id=f"{seq}-{number}")
        await player.hear(b"accepted")
    return [await player.hear(b"welcome") for player in players]


class _View(msgspec.Struct):
    moves: list[dict[str, Any]]


class _Shown(msgspec.Struct):
    seq: int
    views: dict[str, _View]


async def offered(players: list[Player], shown: list[bytes], deadline: float) -> list[float]:
    """The same in any game: each seat with moves plays one of them, seat by seat."""
    decoder = msgspec.json.Decoder(_Shown)
    dice = random.Random(1)
    taken: list[float] = []
    while time.perf_counter() < deadline:
        seen = [decoder.decode(frame) for frame in shown]
        seq = seen[0].seq
        moves = [(player, view.moves) for player, each in zip(players, seen, strict=True) for view in each.views.values()]
        mover, choice = next((each for each in moves if each[1]), (players[0], []))
        began = time.perf_counter()
        if choice:
            await say(mover.socket, type="play", id=str(seq), role=mover.role, move=dice.choice(choice)["text"], seq=seq)
            await mover.hear(b"accepted")
            taken.append(time.perf_counter() - began)
            shown = [await player.hear(b"update") for player in players]
        else:
            shown = await rematch(players, seq)
    return taken


async def drain(socket: ClientConnection) -> None:
    async for _ in socket:
        pass


async def say(socket: ClientConnection, **message: Any) -> None:
    await socket.send(msgspec.json.encode(message).decode())


def cpu_seconds(process: int) -> float:
    """The CPU time a process and its children have used so far, their threads included; 0 for no process."""
    if not process:
        return 0.0
    children = Path(f"/proc/{process}/task/{process}/children").read_text().split()
    return _cpu_seconds(process) + sum([_cpu_seconds(int(child)) for child in children])


def _cpu_seconds(process: int) -> float:
    fields = Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / TICKS


def created(answer: httpx.Response) -> dict[str, Any]:
    """The table that was made. Raises `RuntimeError` with the server's words where it refused."""
    if answer.status_code != 201:
        raise RuntimeError(f"POST /api/tables: {answer.status_code} {answer.text[:500]}")
    found: dict[str, Any] = answer.json()
    return found


async def load(
    address: str,
    processes: tuple[int, int],
    tables: int,
    seconds: float,
    watchers: int,
    game: str = "tic_tac_toe",
    hashed: bool = True,
) -> tuple[list[float], float, float, float, float]:
    """Play at all tables at once: how long each answer took, how long it all lasted, and the CPU time of the server, of
    PostgreSQL, which are these processes, and of this program."""
    seats = [{"role": role, "kind": "me"} for role in rondel.new(game).roles]
    wanted = {"game": game, "seats": seats, "terms": {"rotate": False}}
    with httpx.Client(trust_env=False, base_url=address, headers={"Origin": address}) as http:
        made = [created(http.post("/api/tables", json=wanted)) for _ in range(tables)]
    ready = asyncio.Barrier(tables + 1)
    playing = [asyncio.create_task(play(address, each, ready, seconds, watchers, hashed)) for each in made]
    await ready.wait()
    used, began, own = [cpu_seconds(each) for each in processes], time.perf_counter(), time.process_time()
    taken = sorted(each for table in await asyncio.gather(*playing) for each in table)
    lasted = time.perf_counter() - began
    server, store = (cpu_seconds(each) - before for each, before in zip(processes, used, strict=True))
    return taken, lasted, server, store, time.process_time() - own


@contextmanager
def serving(tree: Path = SOURCE, database: str | None = None, nodes: int = 0) -> Iterator[tuple[str, int]]:
    """A server of the package in that tree while the context lasts: its address, and its process."""
    with tempfile.TemporaryDirectory() as data:
        where = f"host='127.0.0.1', port=0, data={data!r}"
        call = f"serve_nodes({nodes}, {database!r}, {where})" if nodes else f"serve(database={database!r}, {where})"
        code = f"from rondel.server import serve, serve_nodes; {call}"
        environment = {
            **os.environ,
            "PYTHONPATH": os.pathsep.join([str(tree), os.environ.get("PYTHONPATH", "")]).strip(os.pathsep),
        }
        with subprocess.Popen([sys.executable, "-c", code], stdout=subprocess.PIPE, text=True, env=environment) as server:
            assert server.stdout is not None
            try:
                yield server.stdout.readline().split()[-1].rstrip("/"), server.pid
            finally:
                server.terminate()


def measure(
    tables: int,
    seconds: float,
    watchers: int,
    database: str | None = None,
    game: str = "tic_tac_toe",
    tree: Path = SOURCE,
    nodes: int = 0,
    hashed: bool = True,
    store: int = 0,
) -> dict[str, float]:
    """Start a server of the package in that tree, load it, and return the results; the default database is
    SQLite. ``store`` is the process of PostgreSQL, where its CPU time is to be read."""
    with serving(tree, database, nodes) as (address, process):
        processes = (process, store)
        taken, lasted, used, stored, own = asyncio.run(load(address, processes, tables, seconds, watchers, game, hashed))
    return {
        "moves": len(taken),
        "moves_per_second": len(taken) / lasted,
        "moves_per_server_cpu_second": len(taken) / used,
        "p50_ms": 1000 * taken[len(taken) // 2],
        "p99_ms": 1000 * taken[len(taken) * 99 // 100],
        "server_cores": used / lasted,
        "store_ms_per_move": 1000 * stored / len(taken),
        "client_cores": own / lasted,
    }


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--tables", type=int, default=50)
    parser.add_argument("--seconds", type=float, default=10)
    parser.add_argument("--watchers", type=int, default=0, help="sockets at each table that only watch")
    parser.add_argument("--database", help="the address of a PostgreSQL database, instead of SQLite")
    parser.add_argument("--nodes", type=int, default=0, help="processes behind one port; 0 for a plain server")
    parser.add_argument("--unhashed", action="store_true", help="sockets of one table at any node")
    parser.add_argument("--game", default="tic_tac_toe")
    parser.add_argument("--tree", type=Path, default=SOURCE, help="where the package is, build/compiled for instance")
    given = parser.parse_args()
    found = measure(
        *(given.tables, given.seconds, given.watchers, given.database, given.game, given.tree, given.nodes),
        hashed=not given.unhashed,
    )
    kept = "PostgreSQL" if given.database else "SQLite with synchronous=FULL"
    print(f"{given.tables} tables of {given.game}, a socket for each player and {given.watchers} watchers each, {kept}")
    print(f"  {found['moves_per_second']:8.0f} acknowledged moves/s")
    print(f"  {found['moves_per_server_cpu_second']:8.0f} per CPU-second of the server")
    print(f"  {found['p50_ms']:8.1f} ms until acknowledged, median;  p99 {found['p99_ms']:.1f} ms")
    print(f"  {found['server_cores']:8.2f} cores used by the server, {found['client_cores']:.2f} by the load")


if __name__ == "__main__":
    main()
