"""R18 over nodes: three servers share a database, and one after another is killed while a Swiss tournament is played.

The requests and sockets of the programs are spread over all nodes. Whatever node makes a round, the pairings and tie-breaks
must be those of independent programs, and each game must have one table.
"""

from __future__ import annotations

import asyncio
import json
import time
from functools import partial
from pathlib import Path
from typing import Final

from rondel.server.storage.postgres.store import PostgresStore
from tests.chaos import tournament
from tests.chaos.database_down import copied
from tests.chaos.nodes.arena import Arena
from tests.chaos.report import Figure
from tests.chaos.tournament import Quick, Tournament

NAME: Final = "R18 tournament over nodes"


def run(folder: Path, short: bool = False) -> Figure:
    """Three nodes, 64 programs, 10 withdrawals, 6 kills; in short, two nodes, 4, none and 1."""
    nodes, players, leavers, absences, kills = (2, 4, 0, 0, 1) if short else (3, 64, 10, 6, 6)
    with Arena(folder, nodes, program=Quick) as arena:
        held = Tournament(arena.nodes, players, leavers=leavers, absences=absences, clock=3 if short else 30)
        asyncio.run(_fill(arena.database, held))
        began = time.monotonic()
        asyncio.run(held.run(kills))
        seconds = time.monotonic() - began
        ids = json.loads(arena.ask("SELECT coalesce(json_agg(id), '[]') FROM tables"))
        copy = folder / "copy.sqlite3"
        asyncio.run(copied(arena.database, copy, [{"table": each} for each in ids]))
    figure = tournament.judged(copy, held, kills, seconds, folder, NAME)
    return Figure(figure.name, figure.demanded, {"nodes": nodes, **figure.measured}, figure.failures)


async def _fill(address: str, held: Tournament) -> None:
    store = await PostgresStore.open(address)
    try:
        await store.write(partial(tournament.fill, names=held.names))
    finally:
        await store.close()
