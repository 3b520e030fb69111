"""A workbench: one table for the game whose rules an author is writing.

The rules run in processes that can be killed, as those of every game that is not shipped (`rule_host.sandbox`), so an endless
loop is reported as trouble. A new process reads changed rules and replays the answers of the table; only when all fit, it
replaces the old one. Invalid rules change nothing at the table.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
from collections.abc import Callable
from typing import Final

import rondel
from rondel.door import FILE_PREFIX
from rondel.errors import RondelError
from rondel.server import protocol
from rondel.server.dev.diagnosis import in_words, told
from rondel.server.dev.refit import Misfit, refit, unsealed
from rondel.server.dev.source import Source, Stamp
from rondel.server.history.analysis import AnalysisPosition
from rondel.server.history.replay import ReplayQuery
from rondel.server.history.round_export import ExportQuery, RoundExport
from rondel.server.live.bots.bot_pool import BotPool
from rondel.server.live.table_registry import TableRegistry
from rondel.server.ops.repair import repair
from rondel.server.ops.verify import Verdict
from rondel.server.protocol.refused import Refusal
from rondel.server.rule_host.local import LocalRules
from rondel.server.rule_host.ports import Beginning, HostedTable
from rondel.server.rule_host.sandbox.pool import NotHosted, SandboxPool
from rondel.server.storage.store import Store
from rondel.server.table.commands import Faulted
from rondel.server.table.entries import TableEntry
from rondel.server.table.log.entries import Log
from rondel.server.table.log.round_log import RoundLog
from rondel.server.telemetry.steady_time import steady_clock

_logger = logging.getLogger(__name__)

PATIENCE: Final = 20.0
"""Seconds after which a page that waits for news gets an empty answer."""

Wanted = Callable[[protocol.GameInfo], protocol.NewTable]
"""A function that returns the table to open for a game. Raises `RondelError` for invalid arguments."""


class NoBench(Exception):
    """The source has no game to try; the message says why."""


class _Nothing(LocalRules):
    """A sandbox pool without games: the workbench offers no shipped game."""

    async def games(self) -> list[protocol.GameInfo]:
        return []


class Bench:
    """The rule hosts of a server with one game, whose rules change while it is played."""

    def __init__(self, source: Source, wanted: Wanted, say: Callable[[str], None]) -> None:
        """``wanted`` returns the table to open, and ``say`` prints to the author's terminal."""
        self.source = source
        self._wanted = wanted
        self._say = say
        self._hosts = SandboxPool(local=_Nothing())
        self._ready: SandboxPool | None = None
        """The pool that will read the next rules, with a started process: starting one takes most of the time."""
        self._warming: asyncio.Task[None] | None = None
        self._next: SandboxPool | None = None
        """Rules that the answers of the table do not fit."""
        self._game: protocol.GameInfo | None = None
        self._arena: TableRegistry | None = None
        self._store: Store | None = None
        self._bots: BotPool | None = None
        self._table = ""
        self._tokens: dict[str, str] = {}
        self._read = 0
        self._answers = 0
        self._failures: protocol.BenchTrouble | None = None
        self._number = 1
        self._stopped = False
        self._news = asyncio.Event()
        self._watching: asyncio.Task[None] | None = None
        self._changing = asyncio.Lock()

    # -- for its author ------------------------------------------------------------------------------------------------

    async def start(self, arena: TableRegistry, store: Store, bots: BotPool) -> None:
        """Read the rules, open the table, and watch the files. Rules that cannot be read are waited for; `NoBench` is raised
        where the source does not hold exactly one game, or it cannot be played as asked."""
        self._arena, self._store, self._bots = arena, store, bots
        stamp = self.source.stamp()
        await self.read(first=True)
        self._watching = asyncio.create_task(self._watch(stamp), name="the author's files")

    async def stop(self) -> None:
        """Stop watching, and answer all waiting pages."""
        self._stopped = True
        if self._watching is not None:
            self._watching.cancel()
            await asyncio.wait({self._watching})
        self._tell()

    async def news(self, since: int, patience: float = PATIENCE) -> protocol.Bench:
        """The state, once its number differs from that one, or after `PATIENCE`."""
        if self._stopped:
            raise Refusal("draining", "rondel dev has been stopped")
        if since == self._number:
            with contextlib.suppress(TimeoutError):
                await asyncio.wait_for(self._news.wait(), patience)
        return protocol.Bench(
            self._number, self.source.name, self._table, self._tokens, self._read, self._answers, self._failures
        )

    async def read(self, *, first: bool = False) -> None:
        """Read the rules, and replace the current ones; errors are reported. The ``first`` time `NoBench` is raised where the
        arguments are wrong, and not the rules."""
        async with self._changing:
            if self._warming is not None:
                await asyncio.wait({self._warming})
            hosts, self._ready = self._ready or SandboxPool([self.source.file], _Nothing()), None
            self._warming = asyncio.create_task(self._warm(), name="a process for the next rules")
            try:
                game = await self._prepared(hosts)
                if self._table:
                    answers = await self._tried(hosts, game)
                    self._done(f"{self.source.name} is read again, and {_counted(answers)} played again")
                else:
                    await self._take(hosts, game)
                    await self._open()
                    answers = 0
            except (NotHosted, NoBench) as error:
                await hosts.close()
                if first and (isinstance(error, NoBench) or isinstance(error.__cause__, Refusal)):
                    raise NoBench(_root(error).replace(repr(str(self.source.file)), repr(self.source.name))) from error
                self._wrong(told("file", _root(error), self.source))
                return
            except Refusal as refusal:
                if first:
                    raise NoBench(refusal.message) from refusal
                self._wrong(told("start", refusal.message, self.source))
                return
            except asyncio.CancelledError:  # the author stops while the rules are read
                if hosts is not self._hosts:
                    await hosts.close()
                raise
            except Misfit as misfit:
                if self._next is not None:
                    await self._next.close()
                self._next = hosts
                self._game = game
                self._wrong(misfit.trouble)
                return
            self._answers = answers
            self._tell()

    async def wish(self, what: str) -> None:
        """Apply the author's choice where answers do not fit. Raises `Refusal`."""
        async with self._changing:
            if what == "dismiss":
                self._failures = None
            elif what == "anew":
                if self._next is not None and self._game is not None:
                    await self._take(self._next, self._game)
                if self._game is None:
                    raise Refusal("not_found", "there are no rules yet to begin a game with")
                await self._open()
                self._done("a new table is open")
                self._answers = 0
            else:
                if self._next is None or self._game is None:
                    raise Refusal("not_found", "there is nothing to be kept: all answers fit, or the rules have changed again")
                try:
                    self._answers = await self._tried(self._next, self._game, cut=True)
                except Misfit as misfit:
                    raise Refusal("not_found", f"nothing can be kept: {misfit}") from misfit
                self._done(f"the table goes on after {_counted(self._answers)}")
            self._tell()

    # -- the rule hosts of the server ----------------------------------------------------------------------------------

    async def games(self) -> list[protocol.GameInfo]:
        """See `Referees`."""
        return await self._hosts.games()

    async def rules(self, game: str, lang: str) -> protocol.GameRules:
        """See `Referees`."""
        return await self._hosts.rules(game, lang)

    async def beginning(self, entry: TableEntry) -> Beginning:
        """See `Referees`."""
        self._check(entry)
        return await self._hosts.beginning(entry)

    async def open(self, entry: TableEntry, log: Log) -> HostedTable:
        """See `Referees`. What other rules have sealed is not compared, and their positions are not begun from."""
        self._check(entry)
        return await self._hosts.open(*self._unsealed(entry, log, self._hosts))

    async def replay(self, entry: TableEntry, number: int, round_log: RoundLog, query: ReplayQuery) -> protocol.Replay:
        """See `Referees`."""
        entry, log = self._unsealed(entry, Log(answers=round_log.answers), self._hosts)
        return await self._hosts.replay(entry, number, RoundLog(log.answers), query)

    async def table_actions(self, entry: TableEntry, round_log: RoundLog, query: ReplayQuery) -> protocol.TableActionLog:
        """See `Referees`."""
        entry, log = self._unsealed(entry, Log(answers=round_log.answers), self._hosts)
        return await self._hosts.table_actions(entry, RoundLog(log.answers), query)

    async def branch(self, entry: TableEntry, number: int, round_log: RoundLog, tried: protocol.Try) -> protocol.Branch:
        """See `Referees`."""
        entry, log = self._unsealed(entry, Log(answers=round_log.answers), self._hosts)
        return await self._hosts.branch(entry, number, RoundLog(log.answers), tried)

    async def position(self, entry: TableEntry, number: int, round_log: RoundLog, seq: int) -> AnalysisPosition:
        """See `Referees`."""
        entry, log = self._unsealed(entry, Log(answers=round_log.answers), self._hosts)
        return await self._hosts.position(entry, number, RoundLog(log.answers), seq)

    async def export(self, entry: TableEntry, number: int, round_log: RoundLog, query: ExportQuery) -> RoundExport:
        """See `Referees`."""
        entry, log = self._unsealed(entry, Log(answers=round_log.answers), self._hosts)
        return await self._hosts.export(entry, number, RoundLog(log.answers), query)

    async def close(self) -> None:
        """End every process."""
        if self._warming is not None:
            await asyncio.wait({self._warming})
        for each in (self._hosts, self._next, self._ready):
            if each is not None:
                await each.close()

    # -- inside --------------------------------------------------------------------------------------------------------

    async def _watch(self, stamp: Stamp) -> None:
        while True:
            stamp = await self.source.changed(stamp)
            try:
                await self.read()
            except Exception:
                _logger.exception("the rules could not be read anew")

    async def _warm(self) -> None:
        ready = SandboxPool([self.source.file], _Nothing())
        await ready.warm()
        self._ready = ready

    async def _prepared(self, hosts: SandboxPool) -> protocol.GameInfo:
        """The game in the source, read by that pool. Raises `NotHosted`, `NoBench`."""
        await hosts.prepare()
        (game,) = await hosts.games()
        with contextlib.suppress(RondelError):
            there = rondel.find(game.name)
            if not there.__module__.startswith(FILE_PREFIX):
                raise NoBench(f"the game is called {game.name!r}, as one that is shipped or installed: give it another name")
        try:
            await asyncio.to_thread(rondel.load, self.source.file)  # for the developer's view
        except Exception as error:
            raise NoBench(str(error)) from error  # the first process could read it: the file was saved again meanwhile
        return game

    async def _take(self, hosts: SandboxPool, game: protocol.GameInfo) -> None:
        """Replace the current rules."""
        old, self._hosts, self._game = self._hosts, hosts, game
        if self._next is not None and self._next is not hosts:
            await self._next.close()
        self._next = None
        self._read += 1
        hosts.on_failure = self._broke_down
        self._failures = None
        if old is not hosts:
            await old.close()
        if self._bots is not None:
            await self._bots.close()  # they hold the old ones, and are restarted on demand

    async def _open(self) -> None:
        """Open a table under the current rules. Raises `Refusal`."""
        if self._arena is None or self._game is None:
            raise Refusal("unavailable", "the arena is not there yet")
        try:
            wanted = self._wanted(self._game)
        except RondelError as error:
            raise Refusal(error.code, str(error)) from error
        made = await self._arena.create(wanted)
        self._table, self._tokens = made.table, made.tokens

    async def _tried(self, hosts: SandboxPool, game: protocol.GameInfo, *, cut: bool = False) -> int:
        """Replay the table's answers under new rules and, when all fit, continue under them; returns the number of answers.
        With ``cut`` the answers from the first one on that does not fit are moved aside. Raises `Misfit`, `Refusal`; then
        nothing has changed."""
        arena, store, table = self._arena, self._store, self._table
        if arena is None or store is None:
            raise Refusal("unavailable", "the arena is not there yet")
        room = await arena.table(table)
        answers = 0

        async def change() -> None:
            nonlocal answers
            log = await _whole(store, table)
            entry, log = self._unsealed(room.entry, log, hosts, game)
            try:
                await refit(hosts.open, entry, log, self.source, _root)
            except Misfit as misfit:
                if not cut or misfit.fits_to is None:
                    raise
                stored = log.answers[-1].seq
                kept = Verdict(entry.id, entry.game, stored, 0, misfit.fits_to, misfit.trouble.message)
                at = steady_clock()
                await store.write(lambda connection: repair(connection, kept, at))
                answers = misfit.trouble.kept
            else:
                answers = len(log.answers)
            await self._take(hosts, game)

        await room.reopen(change)
        return answers

    def _unsealed(
        self, entry: TableEntry, log: Log, hosts: SandboxPool, game: protocol.GameInfo | None = None
    ) -> tuple[TableEntry, Log]:
        """A table and its log without the digests of the old rules."""
        if log.snapshots:
            raise Faulted("positions of other rules are not begun from")  # the loader then reads further back
        offer = game or hosts.offered(entry.game)
        version = entry.version if offer is None else int(offer.picture.scene["version"])
        return unsealed(entry, log, version)

    def _check(self, entry: TableEntry) -> None:
        if self._hosts.offered(entry.game) is None:
            raise Refusal("unknown_game", f"the game at this table, {entry.game}, is not what is being written here now")

    def _broke_down(self, text: str) -> None:
        """The rules have raised an error in a call."""
        self._wrong(told("rules", text, self.source))

    def _wrong(self, trouble: protocol.BenchTrouble) -> None:
        self._failures = trouble
        self._say(in_words(trouble))
        if trouble.kind == "moves":
            self._say(
                f"    {trouble.kept} of {trouble.of} answers fit; {trouble.move} by {trouble.role or 'the table'} does not. "
                "The page asks how to go on."
            )
        self._tell()

    def _done(self, words: str) -> None:
        self._failures = None
        self._say(words)

    def _tell(self) -> None:
        """Answer all waiting pages."""
        self._number += 1
        news, self._news = self._news, asyncio.Event()
        news.set()


async def _whole(store: Store, table: str) -> Log:
    """The log of the latest round from its start."""
    log = await store.log(table)
    while log.snapshots:
        log = await store.log(table, log.snapshots[-1].seq)
    return log


def _root(error: BaseException) -> str:
    """The first exception in the chain of causes."""
    while error.__cause__ is not None:
        error = error.__cause__
    return error.message if isinstance(error, Refusal) else str(error)


def _counted(answers: int) -> str:
    return "1 answer" if answers == 1 else f"{answers} answers"
