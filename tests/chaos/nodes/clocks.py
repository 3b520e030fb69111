"""R10: clocks over three nodes whose machines' clocks differ by an hour.

One machine's clock is right, one an hour ahead and one an hour behind, in turn. All nodes are killed, stopped or frozen
together, and no clock runs on; or one is killed, and the clocks of tables at which nobody is go on. What each clock has lost is
compared with how long a node was there, as read at one node after the other. Then each flag falls once, and when it had to.
"""

from __future__ import annotations

import asyncio
import signal
import time
from collections.abc import Sequence
from contextlib import ExitStack
from pathlib import Path
from typing import Final

import asyncpg

from rondel.server.live.timers.heartbeat import BEAT
from rondel.server.live.timers.shared_heartbeat import DEFERRED
from tests.chaos.clocks import ERROR, GIFT, HOUR, LATE, Skewed, begin, flags, read
from tests.chaos.report import Figure
from tests.chaos.stalled import until
from tests.server.harness import me
from tests.server.storage.postgres import Cluster, programs

NAME = "R10 clocks of nodes"
DEMANDED = (
    "three machines an hour apart: downtime of all charged 0, to 100 ms; a kill gives at most what the last second lost; "
    "each flag once and on time, within 3.5 s where nobody looks on"
)
OFFSETS: Final = (0, HOUR, -HOUR)
KNOWN: Final = 4.5
"""Seconds after which the outage of a node is known at the latest: it is not seen for three, and the next beat tells."""

UNWATCHED: Final = DEFERRED / 1_000 + BEAT + 0.5
"""Seconds after which a flag has fallen where nobody looks on: a node claims what is long due, at its next beat."""

WAYS: Final = ("kill", "one", "stop", "freeze")


def run(folder: Path, short: bool = False) -> Figure:
    """Twelve disturbances at 20 tables and three nodes; in short, a kill at three tables and two nodes."""
    nodes, count, ways, think, away = (2, 3, WAYS[:1], 0.3, 0.7) if short else (3, 20, WAYS * 3, 2.0, 5.0)
    measured: list[tuple[str, float, float]] = []
    with ExitStack() as stack:
        cluster = stack.enter_context(Cluster(folder / "cluster", programs(), connections=120))
        address = cluster.database()
        servers: list[Skewed] = []
        for number in range(nodes):
            place = folder / f"node-{number}"
            place.mkdir()
            servers.append(stack.enter_context(Skewed(place, OFFSETS[number], database=address)))
        clock = {"kind": "fischer", "initial": 12 if short else 240}
        made = [servers[0].create("tic_tac_toe", me("x"), me("o"), terms={"clock": clock}) for _ in range(count)]
        tables = [each["table"] for each in made]
        for number, server in enumerate(servers):
            asyncio.run(begin(server, made[number::nodes]))
        before = asyncio.run(read(servers[0], tables))
        for number, way in enumerate(ways):
            time.sleep(think)
            early = time.monotonic()
            late, back = _disturb(servers, way, away, number)
            ready = time.monotonic()
            time.sleep(KNOWN)
            after = asyncio.run(read(servers[(number + 1) % nodes], tables))
            for one, other in zip(before, after, strict=True):
                charged = one.left - other.left
                most = 1_000 * ((late - one.since) + (other.until - back))
                least = 1_000 * ((early - one.until) + (other.since - ready))
                if way == "one":
                    least = 1_000 * (other.since - one.until)
                measured.append((way, charged - most, least - charged))
            before = after
        watched = tables[: count // 2]
        due = [reading.since + (reading.left + 100) / 1_000 for reading in before]
        told_late = asyncio.run(flags(servers[-1], watched, due))
        time.sleep(max(0.0, max(due) + UNWATCHED - time.monotonic()))
        if short:
            until(lambda: len(asyncio.run(_fallen(address))) >= count, 60)  # the machine may be busy
        fallen = asyncio.run(_fallen(address))
    wrong = sum(fallen.count((table, "x")) != 1 for table in tables) + abs(len(fallen) - count)
    error = max(0.0, *(over for _, over, _ in measured))
    gift = max(0.0, *(under for _, _, under in measured))
    failures = []
    if error > ERROR:
        failures.append(f"a clock was charged {error:.0f} ms in which no node was there")
    if gift > GIFT and not short:  # a beat may be late where the machine is busy
        failures.append(f"a clock was charged {gift:.0f} ms too few ({max(measured, key=lambda each: each[2])[0]})")
    if wrong:
        failures.append(f"{wrong} flags fell twice, not at all, or for somebody else")
    if min(told_late) < -LATE or (max(told_late) > LATE and not short):
        failures.append(f"a flag fell between {min(told_late):.0f} and {max(told_late):.0f} ms late")
    told = {
        "nodes": nodes,
        "tables": count,
        "kills, stops and freezes of all nodes, and kills of one": len(ways),
        "clocks compared": len(measured),
        "ms charged too many at the most": round(error),
        "ms given at the most": round(gift),
        "flags fallen, each once": len(fallen),
        "ms late at the most, where somebody looked on": round(max(told_late)),
    }
    return Figure(NAME, DEMANDED, told, tuple(failures))


def _disturb(servers: Sequence[Skewed], way: str, away: float, number: int) -> tuple[float, float]:
    """Have the nodes be away; returns when the last was gone at the latest, and when one was there again at the earliest."""
    if way == "freeze":
        for each in servers:
            each.process.send_signal(signal.SIGSTOP)
        gone = time.monotonic()
        time.sleep(max(away, 4.0))  # a node that is slow for a moment is not away
        back = time.monotonic()
        for each in servers:
            each.process.send_signal(signal.SIGCONT)
        return gone, back
    if way == "stop":
        for each in servers:
            each.process.terminate()
        for each in servers:
            each.process.wait(60)
    away_ones = servers[number % len(servers) :][:1] if way == "one" else servers
    if way != "stop":
        for each in away_ones:
            each.kill()
    gone = time.monotonic()
    time.sleep(away)
    back = gone if way == "one" else time.monotonic()
    for place, each in enumerate(away_ones):
        each.set_clock(OFFSETS[(number + place) % len(OFFSETS)])
        each.start()
    return gone, back


async def _fallen(address: str) -> list[tuple[str, str]]:
    """The table and role of each flag that has fallen."""
    connection = await asyncpg.connect(address)
    try:
        rows = await connection.fetch("SELECT table_id, role FROM answers WHERE kind = 'flag'")
    finally:
        await connection.close()
    return [(str(row["table_id"]), str(row["role"])) for row in rows]
