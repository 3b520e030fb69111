"""R13: what nobody may see changes nothing that anybody is sent.

Two games that are the same to one of their players, and in which the same have answered in turn (`twins`), are put at two
tables of a real server. That player, somebody who only watches and all the others sit down at each over real sockets; both
games go on by the same answers. Then that player and who watches ask for all there is to ask over HTTP: the page, the table,
its rounds and replays, as themselves and as others, records, exports, what might have been. Whatever comes to them must be the
same to the byte, headers and lengths included, in the same order and number.
"""

from __future__ import annotations

import asyncio
import dataclasses
import json
import multiprocessing
import os
import random
import re
import shutil
from collections import Counter
from collections.abc import Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from contextlib import nullcontext
from pathlib import Path
from typing import Final

from websockets.asyncio.client import ClientConnection, connect

import rondel
from tests.chaos.players import Json
from tests.chaos.population import Made
from tests.chaos.report import Figure
from tests.chaos.twins import BEGUN_MS, Twins, dealing, seat, twins
from tests.server.harness import Running

GAMES: Final = ("hearts", "battleship", "kuhn_poker", "leduc_poker", "liars_dice", "harvest_wheel", "seed_swap")
"""Those that hide something from those who play."""

PAIRS: Final = 10_000
FOUND: Final = 0.99
"""Of so many games a pair must be found: not every game that is begun by chance has one."""

AT_ONCE: Final = 35
"""Pairs at one server; then comes a new one, so that none of them is at tables long forgotten."""


def run(folder: Path, short: bool = False) -> Figure:
    """10,000 pairs, as many of each game, by as many processes as there are cores; in short, one of each. With ``RONDEL_PAIRS``
    as many as that says, and then it is said how many are missing."""
    wanted = 1 if short else int(os.environ.get("RONDEL_PAIRS", PAIRS)) // len(GAMES) + 1
    counts: Counter[str] = Counter()
    failures: list[str] = []
    games = [game for _ in range(wanted) for game in GAMES]
    parts = [games[first : first + AT_ONCE] for first in range(0, len(games), AT_ONCE)]
    places = [folder / str(number) for number in range(len(parts))]
    pool = None if short else ProcessPoolExecutor(os.cpu_count(), multiprocessing.get_context("spawn"))
    with pool or nullcontext():
        for found, wrong in (pool.map if pool else map)(part, places, parts):
            counts += found
            failures += wrong
    measured = {
        "pairs": counts["pairs"],
        f"games ({', '.join(GAMES)})": len(GAMES),
        "answers played on by": counts["moves"],
        "messages over sockets": counts["messages"],
        "answers over HTTP": counts["requests"],
        "differences": len(failures),  # so far these are all there is
    }
    if counts["pairs"] < FOUND * wanted * len(GAMES):
        failures.append("hardly any pair was found")
    if not short and counts["pairs"] < PAIRS:
        failures.append(f"{counts['pairs']} pairs so far, of {PAIRS}")
    demanded = "10,000 pairs that differ in what is hidden: every byte the same, over sockets and HTTP"
    return Figure("R13 non-interference", demanded, measured, tuple(failures))


def part(folder: Path, games: Sequence[str]) -> tuple[Counter[str], list[str]]:
    """Find a pair of each of these games and compare them; returns what was counted, and what differs."""
    folder.mkdir()
    counts: Counter[str] = Counter()
    failures: list[str] = []
    dice = random.Random(folder.name)
    compare(folder, [twins(game, dice) for game in games], counts, failures)
    shutil.rmtree(folder)
    return counts, failures


def compare(folder: Path, found: list[Twins | None], counts: Counter[str], failures: list[str]) -> None:
    """Compare pairs at one server."""
    pairs = [each for each in found if each is not None]
    seeds: dict[bytes, list[str]] = {}
    tables = seat(folder / "arena.sqlite3", pairs, seeds)
    with dealing(seeds), Running(folder) as server:
        arena = server.application.arena
        assert arena is not None
        arena._services = dataclasses.replace(
            arena._services, clock=lambda: BEGUN_MS + 1_000_000
        )  # as if both were played at once
        for each, heard in zip(pairs, asyncio.run(all_told(server, pairs, tables)), strict=True):
            counts["pairs"] += 1
            counts["moves"] += len(each.later)
            counts["messages"] += len(heard[0][0])
            counts["requests"] += len(heard[0][1])
            for one, other in zip(*heard, strict=True):
                if one != other:
                    a, b = next((two for two in zip(one, other, strict=False) if two[0] != two[1]), ("more", "fewer"))
                    failures.append(f"{each.games[0].name}, {each.viewer}: {differing(a, b)}")


async def all_told(
    server: Running, pairs: list[Twins], tables: list[tuple[Made, Made]]
) -> list[list[tuple[list[str], list[str]]]]:
    """What was told of each pair, at its two tables; several at once, as they have nothing to do with each other."""
    few = asyncio.Semaphore(4)  # a busy machine takes its time, and who says no hello for long is cut off

    async def both(pair: Twins, made: tuple[Made, Made]) -> list[tuple[list[str], list[str]]]:
        async with few:
            return list(await asyncio.gather(*[told(server, pair, each, number) for number, each in enumerate(made)]))

    return list(await asyncio.gather(*[both(pair, made) for pair, made in zip(pairs, tables, strict=True)]))


def differing(one: str, other: str) -> str:
    """Two texts from a little before where they part."""
    at = next((number for number, (a, b) in enumerate(zip(one, other, strict=False)) if a != b), min(len(one), len(other)))
    since = max(0, at - 80)
    return f"{one[:60]} ... {one[since : at + 80]!r} and {other[since : at + 80]!r}"


async def told(server: Running, pair: Twins, made: Made, number: int) -> tuple[list[str], list[str]]:
    """What the viewer and somebody who watches are sent at a table: over their sockets, and over HTTP."""
    heard: list[str] = []
    others = [token for role, token in made.tokens.items() if role != pair.viewer]
    sockets: dict[str, ClientConnection] = {}
    try:
        for who, tokens in (("others", others), (pair.viewer, [made.tokens[pair.viewer]]), (rondel.OBSERVER, [])):
            sockets[who] = await connect(server.ws, proxy=None, compression=None, open_timeout=None)
            await sockets[who].send(json.dumps({"type": "hello", "version": 1, "table": made.table, "tokens": tokens}))
            await listen(sockets[who], "welcome", made, [] if who == "others" else heard)
        seq = len(pair.answers(number)) - len(pair.later)
        watched = [sockets[pair.viewer], sockets[rondel.OBSERVER]]
        tries = [*[(pair.viewer, move) for move in pair.wrong], ("nobody", "x"), *[(role, "x") for role in made.tokens]]
        for tried, (role, move) in enumerate(tries):
            wrong = {"type": "play", "id": f"w{tried}", "seq": seq, "role": role, "move": move}
            for socket in watched:
                await socket.send(json.dumps(wrong))
                await listen(socket, "refused", made, heard)
        for role, move in pair.later:
            play = {"type": "play", "id": f"later{seq}", "role": role, "move": move, "seq": seq}
            mover = sockets[role if role == pair.viewer else "others"]
            await mover.send(json.dumps(play))
            seq += 1
            for socket in {mover, *watched}:
                await listen(socket, "update", made, heard if socket in watched else [], seq)
    finally:
        for socket in sockets.values():
            await socket.close()
    return sorted(heard), await asked(server.address, pair.viewer, made)


async def listen(socket: ClientConnection, last: str, made: Made, heard: list[str], seq: int | None = None) -> None:
    """Take in what comes up to a message of that type, and of that number."""
    while True:
        async with asyncio.timeout(60):
            text = str(await socket.recv()).replace(made.table, "TABLE")
        message: Json = json.loads(text)
        if message["type"] != "seats":  # who is there already when one comes is a matter of whose socket was quicker
            heard.append(text)
        if message["type"] == last and seq in (None, message["seq"]):
            return


def addresses(viewer: str, made: Made) -> Iterator[tuple[str, str, str]]:
    """What is asked about a table, as method, path and body, by the viewer and by somebody without a seat."""
    table = f"/api/tables/{made.table}"
    one = f"{table}/rounds/1"
    (other, *_) = [role for role in (*made.tokens, rondel.OBSERVER) if role != viewer]
    seen = ("", "/rounds", "/chat", "/rounds/1", f"/rounds/1?viewer={other}", "/rounds/1/log", "/rounds/1/record")
    yield from [("GET", table + each, "") for each in seen]
    if viewer:
        more = (f"{one}?since=2&most=2", f"{one}?viewer={rondel.OBSERVER}", f"{one}/log?lang=de", f"{one}/pgn")
        yield from [("GET", path, "") for path in (f"/table/{made.table}", f"{table}/chat?channel=gallery", *more)]
        yield "POST", f"{one}/branch", json.dumps({"seq": 0, "answers": [], "name": "x"})


async def asked(address: str, viewer: str, made: Made) -> list[str]:
    """What the viewer, and somebody without any seat, are answered over HTTP: every byte but the date."""
    heard = []
    for who, seated in ((viewer, f"Rondel-Seat: {made.tokens[viewer]}\r\n"), ("", "")):
        requests = []
        for kind, path, body in addresses(who, made):
            sent = f"Content-Type: application/json\r\nContent-Length: {len(body)}\r\n" if body else ""
            requests.append((f"{kind} {path} HTTP/1.1", seated + sent, body))
        answers = await answered(address.removeprefix("http://"), requests)
        # A file to take home is named by the first letters of the table's id.
        heard += [answer.replace(made.table, "TABLE").replace(made.table[:8], "TABLE") for answer in answers]
    return heard


async def answered(host: str, requests: Sequence[tuple[str, str, str]]) -> list[str]:
    """The answers to requests, each a line, headers and a body, that are sent after each other on one connection."""
    name, _, port = host.partition(":")
    reader, writer = await asyncio.open_connection(name, int(port))
    try:
        *others, last = [f"{asks}\r\nHost: {host}\r\n{headers}" for asks, headers, _ in requests]
        heads = [*others, f"{last}Connection: close\r\n"]
        writer.write("".join(f"{head}\r\n{body}" for head, (_, _, body) in zip(heads, requests, strict=True)).encode())
        async with asyncio.timeout(60):
            told = (await reader.read()).decode()
    finally:
        writer.close()
    answers = re.split(r"(?=HTTP/1\.1 \d)", re.sub(r"(?i)\r\ndate: [^\r]*", "", told))[1:]
    assert len(answers) == len(requests), f"{len(answers)} answers to {[asks for asks, _, _ in requests]}"
    return answers
