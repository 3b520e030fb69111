"""R1: the server is killed again and again while many tables play.

Everything acknowledged is stored, once and in order, and replays; what was under way settles when it is sent again; and with
10,000 open tables in the database the server is there again within 3 seconds.
"""

from __future__ import annotations

import random
import time
from dataclasses import asdict
from pathlib import Path

from tests.chaos import checker, population
from tests.chaos.players import Crew
from tests.chaos.report import Figure
from tests.chaos.supervisor import cpu_seconds
from tests.server.harness import Program

READY_SECONDS = 3.0


def run(folder: Path, short: bool = False) -> Figure:
    """100 kills; in short, 3."""
    kills, wanted, tables, open_tables = (3, 50, 8, 100) if short else (100, 50_000, 50, 10_000)
    dice = random.Random(1)
    database = folder / "arena.sqlite3"
    population.fill(database, open_tables)
    played = [
        *population.seat_people(database, "tic_tac_toe", tables - tables // 5),
        *population.seat_people(database, "reversi", tables // 5),
    ]
    program = Program(folder, cold=not short)
    crew = Crew(folder, program.address, [asdict(each) for each in played], seed=2)
    ready: list[float] = []
    used: list[float] = []
    begun = time.monotonic()
    for _ in range(kills):
        time.sleep(dice.uniform(0.2, 0.8 if short else 3.0))
        program.kill()
        began = time.monotonic()
        program.start()
        assert program.get("/api/games").status_code == 200
        ready.append(time.monotonic() - began)
        used.append(cpu_seconds(program.process.pid))
    while sum(note["event"] == "acked" for note in crew.notes()) < wanted and time.monotonic() - begun < 1800:
        time.sleep(0.2 if short else 2)
    crew.end()
    program.stop()
    counted, wrong = checker.check(database, crew.notes())
    failures = list(wrong)
    if counted["acknowledged"] < wanted:
        failures.append(f"only {counted['acknowledged']} answers were acknowledged")
    if max(ready) > READY_SECONDS and not short:
        failures.append(f"it took {max(ready):.1f} s until the server was there again")
    measured = {
        "kills -9": kills,
        "moves acknowledged": counted["acknowledged"],
        "lost, doubled, out of order or not replaying": len(wrong),
        "positions compared with their digest": counted["sealed"],
        f"s until ready with {open_tables} open tables (median; slowest {max(ready):.2f})": f"{sorted(ready)[kills // 2]:.2f}",
        "s of CPU time for that (median)": f"{sorted(used)[kills // 2]:.2f}",
    }
    return Figure("R1 kill -9", "0 lost, 0 doubled, 0 gaps; ready within 3 s", measured, tuple(failures))
