"""A child process of the parent: one node, started again when it has died.

The node says three times a second that its event loop runs. One that was silent for `SILENT_SECONDS` is frozen, and is ended:
its clients connect to another node at once, instead of waiting for this one. Nothing is lost with it, since nothing is
acknowledged before it is stored. A node that only waits for a core of a busy machine gets `STARVED_SECONDS`: ending it would
make that worse.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
import os
import subprocess
import sys
from collections.abc import Callable
from contextlib import ExitStack
from pathlib import Path
from typing import Final, Literal

from rondel.server.supervisor.acceptor import Arrival
from rondel.server.supervisor.channel import Beat, Channel, Draining, Failed, Handed, Message, Ready, Settings, pair

BEAT_SECONDS: Final = 0.3
"""How often a node says that its event loop runs."""

SILENT_SECONDS: Final = 1.5
"""How long it may be silent."""

STARVED_SECONDS: Final = 10.0
"""How long it may be silent while it waits for a core or the disk."""

START_SECONDS: Final = 300.0
"""How long a node may take until it is ready, on a machine that is busy; the parent has upgraded the database before."""

LATE_SECONDS: Final = 0.3
"""A parent whose own event loop is later than that cannot tell who is silent."""

FIRST_WAIT: Final = 0.2
"""Seconds before a node is started again; doubled with each failure."""

LONGEST_WAIT: Final = 30.0
"""The longest such wait."""

SOUND_SECONDS: Final = 30.0
"""A node that has lived so long had no failure at its start."""

HAND_SECONDS: Final = 1.0
"""How long handing a connection over may take."""

STOP_SECONDS: Final = 40.0
"""How long a node may take to drain, before it is killed."""

_TICKS: Final = os.sysconf("SC_CLK_TCK") if sys.platform != "win32" else 100

State = Literal["starting", "ready", "draining", "failed", "away"]

_logger = logging.getLogger(__name__)


class ChildProcess:
    """One node in a process of its own."""

    def __init__(self, settings: Settings, on_told: Callable[[Ready | Failed], None]) -> None:
        self.settings = settings
        self.on_told = on_told
        """Called with the result of each start."""
        self.state: State = "starting"
        self.has_store = True
        """Whether the database answers it."""
        self.pid = 0
        """The id of the process that there is, or was last."""
        self._process: subprocess.Popen[bytes] | None = None
        self._channel: Channel | None = None
        self._open: dict[int, ExitStack] = {}
        self._handed = 0
        self._heard_at = 0.0
        self._used = 0.0
        """The CPU time it had used then."""
        self._told_to_stop: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self._running = asyncio.create_task(self._run(), name=f"node {settings.node}")

    @property
    def load(self) -> int:
        """The number of its connections."""
        return len(self._open)

    async def take(self, arrival: Arrival) -> bool:
        """Hand a connection over; returns whether that was possible."""
        channel = self._channel
        if channel is None or self.state != "ready":
            return False
        self._handed += 1
        number = self._handed
        self._open[number] = arrival.open
        try:
            async with asyncio.timeout(HAND_SECONDS):
                await channel.send(Handed(number, arrival.first), arrival.connection)
        except (OSError, TimeoutError):
            self._open.pop(number, None)
            return False
        return True

    def drain(self) -> None:
        """Have the node finish what it does and end, once and for all."""
        if not self._told_to_stop.done():
            self._told_to_stop.set_result(None)
        if self._process is not None:
            with contextlib.suppress(ProcessLookupError):
                self._process.terminate()

    async def ended(self) -> None:
        """Wait until a node that drains has ended; it is killed when that takes too long."""
        done, _ = await asyncio.wait({self._running}, timeout=STOP_SECONDS)
        if not done:
            _logger.warning("node %s did not stop in time, and is killed", self.settings.node)
            if self._process is not None:
                self._process.kill()
            await asyncio.wait({self._running})

    async def _run(self) -> None:
        """Start the process, watch it, and start it again, until it is told to drain."""
        wait = FIRST_WAIT
        loop = asyncio.get_running_loop()
        while True:
            began = loop.time()
            code = await self._live()
            if self._told_to_stop.done():
                return
            wait = FIRST_WAIT if loop.time() - began > SOUND_SECONDS else min(2 * wait, LONGEST_WAIT)
            _logger.error("node %s has ended with %d; it is started again in %.1f s", self.settings.node, code, wait)
            await asyncio.wait({self._told_to_stop}, timeout=wait)
            if self._told_to_stop.done():
                return

    async def _live(self) -> int:
        """One life of the process, to its exit code."""
        loop = asyncio.get_running_loop()
        own, other = pair()
        self.state = "starting"
        with other:
            # A session of its own: Ctrl-C in the terminal is for the parent, which tells its nodes.
            command = [sys.executable, "-m", "rondel.server.supervisor.node", str(other.fileno())]
            process = self._process = subprocess.Popen(
                command, pass_fds=[other.fileno()], stdin=subprocess.DEVNULL, start_new_session=True
            )
        self.pid = process.pid
        gone = asyncio.Event()
        self._channel = channel = Channel(own, self._hear, gone.set)
        try:
            with contextlib.suppress(OSError):
                await channel.send(self.settings)
            if self._told_to_stop.done():
                self.drain()
            await self._watch(process, gone)
        finally:
            if self.state == "starting":
                self.on_told(Failed(f"node {self.settings.node} has ended before it was ready; the log says why"))
            self.state = "away"
            channel.close()
            self._channel = None
            for each in self._open.values():
                each.close()
            self._open.clear()
        return await loop.run_in_executor(None, process.wait)

    async def _watch(self, process: subprocess.Popen[bytes], gone: asyncio.Event) -> None:
        """Wait until the node has closed its end; one that is frozen, or does not get ready, is killed."""
        loop = asyncio.get_running_loop()
        began = looked = loop.time()
        while not gone.is_set():
            with contextlib.suppress(TimeoutError):
                async with asyncio.timeout(BEAT_SECONDS):
                    await gone.wait()
            now = loop.time()
            if now - looked > BEAT_SECONDS + LATE_SECONDS:
                # What it said may still have to be read.
                self._heard_at = max(self._heard_at, now - SILENT_SECONDS / 2)
                began = max(began, now - START_SECONDS / 2)
            looked = now
            if self.state == "starting" and now - began > START_SECONDS and not gone.is_set():
                process.kill()
                self.state = "failed"
                self.on_told(
                    Failed(
                        f"node {self.settings.node} was not ready within {START_SECONDS:g} s of its start, and was killed: see "
                        "whether the database answers, and whether another program keeps a lock in it"
                    )
                )
                return
            silent = now - self._heard_at
            if self.state != "ready" or silent <= SILENT_SECONDS or gone.is_set():
                continue
            if silent > STARVED_SECONDS or not is_starved(process.pid, self._used):
                _logger.error("node %s was silent for %.1f s, and is killed", self.settings.node, silent)
                process.kill()
                return

    def _hear(self, message: Message, connection: object) -> None:
        self._heard_at = asyncio.get_running_loop().time()
        self._used = cpu_seconds(self.pid)
        match message:
            case Beat(closed, has_store):
                self.has_store = has_store
                for number in closed:
                    if (ended := self._open.pop(number, None)) is not None:
                        ended.close()
            case Ready():
                self.state, self.has_store = "ready", True
                self.on_told(message)
            case Failed():
                self.state = "failed"
                self.on_told(message)
            case Draining():
                self.state = "draining"


def cpu_seconds(pid: int) -> float:
    """The CPU time that a process has used; 0 for one that has ended."""
    return _stat(pid)[1]


def is_starved(pid: int, used: float) -> bool:
    """Whether a process is ready to run, or waits for the disk, and has hardly run since it had used so much CPU time."""
    state, now = _stat(pid)
    return state in ("R", "D") and now - used < SILENT_SECONDS / 3


def _stat(pid: int) -> tuple[str, float]:
    try:
        fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    except OSError:
        return "", 0.0
    return fields[0], (int(fields[11]) + int(fields[12])) / _TICKS
