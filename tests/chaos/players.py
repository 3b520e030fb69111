"""Scripted players in a process of their own, who write down what they send and hear.

    python -m tests.chaos.players PLAN JOURNAL

``PLAN`` is a file with JSON: the server's address, the tables with their tokens, and how they play. They play until their
standard input is closed, then settle what nobody has answered yet, and end; `regulars` are such as come and go. ``JOURNAL``
gets one line of JSON for each message sent and each answer heard: it lies outside the process that is killed. After a lost
connection the message that was under way is sent again, with the same id, before anything else.
"""

from __future__ import annotations

import asyncio
import json
import os
import random
import subprocess
import sys
import time
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, TextIO

from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed, InvalidHandshake, InvalidMessage

from tests.server import zygote

Json = dict[str, Any]
GONE = (ConnectionClosed, InvalidHandshake, InvalidMessage, OSError, TimeoutError, EOFError)
LATER = frozenset({"unavailable", "not_saved", "internal", "draining", "throttled"})
"""Refusals after which the same message is sent again."""


class Journal:
    """What was sent and heard, a line each."""

    def __init__(self, file: TextIO) -> None:
        self._file = file

    def note(self, table: str, event: str, **more: Any) -> None:
        self._file.write(json.dumps({"table": table, "event": event, "at": time.time(), **more}) + "\n")


@dataclass
class Seat:
    """One player's socket: what it is shown, in order, whatever becomes of its connections."""

    table: str
    role: str
    token: str
    journal: Journal
    socket: ClientConnection | None = None
    seq: int = -1
    """The position it saw last."""
    view: Json = field(default_factory=dict)
    events: list[Json] = field(default_factory=list)
    answers: dict[str, Json] = field(default_factory=dict)
    lines: int = 0
    """The number of the last line of chat it has heard."""

    async def come(self, address: str) -> None:
        """Connect and say hello, as somebody who was here before if it was."""
        began = time.perf_counter()
        self.socket = await connect(
            f"{address.replace('http', 'ws', 1)}/ws?table={self.table}", proxy=None, compression=None, open_timeout=5
        )
        since = {"since": {"seq": self.seq, "events": {self.role: len(self.events)}}} if self.seq >= 0 else {}
        tokens = [self.token] if self.token else []
        await self.send({"type": "hello", "version": 1, "table": self.table, "tokens": tokens, **since})
        while (await self.receive())["type"] not in ("welcome", "resumed"):
            pass
        self.journal.note(self.table, "came", role=self.role, back=bool(since), ms=1000 * (time.perf_counter() - began))

    async def say(self, message: Json) -> None:
        """Send a message that will be answered."""
        await self.send(message)

    async def hear(self) -> Json:
        """The next message, taken in."""
        return await self.receive()

    async def send(self, message: Json) -> None:
        """Send a message over the socket that is open."""
        assert self.socket is not None
        await self.socket.send(json.dumps(message))

    async def receive(self) -> Json:
        """The next message of the socket that is open, taken in."""
        assert self.socket is not None
        async with asyncio.timeout(20):
            message: Json = json.loads(await self.socket.recv())
        kind = message["type"]
        if kind in ("welcome", "resumed", "update"):
            if message.get("roles"):
                (self.role,) = message["roles"]  # where two play they change seats with each game
            told = message["events"][self.role]
            if kind == "welcome":
                self.events = []
            elif kind == "update" and message["seq"] not in (self.seq, self.seq + 1):
                self._wrong(f"an update to {message['seq']} after {self.seq}")
            for event in told:
                if event["number"] != len(self.events):
                    self._wrong(f"event {event['number']} where {len(self.events)} is next, in {kind}")
                self.events.append({**event, "changes": []})
            self.seq, self.view = message["seq"], message["views"][self.role]
        elif kind in ("accepted", "refused"):
            if message["id"] is None:
                raise ConnectionError(message["code"])
            self.answers[message["id"]] = message
        elif kind == "chat" and message["channel"] == "table":
            if message["number"] <= self.lines:
                self._wrong(f"line {message['number']} of the chat after {self.lines}")
            self.lines = message["number"]
        return message

    async def answer(self, message_id: str) -> Json:
        """What became of a message of ours."""
        while message_id not in self.answers:
            await self.hear()
        return self.answers.pop(message_id)

    async def reach(self, seq: int) -> None:
        while self.seq < seq:
            await self.hear()

    async def go(self) -> None:
        if self.socket is not None:
            await self.socket.close()

    def _wrong(self, what: str) -> None:
        self.journal.note(self.table, "wrong", role=self.role, what=what)


class Players:
    """Everybody at one table."""

    def __init__(self, plan: Json, made: Json, journal: Journal, dice: random.Random) -> None:
        self.address: str = plan["address"]
        self.pace: float = plan.get("pace", 0.0)
        self.copies: int = plan.get("copies", 1)
        """How often each message is sent at most."""
        self.table: str = made["table"]
        self.journal = journal
        self.dice = dice
        self.seats = [Seat(self.table, role, token, journal) for role, token in made["tokens"].items()]
        self.pending: tuple[Seat, Json] | None = None
        self._sent = 0
        self._name = f"{dice.getrandbits(48):x}"

    async def play(self, stop: asyncio.Event) -> None:
        while True:
            try:
                try:
                    for seat in self.seats:
                        await seat.come(self.address)
                    await self._settle()
                    while not stop.is_set():
                        await self._turn()
                        if self.pace:
                            await asyncio.sleep(self.pace)
                    await self._settle()
                    await self._compare()
                    return
                finally:
                    for seat in self.seats:
                        await seat.go()
            except GONE:
                await asyncio.sleep(0.05 + 0.1 * self.dice.random())

    async def _turn(self) -> None:
        latest = max(seat.seq for seat in self.seats)
        for seat in self.seats:
            await seat.reach(latest)
        movers = [seat for seat in self.seats if seat.view["moves"]]
        if not movers and not self.seats[0].view["over"]:
            await self.seats[0].hear()  # a bot thinks
            return
        self._sent += 1
        name = f"{self._name}-{self._sent}"
        if movers:
            seat = self.dice.choice(movers)
            move = self.dice.choice(seat.view["moves"])["text"]
            message = {"type": "play", "id": name, "role": seat.role, "move": move, "seq": seat.seq}
        else:
            seat = self.seats[self._sent % len(self.seats)]  # one after another, until all want to
            message = {"type": "again", "id": name}
        self.pending = (seat, message)
        self.journal.note(self.table, "sent", **{key: value for key, value in message.items() if key != "type"})
        await self._settle()

    async def _settle(self) -> None:
        """Send what is under way until it is answered."""
        while self.pending is not None:
            seat, message = self.pending
            began = time.perf_counter()
            copies = self.dice.randint(1, self.copies)
            for _ in range(copies):
                await seat.say(message)
            answers = [await seat.answer(message["id"]) for _ in range(copies)]
            if any(each != answers[0] for each in answers):
                self.journal.note(self.table, "wrong", role=seat.role, what=f"{copies} copies were answered by {answers}")
            answer = answers[0]
            took = 1000 * (time.perf_counter() - began)
            if answer["type"] == "accepted":
                self.journal.note(self.table, "acked", id=message["id"], seq=answer["seq"], ms=took, copies=copies)
                self.pending = None
                for each in self.seats:
                    await each.reach(answer["seq"])
            else:
                self.journal.note(self.table, "refused", id=message["id"], code=answer["code"], ms=took)
                if answer["code"] not in LATER:
                    self.pending = None
                    return
                await asyncio.sleep(0.25)

    async def _compare(self) -> None:
        """What each has been told in all is what somebody is told who comes anew."""
        for seat in self.seats:
            fresh = Seat(seat.table, seat.role, seat.token, self.journal)
            await fresh.come(self.address)
            await fresh.go()
            if (fresh.seq, fresh.events) != (seat.seq, seat.events):
                told = f"{len(seat.events)} events up to {seat.seq}"
                self.journal.note(
                    self.table, "wrong", role=seat.role, what=f"was told {told}, and {len(fresh.events)} are stored"
                )
            self.journal.note(self.table, "compared", role=seat.role, events=len(seat.events))


class Crew:
    """Players at many tables in a process of their own, as the figures start it; ``program`` is the module it runs."""

    def __init__(self, folder: Path, address: str, tables: list[Json], seed: int, program: str = "players", **how: Any) -> None:
        folder.mkdir(exist_ok=True)
        self.journal = folder / "journal.jsonl"
        plan = folder / "plan.json"
        plan.write_text(json.dumps({"address": address, "tables": tables, "seed": seed, **how}))
        self._notes: list[Json] = []
        self._read = 0
        argv = ["-m", f"tests.chaos.{program}", str(plan), str(self.journal)]
        self._process = zygote.program(*argv, stdin=subprocess.PIPE, cwd=zygote.ROOT)

    def end(self, seconds: float = 60) -> None:
        """Have them settle what is under way, and end."""
        assert self._process.stdin is not None
        self._process.stdin.close()
        try:
            code = self._process.wait(seconds)
        except subprocess.TimeoutExpired:
            self._process.kill()
            self._process.wait()
            raise AssertionError("the players could not settle what they had sent") from None
        assert code == 0, f"the players ended with {code}"

    def notes(self) -> list[Json]:
        """What they wrote down so far."""
        if self.journal.exists():
            with self.journal.open("rb") as file:
                file.seek(self._read)
                whole = file.read().rpartition(b"\n")[0]  # the last line may not be written to its end yet
            self._notes += [json.loads(line) for line in whole.splitlines()]
            self._read += len(whole) + bool(whole)
        return self._notes


def read(journal: Path) -> list[Json]:
    """The notes in a journal, of which the last may not be written to its end yet."""
    return [json.loads(line) for line in journal.read_text().rpartition("\n")[0].splitlines()]


async def main(plan: Json, journal: TextIO, kind: type[Players] = Players) -> None:
    stop = asyncio.Event()
    loop = asyncio.get_running_loop()

    def closed() -> None:
        if not os.read(0, 1):
            loop.remove_reader(0)
            stop.set()

    loop.add_reader(0, closed)
    notes = Journal(journal)
    dice = random.Random(plan["seed"])
    crowd = [kind(plan, made, notes, random.Random(dice.getrandbits(64))) for made in plan["tables"]]
    await asyncio.gather(*[each.play(stop) for each in crowd])


def run(kind: type[Players], buffering: int = 1 << 16) -> None:
    """The program: players of that kind, with a journal that is buffered so."""
    with open(sys.argv[2], "a", encoding="utf-8", buffering=buffering) as file:
        asyncio.run(main(json.loads(Path(sys.argv[1]).read_text()), file, kind))


if __name__ == "__main__":
    run(Players)
