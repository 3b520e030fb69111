"""The pool of sandboxed processes: hosts tables of games that are not shipped, whose rules are confined and can be killed.

Each table of a game has a process of its own until the game has its maximum of processes; further tables share. A table that
waits a moment for another table of its process is opened in another process, from its log. Where every process of a game has a
slow table, one more process is started for the tables that are not slow.

A table whose rules exceeded a limit is marked as faulted and stays closed until its host has repaired it (`rondel admin
repair`). The other tables of that process are opened again from their logs.
"""

from __future__ import annotations

import logging
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any, Final

from rondel.server import protocol
from rondel.server.history.analysis import AnalysisPosition
from rondel.server.history.replay import ReplayQuery
from rondel.server.history.round_export import ExportQuery, RoundExport
from rondel.server.protocol.refused import Refusal
from rondel.server.rule_host.local import LocalRules
from rondel.server.rule_host.ports import Beginning, HostedTable, RuleHost
from rondel.server.rule_host.sandbox.hosted_table import SandboxedTable
from rondel.server.rule_host.sandbox.process import MEMORY, SECONDS, Process
from rondel.server.table.commands import Broken, Exceeded
from rondel.server.table.entries import TableEntry
from rondel.server.table.log.entries import Log
from rondel.server.table.log.round_log import RoundLog
from rondel.translations import LIBRARY

_logger = logging.getLogger(__name__)

MOST: Final = 4
"""Processes of one game."""


class NotHosted(Exception):
    """A game cannot be hosted; the message says why."""


class SandboxPool:
    """A `RuleHost` of all games of a server; the shipped games run in this process."""

    def __init__(
        self,
        files: Sequence[Path | str] = (),
        local: RuleHost | None = None,
        *,
        most: int = MOST,
        seconds: float = SECONDS,
        memory: int = MEMORY,
    ) -> None:
        """``files`` are the Python files with the games to be hosted, or the names of games that packages bring. ``local``
        hosts the shipped games."""
        self.on_failure: Callable[[str], None] | None = None
        """Called with the reason whenever rules break down."""
        self._local = local or LocalRules()
        self._pending = [str(Path(each).absolute()) if str(each).endswith(".py") else str(each) for each in files]
        self._most = most
        self._limits: dict[str, Any] = {"seconds": seconds, "memory": memory, "on_failure": self._failed}
        self._sources: dict[str, str] = {}
        """The file or name from which each game is loaded."""
        self._offers: dict[str, protocol.GameInfo] = {}
        self._processes: dict[str, list[Process]] = {}
        self._warm: dict[str, Process] = {}

    async def warm(self) -> None:
        """Start the processes that will load the games. Each of them later hosts the first tables of its game."""
        for source in self._pending:
            self._warm[source] = self._made(source)
            await self._warm[source].warm()

    async def prepare(self) -> None:
        """Load every game once, in a process of its own. Raises `NotHosted`."""
        while self._pending:
            source = self._pending.pop(0)
            kept = self._warm.pop(source, None)
            process = kept or self._made(source)
            try:
                offer, missing = await process.call("offer", tuple[protocol.GameInfo, list[str]])
            except (Broken, Refusal) as error:
                if kept is not None:
                    await kept.end()
                if not source.endswith(".py"):
                    _logger.error("the game %r, which a package brings, cannot be hosted: %s", source, error)
                    continue
                raise NotHosted(f"the game in {source!r} cannot be hosted: {_brief(error)}") from error
            finally:
                if kept is None:
                    await process.end()
            if offer.name in self._sources or any(offer.name == each.name for each in await self._local.games()):
                raise NotHosted(
                    f"the game in {source!r} is called {offer.name!r}, and there is one of that name already: "
                    "give it another name"
                )
            for each in missing:
                _logger.warning("the rules of %s are not confined as to %s", offer.name, each)
            if source.endswith(".py"):
                LIBRARY.add(Path(source).parent / "locale")
            self._sources[offer.name] = source
            self._offers[offer.name] = offer
            if kept is not None:
                self._processes[offer.name] = [kept]

    def offered(self, game: str) -> protocol.GameInfo | None:
        """The public data of a game that is not shipped, once it is prepared."""
        return self._offers.get(game)

    async def close(self) -> None:
        """End every process."""
        for each in [*self._warm.values(), *[each for processes in self._processes.values() for each in processes]]:
            await each.end()
        self._warm.clear()
        self._processes.clear()

    async def games(self) -> list[protocol.GameInfo]:
        """See `RuleHost`."""
        return [*await self._local.games(), *self._offers.values()]

    async def rules(self, game: str, lang: str) -> protocol.GameRules:
        """See `RuleHost`."""
        if game not in self._sources:
            return await self._local.rules(game, lang)
        return await self._process(game).call("rules", protocol.GameRules, lang)

    async def beginning(self, entry: TableEntry) -> Beginning:
        """See `RuleHost`."""
        if entry.game not in self._sources:
            return await self._local.beginning(entry)
        return await self._process(entry.game).call("beginning", Beginning, entry)

    async def open(self, entry: TableEntry, log: Log) -> HostedTable:
        """See `RuleHost`. Raises `Exceeded` as well, also for a table whose rules have once exceeded a limit."""
        if entry.game not in self._sources:
            return await self._local.open(entry, log)
        if entry.fault is not None and Exceeded.marks(entry.fault):
            raise Exceeded(entry.fault)
        process = self._process(entry.game)
        opening = process.note_opening(entry.id)  # before the call, so that tables opened at the same time are spread
        try:
            reply = await process.ask("open", (entry, log))
            reply.decoded(None)
        except BaseException:
            process.forget(entry.id, opening)
            raise
        return SandboxedTable(entry, process, reply.table_status(), opening)

    async def replay(self, entry: TableEntry, number: int, round_log: RoundLog, query: ReplayQuery) -> protocol.Replay:
        """See `RuleHost`."""
        if entry.game not in self._sources:
            return await self._local.replay(entry, number, round_log, query)
        return await self._process(entry.game).call("replay", protocol.Replay, entry, number, round_log, query)

    async def table_actions(self, entry: TableEntry, round_log: RoundLog, query: ReplayQuery) -> protocol.TableActionLog:
        """See `RuleHost`."""
        if entry.game not in self._sources:
            return await self._local.table_actions(entry, round_log, query)
        return await self._process(entry.game).call("table_actions", protocol.TableActionLog, entry, round_log, query)

    async def branch(self, entry: TableEntry, number: int, round_log: RoundLog, tried: protocol.Try) -> protocol.Branch:
        """See `RuleHost`."""
        if entry.game not in self._sources:
            return await self._local.branch(entry, number, round_log, tried)
        return await self._process(entry.game).call("branch", protocol.Branch, entry, number, round_log, tried)

    async def position(self, entry: TableEntry, number: int, round_log: RoundLog, seq: int) -> AnalysisPosition:
        """See `RuleHost`."""
        if entry.game not in self._sources:
            return await self._local.position(entry, number, round_log, seq)
        return await self._process(entry.game).call("position", AnalysisPosition, entry, number, round_log, seq)

    async def export(self, entry: TableEntry, number: int, round_log: RoundLog, query: ExportQuery) -> RoundExport:
        """See `RuleHost`."""
        if entry.game not in self._sources:
            return await self._local.export(entry, number, round_log, query)
        return await self._process(entry.game).call("export", RoundExport, entry, number, round_log, query)

    def _failed(self, reason: str) -> None:
        if self.on_failure is not None:
            self.on_failure(reason)

    def _made(self, source: str) -> Process:
        return Process(source, **self._limits, may_move=self._may_move)

    def _process(self, game: str) -> Process:
        """The process with the fewest tables among those without a slow table, or a new one."""
        alive = self._alive(game)
        free = min(alive, key=_load, default=None)
        # Where every process is slow or busy, one more than the maximum serves the tables that are not slow.
        if free is None or (free.tables and len(alive) < self._most + _load(free)[0]):
            free = self._made(self._sources[game])
            alive.append(free)
        return free

    def _alive(self, game: str) -> list[Process]:
        """The processes of a game that have not ended."""
        for each in self._processes.get(game, ()):
            each.check_alive()
        alive = self._processes[game] = [each for each in self._processes.get(game, ()) if not each.ended]
        return alive

    def _may_move(self, process: Process, table: str) -> bool:
        """Whether a table that waits in a process may be opened in another one. A slow table waits: elsewhere it would only
        delay others."""
        game = next((name for name, each in self._processes.items() if process in each), None)
        if game is None or table in process.slow:
            return False
        alive = self._alive(game)
        return len(alive) <= self._most or any(not _load(each)[0] for each in alive)


def _load(process: Process) -> tuple[bool, int]:
    """The order in which processes are chosen for a table that is not slow: those that are not slow or busy first."""
    return bool(process.slow) or process.asked_by is not None, len(process.tables)


def _brief(error: Exception) -> str:
    """The last line of an error."""
    return str(error).strip().splitlines()[-1] if str(error).strip() else type(error).__name__
