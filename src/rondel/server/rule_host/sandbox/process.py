"""One sandboxed process with the rules of one game: asked one thing at a time, and killed at its limits."""

from __future__ import annotations

import asyncio
import contextlib
import logging
import sys
from collections.abc import Callable, Sequence
from typing import Final

import msgspec

from rondel.server.rule_host.sandbox.codec import HEAD, LARGEST, Reply, Request
from rondel.server.rule_host.sandbox.confine import end, environment, hold
from rondel.server.table.commands import Exceeded, Lost

_logger = logging.getLogger(__name__)

MEMORY: Final = 1 << 30
"""Bytes of address space."""

SECONDS: Final = 3.0
"""For one answer."""

START_SECONDS: Final = 20.0
"""For the first one, over those: Python has to start, on a machine that may be busy."""

PATIENCE: Final = 0.25
"""Seconds that a table waits for others of its process before it is opened elsewhere."""

SLOW_SECONDS: Final = 0.5
"""A table is slow from the first answer that takes so long."""

UNASKED_SECONDS: Final = 1.0
"""How long after its last answer a process that is gone by itself counts as ended from outside, as the system does where memory
is short. Rules that end it as soon as they have answered are asked again at once, as their table is opened anew."""


class Process:
    """One worker process, begun when it is first asked."""

    def __init__(
        self,
        given: str,
        *,
        seconds: float = SECONDS,
        memory: int = MEMORY,
        command: Sequence[str] = (),
        told: Callable[[str], None] = lambda text: None,
        may_move: Callable[[Process, str], bool] = lambda process, table: False,
    ) -> None:
        """``given`` is what the worker is to load; ``seconds`` is what it may take for an answer. ``told`` hears how the rules
        broke down whenever they do. ``may_move`` says whether a table that waits for others here may be opened elsewhere."""
        self._given = given
        self._may_move = may_move
        self._told = told
        self._command = tuple(command) or (sys.executable, "-P", "-B", "-m", "rondel.server.rule_host.sandbox.worker", given)
        self._seconds = seconds
        self._memory = memory
        self._asking = asyncio.Lock()
        self._process: asyncio.subprocess.Process | None = None
        self.ended = False
        """Whether it has gone; it does not come back."""
        self.tables: set[str] = set()
        """Those it has opened."""
        self.slow: set[str] = set()
        """Those of them that have taken long for an answer."""
        self.asked_by: str | None = None
        """The table that it works for now; None while it is idle."""
        self._forget: list[str] = []
        self._answered_at: float | None = None
        """When it gave its last answer, by the loop's clock; None before the first."""

    def forget(self, table: str) -> None:
        """Have it close a table, with the next thing it is asked."""
        if table in self.tables:
            self.tables.discard(table)
            self.slow.discard(table)
            self._forget.append(table)

    def look(self) -> None:
        """Note that it has gone, where it was ended from outside while nobody asked it anything."""
        process = self._process
        if self.ended or self._asking.locked() or self._answered_at is None or process is None or process.returncode is None:
            return
        if asyncio.get_running_loop().time() - self._answered_at > UNASKED_SECONDS:
            self.ended = True
            end(process.pid)  # what it may have begun runs on
            _logger.warning("the process with the rules of %s was ended from outside: another is begun", self._given)

    async def warm(self) -> None:
        """Begin it before it is asked: Python and Rondel are read then, and nothing of the game."""
        async with self._asking:
            if self._process is None and not self.ended:
                self._process = await self._started()

    async def ask(self, call: str, args: Sequence[object], table: str = "") -> Reply:
        """Its answer. Raises `Exceeded` when it gave none, after it was ended, and `Lost` when somebody else had it ended, or
        when it works for another table for so long that this one is to be opened elsewhere."""
        raw = msgspec.json.encode(args)
        self.look()
        await self._turn(table)
        try:
            self.asked_by = table
            return await self._answer(call, raw, table)
        finally:
            self.asked_by = None
            self._asking.release()

    async def _turn(self, table: str) -> None:
        """Return when it is this table's turn."""
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
            await self.end()  # whoever asked does not wait any longer, and the answer would be taken for another's
            raise
        else:
            now = asyncio.get_running_loop().time()
            if now - began > SLOW_SECONDS and self._answered_at is not None and table in self.tables:
                self.slow.add(table)
            self._answered_at = now
            if reply.failed == "broken":
                self._told(reply.text)
            return reply
        await self.end()
        self._told(reason)
        raise Exceeded(reason)

    async def end(self) -> None:
        """End it, with all it has begun, and wait until it is gone."""
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
        with contextlib.suppress(ConnectionResetError, BrokenPipeError):  # reading says it better
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
            start_new_session=True,  # so that it can be ended with all it has begun
            env=environment(),
        )
        hold(process.pid, self._memory)
        return process
