"""Rules that run in this process: the shipped games."""

from __future__ import annotations

import asyncio
from collections.abc import Collection, Sequence

import rondel
from rondel.door import brought
from rondel.errors import UnknownGame
from rondel.server import protocol
from rondel.server.catalog.games import offers
from rondel.server.catalog.opening import open_table
from rondel.server.catalog.rulebook import rulebook
from rondel.server.history.analysis import AnalysisPosition
from rondel.server.history.reader import HistoryReader
from rondel.server.history.replay import ReplayQuery
from rondel.server.history.round_export import ExportQuery, RoundExport
from rondel.server.protocol.refused import unknown_game
from rondel.server.rule_host.ports import Beginning, HostedTable
from rondel.server.table import bot_turn, views
from rondel.server.table.bot_turn import Knowledge
from rondel.server.table.commands import Batch, Broken, Message, Moment, Outlook, Recipients, Roles, Setting, Step
from rondel.server.table.entries import SeatEntry, TableEntry
from rondel.server.table.log.entries import Answer, Log, waiting_for
from rondel.server.table.log.round_log import RoundLog
from rondel.server.table.table import Table


class LocalTable:
    """A `HostedTable` whose rules run in this process."""

    def __init__(self, table: Table) -> None:
        self._table = table

    @property
    def seq(self) -> int:
        """See `HostedTable`."""
        return self._table.seq

    @property
    def round(self) -> int:
        """See `HostedTable`."""
        return self._table.round

    @property
    def opened_at(self) -> int:
        """See `HostedTable`."""
        return self._table.opened_at

    def roles_of(self, hashes: Sequence[bytes], holder: str = "") -> tuple[str, ...]:
        """See `HostedTable`."""
        return self._table.roles_of(hashes, holder)

    def seats_shown(self, present: Collection[str]) -> tuple[protocol.Seat, ...]:
        """See `HostedTable`."""
        return self._table.seats_shown(present)

    def bot_to_move(self, covered: Collection[str] = ()) -> SeatEntry | None:
        """See `HostedTable`."""
        return self._table.bot_to_move(covered)

    def outlook(self) -> Outlook:
        """See `HostedTable`."""
        return self._table.outlook()

    async def step(self, message: Message, held: Sequence[str], setting: Setting, recipients: Recipients) -> tuple[Step, Batch]:
        """See `HostedTable`."""
        table = self._table
        step = table.step(message, held, setting)
        try:  # as in `translating_errors`, which takes longer, and this runs at every answer
            return step, views.after(table, step.answer.kind, recipients, setting.moment)
        except Exception as error:
            raise Broken(f"the rules of {table.name} failed to show table {table.id}") from error

    async def catch_up(self, answers: Sequence[Answer]) -> None:
        """See `HostedTable`."""
        self._table.catch_up(answers)

    async def joined(
        self, roles: Roles, present: Collection[str], since: protocol.Since | None, moment: Moment | None = None
    ) -> Batch:
        """See `HostedTable`."""
        with self._table.translating_errors("show"):
            return views.resumed(self._table, roles, present, since, moment) or views.welcomes(
                self._table, [roles], present, moment
            )

    async def news(self, recipients: Recipients, moment: Moment | None = None) -> Batch:
        """See `HostedTable`."""
        with self._table.translating_errors("show"):
            return views.updates(self._table, recipients.groups, recipients.told, moment)

    async def welcomes(self, recipients: Recipients, moment: Moment | None = None) -> Batch:
        """See `HostedTable`."""
        with self._table.translating_errors("show"):
            return views.welcomes(self._table, recipients.groups, recipients.present, moment)

    async def sit(self, seat: SeatEntry, recipients: Recipients, moment: Moment | None = None) -> Batch:
        """See `HostedTable`."""
        table = self._table
        with table.translating_errors("show"):
            before = {roles: table.undoable(roles) for roles in recipients.groups}
            table.sit(seat)
            changed = [roles for roles, could in before.items() if table.undoable(roles) != could]
            return views.updates(table, changed, recipients.told, moment)

    async def describe(self, present: Collection[str]) -> protocol.Table:
        """See `HostedTable`."""
        return views.describe(self._table, present)

    async def bot_knowledge(self, role: str, bot: str) -> Knowledge | None:
        """See `HostedTable`."""
        with self._table.translating_errors("ask a bot"):
            return bot_turn.knowledge(self._table.game, role, bot)

    async def view_digest(self, role: str) -> str:
        """See `HostedTable`."""
        with self._table.translating_errors("show"):
            return views.view_digest(self._table, role)

    async def record(self) -> protocol.Json:
        """See `HostedTable`."""
        with self._table.translating_errors("record"):
            return self._table.game.record()


class LocalRules:
    """A `RuleHost` of the shipped games.

    >>> entry = TableEntry("t", "tic_tac_toe", {}, b"seed", b"", (SeatEntry("x", "open"), SeatEntry("o", "open")))
    >>> asyncio.run(LocalRules().beginning(entry)).roles
    ('x', 'o')
    >>> asyncio.run(LocalRules().open(entry, Log())).seq
    0
    """

    def __init__(self) -> None:
        self._reading = asyncio.Semaphore(1)
        """Rounds are read one after another in a thread, so that tables that are played need not wait for it."""
        self._reader = HistoryReader()

    async def games(self) -> list[protocol.GameInfo]:
        """See `RuleHost`."""
        return offers()

    async def rules(self, game: str, lang: str) -> protocol.GameRules:
        """See `RuleHost`."""
        if game in brought():
            raise unknown_game(game)  # its rules are not imported in this process: see `rule_host.sandbox`
        try:
            return rulebook(rondel.find(game), lang)
        except UnknownGame:
            raise unknown_game(game) from None

    async def beginning(self, entry: TableEntry) -> Beginning:
        """See `RuleHost`."""
        rules = rondel.find(entry.game)
        game = rules(len(entry.seats), entry.seed, entry.options)  # the caller checks the roles of the seats
        return Beginning(rules.version, game.roles, waiting_for(game.active))

    async def open(self, entry: TableEntry, log: Log) -> HostedTable:
        """See `RuleHost`."""
        return LocalTable(open_table(entry, log))

    async def replay(self, entry: TableEntry, number: int, round_log: RoundLog, query: ReplayQuery) -> protocol.Replay:
        """See `RuleHost`."""
        async with self._reading:
            return await asyncio.to_thread(self._reader.replay, entry, number, round_log, query)

    async def table_actions(self, entry: TableEntry, round_log: RoundLog, query: ReplayQuery) -> protocol.TableActionLog:
        """See `RuleHost`."""
        async with self._reading:
            return await asyncio.to_thread(self._reader.table_actions, entry, round_log, query)

    async def branch(self, entry: TableEntry, number: int, round_log: RoundLog, tried: protocol.Try) -> protocol.Branch:
        """See `RuleHost`."""
        async with self._reading:
            return await asyncio.to_thread(self._reader.branch, entry, number, round_log, tried)

    async def position(self, entry: TableEntry, number: int, round_log: RoundLog, seq: int) -> AnalysisPosition:
        """See `RuleHost`."""
        async with self._reading:
            return await asyncio.to_thread(self._reader.position, entry, number, round_log, seq)

    async def export(self, entry: TableEntry, number: int, round_log: RoundLog, query: ExportQuery) -> RoundExport:
        """See `RuleHost`."""
        async with self._reading:
            return await asyncio.to_thread(self._reader.export, entry, number, round_log, query)
