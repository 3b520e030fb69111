"""R9: hostile frames, by the million.

Random bytes, JSON that is nearly right, every message of the protocol with every field wrong in every way, and legal moves
among them. Most are given to a connection in this process; some go over real sockets, where what is no WebSocket goes too.
Every frame is answered once; nothing that is logged says that the server failed; the database holds nothing but legal moves;
memory does not grow.
"""

from __future__ import annotations

import asyncio
import contextlib
import json
import logging
import os
import random
import socket
import struct
import typing
from collections import Counter
from collections.abc import Callable
from pathlib import Path
from typing import Any, Final

import msgspec

from rondel.server import protocol
from rondel.server.live.bots.bot_pool import BotPool
from rondel.server.live.services import Services
from rondel.server.live.table_registry import TableRegistry
from rondel.server.storage.sqlite import SqliteStore
from rondel.server.transport.ws_session import Connection
from tests.chaos import checker, population
from tests.chaos.players import Json
from tests.chaos.population import Made
from tests.chaos.report import Figure
from tests.chaos.sockets import masked, opening
from tests.chaos.supervisor import resident
from tests.server.harness import Program

NEWS: Final = frozenset({"update", "seats"})
"""What is for everybody; all else answers a frame."""

GROWTH: Final = 1.1

LONGEST: Final = 20_000
"""Characters of a frame that is not to be taken for one beyond all measure, which ends its connection."""

KINDS: Final[list[Any]] = [kind for kind in typing.get_args(protocol.ClientMessage) if isinstance(kind, type)]
"""Every message of a client that the protocol knows, those that are made tomorrow too."""


class Frames:
    """Frames of every kind; of one seed, always the same."""

    def __init__(self, seed: int, tables: list[Made]) -> None:
        self.dice = random.Random(seed)
        self._tables = tables
        self.legal: dict[str, list[Json]] = {}
        """Moves that were legal a moment ago, by table."""
        self._number = 0
        self._ways: list[Callable[[str], str | bytes]] = [
            *[self._message] * 6,
            *[self._legal] * 2,
            self._cut,
            self._deep,
            lambda _: self.dice.randbytes(self.dice.randrange(80)),
            lambda _: self.dice.randbytes(self.dice.randrange(80)).decode("latin-1"),
            lambda _: json.dumps(self._value(None)),
        ]

    def next(self, table: str) -> str | bytes:
        return self.dice.choice(self._ways)(table)

    def _legal(self, table: str) -> str:
        self._number += 1
        if not self.legal.get(table):
            return json.dumps({"type": "again", "id": f"a{self._number}"})
        return json.dumps({**self.dice.choice(self.legal[table]), "id": f"l{self._number}"})

    def _message(self, table: str) -> str:
        """A message of the protocol, with fields right and wrong."""
        kind = self.dice.choice(KINDS)
        tag = kind.__struct_config__.tag
        fields: Json = {"type": tag}
        for each in msgspec.structs.fields(kind):
            if self.dice.random() < 0.9:
                fields[each.encode_name] = (
                    self._likely(each.encode_name, table) if self.dice.random() < 0.7 else self._value(None)
                )
        if self.dice.random() < 0.1:
            fields[self.dice.choice(["winner", "__proto__", "seed", "result", "type ", "\x00"])] = self._value(None)
        text = json.dumps(fields)
        if self.dice.random() < 0.05:
            text = text.replace("NUMBER", self.dice.choice(["NaN", "Infinity", "1e999", "9" * 5000, "-0", "0x1"]))
        if self.dice.random() < 0.05:
            text = text[:-1] + ', "type": "ping"}'
        return text

    def _likely(self, name: str, table: str) -> object:
        dice = self.dice
        made = dice.choice(self._tables)
        move = dice.choice(self.legal.get(table) or [{"move": "mark(a1)", "seq": 0, "role": "x"}])
        match name:
            case "table":
                return table
            case "tokens":
                return list(made.tokens.values())[: dice.randrange(4)]
            case "version":
                return 1
            case "role" | "move" | "seq":
                return move[name]
            case "id":
                return dice.choice(["m", "m1", f"f{dice.randrange(10**6)}"])
            case "since":
                return {"seq": dice.randrange(-1, 20), "events": {dice.choice(["x", "o", "observer"]): dice.randrange(-1, 20)}}
        return self._value(None)

    def _value(self, _: object) -> object:
        dice = self.dice
        return dice.choice(
            [
                None, True, -1, 0, 2**31, 2**63, 2**64, -(2**63), 1e308, 0.5, "NUMBER", "", "x", "o", "observer", "mark(a1)",
                "m" * 65, "\x00", "\u202e", "☃" * 50, "\ud800", "'; DROP TABLE answers; --", "%", [], {}, [[]], {"a": {}},
                ["x"] * 20, {"seq": 1, "events": {}}, {"seq": 0, "events": {"x": 2**70}}, "a" * dice.choice([10, 1000, 20_000]),
            ]
        )  # fmt: skip

    def _cut(self, table: str) -> str:
        text = self._message(table)
        at = self.dice.randrange(len(text))
        return (
            text[:at]
            + self.dice.choice(["", "\x00", '"', "}", "\\u00", "9e999", "☃", ","])
            + text[at + self.dice.randrange(3) :]
        )

    def _deep(self, _: str) -> str:
        depth = self.dice.choice([10, 1000, 5000])
        opening, closing = self.dice.choice([("[", "]"), ('{"id":', "}"), ('{"since":', "}")])
        return opening * depth + "1" + closing * self.dice.choice([0, depth])

    def learn(self, table: str, message: Json) -> None:
        """Take the moves that are offered now."""
        offered: list[Json] = []
        for role, view in message["views"].items():
            offered += [{"type": "play", "role": role, "move": move["text"], "seq": message["seq"]} for move in view["moves"]]
        self.legal[table] = offered


class Said(logging.Handler):
    """What is logged as an error."""

    def __init__(self) -> None:
        super().__init__(logging.ERROR)
        self.lines: list[str] = []

    def emit(self, record: logging.LogRecord) -> None:
        self.lines.append(self.format(record)[-500:])


def run(folder: Path, short: bool = False) -> Figure:
    """1,000,000 frames in this process and 100,000 over sockets; in short, 3,000 and 1,000."""
    inside, outside = (3000, 1000) if short else (1_000_000, 100_000)
    database = folder / "arena.sqlite3"
    tables = [*population.seat_people(database, "tic_tac_toe", 2), *population.seat_people(database, "hearts", 2)]
    counts: Counter[str] = Counter()
    failures: list[str] = []
    said = Said()
    logging.getLogger().addHandler(said)
    try:
        grown = asyncio.run(within(database, tables, inside, counts, failures))
    finally:
        logging.getLogger().removeHandler(said)
    failures += said.lines
    with Program(folder, cold=not short, log="json") as program:
        before = over_sockets(program, tables, outside // 2, counts, failures)
        after = over_sockets(program, tables, outside - outside // 2, counts, failures)
        written = program.log.read_text()
    if "Traceback" in written or '"level":"error"' in written:
        failures.append(f"the server wrote: {written[-500:]}")
    if not short:
        failures += [f"memory grew {each:.2f} times" for each in (grown, after / before) if each > GROWTH]
    _, wrong = checker.check(database, [{"table": made.table, "event": "played"} for made in tables], foreign=True)
    failures += wrong
    measured = {
        "frames in one process": inside,
        "over sockets": outside,
        "legal moves among them": counts["accepted"],
        "refused": counts["refused"],
        "closed for what was no WebSocket": counts["closed"],
        "unhandled exceptions": len(said.lines) + written.count("Traceback"),
        "times the memory of half the way, at the end": f"{grown:.2f} (over sockets {after / before:.2f})",
    }
    return Figure("R9 hostile frames", "1,000,000 and 100,000: each answered, none breaks anything", measured, tuple(failures))


async def within(database: Path, tables: list[Made], frames: int, counts: Counter[str], failures: list[str]) -> float:
    """Give frames to connections of an arena here. Returns how memory has grown since half of them."""
    arena = TableRegistry(Services(SqliteStore(database), BotPool()))
    made = Frames(1, tables)
    heard: list[Json] = []
    connections: list[tuple[str, Connection]] = []
    for each in tables:
        for tokens in (list(each.tokens.values()), [], [next(iter(each.tokens.values()))]):
            connection = Connection(arena, lambda *frames: heard.extend([json.loads(frame) for frame in frames]))
            await connection.receive(json.dumps({"type": "hello", "version": 1, "table": each.table, "tokens": tokens}))
            connections.append((each.table, connection))
            if len(tokens) > 1:
                made.learn(each.table, heard[-1])
    early = 0.0
    try:
        for number in range(frames):
            if number == frames // 2:
                early = resident(os.getpid())
            table, connection = made.dice.choice(connections)
            heard.clear()
            frame = made.next(table)
            await connection.receive(frame)
            answers = [message for message in heard if message["type"] not in NEWS]
            settle(answers, heard, table, made, counts, failures, frame)
        return resident(os.getpid()) / early
    finally:
        for _, connection in connections:
            connection.leave()
        await arena.close()


def settle(
    answers: list[Json], heard: list[Json], table: str, made: Frames, counts: Counter[str], failures: list[str], frame: Any
) -> None:
    """Judge what a frame was answered by."""
    if not answers:
        failures.append(f"{frame[:200]!r} was not answered")
    for answer in answers:
        counts[answer["type"]] += 1
        if answer["type"] == "refused" and answer["code"] in ("internal", "rules", "frozen"):
            failures.append(f"{frame[:200]!r} was answered by {answer}")
    for message in heard:
        if "views" in message and len(message["views"]) > 1:
            made.learn(table, message)


def over_sockets(program: Program, tables: list[Made], frames: int, counts: Counter[str], failures: list[str]) -> float:
    """Send frames over sockets, in bursts. Returns the server's memory afterwards."""
    made = Frames(frames, tables)
    sent = 0
    while sent < frames:
        each = made.dice.choice(tables)
        with Wild(program.address) as wild:
            wild.send(masked(json.dumps(hello(each)).encode()))
            wild.answers(1, "", each.table, made, counts, failures)
            for _ in range(40):
                burst = [frame for _ in range(25) if len(frame := made.next(each.table)) < LONGEST]
                sent += len(burst)
                last = f"last {sent}"
                ending = framed(json.dumps({"type": "play", "id": last, "role": "x", "move": "", "seq": -1}))
                wild.send(b"".join([*[framed(frame) for frame in burst], ending]))
                if not wild.answers(len(burst), last, each.table, made, counts, failures):
                    break
            # What is no WebSocket any more ends the connection and nothing else.
            wild.send(
                made.dice.choice([b"\xff" * 40, b"\x81\x02hi", b"\x83\x80mask", framed("x" * 70_000), made.dice.randbytes(200)])
            )
            counts["closed"] += wild.closed()
    return resident(program.process.pid)


def hello(made: Made) -> Json:
    return {"type": "hello", "version": 1, "table": made.table, "tokens": list(made.tokens.values())}


def framed(frame: str | bytes) -> bytes:
    if isinstance(frame, bytes):
        return b"\x82" + masked(frame)[1:]
    payload = frame.encode("utf-8", "replace")
    if len(payload) < 0x10000:
        return masked(payload)
    return b"\x81\xff" + struct.pack("!Q", len(payload)) + bytes(4) + payload


class Wild:
    """A socket that sends anything."""

    def __init__(self, address: str) -> None:
        host, _, port = address.removeprefix("http://").rpartition(":")
        self._socket = socket.create_connection((host, int(port)), timeout=20)
        self._file = self._socket.makefile("rb")
        self.send(opening(f"{host}:{port}"))
        while self._file.readline() not in (b"\r\n", b""):
            pass

    def __enter__(self) -> Wild:
        return self

    def __exit__(self, *_: object) -> None:
        self._file.close()
        self._socket.close()

    def send(self, data: bytes) -> None:
        with contextlib.suppress(OSError):  # closed already, which reading will tell
            self._socket.sendall(data)

    def frame(self) -> tuple[int, bytes] | None:
        """The next frame; None at the end."""
        try:
            head = self._file.read(2)
            if len(head) < 2:
                return None
            size = head[1]
            if size > 125:
                size = int.from_bytes(self._file.read(2 if size == 126 else 8), "big")
            return head[0], self._file.read(size)
        except OSError:
            return None

    def answers(self, wanted: int, last: str, table: str, made: Frames, counts: Counter[str], failures: list[str]) -> bool:
        """Read so many answers, and on up to that of the message ``last``, if there is one; False where the connection ends
        before. There may be more: after the next game was begun everybody is welcomed to it."""
        found = 0
        while True:
            frame = self.frame()
            if frame is None or frame[0] == 0x88:
                failures.append("the connection ended among frames that are none of a broken WebSocket")
                return False
            if frame[0] != 0x81:
                continue
            message: Json = json.loads(frame[1])
            if last and message.get("id") == last:
                break
            if message["type"] not in NEWS:
                found += 1
            settle([message], [message], table, made, counts, failures, b"a burst")
            if not last and found == wanted:
                break
        if found < wanted:
            failures.append(f"{wanted} frames had {found} answers")
        return True

    def closed(self) -> bool:
        """Whether the connection ends."""
        while (found := self.frame()) is not None:
            if found[0] == 0x88:
                return True
        return True
