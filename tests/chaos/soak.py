"""R15: an arena as on any evening, for half an hour.

People and bots play several games, round after round. They lose their connections, talk, and look at what was played; all leave
their tables for longer than these stay in memory, and come back; others come once and make tables of their own. What the server
holds must be as much at the end as in the middle, and answers must take as long; nothing is lost, and everything replays.
"""

from __future__ import annotations

import json
import os
import sqlite3
import statistics
import time
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Final

import httpx

import rondel
from tests.chaos import checker
from tests.chaos.players import Crew, Json
from tests.chaos.replay import verified
from tests.chaos.report import Figure
from tests.chaos.stalled import until, waited
from tests.chaos.supervisor import cpu_seconds, resident
from tests.server.harness import Http, Program, bot, me

TABLES: Final = (
    ("tic_tac_toe", ""),
    ("tic_tac_toe", "random"),
    ("reversi", ""),
    ("reversi", "greedy"),
    ("connect_four", "greedy"),
    ("battleship", ""),
    ("hearts", ""),
    ("hearts", "random"),
)
"""Games, and the bot that plays all seats but the first, where one does."""

MEMORY, SLOWER, DEARER = 1.05, 1.5, 1.15
"""How much more memory, time until an answer is acknowledged and CPU time for each the last third may take than the second."""

FILES: Final = 25
"""Files that may be open at the end and were not at the beginning: the database is opened up to five times, by three files
each, and bots have up to three pipes to each of their processes, when that many are first wanted at once. Thousands of sockets
have come and gone by then."""


@dataclass(frozen=True)
class Sample:
    """What was seen of the server from outside at one time."""

    at: float
    memory: float
    """KiB."""
    files: int
    tables: int
    """Those in memory."""
    cpu: float
    """Seconds it has used so far."""


def run(folder: Path, short: bool = False) -> Figure:
    """30 minutes at 32 tables, and at 8 others every minute; in short, a few rounds at two tables."""
    seconds, gap = (1.0, 0.2) if short else (1800.0, 5.0)
    here = TABLES[:2] if short else TABLES * 4
    how: Json = {
        "pace": 0.01 if short else 0.25,
        "stay": [0.5, 1.0] if short else [60, 240],
        "away": [0.1, 0.3] if short else [75, 150],
        "often": {"drop": 0.05, "talk": 0.05, "look": 0.02},  # at a turn
    }
    samples: list[Sample] = []
    crews: list[Crew] = []
    failures: list[str] = []
    bots = {"pace": 0.0 if short else 0.4}
    with Program(folder, bots=bots, cold=not short, metrics="127.0.0.1:0", log="json") as program:
        pid, metrics = program.process.pid, program.lines[-1].rpartition(" ")[2]
        if not short:  # what a server opens once, for whoever comes first, and keeps, is not counted
            first = {**how, "stay": [5, 10], "away": [1, 2]}
            crews.append(Crew(folder / "first", program.address, made(program, TABLES), 1000, "regulars", **first))
            time.sleep(30)
            crews[-1].end()
            time.sleep(5)
        files = open_files(pid)

        def look() -> int:
            samples.append(Sample(time.time(), resident(pid), open_files(pid), in_memory(metrics), cpu_seconds(pid)))
            return samples[-1].tables

        began = time.time()
        staying = Crew(folder / "regulars", program.address, made(program, here), 1, "regulars", **how)
        while time.time() < began + seconds:
            if len(crews) <= (time.time() - began) // 60 and not short:
                crews[-1].end()
                name = folder / f"passers-{len(crews)}"
                crews.append(Crew(name, program.address, made(program, TABLES), 1000 + len(crews), "regulars", **how))
            look()
            time.sleep(gap)
        crews.append(staying)
        if short:
            until(lambda: min(begun_anew(staying.notes()), came_back(staying.notes())) > 5, 30)
        for crew in crews[-2:]:
            crew.end()
        if not short:
            until(lambda: look() == 0, 200)
            time.sleep(5)
        left, kept = open_files(pid) - files, samples[-1].tables
    notes = [note for crew in crews for note in crew.notes()]
    counted, wrong = checker.check(folder / "arena.sqlite3", notes, foreign=True)
    lines, lost = chat(folder / "arena.sqlite3", notes)
    worse = complaints(program.log)
    slow = [
        each for each in worse if each["logger"] == "rondel.server.live.bots.bot_pool" and "no answer within" in each["message"]
    ]
    failures += [*wrong, *lost, *[f"the server says: {each}" for each in worse if each not in slow]]
    measured: dict[str, object] = {
        "minutes": f"{seconds / 60:.1f}",
        "tables of 5 games": len({note["table"] for note in notes}),
        "moves acknowledged": counted["acknowledged"],
        "rounds begun anew": begun_anew(notes),
        "times that somebody came back to where they were": came_back(notes),
        "lines of chat": lines,
        "lost, doubled, out of order or not replaying": len(wrong) + len(lost),
        "answers of bots that took the machine too long": len(slow),
    }
    if not short:
        verdicts, problems = verified(folder)
        drifted, said = drift(samples, notes, began, seconds)
        failures += [*problems, *drifted]
        measured["tables played again by `rondel admin verify`"] = len(verdicts)
        measured |= said
        measured["tables in memory when all had left"] = kept
        measured["files open then that were not at the beginning"] = left
        if left > FILES or kept:
            failures.append(
                f"when all had left, {left} files more were open than at the beginning, and {kept} tables in memory"
            )
    demanded = "30 minutes: memory, open files and p99 flat; nothing lost, everything replays"
    return Figure("R15 soak", demanded, measured, tuple(failures))


def begun_anew(notes: list[Json]) -> int:
    """How many rounds were begun when the one before was over."""
    return sum(note["event"] == "sent" and "move" not in note for note in notes)


def came_back(notes: list[Json]) -> int:
    """How often somebody came back to where they were."""
    return sum(note["event"] == "came" and note["back"] for note in notes)


def made(server: Http, wanted: tuple[tuple[str, str], ...]) -> list[Json]:
    """Tables as they are made by whoever comes."""
    found = []
    for game, kind in wanted:
        first, *others = rondel.new(game).roles
        created = server.create(game, me(first), *[bot(role, kind) if kind else me(role) for role in others])
        found.append({"table": created["table"], "game": game, "tokens": created["tokens"]})
    return found


def open_files(process: int) -> int:
    """How many files and sockets a process has open."""
    return len(os.listdir(f"/proc/{process}/fd"))


def in_memory(metrics: str) -> int:
    """How many tables the server says are in its memory."""
    told = httpx.get(metrics, trust_env=False).text
    return next(int(float(line.split()[1])) for line in told.splitlines() if line.startswith("rondel_tables_in_memory "))


def complaints(log: Path) -> list[Json]:
    """What the server has logged that is worse than news."""
    said = [json.loads(line) for line in log.read_text().splitlines()]
    return [each for each in said if each["level"] not in ("debug", "info")]


def chat(database: Path, notes: list[Json]) -> tuple[int, list[str]]:
    """How many lines were said, and which are not stored once, as they were said, under the number they were given."""
    connection = sqlite3.connect(database)
    try:
        rows = connection.execute("SELECT client_id, text, number, table_id FROM chat").fetchall()
    finally:
        connection.close()
    words = {note["id"]: note["text"] for note in notes if note["event"] == "talked"}
    numbers = {note["id"]: note["number"] for note in notes if note["event"] == "heard"}
    stored = {name: (text, number) for name, text, number, _ in rows}
    wrong = [f"line {name} was heard as {each}" for name, each in numbers.items() if stored.get(name) != (words[name], each)]
    wrong += [f"line {name} is stored, and nobody has said it" for name in stored if name not in words]
    lengths = Counter(row[3] for row in rows)
    highest = {table: max(row[2] for row in rows if row[3] == table) for table in lengths}
    wrong += [f"the chat at {table} has gaps" for table, number in highest.items() if number != lengths[table]]
    return len(rows), wrong


def drift(samples: list[Sample], notes: list[Json], began: float, seconds: float) -> tuple[list[str], dict[str, object]]:
    """What the last third of the time shows to have grown since the second, and what was measured."""
    start, thirds = began + seconds / 3, (began + 2 * seconds / 3, began + seconds)

    def parted(pick: Callable[[float, float], float]) -> tuple[float, float]:
        return pick(start, thirds[0]), pick(*thirds)

    def memory(since: float, to: float) -> float:
        return statistics.median([each.memory for each in samples if since <= each.at < to]) / 1024

    def files(since: float, to: float) -> float:
        return float(statistics.median([each.files for each in samples if since <= each.at < to]))

    def p99(since: float, to: float) -> float:
        """The median over minutes, so that one in which somebody else's work was in the way does not decide."""
        minute = (to - since) / max(1, round((to - since) / 60))
        found = [since + number * minute for number in range(round((to - since) / minute))]
        return float(statistics.median([waited([note for note in notes if at <= note["at"] < at + minute]) for at in found]))

    def cpu(since: float, to: float) -> float:
        """Milliseconds of the server's CPU time for each answer that was acknowledged."""
        inside = [each for each in samples if since <= each.at < to]
        acked = sum(note["event"] == "acked" and inside[0].at <= note["at"] < inside[-1].at for note in notes)
        return float(1000 * (inside[-1].cpu - inside[0].cpu) / max(1, acked))

    failures = []
    said: dict[str, object] = {}
    for name, pick, most in (
        ("MiB of memory", memory, MEMORY),
        ("open files and sockets", files, SLOWER),
        ("ms until a move is acknowledged, at the 99th percentile", p99, SLOWER),
        ("ms of the server's CPU time for each", cpu, DEARER),
    ):
        before, after = parted(pick)
        said[f"{name} in the last third ({before:.1f} in the second)"] = f"{after:.1f}"
        if after > most * before:
            failures.append(f"{name}: {before:.1f} in the second third, {after:.1f} in the last")
    return failures, said
