"""R6: 5,000 sockets that are idle, and 100 at which is played.

What each costs the server's memory; how long the players wait; how long until all are back when the server was killed.
"""

from __future__ import annotations

import time
from dataclasses import asdict
from pathlib import Path

from tests.chaos import checker, population
from tests.chaos.players import Crew
from tests.chaos.report import Figure
from tests.chaos.sockets import Swarm
from tests.chaos.supervisor import cpu_seconds, resident
from tests.server.harness import Program

MOST_KIB, MOST_MS, MOST_SECONDS = 40, 100, 15


def run(folder: Path, short: bool = False) -> Figure:
    """5,000 sockets; in short, 100."""
    idle, active = (100, 4) if short else (5000, 100)
    database = folder / "arena.sqlite3"
    quiet = population.seat_people(database, "tic_tac_toe", idle // 2)
    played = population.seat_people(database, "tic_tac_toe", active // 2)
    hellos = [
        {"type": "hello", "version": 1, "table": made.table, "tokens": [token]}
        for made in quiet
        for token in made.tokens.values()
    ]
    failures: list[str] = []
    with Program(folder, cold=not short) as program:
        # One table is opened first, so that what the server loads for any table at all is not counted for sockets.
        warm = Crew(folder, program.address, [asdict(quiet[0])], seed=1)
        time.sleep(1)
        warm.end()
        before = resident(program.process.pid)
        with Swarm(folder, program.address, hellos) as swarm:
            came = swarm.all_there()
            each = (resident(program.process.pid) - before) / idle
            crew = Crew(folder, program.address, [asdict(made) for made in played], seed=2, pace=0.2)
            time.sleep(1 if short else 30)
            killed = time.time()
            program.kill()
            began = time.monotonic()
            program.start()
            swarm.all_there()
            back, used = time.monotonic() - began, cpu_seconds(program.process.pid)
            time.sleep(0.5 if short else 10)
            crew.end()
    notes = crew.notes()
    waited = sorted(note["ms"] for note in notes if note["event"] == "acked" and note["at"] < killed)
    p99 = waited[len(waited) * 99 // 100]
    counted, wrong = checker.check(database, notes)
    failures += wrong
    if not short:
        if each > MOST_KIB:
            failures.append(f"a socket takes {each:.1f} KiB")
        if p99 > MOST_MS:
            failures.append(f"players wait for {p99:.0f} ms")
        if back > MOST_SECONDS:
            failures.append(f"it took {back:.1f} s until everybody was back")
    measured = {
        "idle sockets": idle,
        "at which is played": active,
        "KiB of the server's memory for an idle one, its half of a table included": f"{each:.1f}",
        "s until all had come": f"{came:.1f}",
        "ms until a move is acknowledged, at the 99th percentile": f"{p99:.0f}",
        "s from a kill -9 until all were back": f"{back:.1f}",
        "s of the server's CPU time for that": f"{used:.1f}",
        "moves acknowledged": counted["acknowledged"],
    }
    return Figure("R6 idle sockets", "at most 40 KiB each; p99 at most 100 ms; all back within 15 s", measured, tuple(failures))
