"""R10: clocks that are true whatever happens to the server.

People sit at tables with a live clock and think. The server is killed, stopped and frozen meanwhile, is away for a while each
time, and comes back with the machine's clock an hour ahead or behind. What each clock has lost is compared with how long a
server was there; then each flag falls, also at tables at which nobody is: once, for who was to move, and when it had to.
"""

from __future__ import annotations

import asyncio
import signal
import sqlite3
import time
from collections.abc import Sequence
from contextlib import closing
from pathlib import Path
from typing import Any, Final

from tests.chaos.report import Figure
from tests.chaos.stalled import until
from tests.server.harness import Json, Program, joined, me, opened

NAME = "R10 clocks"
DEMANDED = "downtime charged 0, to 100 ms; a kill gives at most what the last second lost; each flag once and on time"

ERROR: Final = 100
"""Milliseconds that may be charged too many."""
GIFT: Final = 1_500
"""Milliseconds that may be given by a kill or a freeze: a second between two marks, and what writing one takes."""

LATE: Final = 1_500
"""Milliseconds after its time at which a flag has fallen: it is looked for once a second where nobody is."""

HOUR: Final = 3_600

_SKEWED: Final = """
import time; real = time.time_ns; time.time_ns = lambda: real() + {offset}; time.time = lambda: time.time_ns() / 1e9
from rondel.server.telemetry import steady_time; steady_time._STARTED = time.time_ns() - time.monotonic_ns()
"""
"""What a program begins with: a fork of the zygote has read the clock already."""


class Skewed(Program):
    """A server on a machine whose clock is so many seconds off."""

    def __init__(self, folder: Path, offset: int = 0, **more: Any) -> None:
        self._offset = offset
        self.spawned = 0.0
        super().__init__(folder, **more)

    def set_clock(self, seconds: int) -> None:
        """Set the machine's clock, as the next start finds it."""
        self._offset = seconds

    def start(self, **more: Any) -> None:
        self.first = _SKEWED.format(offset=self._offset * 1_000_000_000)
        self.spawned = time.monotonic()
        super().start(**more)


class Reading:
    """What a table's clock showed, and between which two moments."""

    def __init__(self, left: int, since: float, until: float) -> None:
        self.left, self.since, self.until = left, since, until


async def read(server: Program, tables: Sequence[str]) -> list[Reading]:
    """The clock of who is to move at each table; 0 where its flag has fallen, as it may early on a busy machine."""
    readings = []
    for table in tables:
        async with opened(server) as client:
            since = time.monotonic()
            welcome = await client.hello(table)
            running = [clock["left"] for clock in welcome["standing"]["clocks"].values() if clock["runs"]]
            readings.append(Reading(running[0] if running else 0, since, time.monotonic()))
    return readings


async def begin(server: Program, made: Sequence[Json]) -> None:
    """Have both move once at each table, so that the clock of x runs."""
    for each in made:
        async with joined(server, each["table"], each["tokens"].values()) as both:
            for role, cell in (("x", "a1"), ("o", "a2")):
                await both.play(role, f"mark({cell})")


def run(folder: Path, short: bool = False) -> Figure:
    """Twenty tables and nine disturbances; in short, three and two."""
    count, rounds, think, away = (3, 2, 0.3, 0.7) if short else (20, 9, 2.0, 5.0)
    ways = ("kill", "stop", "freeze")
    measured: list[tuple[str, float, float]] = []
    failures: list[str] = []
    with Skewed(folder) as server:
        clock = {"kind": "fischer", "initial": 6 if short else 75}
        made = [server.create("tic_tac_toe", me("x"), me("o"), terms={"clock": clock}) for _ in range(count)]
        tables = [each["table"] for each in made]
        asyncio.run(begin(server, made))
        before = asyncio.run(read(server, tables))
        for number in range(rounds):
            way = ways[number % len(ways)]
            time.sleep(think)
            early = time.monotonic()
            gone, back = _disturb(server, way, away, HOUR * (1, -1, 0)[number % 3])
            ready = time.monotonic()
            after = asyncio.run(read(server, tables))
            for one, other in zip(before, after, strict=True):
                charged = one.left - other.left
                most = 1_000 * ((gone - one.since) + (other.until - back))
                least = 1_000 * ((early - one.until) + (other.since - ready))
                measured.append((way, charged - most, least - charged))
            before = after
        watched = tables[: count // 2]
        due = [reading.since + (reading.left + 100) / 1_000 for reading in before]
        late = asyncio.run(flags(server, watched, due))
        time.sleep(max(0.0, max(due) + LATE / 1_000 - time.monotonic()))
        if short:
            until(lambda: len(_fallen(folder)) >= count, 60)  # the machine may be busy
    rows = _fallen(folder)
    wrong = sum(sorted(rows).count((table, "x")) != 1 for table in tables) + abs(len(rows) - count)
    error = max(0.0, *(over for _, over, _ in measured))
    gift = max(0.0, *(under for _, _, under in measured))
    if error > ERROR:
        failures.append(f"a clock was charged {error:.0f} ms in which no server was there")
    if gift > GIFT and not short:  # a beat may be late where the machine is busy
        failures.append(f"a clock was charged {gift:.0f} ms too few")
    if wrong:
        failures.append(f"{wrong} flags fell twice, not at all, or for somebody else")
    if max(late) > LATE and not short:
        failures.append(f"a flag fell {max(late):.0f} ms late")
    if min(late) < -LATE:
        failures.append(f"a flag fell {-min(late):.0f} ms early")
    told = {
        "tables": count,
        "kills, stops and freezes, with the machine's clock an hour ahead and behind": rounds,
        "clocks compared": len(measured),
        "ms charged too many at the most": round(error),
        "ms given at the most": round(gift),
        "flags fallen, each once": len(rows),
        "ms late at the most, where somebody looked on": round(max(late)),
    }
    return Figure(NAME, DEMANDED, told, tuple(failures))


def _fallen(folder: Path) -> list[tuple[str, str]]:
    """The table and role of each flag that has fallen."""
    with closing(sqlite3.connect(folder / "arena.sqlite3")) as connection:
        return connection.execute("SELECT table_id, role FROM answers WHERE kind = 'flag'").fetchall()


def _disturb(server: Skewed, way: str, away: float, offset: int) -> tuple[float, float]:
    """Have the server be away; returns when it was gone at the latest, and when it was there again at the earliest."""
    if way == "freeze":
        server.process.send_signal(signal.SIGSTOP)
        gone = time.monotonic()
        time.sleep(max(away, 4.0))  # a server that is slow for a moment is not away
        back = time.monotonic()
        server.process.send_signal(signal.SIGCONT)
        return gone, back
    if way == "kill":
        server.kill()
    else:
        server.stop()
    gone = time.monotonic()
    time.sleep(away)
    server.set_clock(offset)
    server.start()
    return gone, server.spawned


async def flags(server: Program, tables: Sequence[str], due: Sequence[float]) -> list[float]:
    """How many milliseconds after its time each flag was told of."""

    async def fallen(table: str, at: float) -> float:
        async with opened(server) as client:
            told = await client.hello(table)
            await asyncio.sleep(at - 5 - time.monotonic())
            while told["standing"]["outcome"] is None:
                told = await client.hear("update")
            assert told["standing"]["outcome"]["reason"] == "time"
            return 1_000 * (time.monotonic() - at)

    return list(await asyncio.gather(*(fallen(table, at) for table, at in zip(tables, due, strict=False))))
