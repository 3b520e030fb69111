"""R7: what it costs a node to hear nine others, each of which stores 5,000 answers a second at tables of its own.

The messages are made here and sent through a real Valkey by nine connections. The node that hears them has its tables, its
lobby and its follower, and nobody plays there, so that the CPU time of its thread is that of hearing.
"""

from __future__ import annotations

import asyncio
import secrets
import threading
import time
from collections.abc import Sequence
from pathlib import Path
from typing import Final

import msgspec
from redis import Redis

from rondel.server.live.bots.bot_pool import BotPool
from rondel.server.live.bus import VERSION, Hint, LogHint
from rondel.server.live.nodes.channel_bus import ChannelBus, Message
from rondel.server.live.nodes.valkey_channel import TOPIC, ValkeyChannel
from rondel.server.live.services import Services
from rondel.server.live.table_registry import TableRegistry
from rondel.server.storage.sqlite import SqliteStore
from tests.chaos.report import Figure
from tests.server.live.nodes.valkey import Valkey

NODES: Final = 9
EACH: Final = 5_000
"""Hints a second of each node."""

TURN: Final = 0.01
"""Seconds from one message of a node to the next: what comes while one is sent goes with the next."""

MOST: Final = 0.10
NAME, DEMANDED = "R7 hints of nodes", "nine more nodes, 45,000 hints a second: at most 0.10 of a core"


class Speaker(threading.Thread):
    """Another node, which says where to look."""

    def __init__(self, port: int, number: int, until: float) -> None:
        super().__init__(daemon=True)
        self._client = Redis(port=port, password=Valkey.PASSWORD)
        self._name = f"node {number}"
        self._until = until
        self._tables = [secrets.token_urlsafe(9) for _ in range(EACH)]

    def run(self) -> None:
        """Say as much as a node does, until the time is up."""
        boot, count = secrets.token_hex(6), round(EACH * TURN)
        began = time.monotonic()
        number = 0
        while (now := time.monotonic()) < self._until:
            if now < began + number * TURN:
                time.sleep(began + number * TURN - now)
            place = number * count % EACH
            hints: list[Hint] = [LogHint(table, number) for table in self._tables[place : place + count]]
            number += 1
            said = Message(VERSION, self._name, boot, number, msgspec.Raw(msgspec.json.encode(hints)))
            self._client.publish(TOPIC, msgspec.json.encode(said))
        self._client.close()


def run(folder: Path, short: bool = False) -> Figure:
    """Half a minute; in short, a third of a second."""
    seconds = 0.3 if short else 30.0
    with Valkey(folder) as valkey:
        heard, used, missed = asyncio.run(_heard(folder, valkey, seconds))
    share = used / (heard / (NODES * EACH)) if heard else 1.0
    failures = []
    if not heard or (missed and not short):  # a busy machine may take longer than a node waits for its own messages
        failures.append(f"{heard} hints were heard, and {missed} times some were missed")
    if share > MOST and not short:
        failures.append(f"{share:.3f} of a core")
    measured = {
        "hints heard": heard,
        "times that some were missed": missed,
        "microseconds of CPU time each": f"{1e6 * used / max(heard, 1):.2f}",
        f"of a core for {NODES * EACH} a second": f"{share:.3f}",
    }
    return Figure(NAME, DEMANDED, measured, tuple(failures))


async def _heard(folder: Path, valkey: Valkey, seconds: float) -> tuple[int, float, int]:
    """How many hints a node hears in that time, its CPU seconds, and how often it missed some."""
    bus = ChannelBus(ValkeyChannel(valkey.address), "here")
    arena = TableRegistry(Services(SqliteStore(folder / "arena.sqlite3"), BotPool(), bus))
    heard = 0

    def count(node: str, hints: Sequence[Hint]) -> None:
        nonlocal heard
        heard += len(hints)

    arena.start()
    while not bus.sighted:
        await asyncio.sleep(0.01)
    bus.subscribe(count, lambda: None)
    missed, used = bus.missed, time.thread_time()
    speakers = [Speaker(valkey.port, number, time.monotonic() + seconds) for number in range(NODES)]
    for each in speakers:
        each.start()
    while any(each.is_alive() for each in speakers):
        await asyncio.sleep(0.1)
    found = heard, time.thread_time() - used, bus.missed - missed
    await arena.close()
    return found
