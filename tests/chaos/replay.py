"""R12: everything that is stored replays to the digests that were stored with it.

50 tables of several games are played at while the server is killed now and then; afterwards the host's own command
(``rondel admin verify``) plays every answer of every round again, and compares each position that was sealed.
"""

from __future__ import annotations

import json
import sqlite3
import time
from contextlib import closing
from dataclasses import asdict
from pathlib import Path
from typing import Any

from tests.chaos import population
from tests.chaos.players import Crew
from tests.chaos.report import Figure
from tests.chaos.stalled import until
from tests.server import zygote
from tests.server.harness import Program

GAMES = ("tic_tac_toe", "reversi", "hearts", "connect_four", "battleship")


def run(folder: Path, short: bool = False) -> Figure:
    """Ten tables of each game for a minute; in short, one for two seconds, and until there is a digest."""
    database = folder / "arena.sqlite3"
    played = [made for game in GAMES for made in population.seat_people(database, game, 1 if short else 10)]
    with Program(folder) as program:
        crew = Crew(folder, program.address, [asdict(each) for each in played], seed=1)
        for _ in range(1 if short else 6):
            time.sleep(2 if short else 10)
            until(lambda: sealed(database), 60)
            program.kill()
            program.start()
        crew.end()
    verdicts, failures = verified(folder)
    acked = sum(note["event"] == "acked" for note in crew.notes())
    answers = sum(each["answers"] for each in verdicts)
    if len(verdicts) != len(played) or answers < acked:
        failures.append(f"{len(verdicts)} tables with {answers} answers were verified, of {len(played)} with {acked}")
    measured = {
        "tables": len(verdicts),
        "answers played again": answers,
        "positions compared with their digest": sum(each["sealed"] for each in verdicts),
        "that differ": sum(each["problem"] is not None for each in verdicts),
    }
    return Figure("R12 deterministic replay", "every stored game replays to its digests", measured, tuple(failures))


def sealed(database: Path) -> bool:
    """Whether a digest is stored."""
    with closing(sqlite3.connect(database)) as connection:
        return bool(connection.execute("SELECT EXISTS (SELECT 1 FROM answers WHERE digest NOT NULL)").fetchone()[0])


def verified(folder: Path) -> tuple[list[dict[str, Any]], list[str]]:
    """What the host's command says of each table, and what is wrong with that."""
    done = zygote.run("-m", "rondel", "admin", "verify", "--data", str(folder), "--json")
    failures = [] if done.returncode == 0 else [f"the command says: {(done.stdout + done.stderr)[-500:]}"]
    told = [json.loads(line) for line in done.stdout.splitlines() if line.startswith("{")]
    return [each for each in told if "sealed" in each and "table" in each], failures
