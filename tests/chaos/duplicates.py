"""R4: messages are sent many times, over two sockets at once and after restarts.

Each has one effect, and every copy the same answer. The same id with other content is refused as such, and a message to an
earlier position with the number of the present one.
"""

from __future__ import annotations

import asyncio
import json
import random
import sqlite3
from pathlib import Path

from tests.chaos import checker, population
from tests.chaos.players import Json
from tests.chaos.population import Made
from tests.chaos.report import Figure
from tests.server.harness import Client, Program, joined

MOST_COPIES = 20


def run(folder: Path, short: bool = False) -> Figure:
    """10,000 messages; in short, 150."""
    wanted, tables, restarts = (150, 3, 1) if short else (10_000, 20, 9)
    database = folder / "arena.sqlite3"
    played = population.seat_people(database, "tic_tac_toe", tables)
    tried = [Tried(made, random.Random(number)) for number, made in enumerate(played)]
    with Program(folder) as program:
        for _ in range(restarts + 1):
            most = wanted // tables // (restarts + 1) + 1
            asyncio.run(everywhere(program, tried, most))
            program.kill()
            program.start()
        asyncio.run(everywhere(program, tried, 0))
    notes = [note for each in tried for note in each.notes]
    _, wrong = checker.check(database, notes)
    failures = list(wrong) + [each for made in tried for each in made.wrong]
    sent, copies = sum(len(each.done) for each in tried), sum(each.copies for each in tried)
    if sent < wanted:
        failures.append(f"only {sent} messages were sent")
    connection = sqlite3.connect(database)
    (stored,) = connection.execute("SELECT count(*) FROM answers").fetchone()
    connection.close()
    if stored != sent:
        failures.append(f"{sent} messages had {stored} effects")
    measured = {
        "messages": sent,
        "copies over two sockets": copies,
        "copies after a restart": sum(each.later for each in tried),
        "effects": stored,
        "answers that differed": sum(len(each.wrong) for each in tried),
        "messages under a used id, all refused": sum(each.forged for each in tried),
        "to an earlier position, all refused": sum(each.stale for each in tried),
        "restarts by kill -9": restarts + 1,
    }
    return Figure("R4 duplicated messages", "10,000: one effect each, the same answer to every copy", measured, tuple(failures))


class Tried:
    """One table, and what has been tried at it."""

    def __init__(self, made: Made, dice: random.Random) -> None:
        self.made = made
        self.dice = dice
        self.done: list[tuple[Json, Json]] = []
        """Messages, and how they were answered first."""
        self.notes: list[Json] = []
        self.wrong: list[str] = []
        self.copies = self.later = self.forged = self.stale = 0

    async def go_on(self, program: Program, most: int) -> None:
        """Send messages, each some times over two sockets; first some of those from before the restart."""
        table, tokens = self.made.table, list(self.made.tokens.values())
        async with joined(program, table, tokens) as first, joined(program, table, tokens) as second:
            for message, answer in self.dice.sample(self.done, min(20, len(self.done))):
                self.later += 1
                await self._expect(first, message, answer)
            latest = first.welcome
            for _ in range(most):
                latest = await self._one(first, second, latest)

    async def _one(self, first: Client, second: Client, latest: Json) -> Json:
        moves = {role: view["moves"] for role, view in latest["views"].items() if view["moves"]}
        name = f"m{self.dice.getrandbits(60):x}"
        seq = latest["seq"]
        if moves:
            role, offered = self.dice.choice(sorted(moves.items()))
            move = self.dice.choice(offered)["text"]
            message = {"type": "play", "id": name, "role": role, "move": move, "seq": seq}
        else:
            message = {"type": "again", "id": name}
        self.notes.append({**message, "table": self.made.table, "event": "sent", "type": ""})
        copies = self.dice.randint(1, MOST_COPIES)
        ways = [self.dice.choice((first, second)) for _ in range(copies)]
        self.copies += copies
        for way in ways:
            await way.say(message)
        answers = [await way.hear("accepted", "refused") for way in ways]
        self._same(message, answers, {"type": "accepted", "id": name, "seq": seq + 1})
        self.done.append((message, answers[0]))
        self.notes.append({"table": self.made.table, "event": "acked", "id": name, "seq": answers[0].get("seq")})
        shown = await first.until(seq + 1)
        await second.until(seq + 1)
        del first.heard[:-3], second.heard[:-3]
        if moves and self.dice.random() < 0.2:
            await self._forge(first, message, shown)
        return shown

    async def _forge(self, way: Client, message: Json, shown: Json) -> None:
        """The same id with another content, to this position and to the old one; and a new message to the old position."""
        for role, view in shown["views"].items():
            if view["moves"] and role == message["role"]:
                forged = {**message, "move": view["moves"][0]["text"], "seq": shown["seq"]}
                self.forged += 1
                await self._refused(way, forged, "duplicate_id", shown["seq"])
        self.forged += 1
        await self._refused(way, {**message, "move": message["move"] + " "}, "duplicate_id", shown["seq"])
        self.stale += 1
        await self._refused(way, {**message, "id": message["id"] + "-late"}, "stale", shown["seq"])

    async def _refused(self, way: Client, message: Json, code: str, seq: int) -> None:
        await way.say(message)
        answer = await way.hear("accepted", "refused")
        if (answer["type"], answer.get("code"), answer["seq"]) != ("refused", code, seq):
            self.wrong.append(f"{json.dumps(message)} was answered by {json.dumps(answer)}, not {code}")

    async def _expect(self, way: Client, message: Json, expected: Json) -> None:
        await way.say(message)
        self._same(message, [await way.hear("accepted", "refused")], expected)

    def _same(self, message: Json, answers: list[Json], expected: Json) -> None:
        differing = [answer for answer in answers if answer != expected]
        if differing:
            self.wrong.append(f"{json.dumps(message)} was answered by {json.dumps(differing[0])}, not {json.dumps(expected)}")


async def everywhere(program: Program, tried: list[Tried], most: int) -> None:
    await asyncio.gather(*[each.go_on(program, most) for each in tried])
