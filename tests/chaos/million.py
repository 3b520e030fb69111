"""R8: a million tables are stored, ten thousand of them in mid-game.

How long the server takes to start, what the lobby, one's own tables and any one table take over HTTP, and how the database
finds them: no query may read a whole table.
"""

from __future__ import annotations

import random
import sqlite3
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any, Final

import httpx
from sqlalchemy import Connection, event

from rondel.server.lobby import queries as listing
from rondel.server.lobby.queries import TableFilter
from rondel.server.storage import schema, table_repository
from rondel.server.transport.login.cookie import SESSION
from tests.chaos import population
from tests.chaos.report import Figure
from tests.chaos.supervisor import cpu_seconds, resident
from tests.server.harness import Program

READY_SECONDS, MOST_MS, MOST_MIB = 3.0, 50.0, 100.0
ASKED: Final = 300


def run(folder: Path, short: bool = False) -> Figure:
    """A million; in short, 2,000."""
    finished, going, holders, asked = (1900, 100, 50, 10) if short else (990_000, 10_000, 20_000, ASKED)
    for name in ("empty", "full"):
        (folder / name).mkdir()
    database = folder / "full" / "arena.sqlite3"
    population.fill(database, going, finished, holders)
    population.fill(folder / "empty" / "arena.sqlite3", 1, 0, 1)
    with Program(folder / "empty", cold=not short) as program:
        bare = resident(program.process.pid)
    dice = random.Random(1)
    failures = whole_reads(database, finished)
    began = time.monotonic()
    with Program(folder / "full", cold=not short) as program:
        assert program.get("/api/games").status_code == 200
        ready, starting = time.monotonic() - began, cpu_seconds(program.process.pid)
        with httpx.Client(base_url=program.address, trust_env=False, timeout=30) as http:
            pages: dict[str, Callable[[], Any]] = {
                "the lobby": lambda: http.get("/api/lobby", params={"game": dice.choice(["", "tic_tac_toe"])}),
                "its next page": paged(http),
                "one's own tables": lambda: http.get("/api/me/tables", headers=cookie(dice.randrange(holders))),
                "any table": lambda: http.get(f"/api/tables/{population.table_id(dice.randrange(finished + going))}"),
            }
            p95: dict[str, float] = {}
            used: dict[str, float] = {}
            for what, ask in pages.items():
                before = cpu_seconds(program.process.pid)
                taken = sorted(timed(ask) for _ in range(asked))
                p95[what] = taken[len(taken) * 95 // 100]
                used[what] = 1000 * (cpu_seconds(program.process.pid) - before) / asked
            shown = http.get("/api/lobby").json()
            mine = http.get("/api/me/tables", headers=cookie(0)).json()
        grown = (resident(program.process.pid) - bare) / 1024
    if not shown["tables"] or not mine["tables"]:
        failures.append("nothing was listed")
    if not short:
        failures += [f"{what} took {each:.0f} ms" for what, each in p95.items() if each > MOST_MS]
        if ready > READY_SECONDS:
            failures.append(f"it took {ready:.1f} s until the server was there")
        if grown > MOST_MIB:
            failures.append(f"it holds {grown:.0f} MiB more than with an empty database")
    measured = {
        "tables stored": finished + going,
        "of them in mid-game": going,
        f"s until ready ({starting:.2f} s of CPU time)": f"{ready:.2f}",
        "MiB of memory more than over an empty database": f"{grown:.0f}",
        **{f"ms p95 for {what} ({used[what]:.1f} ms of CPU time each)": f"{each:.0f}" for what, each in p95.items()},
        "queries that read a whole table": sum("reads" in each for each in failures),
    }
    demanded = "ready within 3 s, at most 100 MiB more; p95 at most 50 ms; no query reads a whole table"
    return Figure("R8 a million tables", demanded, measured, tuple(failures))


def cookie(guest: int) -> dict[str, str]:
    return {"cookie": f"{SESSION.plain}={population.session(guest)}"}


def paged(http: httpx.Client) -> Callable[[], Any]:
    """Asks for pages one after another, and begins anew after the last."""
    after = ""

    def ask() -> Any:
        nonlocal after
        answer = http.get("/api/lobby", params={"after": after})
        after = answer.json()["next"] or ""
        return answer

    return ask


def timed(ask: Callable[[], Any]) -> float:
    """How many ms an answer takes, which must be one."""
    began = time.perf_counter()
    answer = ask()
    assert answer.status_code == 200, answer.text
    return 1000 * (time.perf_counter() - began)


def whole_reads(database: Path, number: int) -> list[str]:
    """Every query of the lobby, and what the database says of how it finds what it asks for, where it reads a whole table."""
    asked: dict[str, Any] = {}
    engine = schema.engine(database)

    @event.listens_for(engine, "before_cursor_execute")
    def note(_connection: Connection, _cursor: Any, statement: str, parameters: Any, *_: Any) -> None:
        if statement.startswith("SELECT"):
            asked[statement] = parameters

    with engine.connect().execution_options(reading=True) as connection:
        wishes = (
            TableFilter(),
            TableFilter(game="tic_tac_toe", open=False),
            TableFilter(pace="live", watchable=True, rated=False),
        )
        for wanted in wishes:
            found = listing.public(connection, wanted, None, 20)
            listing.public(connection, wanted, (2**60, "z"), 20)
            listing.of_ids(connection, [each.id for each in found])
        listing.running(connection, "guest0", "", 20)
        table_repository.find(connection, population.table_id(number))
    engine.dispose()
    plain = sqlite3.connect(database)
    try:
        plans = {each: plain.execute("EXPLAIN QUERY PLAN " + each, parameters).fetchall() for each, parameters in asked.items()}
    finally:
        plain.close()
    stored = {*schema.metadata.tables, "last"}
    scans = [(each, row[3]) for each, rows in plans.items() for row in rows if row[3].startswith("SCAN ")]
    return [f"reads all of a table: {plan}, for {each}" for each, plan in scans if plan.removeprefix("SCAN ") in stored]
