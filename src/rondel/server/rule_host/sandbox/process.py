"""One sandboxed process with the rules of one game. It gets one request at a time, and is killed at its limits."""

from __future__ import annotations

import asyncio
import contextlib
import logging
import sys
from collections.abc import Callable, Sequence
from typing import Final, TypeVar

import msgspec

from rondel.server.rule_host.sandbox.codec import HEAD, LARGEST, Reply, Request
from rondel.server.rule_host.sandbox.confine import end, environment, hold
from rondel.server.table.commands import Exceeded, Lost

_logger = logging.getLogger(__name__)

T = TypeVar("T")

MEMORY: Final = 1 << 30
"""Bytes of address space."""

SECONDS: Final = 3.0
"""For one reply."""

START_SECONDS: Final = 20.0
"""Added for the first reply: Python has to start, on a machine that may be busy."""

PATIENCE: Final = 0.25
"""Seconds that a table waits for another one of its process before it is opened elsewhere."""

SLOW_SECONDS: Final = 0.5
"""A table counts as slow after its first reply that takes longer."""

UNASKED_SECONDS: Final = 1.0
"""A process that has gone this long after its last reply counts as ended from outside, as by a system that is short of memory.
A process that ends sooner counts as ended by its rules: they get another request at once, since their table is opened anew."""


class Process:
    """One worker process, started by the first request."""

    def __init__(
        self,
        source: str,
        *,
        seconds: float = SECONDS,
        memory: int = MEMORY,
        command: Sequence[str] = (),
        on_failure: Callable[[str], None] = lambda reason: None,
        may_move: Callable[[Process, str], bool] = lambda process, table: False,
    ) -> None:
        """``source`` is the file or name of the game to load; ``seconds`` limits each reply. ``on_failure`` is called with the
        reason when rules break down. ``may_move`` says whether a table that waits for others here may be opened elsewhere."""
        self._source = source
        self._may_move = may_move
        self._on_failure = on_failure
        self._command = tuple(command) or (sys.executable, "-P", "-B", "-m", "rondel.server.rule_host.sandbox.worker", source)
        self._seconds = seconds
        self._memory = memory
        self._asking = asyncio.Lock()
        self._process: asyncio.subprocess.Process | None = None
        self.ended = False
        """Whether the process has ended; it is never restarted."""
        self.tables: dict[str, int] = {}
        """The tables it has opened, each with the number of its last opening."""
        self.slow: set[str] = set()
        """The tables whose replies have taken long."""
        self.asked_by: str | None = None
        """The table of the current request; None while the process is idle."""
        self._openings = 0
        self._forget: list[str] = []
        self._answered_at: float | None = None
        """The time of its last reply, by the loop's clock; None before the first."""

    def note_opening(self, table: str) -> int:
        """Count a table as opened here; returns the number of the opening."""
        self._openings += 1
        self.tables[table] = self._openings
        return self._openings

    def forget(self, table: str, opening: int) -> None:
        """Have the worker close a table, with the next request, unless it was opened again after that opening."""
        if self.tables.get(table) == opening:
            del self.tables[table]
            self.slow.discard(table)
            self._forget.append(table)

    def check_alive(self) -> None:
        """Set `ended` where the process was ended from outside between two requests."""
        process = self._process
        if self.ended or self._asking.locked() or self._answered_at is None or process is None or process.returncode is None:
            return
        if asyncio.get_running_loop().time() - self._answered_at > UNASKED_SECONDS:
            self.ended = True
            end(process.pid)  # its children may still run
            _logger.warning("the process with the rules of %s was ended from outside: another is begun", self._source)

    async def warm(self) -> None:
        """Start the process before the first request: it imports Python and Rondel, and nothing of the game."""
        async with self._asking:
            if self._process is None and not self.ended:
                self._process = await self._started()

    async def ask(self, call: str, args: Sequence[object], table: str = "") -> Reply:
        """The reply to a call. Raises `Exceeded` where there is none, after ending the process. Raises `Lost` where the process
        had been ended before, or works so long for another table that this one is to be opened elsewhere."""
        raw = msgspec.json.encode(args)
        self.check_alive()
        await self._turn(table)
        try:
            self.asked_by = table
            return await self._answer(call, raw, table)
        finally:
            self.asked_by = None
            self._asking.release()

    async def call(self, call: str, kind: type[T], *args: object) -> T:
        """The decoded result of a call. Raises the worker's error, and as `ask`; a worker with a result of another type is
        ended."""
        return await self.decoded(await self.ask(call, args), call, kind)

    async def decoded(self, reply: Reply, call: str, kind: type[T]) -> T:
        """The result of a reply to that call; see `call`."""
        try:
            return reply.decoded(kind)
        except msgspec.DecodeError as error:
            raise await self.distrusted(f"answers nonsense when asked to {call}: {error}") from error

    async def distrusted(self, what: str) -> Exceeded:
        """The error for a reply that does not fit its request. The process is ended: it is not the worker that was started, or
        no longer behaves as one."""
        await self.end()
        return Exceeded(f"the process of the rules {what}")

    async def _turn(self, table: str) -> None:
        """Acquire the lock for this table."""
        if table and self._asking.locked():
            try:
                async with asyncio.timeout(PATIENCE):
                    await self._asking.acquire()
            except TimeoutError:
                if self.asked_by != table and self._may_move(self, table):
                    raise Lost("the process of these rules works for another table: this one is opened elsewhere") from None
            else:
                return
        await self._asking.acquire()

    async def _answer(self, call: str, raw: bytes, table: str) -> Reply:
        if self.ended:
            raise Lost("the process of these rules was ended, and not because of this table")
        forget, self._forget = tuple(self._forget), []
        request = msgspec.json.encode(Request(call, msgspec.Raw(raw), table, forget))
        limit = self._seconds + (START_SECONDS if self._answered_at is None else 0.0)
        began = asyncio.get_running_loop().time()
        try:
            async with asyncio.timeout(limit):
                reply = await self._exchange(request)
        except TimeoutError:
            reason = f"the rules took longer than {self._seconds:g} s to {call}"
        except (OSError, EOFError, asyncio.IncompleteReadError):
            reason = f"the rules ended their process when asked to {call}: most often it is out of memory"
        except (ValueError, msgspec.DecodeError) as error:
            reason = f"the process of the rules answered nonsense when asked to {call}: {error}"
        except BaseException:
            await self.end()  # the caller was cancelled: the reply would be read as that of the next request
            raise
        else:
            now = asyncio.get_running_loop().time()
            if now - began > SLOW_SECONDS and self._answered_at is not None and table in self.tables:
                self.slow.add(table)
            self._answered_at = now
            if reply.failed == "broken":
                self._on_failure(reply.text)
            return reply
        await self.end()
        self._on_failure(reason)
        raise Exceeded(reason)

    async def end(self) -> None:
        """End the process with its children, and wait until it has gone."""
        self.ended = True
        if self._process is not None:
            end(self._process.pid)
            await self._process.wait()
            if self._process.stdin is not None:
                self._process.stdin.close()

    async def _exchange(self, request: bytes) -> Reply:
        if self._process is None:
            self._process = await self._started()
        process = self._process
        if process.stdin is None or process.stdout is None:
            raise EOFError("the worker has no pipes")
        process.stdin.write(len(request).to_bytes(HEAD, "big") + request)
        with contextlib.suppress(ConnectionResetError, BrokenPipeError):  # the read below raises the clearer error
            await process.stdin.drain()
        size = int.from_bytes(await process.stdout.readexactly(HEAD), "big")
        if size > LARGEST:
            raise ValueError(f"{size} bytes, and {LARGEST} are allowed")
        return msgspec.json.decode(await process.stdout.readexactly(size), type=Reply)

    async def _started(self) -> asyncio.subprocess.Process:
        process = await asyncio.create_subprocess_exec(
            *self._command,
            stdin=asyncio.subprocess.PIPE,
            stdout=asyncio.subprocess.PIPE,
            stderr=asyncio.subprocess.DEVNULL,
            start_new_session=True,  # so that it can be ended with its children
            env=environment(),
        )
        hold(process.pid, self._memory)
        return process
