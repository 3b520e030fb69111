"""The server beside boardgame.io's: moves per second of both, in one run, with one load.

Every table has a socket for each of its two players, with the credentials of one seat. All play the same random games: the
player to move answers as soon as both have been sent the position, and a table whose game is over begins the next one over
the same sockets, by a rematch here and by a new match there. A move counts when its player has been sent the position after it.

All servers run for the whole time, and one after the other is played at for a window of some seconds. A window ends when no
move is under way any more, so that the CPU time in it is that of its moves. It is the time of the server's process, from the
kernel. The first window of each server is its warm-up, which lasts for a number of moves and is given apart: Node compiles its
code while it runs.

Rondel stores each move in SQLite with ``synchronous=FULL`` before anybody is sent it. boardgame.io keeps its matches in memory,
or with its FlatFile writes files, without waiting for the disk.

    python benchmarks/server_beside.py                          all of it, after `make compile`; three minutes
    python benchmarks/server_beside.py --turns 1 --seconds 2    in short
"""

from __future__ import annotations

import argparse
import asyncio
import itertools
import random
import sys
import time
from collections.abc import Awaitable, Callable, Iterator, Sequence
from contextlib import AbstractContextManager, ExitStack
from functools import partial
from pathlib import Path
from statistics import median
from typing import Final, NamedTuple, Protocol

import boardgameio_table
import httpx
import server_moves
from boardgameio_table import BoardgameIoTable
from server_moves import Player, cpu_seconds, created, say
from websockets.asyncio.client import connect

import rondel

COMPILED: Final = Path(__file__).resolve().parent.parent / "build" / "compiled"

TABLES: Final = 50
TURNS: Final = 5
SECONDS: Final = 5.0
WARM: Final = 10_000
"""Moves of the warm-up of each server."""

PATIENCE: Final = 300.0
"""Seconds after which a server that does not answer ends the run."""

SIDES: Final = {"tic_tac_toe": 3, "reversi": 8}
"""The games that are written for boardgame.io, too, and the cells along a side of their boards."""

MEMORY: Final = "boardgame.io in memory"
FLAT_FILE: Final = "boardgame.io with FlatFile"
FLOORS: Final = {"compiled": 3.0, "interpreted": 2.0}
"""The least ratio to boardgame.io in memory that the project allows itself, at tic-tac-toe."""
LONGEST: Final = 15.0
"""The milliseconds within which 99 of 100 moves are to be acknowledged, on a quiet machine."""


class Drawn(NamedTuple):
    """A move of a random game."""

    player: int
    text: str
    """The name of the move in Rondel."""
    cell: int
    """The number of its cell, row by row."""


def random_games(name: str, count: int = 100) -> list[list[Drawn]]:
    """Random games of these rules, the same each time."""
    dice = random.Random(1)
    found: list[list[Drawn]] = []
    for _each in range(count):
        game = rondel.new(name)
        moves: list[Drawn] = []
        while not game.is_over:
            move = dice.choice(game.moves())
            named = str(move.args[0])
            cell = (int(named[1:]) - 1) * SIDES[name] + ord(named[0]) - ord("a")
            moves.append(Drawn(game.roles.index(game.active[0]), move.text, cell))
            game.push(move)
        found.append(moves)
    return found


class Table(Protocol):
    """A table at one of the servers, with a socket for each player."""

    async def send(self, player: int, move: str, cell: int) -> None:
        """Send a move."""

    async def position(self, player: int) -> None:
        """Wait until that player has been sent the next position."""

    async def begin_anew(self) -> None:
        """Begin the next game."""

    async def close(self) -> None:
        """Close its sockets."""


class RondelTable:
    """A table at our server. Its next game is a rematch, for which both players ask."""

    def __init__(self, players: list[Player]) -> None:
        self._players = players
        self._seq = 0

    @classmethod
    async def opened(cls, address: str, game: str) -> RondelTable:
        """Make a table, and take both seats."""
        seats = [{"role": role, "kind": "me"} for role in rondel.new(game).roles]
        wanted = {"game": game, "seats": seats, "terms": {"rotate": False}}
        headers = {"Origin": address}
        async with httpx.AsyncClient(trust_env=False, base_url=address, headers=headers, timeout=PATIENCE) as http:
            made = created(await http.post("/api/tables", json=wanted))
        players: list[Player] = []
        for role, token in made["tokens"].items():
            socket = await connect(f"{address.replace('http', 'ws', 1)}/ws?table={made['table']}", proxy=None, compression=None)
            await say(socket, type="hello", version=1, table=made["table"], tokens=[token])
            players.append(Player(socket, role))
            await players[-1].hear(b"welcome")
        return cls(players)

    async def send(self, player: int, move: str, cell: int) -> None:
        """See `Table`."""
        mover = self._players[player]
        await say(mover.socket, type="play", id=str(self._seq), role=mover.role, move=move, seq=self._seq)
        self._seq += 1

    async def position(self, player: int) -> None:
        """See `Table`."""
        await self._players[player].hear(b"update")

    async def begin_anew(self) -> None:
        """See `Table`."""
        await server_moves.rematch(self._players, self._seq)
        self._seq += len(self._players)

    async def close(self) -> None:
        """See `Table`."""
        for player in self._players:
            await player.socket.close()


class Contestant(NamedTuple):
    """A server, and how a table is opened at it."""

    serving: Callable[[], AbstractContextManager[tuple[str, int]]]
    opened: Callable[[str, str], Awaitable[Table]]


CONTESTANTS: Final[dict[str, Contestant]] = {
    "compiled": Contestant(partial(server_moves.serving, COMPILED), RondelTable.opened),
    "interpreted": Contestant(server_moves.serving, RondelTable.opened),
    MEMORY: Contestant(boardgameio_table.serving, BoardgameIoTable.opened),
    FLAT_FILE: Contestant(partial(boardgameio_table.serving, flat_file=True), BoardgameIoTable.opened),
}


class Turn(NamedTuple):
    """What was counted in one window of a server."""

    per_cpu_second: float
    per_second: float
    p50: float
    """Milliseconds until a move was acknowledged."""
    p99: float


class Measured(NamedTuple):
    """The windows of one server."""

    cold: Turn
    """Its warm-up."""
    turns: list[Turn]


class Load:
    """Tables at one server."""

    def __init__(self, process: int, tables: Sequence[Table], games: Sequence[Sequence[Drawn]]) -> None:
        self._process = process
        self._tables = tables
        self._scripts = [_endless(games, first) for first in range(len(tables))]

    @classmethod
    async def opened(cls, contestant: Contestant, address: str, process: int, game: str, tables: int) -> Load:
        """Open that many tables at a server."""
        return cls(process, [await contestant.opened(address, game) for _table in range(tables)], random_games(game))

    async def window(self, moves: int = 0, seconds: float = 0.0) -> Turn:
        """Play at all tables at once until both the given number of moves and the given seconds are reached."""
        taken: list[float] = []
        stops = False

        async def play(table: Table, script: Iterator[Drawn | None]) -> None:
            for drawn in script:
                if drawn is None:
                    await table.begin_anew()
                    continue
                began = time.perf_counter()
                await table.send(drawn.player, drawn.text, drawn.cell)
                await table.position(drawn.player)
                taken.append(1000 * (time.perf_counter() - began))
                await table.position(1 - drawn.player)
                if stops:
                    return

        used, began = cpu_seconds(self._process), time.perf_counter()
        async with asyncio.timeout(seconds + PATIENCE):
            playing = [asyncio.create_task(play(*each)) for each in zip(self._tables, self._scripts, strict=True)]
            await asyncio.sleep(seconds)
            while len(taken) < moves:
                await asyncio.sleep(0.05)
            stops = True
            await asyncio.gather(*playing)
        used, lasted = cpu_seconds(self._process) - used, time.perf_counter() - began
        taken.sort()
        return Turn(len(taken) / used, len(taken) / lasted, taken[len(taken) // 2], taken[len(taken) * 99 // 100])

    async def close(self) -> None:
        """Close all tables."""
        for table in self._tables:
            await table.close()


def _endless(games: Sequence[Sequence[Drawn]], first: int) -> Iterator[Drawn | None]:
    """The moves of one table, game after game; None where the next game begins."""
    for number in itertools.count(first):
        yield from games[number % len(games)]
        yield None


def refuse_unready(names: Sequence[str]) -> None:
    """Raise `SystemExit` with the remedy where what one of these servers needs is not there."""
    if "compiled" in names and not (COMPILED / "rondel").is_dir():
        raise SystemExit("there is no compiled build; run `make compile`")
    if not {MEMORY, FLAT_FILE}.isdisjoint(names) and not (boardgameio_table.FOLDER / "node_modules").is_dir():
        raise SystemExit("boardgame.io is not installed; `make bench` does it, or `npm ci` in benchmarks/boardgameio")


def measure(
    names: Sequence[str] = tuple(CONTESTANTS),
    game: str = "tic_tac_toe",
    turns: int = TURNS,
    tables: int = TABLES,
    warm: int = WARM,
    seconds: float = SECONDS,
) -> dict[str, Measured]:
    """What each server did in its windows. Raises `SystemExit` as `refuse_unready`."""
    refuse_unready(names)

    async def played(servers: dict[str, tuple[str, int]]) -> dict[str, Measured]:
        loads = {name: await Load.opened(CONTESTANTS[name], *each, game, tables) for name, each in servers.items()}
        found = {name: Measured(await load.window(moves=warm), []) for name, load in loads.items()}
        for _turn in range(turns):
            for name, load in loads.items():
                found[name].turns.append(await load.window(seconds=seconds))
        for load in loads.values():
            await load.close()
        return found

    with ExitStack() as stack:
        return asyncio.run(played({name: stack.enter_context(CONTESTANTS[name].serving()) for name in names}))


def ratios(ours: Measured, theirs: Measured) -> list[float]:
    """How many times as many moves per CPU-second, turn by turn, the least first."""
    return sorted([one.per_cpu_second / other.per_cpu_second for one, other in zip(ours.turns, theirs.turns, strict=True)])


def missed(found: dict[str, Measured]) -> list[str]:
    """The floors that were missed, in words."""
    told: list[str] = []
    for build, floor in FLOORS.items():
        compared = median(ratios(found[build], found[MEMORY]))
        if compared < floor:
            told.append(f"{compared:.2f} of {floor:g} times {MEMORY}, {build}")
        if (waited := min(turn.p99 for turn in found[build].turns)) > LONGEST:
            told.append(f"p99 {waited:.1f} ms in the best turn, {build}")
    return told


def said(name: str, found: dict[str, Measured]) -> str:
    """The line of a server."""
    rate, second, p50, p99 = (median(each) for each in zip(*found[name].turns, strict=True))
    line = f"{name:<28}{rate:7.0f} moves per CPU-second ({found[name].cold.per_cpu_second:.0f} in its warm-up), "
    line += f"{second:5.0f} a second, acknowledged in {p50:.1f} ms (p99 {p99:.1f} ms)"
    for other in (MEMORY, FLAT_FILE):
        if name in FLOORS and other in found:
            compared = ratios(found[name], found[other])
            cold = found[name].cold.per_cpu_second / found[other].cold.per_cpu_second
            line += f"; {median(compared):.2f}x ({compared[0]:.2f} to {compared[-1]:.2f}) of {other}"
            line += f", {cold:.2f}x in the warm-up"
    return line


def main() -> int:
    """Measure, and print a line for each server; with ``--strict``, 1 where a floor is missed."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--game", choices=SIDES, default="tic_tac_toe")
    parser.add_argument("--turns", type=int, default=TURNS)
    parser.add_argument("--tables", type=int, default=TABLES)
    parser.add_argument("--warm", type=int, default=WARM, help="moves of the warm-up of each server")
    parser.add_argument("--seconds", type=float, default=SECONDS, help="seconds of each window")
    parser.add_argument("--only", nargs="+", choices=CONTESTANTS, default=list(CONTESTANTS), metavar="SERVER")
    parser.add_argument("--strict", action="store_true", help="exit with 1 when a floor is missed")
    given = parser.parse_args()
    found = measure(given.only, given.game, given.turns, given.tables, given.warm, given.seconds)
    print(
        f"{given.tables} tables of {given.game} with two sockets each: {given.turns} windows of {given.seconds:g} s"
        f" at each server, after {given.warm} moves of warm-up"
    )
    for name in found:
        print("  " + said(name, found))
    wrong = missed(found) if given.game == "tic_tac_toe" and set(found) == set(CONTESTANTS) else []
    for each in wrong:
        print(f"  NOT MET: {each}")
    return 1 if given.strict and wrong else 0


if __name__ == "__main__":
    sys.exit(main())
