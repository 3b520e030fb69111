"""R15: the server is stopped as for a new version, and started again, while many tables play; and it is backed up meanwhile.

It finishes what it is doing, everybody comes back by themselves within seconds, and nothing is lost. A backup that was taken
while people played, put into another place, replays, and has every move in it that was acknowledged before it was begun.
"""

from __future__ import annotations

import random
import sqlite3
import time
from dataclasses import asdict
from pathlib import Path
from typing import Final

from tests.chaos import checker, population
from tests.chaos.players import Crew, Json
from tests.chaos.replay import verified
from tests.chaos.report import Figure
from tests.chaos.stalled import until
from tests.server import zygote
from tests.server.harness import Program

BACK_SECONDS: Final = 5.0


def run(folder: Path, short: bool = False) -> Figure:
    """50 restarts at 50 tables, and five backups; in short, one of each."""
    restarts, backups, tables = (1, 1, 3) if short else (50, 5, 50)
    dice = random.Random(1)
    live = folder / "live"
    live.mkdir()
    played = [
        *population.seat_people(live / "arena.sqlite3", "tic_tac_toe", tables - tables // 4),
        *population.seat_people(live / "arena.sqlite3", "hearts", tables // 4),
    ]
    people = {(made.table, role) for made in played for role in made.tokens}
    failures: list[str] = []
    back: list[float] = []
    copies: list[tuple[Path, float]] = []
    with Program(live, cold=not short) as program:
        crew = Crew(folder / "crew", program.address, [asdict(each) for each in played], seed=1, pace=0.05)
        until(lambda: people <= came(crew.notes(), 0.0), 30)
        for number in range(restarts):
            time.sleep(dice.uniform(0.3, 0.5 if short else 3.0))
            if number % (restarts // backups) == 0:
                copies.append((folder / f"backup-{number}.sqlite3", time.time()))
                failures += asked_of_admin("backup", str(copies[-1][0]), "--data", str(live))
            began = time.time()
            program.stop()
            program.start()
            until(lambda began=began: people <= came(crew.notes(), began), 30)  # type: ignore[misc]
            back.append(max(note["at"] for note in crew.notes() if note["event"] == "came") - began)
        time.sleep(0.5)
        crew.end()
    notes = crew.notes()
    counted, wrong = checker.check(live / "arena.sqlite3", notes)
    kept = 0
    for copy, begun in copies:
        place = folder / copy.stem
        place.mkdir()
        problems = [*asked_of_admin("restore", str(copy), "--yes", "--data", str(place)), *verified(place)[1]]
        if missing := lacking(place / "arena.sqlite3", notes, begun):
            problems.append(f"{copy.name} lacks {len(missing)} moves, like {missing[0]}")
        failures += problems
        kept += not problems
    if not short and max(back) > BACK_SECONDS:
        failures.append(f"once it took {max(back):.1f} s until all were back")
    measured = {
        "restarts": restarts,
        "people at tables": len(people),
        f"s until all were back (median; slowest {max(back):.1f})": f"{sorted(back)[len(back) // 2]:.1f}",
        "moves acknowledged": counted["acknowledged"],
        "lost, doubled, out of order or not replaying": len(wrong),
        f"backups taken meanwhile, of {len(copies)}, that replay and have all that was acknowledged before": kept,
    }
    demanded = "50 restarts under load: 0 lost, all back within 5 s; a backup taken meanwhile replays"
    return Figure("R15 deploys", demanded, measured, (*failures, *wrong))


def came(notes: list[Json], since: float) -> set[tuple[str, str]]:
    """Who has come since then, by table and role."""
    return {(note["table"], note["role"]) for note in notes if note["event"] == "came" and note["at"] > since}


def asked_of_admin(*words: str) -> list[str]:
    """Have the host's command do something; what it says where it does not."""
    done = zygote.run("-m", "rondel", "admin", *words)
    return [] if done.returncode == 0 else [f"{words[0]} says: {(done.stdout + done.stderr)[-500:]}"]


def lacking(database: Path, notes: list[Json], begun: float) -> list[str]:
    """The moves a backup lacks though they were acknowledged before it was begun."""
    connection = sqlite3.connect(database)
    try:
        stored = {name for (name,) in connection.execute("SELECT client_id FROM answers")}
    finally:
        connection.close()
    return [note["id"] for note in notes if note["event"] == "acked" and note["at"] < begun and note["id"] not in stored]
