"""R18: the server is killed again and again while a Swiss tournament of 64 programs is played.

They use the doors of people: sessions, sockets, clocks. Some stay away from a round and lose on time, ten withdraw. The
pairings of each round and the tie-breaks at the end must be those of independent programs, and each game must have one table.
"""

from __future__ import annotations

import asyncio
import json
import random
import sqlite3
import time
from collections.abc import Collection, Sequence
from contextlib import closing, suppress
from pathlib import Path

import httpx
from sqlalchemy import Connection, insert
from websockets.exceptions import WebSocketException

from rondel.pairings.scorecard import Pair, Result, cards
from rondel.pairings.trf import report
from rondel.server.storage import schema
from rondel.server.table.entries import hashed
from tests.chaos.report import Figure
from tests.pairings import oracle
from tests.server.harness import NO_TLS, PATIENCE, Json, Program, joined, prepare

FASTER = """
from rondel.server.features.tournaments import tournament_log, tournament_worker
from rondel.server.table import time_controls
tournament_worker.EVERY, tournament_log.BREAK, time_controls.FIRST = 0.2, 300, 5_000
"""
"""Shorter times in the server, so that more happens between two kills: who does not appear has lost after five seconds."""

LONGEST = 3_600.0
"""Seconds until a tournament that is not over is given up."""


class Quick(Program):
    """A server whose process begins with `FASTER`."""

    first = FASTER


class Tournament:
    """A tournament at servers that are killed, and the programs that play in it: each request and each game at another one."""

    def __init__(self, servers: Sequence[Program], players: int, *, leavers: int, absences: int, clock: int) -> None:
        self.servers = servers
        self.names = [f"Player {number:02}" for number in range(players)]
        self.dice = random.Random(1)
        self.leaving = {name: self.dice.randint(1, 4) for name in self.dice.sample(self.names, leavers)}
        """The round after which each withdraws."""
        stayers = [name for name in self.names if name not in self.leaving]
        self.away = {name: self.dice.randint(1, 3) for name in self.dice.sample(stayers, absences)}
        """The round in which each does not appear."""
        self.clock = clock
        self.shown: Json = {}
        """The tournament as it was seen last."""
        self.id = ""

    async def run(self, kills: int) -> None:
        """Hold it to its end."""
        async with httpx.AsyncClient(timeout=PATIENCE, trust_env=False, verify=NO_TLS) as web:
            terms = {"format": "swiss", "clock": {"kind": "fischer", "initial": self.clock}, "late": False}
            wanted = {"title": "Cup", "game": "tic_tac_toe", "terms": terms, "starts_in": 3_600}
            self.id = (await self._post(web, self.names[0], "/api/tournaments", wanted))["listed"]["id"]
            for name in self.names:
                await self._deed(web, name, "join")
            await self._deed(web, self.names[0], "start")
            playing = [asyncio.create_task(self._play(web, name)) for name in self.names]
            watching = asyncio.create_task(self._watch(web))
            for number in range(kills):
                await self._until_round(number % 5 + 1)
                await asyncio.sleep(self.dice.uniform(0.05, 0.5))
                victim = self.servers[number % len(self.servers)]
                await asyncio.to_thread(victim.kill)
                await asyncio.to_thread(victim.start)
            async with asyncio.timeout(LONGEST):
                await watching
            for task in playing:
                task.cancel()
            await asyncio.gather(*playing, return_exceptions=True)

    async def _until_round(self, number: int) -> None:
        async with asyncio.timeout(LONGEST):
            while not self.shown or (self.shown["listed"]["round"] < number and self.shown["listed"]["state"] == "running"):
                await asyncio.sleep(0.05)

    async def _watch(self, web: httpx.AsyncClient) -> None:
        """Look at the tournament again and again, until it is over."""
        while not self.shown or self.shown["listed"]["state"] in ("open", "running"):
            with suppress(httpx.HTTPError):
                answer = await web.get(f"{self._server().address}/api/tournaments/{self.id}")
                if answer.status_code == 200:
                    self.shown = answer.json()
            await asyncio.sleep(0.2)

    async def _play(self, web: httpx.AsyncClient, name: str) -> None:
        """Take part: appear at each table of one's own, or do not, and withdraw at last."""
        done: set[str] = set()
        while True:
            await asyncio.sleep(0.1)
            mine = next((each for each in self.shown.get("entrants", ()) if each["name"] == name), None)
            if mine is None or not mine["seed"] or mine["state"] == "withdrawn":
                continue
            game = next(
                (each for each in self.shown["games"] if each["points"] is None and mine["seed"] in each["players"]), None
            )
            if game is not None and game["table"] not in done and self.away.get(name) != game["round"]:
                with suppress(OSError, WebSocketException, TimeoutError, AssertionError):
                    await self._finish(game["table"], name)
                    done.add(game["table"])
            elif game is None and self.leaving.get(name, 99) <= self.shown["listed"]["round"]:
                await self._deed(web, name, "withdraw")
            elif game is None and mine["state"] == "paused":
                await self._deed(web, name, "resume")

    async def _finish(self, table: str, name: str) -> None:
        """Play a game to its end, by legal moves that are drawn by lot."""
        server = self._server()
        async with joined(server, table, more=socket_of(server, name)) as client:
            (role,) = client.welcome["roles"]
            shown = client.welcome
            while not shown["views"][role]["over"]:
                if moves := shown["views"][role]["moves"]:
                    await client.say(client.message("play", role=role, move=self.dice.choice(moves)["text"]))
                shown = await client.hear("update", "welcome")

    def _server(self) -> Program:
        """One of the servers, drawn by lot."""
        return self.dice.choice(self.servers)

    async def _deed(self, web: httpx.AsyncClient, name: str, deed: str) -> None:
        await self._post(web, name, f"/api/tournaments/{self.id}", {"deed": deed})

    async def _post(self, web: httpx.AsyncClient, name: str, path: str, body: Json) -> Json:
        """The answer to a request, which is repeated while the server is dead; nothing where it comes too late."""
        while True:
            at = self._server().address
            headers = {"origin": at, "cookie": f"rondel={session(name)}"}
            with suppress(httpx.HTTPError):
                answer = await web.post(f"{at}{path}", json=body, headers=headers)
                if answer.status_code < 500:
                    return dict(answer.json())
            await asyncio.sleep(0.1)


def session(name: str) -> str:
    """What is in the cookie of that account's browser."""
    return f"session of {name}".replace(" ", "-")


def socket_of(server: Program, name: str) -> Json:
    """How that account opens a socket."""
    return {"additional_headers": {"origin": server.address, "cookie": f"rondel={session(name)}"}}


def run(folder: Path, short: bool = False) -> Figure:
    """64 programs, 10 withdrawals, 5 kills; in short, 8, 1 and 1."""
    players, leavers, absences, kills = (8, 1, 1, 1) if short else (64, 10, 6, 5)
    prepare(folder / "arena.sqlite3")
    database = folder / "arena.sqlite3"
    with Quick(folder) as server:
        tournament = Tournament([server], players, leavers=leavers, absences=absences, clock=3 if short else 30)
        engine = schema.engine(database)
        with engine.begin() as connection:
            fill(connection, tournament.names)
        engine.dispose()
        began = time.monotonic()
        asyncio.run(tournament.run(kills))
        seconds = time.monotonic() - began
        server.stop()
    return judged(database, tournament, kills, seconds, folder)


def fill(connection: Connection, names: Collection[str]) -> None:
    """Store accounts, each with the session of a browser."""
    now = time.time_ns() // 1_000_000
    people = [{"id": name, "kind": "account", "name": name, "folded": name, "created_at": 1} for name in names]
    connection.execute(insert(schema.principals), people)
    used = {"created_at": now, "used_at": now}
    sessions = [{"hash": hashed(session(name)), "principal": name, **used} for name in names]
    connection.execute(insert(schema.sessions), sessions)


def judged(
    database: Path, tournament: Tournament, kills: int, seconds: float, folder: Path, name: str = "R18 tournament"
) -> Figure:
    """What came of it."""
    shown = tournament.shown
    seeds = sorted(each["seed"] for each in shown["entrants"])
    by_round: dict[int, list[Json]] = {}
    for game in shown["games"]:
        by_round.setdefault(game["round"], []).append(game)
    failures = [] if shown["listed"]["state"] == "ended" else [f"it is {shown['listed']['state']}"]
    rounds: list[list[Result]] = []
    total = shown["listed"]["rounds"]
    for number, games in sorted(by_round.items()):
        there = {seed for game in games for seed in game["players"]}
        text = report("Cup", cards(seeds, rounds), {}, rounds=total)
        expected = oracle.pairs(text, set(seeds) - there, folder)
        made = [(game["players"][0], game["players"][1] if len(game["players"]) > 1 else 0) for game in games]
        if made != expected:
            failures.append(f"round {number} has the pairs {made}, not {expected}")
        rounds.append([result(game) for game in games])
    played = cards(seeds, rounds)
    values = {each["seed"]: tuple(each["tie_breaks"][:3]) for each in shown["entrants"]}
    expected_values = oracle.buchholz(report("Cup", played, {}, rounds=total))
    failures += [f"the tie-breaks of {seed} are {values[seed]}" for seed in seeds if values[seed] != expected_values[seed]]
    failures += tables_of(database, shown["games"])
    measured = {
        "kills -9": kills,
        "programs": len(seeds),
        "rounds": len(rounds),
        "games at tables": sum(bool(game["table"]) for game in shown["games"]),
        "forfeits of who did not appear": sum(len(game["players"]) == 2 and not game["played"] for game in shown["games"]),
        "withdrawals": sum(each["state"] == "withdrawn" for each in shown["entrants"]),
        "rounds with other pairs than py4swiss's, other tie-breaks, tables lost or doubled": len(failures),
        "s": f"{seconds:.0f}",
    }
    demanded = "each round has the pairs, and the end the tie-breaks, of independent programs; each game one table"
    return Figure(name, demanded, measured, tuple(failures))


def result(game: Json) -> Result:
    """A game as the scorecards have it."""
    first, *others = game["players"]
    points = [*game["points"], 0.0]
    return Result(Pair(first, others[0] if others else None), (points[0], points[1]), game["played"])


def tables_of(database: Path, games: Collection[Json]) -> list[str]:
    """What is wrong with the tables of the games: each pair has one, and its result is the game's."""
    named = [game["table"] for game in games if game["table"]]
    failures = [] if len(named) == len(set(named)) else ["two games have the same table"]
    with closing(sqlite3.connect(database)) as connection:
        stored = {id_ for (id_,) in connection.execute("SELECT id FROM tables")}
        failures += [f"the table {id_} is of no game" for id_ in stored - set(named)]
        failures += [f"the table {id_} is lost" for id_ in set(named) - stored]
        for game in games:
            ended = connection.execute(
                "SELECT result FROM answers WHERE table_id = ? AND active = '' ORDER BY seq LIMIT 1", (game["table"],)
            ).fetchone()
            ranks = json.loads(ended[0])["ranks"] if ended and ended[0] else {}
            if ranks:
                order = connection.execute("SELECT role FROM seats WHERE table_id = ? ORDER BY place", (game["table"],))
                best = [rank == 1 for rank in (ranks[role] for (role,) in order)]
                if game["points"] != [each / sum(best) for each in best]:
                    failures.append(f"the game at {game['table']} has {game['points']}, and ended with {ranks}")
    return failures
