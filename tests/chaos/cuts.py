"""R3: connections are cut in the middle of anything, and resumed exactly.

A TCP proxy cuts each connection after some number of bytes, upwards or downwards, so before a message, in the middle of a
frame, after a message was stored and before that was heard. Every player checks, with each message, that nothing was told
twice, nothing left out and nothing out of order; and at the end that what it was told over all its connections is what somebody
is told who comes anew. What was sent is checked against what is stored, as when the server is killed.
"""

from __future__ import annotations

import time
from dataclasses import asdict
from pathlib import Path

from tests.chaos import checker, population
from tests.chaos.players import Crew
from tests.chaos.proxy import Proxy
from tests.chaos.report import Figure
from tests.server.harness import Program


def run(folder: Path, short: bool = False) -> Figure:
    """1,000 connections cut and resumed; in short, 15."""
    wanted, tables = (15, 4) if short else (1000, 20)
    database = folder / "arena.sqlite3"
    played = [
        *population.seat_people(database, "tic_tac_toe", tables // 4),
        *population.seat_people(database, "reversi", tables // 4),
        *population.seat_people(database, "hearts", tables // 2),
    ]
    program = Program(folder)
    # The opening takes some 170 bytes up, a hello 150 to 250 more, a move 110; down, 130 and then views of some thousand each.
    with program, Proxy(program.address, 3, upwards=(0, 2500), downwards=(0, 80_000)) as proxy:
        crew = Crew(folder, proxy.address, [asdict(each) for each in played], seed=4, pace=0.005)
        deadline = time.monotonic() + (60 if short else 1500)
        while proxy.cuts.total() < wanted and time.monotonic() < deadline:
            time.sleep(0.1 if short else 1)
        proxy.cutting = False
        crew.end()
    notes = crew.notes()
    back = sorted(note["ms"] for note in notes if note["event"] == "came" and note["back"])
    counted, wrong = checker.check(database, notes)
    failures = list(wrong)
    if proxy.cuts.total() < wanted or len(back) < wanted // 2:
        failures.append(f"only {proxy.cuts.total()} connections were cut and {len(back)} resumed")
    measured = {
        "connections cut": proxy.cuts.total(),
        f"resumed ({proxy.cuts['upwards']} cuts in what players sent, {proxy.cuts['downwards']} in what the server did)": len(
            back
        ),
        "messages lost, told twice or out of order": len(wrong),
        "ms until resumed at the median": f"{back[len(back) // 2]:.0f}",
        "ms at the 99th percentile": f"{back[len(back) * 99 // 100]:.0f}",
        "moves acknowledged": counted["acknowledged"],
    }
    return Figure("R3 cut connections", "1,000 resumed: each event once and in order", measured, tuple(failures))
