"""R5: 500 sockets at a busy table that read nothing.

Each is let 256 KiB, and then dropped; those who play, there and elsewhere, do not wait for them, and the memory comes back.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import asdict
from pathlib import Path

from rondel.server.transport.uvicorn_protocols.websocket import LARGEST_QUEUE
from tests.chaos import checker, population
from tests.chaos.players import Crew, Json
from tests.chaos.report import Figure
from tests.chaos.sockets import Swarm
from tests.chaos.supervisor import connections, resident
from tests.server.harness import Program

SLOWER, MEMORY_BACK = 2.0, 1.1


def run(folder: Path, short: bool = False) -> Figure:
    """500 sockets; in short, 10."""
    stalled, others = (10, 2) if short else (500, 20)
    database = folder / "arena.sqlite3"
    (busy,) = population.seat_people(database, "reversi", 1)
    played = population.seat_people(database, "tic_tac_toe", others)
    hello: Json = {"type": "hello", "version": 1, "table": busy.table, "tokens": []}
    for name in ("busy", "others"):
        (folder / name).mkdir()
    failures: list[str] = []
    with Program(folder, cold=not short) as program:
        pid = program.process.pid
        at_busy = Crew(folder / "busy", program.address, [asdict(busy)], seed=1)
        elsewhere = Crew(folder / "others", program.address, [asdict(each) for each in played], seed=2, pace=0.05)
        until(lambda: len({note["table"] for crew in (at_busy, elsewhere) for note in crew.notes()}) == others + 1, 20)
        time.sleep(0.5)
        # First as many that do read: what so many at one table cost by themselves is not the fault of those that do not.
        with Swarm(folder, program.address, [hello] * stalled) as swarm:
            swarm.all_there()
            reading = held(pid, swarm)
            begun = time.time()
            time.sleep(1 if short else 15)
            calm = time.time()
        until(lambda: not reading & connections(pid), 20)
        time.sleep(0.5 if short else 5)
        memory = resident(pid)
        with Swarm(folder, program.address, [hello] * stalled, stalls=True) as swarm:
            swarm.all_there()
            came, silent, sizes = time.time(), held(pid, swarm), [memory]

            def dropped() -> bool:
                sizes.append(resident(pid))
                return not silent & connections(pid)

            until(dropped, 60 if short else 600)
            highest = max(sizes)
            gone, left = time.time(), len(silent & connections(pid))
        time.sleep(0.5 if short else 5)
        after = resident(pid)
        at_busy.end()
        elsewhere.end()
    if len(silent) < stalled:
        failures.append(f"only {len(silent)} of {stalled} sockets were there")
    if left:
        failures.append(f"{left} sockets were never dropped")
    each = (highest - memory) / stalled
    if each > LARGEST_QUEUE / 1024 and not short:  # a few sockets weigh less than what a server does besides
        failures.append(f"{each:.0f} KiB were kept for each")
    notes = [*at_busy.notes(), *elsewhere.notes()]
    before = waited([note for note in elsewhere.notes() if begun <= note["at"] < calm])
    while_stalled = waited([note for note in elsewhere.notes() if came <= note["at"] < gone])
    if not short:
        if while_stalled > SLOWER * before:
            failures.append(f"the others waited {while_stalled:.0f} ms instead of {before:.0f}")
        if after > MEMORY_BACK * memory:
            failures.append(f"memory was {memory / 1024:.0f} MiB before and {after / 1024:.0f} after")
    counted, wrong = checker.check(database, notes)
    measured = {
        "sockets that read nothing": stalled,
        "dropped": len(silent) - left,
        "s until the last was": f"{gone - came:.0f}",
        "KiB of the server's memory for each at the most": f"{each:.0f}",
        "ms p99 at other tables while as many read": f"{before:.0f}",
        "ms p99 while they do not": f"{while_stalled:.0f}",
        f"MiB after ({memory / 1024:.0f} before, {highest / 1024:.0f} at the most)": f"{after / 1024:.0f}",
        "moves acknowledged": counted["acknowledged"],
    }
    demanded = "at most 256 KiB each, then dropped; others' p99 at most twice; memory back within 10 %"
    return Figure("R5 stalled sockets", demanded, measured, (*failures, *wrong))


def held(server: int, swarm: Swarm) -> set[tuple[int, int]]:
    """The server's connections to the swarm. Its files are not counted: it opens some of its own in between."""
    return connections(server) & {(there, here) for here, there in connections(swarm.pid)}


def until(there: Callable[[], bool], seconds: float) -> None:
    """Wait until something is the case, or so long."""
    deadline = time.monotonic() + seconds
    while not there() and time.monotonic() < deadline:
        time.sleep(0.1)


def waited(notes: list[Json]) -> float:
    """The 99th percentile of how long answers took to be acknowledged, in ms."""
    taken = sorted(note["ms"] for note in notes if note["event"] == "acked")
    return float(taken[len(taken) * 99 // 100]) if taken else 0.0
