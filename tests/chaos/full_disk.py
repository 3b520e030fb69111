"""R11: the disk is full.

The data folder lies on a disk of 20 MiB, in a namespace of its own, which is filled to the last byte while tables are played
at. Whoever moves is told at once that it could not be stored; who only watches is served; and when there is room again the
server goes on, without being started anew. Nothing acknowledged is lost.
"""

from __future__ import annotations

import asyncio
import json
import subprocess
import sys
import time
from dataclasses import asdict
from pathlib import Path

from tests.chaos import checker, population
from tests.chaos.outage import Outage
from tests.chaos.players import Crew
from tests.chaos.report import Figure
from tests.server.harness import Program, joined

NAME, DEMANDED = "R11 full disk", "0 lost; told within 2 s; goes on within 5 s without a restart"


def run(folder: Path, short: bool = False) -> Figure:
    """Full for 30 seconds; in short, for 2."""
    small = folder / "small"
    small.mkdir()
    script = 'mount -t tmpfs -o size=20m rondel "$0" && exec "$1" -m tests.chaos.full_disk "$0" "$2"'
    argv = ["unshare", "--user", "--map-root-user", "--mount", "sh", "-c", script, str(small), sys.executable, str(int(short))]
    done = subprocess.run(argv, capture_output=True, text=True, cwd=Path(__file__).resolve().parents[2], check=False)
    assert done.returncode == 0, done.stderr[-2000:]
    measured, failures = json.loads(done.stdout.splitlines()[-1])
    return Figure(NAME, DEMANDED, measured, tuple(failures))


def within(small: Path, short: bool) -> tuple[dict[str, object], list[str]]:
    """What happens on the small disk."""
    database = small / "arena.sqlite3"
    played = population.seat_people(database, "tic_tac_toe", 4 if short else 20)
    outside = small.parent
    with Program(small) as program:
        crew = Crew(outside, program.address, [asdict(each) for each in played], seed=1)
        while not any(note["event"] == "acked" for note in crew.notes()):
            time.sleep(0.1)
        filler = small / "filler"
        fill(filler)
        began = time.time()
        while time.time() < began + (2 if short else 30):
            fill(filler)
            time.sleep(0.2)
        watched = time.monotonic()
        asyncio.run(watch(program, played[0].table))
        watched = time.monotonic() - watched
        filler.unlink()
        outage = Outage(began, time.time())
        time.sleep(2 if short else 10)
        crew.end()
        alive = program.process.poll() is None
    notes = crew.notes()
    counted, wrong = checker.check(database, notes)
    measured, failures = outage.judge(notes)
    if not alive:
        failures.append("the server has ended")
    measured |= {
        "ms until somebody who only watches was served": f"{1000 * watched:.0f}",
        "moves acknowledged": counted["acknowledged"],
    }
    return measured | {"lost, doubled or not replaying": len(wrong)}, [*failures, *wrong]


def fill(path: Path) -> None:
    """Write until there is no room for one byte more."""
    with path.open("ab", buffering=0) as file:
        for size in (1 << 20, 4096, 1):
            try:
                while file.write(b"\0" * size) == size:
                    pass
            except OSError:
                continue


async def watch(program: Program, table: str) -> None:
    """Come to a table that is in memory, and go."""
    async with joined(program, table):
        pass


if __name__ == "__main__":
    print(json.dumps(within(Path(sys.argv[1]), sys.argv[2] == "1")))
