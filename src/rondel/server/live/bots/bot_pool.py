"""A pool of bot processes, so that the event loop never waits for a search.

A worker is ``python -m rondel.players.worker``: it reads one JSON object per line and answers each with one. The server sends
the information state of the bot's role and never the game, so a bot cannot see more than its seat. A worker is killed when it
crashes, sends something that is not a reply, exceeds its time or takes too much memory; the zombie move is played then. The
search itself is in ``rondel.players``.
"""

from __future__ import annotations

import asyncio
import logging
import secrets
import sys
import time
from collections.abc import Callable, Sequence
from typing import Any, Final

import msgspec

from rondel.players.programs.memory_limit import MEMORY, hold
from rondel.server.live.bots.answer_slot import QUICK, Slot, Slots
from rondel.server.live.bots.question import Question
from rondel.server.rule_host.sandbox.confine import end, environment, yield_to_others
from rondel.server.table.bot_turn import Knowledge

_logger = logging.getLogger(__name__)

LONGEST_LINE: Final = 1 << 20
"""Bytes in one reply of a worker; a worker that sends more is broken."""


RUNNING_GRACE: Final = 3.0
"""Seconds that a running worker may take beyond the time of its search."""

_GREETING: Final = b'{"id": 0}\n'
"""No question: a worker that has started replies that it is malformed."""


class Evaluation(msgspec.Struct, frozen=True):
    """The strongest bot's evaluation of a position; see `rondel.players.bots.evaluation`."""

    move: str
    values: dict[str, float]
    exact: bool


class Reply(msgspec.Struct, frozen=True):
    """A worker's reply: a move, an evaluation, or an error."""

    id: int | None
    move: str | None = None
    evaluation: Evaluation | None = None
    error: dict[str, Any] | None = None


class BotFailed(Exception):
    """The worker gave no move and is to be killed."""


class BotDeclined(BotFailed):
    """The worker replied with an error; it can be asked again."""


class BotPool:
    """A few workers, started on demand and shared by all tables."""

    def __init__(
        self,
        *,
        workers: int = 1,
        seconds: float = 1.0,
        grace: float = 8.0,
        pace: float = 0.4,
        memory: int = MEMORY,
        command: Sequence[str] = (),
        games: Sequence[str] = (),
        luck: Callable[[int], int] = secrets.randbits,
        running_grace: float = RUNNING_GRACE,
    ) -> None:
        """``seconds`` limits a search; a worker is killed ``running_grace`` after that, and has ``grace`` to start. ``pace`` is
        the shortest slot of an answer (`rondel.server.live.bots.answer_slot`); with 0 no answer waits. ``memory`` limits a
        worker's address space in bytes, where the system can (Linux). ``games`` are the games that are not shipped, files or
        names: where there are any, the workers are confined. ``luck`` returns so many random bits, the seed of a search."""
        self._games = games
        self._seconds = seconds
        self._grace = grace
        self._slots = Slots(secrets.token_bytes(32), seconds=seconds, pace=pace, workers=workers)
        self._holds = pace > 0
        self._luck = luck
        self._running_grace = running_grace
        self._memory = memory
        usual = (
            ("-P", "-B", "-m", "rondel.server.rule_host.sandbox.bot_worker", *games)
            if games
            else ("-m", "rondel.players.worker")
        )
        self._command = tuple(command) or (sys.executable, *usual)
        self._free = asyncio.Semaphore(workers)
        self._idle: list[_Worker] = []
        self._busy: set[_Worker] = set()
        self._last_id = 0
        self.killed = 0
        """How many workers were killed, or had died."""
        self.late = 0
        """How many answers left after their slot, since a search exceeded its budget."""
        self._started = False

    @property
    def thinking(self) -> int:
        """How many workers are searching."""
        return len(self._busy)

    def slot(self, table: str, position: int, bot: str, left: float | None = None) -> Slot:
        """The slot of a bot's answer to a position; ``left`` is how many seconds the clock of the table has left."""
        return self._slots.give(table, position, bot, left=left, starting=not self._started)

    def question(self, role: str, bot: str, known: Knowledge | None, slot: Slot | None = None) -> Question | None:
        """The question to a worker for this role; None where no search is needed."""
        if known is None:
            return None
        self._last_id += 1
        seconds = self._seconds if slot is None else slot.seconds
        return Question(self._last_id, role, bot, seconds, self._luck(63), known.knows, known.game)

    async def think(self, question: Question | None, slot: Slot | None = None, bot: str = "") -> str | None:
        """The move of a worker; None where there is no question, or no answer. Returns at the end of the slot, and for a late
        answer at the end of a later step (`Slot.departure`).

        For a ``bot`` that searches, a worker is started even without a question, for the next one.
        """
        move = None
        if question is not None:
            try:
                move = (await self._ask(question)).move
            except BotFailed as error:
                _logger.warning("a %s bot failed: %s", question.bot, error)
        elif self._holds and not self._started and bot not in QUICK:
            await self._warm()
        if slot is not None and self._holds:
            departure = slot.departure(time.monotonic())
            if departure > slot.ends:
                self.late += 1
                _logger.warning("the answer of a %s bot leaves %.2f s after its slot", bot or "quick", departure - slot.ends)
            while (early := departure - time.monotonic()) > 0:  # a timer of the loop may go off slightly early
                await asyncio.sleep(early)
        return move

    async def evaluate(self, role: str, game: dict[str, Any]) -> Evaluation:
        """The evaluation of a position by its snapshot, in which that role answers next. Raises `BotFailed`."""
        self._last_id += 1
        question = Question(self._last_id, role, "", self._seconds, self._luck(63), game=game, evaluate=True)
        evaluation = (await self._ask(question)).evaluation
        if evaluation is None:
            raise BotFailed("the worker gave a move and no evaluation")
        return evaluation

    def apart(self, seconds: float) -> BotPool:
        """A pool of one more worker for the same games, whose searches never delay those of this pool."""
        return BotPool(
            seconds=seconds, grace=self._grace, pace=0.0, memory=self._memory, games=self._games, luck=self._luck,
            running_grace=self._running_grace,
        )  # fmt: skip

    async def close(self) -> None:
        """Kill every worker and wait until it has gone."""
        for worker in [*self._idle, *self._busy]:
            await worker.kill()
        self._idle.clear()
        self._started = False

    async def _warm(self) -> None:
        """Start a worker without a question."""
        async with self._free:
            worker = _Worker(self._command, self._memory)
            self._busy.add(worker)
            try:
                async with asyncio.timeout(self._grace):
                    await worker.start()
            except (TimeoutError, BotFailed) as error:
                _logger.warning("a worker for bots does not start: %s", error)
                await worker.kill()
            except BaseException:
                await worker.kill()
                raise
            else:
                self._started = True
                self._idle.append(worker)
            finally:
                self._busy.discard(worker)

    async def _ask(self, question: Question) -> Reply:
        async with self._free:
            worker = self._idle.pop() if self._idle else _Worker(self._command, self._memory)
            self._busy.add(worker)
            self.killed += worker.has_died  # while it was idle: it is started again
            limit = self._grace
            try:
                async with asyncio.timeout(limit):
                    await worker.start()
                self._started = True
                limit = question.seconds + min(self._grace, self._running_grace)
                async with asyncio.timeout(limit):
                    reply = await worker.ask(question)
            except TimeoutError:
                self.killed += 1
                await worker.kill()
                raise BotFailed(f"no answer within {limit:.1f} s") from None
            except BotDeclined:
                self._idle.append(worker)
                raise
            except BotFailed:
                self.killed += 1
                await worker.kill()
                raise
            except BaseException:
                await worker.kill()
                raise
            finally:
                self._busy.discard(worker)
            self._idle.append(worker)
            return reply


class _Worker:
    """One process, with one question at a time."""

    def __init__(self, command: Sequence[str], memory: int) -> None:
        self._command = command
        self._memory = memory
        self._process: asyncio.subprocess.Process | None = None

    @property
    def has_died(self) -> bool:
        """Whether the process was started and has ended."""
        return self._process is not None and self._process.returncode is not None

    async def start(self) -> None:
        """Start the process, if it does not run, and wait for its first reply. Raises `BotFailed`."""
        if self._process is not None and not self.has_died:
            return
        await self.kill()  # its children may still run
        try:
            self._process = await asyncio.create_subprocess_exec(
                *self._command,
                stdin=asyncio.subprocess.PIPE,
                stdout=asyncio.subprocess.PIPE,
                limit=LONGEST_LINE,
                start_new_session=True,  # so that it can be ended with its children
                env=environment(),
            )
        except OSError as error:
            raise BotFailed(f"the worker cannot be started: {error}") from error
        hold(self._process.pid, self._memory)
        yield_to_others(self._process.pid)
        await self._said(_GREETING)

    async def ask(self, question: Question) -> Reply:
        line = await self._said(msgspec.json.encode(question) + b"\n")
        try:
            reply = msgspec.json.decode(line, type=Reply)
        except msgspec.DecodeError as error:
            raise BotFailed(f"the worker answered nonsense: {error}") from error
        if reply.id != question.id:
            raise BotFailed(f"the worker answered question {reply.id} instead of {question.id}")
        if reply.move is None and reply.evaluation is None:
            raise BotDeclined(f"the worker said {reply.error}")
        return reply

    async def kill(self) -> None:
        if self._process is None:
            return
        end(self._process.pid)
        await self._process.wait()

    async def _said(self, asked: bytes) -> bytes:
        """What it says to a line."""
        process = self._process
        if process is None or process.stdin is None or process.stdout is None:
            raise BotFailed("the worker has no pipes")
        try:
            process.stdin.write(asked)
            await process.stdin.drain()
            line = await process.stdout.readline()
        except (OSError, ValueError) as error:  # ValueError: the line is too long
            raise BotFailed(f"the worker cannot be talked to: {error}") from error
        if not line:
            raise BotFailed("the worker died")
        return line
