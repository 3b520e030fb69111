"""R13: what nobody may see changes nothing that anybody is sent.

A game is played by chance for a while, and imagined twice for one of its players: both the same to that player in all it has
seen and been told, and otherwise different. They are put at two tables of a real server, and the players and somebody who only
watches sit down at each over real sockets. Whatever comes to that player and to who watches (the welcome, what is refused and
in which words, the updates as both games go on by the same answers) must be the same to the byte, in the same order and
number. The games go on by answers after which that player still may not know which of them it is.
"""

from __future__ import annotations

import asyncio
import dataclasses
import json
import random
from collections import Counter
from pathlib import Path
from typing import Final

from websockets.asyncio.client import ClientConnection, connect

import rondel
from rondel.errors import HiddenInformation
from rondel.server.catalogue import TableEntry
from rondel.server.chronicle import Chronicle
from rondel.server.referee import House, Inhouse, Referee
from rondel.server.store import Log
from tests.chaos import population
from tests.chaos.players import Json
from tests.chaos.population import Made
from tests.chaos.report import Figure
from tests.server.harness import Running

GAMES: Final = ("hearts", "battleship", "kuhn_poker", "leduc_poker", "shephy", "goofspiel")
LATER: Final = 3
"""Answers that both games of a pair are played on by."""


class Puppets(House):
    """Referees that put a game that is given in place of a table's own."""

    def __init__(self, games: dict[str, rondel.Game]) -> None:
        super().__init__()
        self._games = games

    async def open(self, entry: TableEntry, log: Log) -> Referee:
        referee = await super().open(entry, log)
        if entry.id in self._games and isinstance(referee, Inhouse):
            referee._table.game = self._games[entry.id]
            referee._table.chronicle = Chronicle(referee._table.game)
        return referee


def run(folder: Path, short: bool = False) -> Figure:
    """100 pairs of each game; in short, 3."""
    wanted = 3 if short else 100
    games = [name for name in GAMES if name in rondel.games()]
    counts: Counter[str] = Counter()
    failures: list[str] = []
    for game in games:
        (folder / game).mkdir()
        compare(folder / game, game, wanted, counts, failures)
    measured = {
        "pairs": counts["pairs"],
        f"games ({', '.join(games)})": len(games),
        "messages compared": counts["messages"],
        "answers played on by": counts["moves"],
        "differences": len(failures),
    }
    if counts["pairs"] < wanted:
        failures.append("hardly any pair was found")
    return Figure("R13 non-interference", "pairs that differ in what is hidden: every byte the same", measured, tuple(failures))


def compare(folder: Path, game: str, wanted: int, counts: Counter[str], failures: list[str]) -> None:
    """Compare so many pairs of one game."""
    made = population.seat_people(folder / "arena.sqlite3", game, 2 * wanted)
    dice = random.Random(game)
    placed: dict[str, rondel.Game] = {}
    pairs: list[tuple[Made, Made, str]] = []
    for number in range(wanted):
        found = pair(game, dice)
        if found is not None:
            one, other, role = found
            first, second = made[2 * number], made[2 * number + 1]
            placed[first.table], placed[second.table] = one, other
            pairs.append((first, second, role))
    with Running(folder) as server:
        arena = server.application.arena
        assert arena is not None
        arena._around = dataclasses.replace(arena._around, referees=Puppets(placed))
        for first, second, role in pairs:
            heard = asyncio.run(both(server.ws, first, second, role, placed, dice, counts))
            counts["pairs"] += 1
            if heard[0] != heard[1]:
                differing = next((each for each in zip(*heard, strict=False) if each[0] != each[1]), ("more", "fewer"))
                failures.append(f"{game}, {role}: {differing[0][:300]} and {differing[1][:300]}")


def pair(name: str, dice: random.Random) -> tuple[rondel.Game, rondel.Game, str] | None:
    """Two games after some moves that are the same to one of their roles; None where none were found."""
    for _ in range(20):
        game = rondel.new(name, seed=dice.randbytes(32))
        for _ in range(dice.randrange(1, 25)):
            if game.is_over:
                break
            role = dice.choice(game.active)
            game.push(dice.choice(game.moves(role)), role)
        role = dice.choice(game.roles)
        if game.is_over:
            continue
        try:
            one, other = game.imagine(role, dice.randbytes(16)), game.imagine(role, dice.randbytes(16))
        except HiddenInformation:
            continue
        if one.consistent == other.consistent == "history" and one.key() != other.key():
            return one, other, role
    return None


async def both(
    address: str, first: Made, second: Made, role: str, games: dict[str, rondel.Game], dice: random.Random, counts: Counter[str]
) -> tuple[list[str], list[str]]:
    """What the role and somebody who watches are sent at the one table and at the other."""
    heard: tuple[list[str], list[str]] = ([], [])
    sockets: list[dict[str, ClientConnection]] = [{}, {}]
    try:
        for number, made in enumerate((first, second)):
            for who, token in {**made.tokens, "": ""}.items():
                sockets[number][who] = socket = await connect(address, proxy=None, compression=None)
                tokens = [token] if token else []
                await socket.send(json.dumps({"type": "hello", "version": 1, "table": made.table, "tokens": tokens}))
                await listen(socket, "welcome", made, heard[number] if who in (role, "") else [])
        one, other = games[first.table], games[second.table]
        for number, made in enumerate((first, second)):
            for wrong in ({"role": role, "move": "no such move"}, {"role": role, "move": ""}, {"role": "nobody", "move": "x"}):
                await sockets[number][role].send(json.dumps({"type": "play", "id": "w", "seq": 0, **wrong}))
                await listen(sockets[number][role], "refused", made, heard[number])
        for seq in range(LATER):
            chosen = common(one, other, role, dice)
            if chosen is None:
                break
            mover, move = chosen
            counts["moves"] += 1
            for number, made in enumerate((first, second)):
                play = {"type": "play", "id": f"m{seq}", "role": mover, "move": move, "seq": seq}
                await sockets[number][mover].send(json.dumps(play))
                for who in {role, "", mover}:
                    await listen(sockets[number][who], "update", made, heard[number] if who in (role, "") else [])
    finally:
        for each in sockets:
            for socket in each.values():
                await socket.close()
    counts["messages"] += len(heard[0])
    return heard


async def listen(socket: ClientConnection, last: str, made: Made, heard: list[str]) -> None:
    """Take in what comes up to a message of that type, without what is only the table's name."""
    while True:
        async with asyncio.timeout(20):
            text = str(await socket.recv()).replace(made.table, "TABLE")
        message: Json = json.loads(text)
        if message["type"] != "seats":  # who is there already when one comes is a matter of whose socket was quicker
            heard.append(text)
        if message["type"] == last:
            return


def common(one: rondel.Game, other: rondel.Game, viewer: str, dice: random.Random) -> tuple[str, str] | None:
    """An answer that both games can be given, and that reveals to the viewer nothing by which they differ."""
    if set(one.active) != set(other.active):
        return None
    for role in dice.sample(one.active, len(one.active)):
        there = {move.text for move in other.moves(role)}
        same = [move.text for move in one.moves(role) if move.text in there]
        for text in dice.sample(same, min(5, len(same))):
            known = []
            for each in (one, other):
                tried = each.copy()
                tried.push(text, role)
                known.append((tried.is_over, tried.information_state(viewer)))
            if known[0] == known[1] and not known[0][0]:
                return role, text
    return None
