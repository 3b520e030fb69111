"""The ports of rules: what open tables ask of the rules of their games, wherever those run.

An open table never touches a game. It asks a `HostedTable` in plain data and gets plain data. So the rules may run in this
process (``local``) or in a confined process that can be killed (``sandbox``).
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import Protocol

import msgspec

from rondel.server import protocol
from rondel.server.history.analysis import AnalysisPosition
from rondel.server.history.replay import ReplayQuery
from rondel.server.history.round_export import ExportQuery, RoundExport
from rondel.server.table.bot_turn import Knowledge
from rondel.server.table.commands import Batch, Message, Moment, Outlook, Recipients, Roles, Setting, Step
from rondel.server.table.entries import SeatEntry, TableEntry
from rondel.server.table.log.entries import Answer, Log
from rondel.server.table.log.round_log import RoundLog


class HostedTable(Protocol):
    """One table under its rules. Every coroutine may raise `Refusal`, and then nothing has changed; `Broken`, and then the
    table is to be opened anew; and `Unreachable`."""

    @property
    def seq(self) -> int:
        """The number of the table's last answer."""

    @property
    def round(self) -> int:
        """The number of the round being played."""

    @property
    def opened_at(self) -> int:
        """The number of the snapshot it was opened from; 0 for the start of its round."""

    def roles_of(self, hashes: Sequence[bytes], holder: str = "") -> tuple[str, ...]:
        """See `Table.roles_of`."""

    def seats_shown(self, present: Collection[str]) -> tuple[protocol.Seat, ...]:
        """See `Table.seats_shown`."""

    def bot_to_move(self, covered: Collection[str] = ()) -> SeatEntry | None:
        """See `Table.bot_to_move`."""

    def outlook(self) -> Outlook:
        """See `Table.outlook`."""

    async def step(self, message: Message, held: Sequence[str], setting: Setting, recipients: Recipients) -> tuple[Step, Batch]:
        """The row to be stored, see `Table.step`, and the frames to be sent once it is stored, see `views.after`."""

    async def catch_up(self, answers: Sequence[Answer]) -> None:
        """See `Table.catch_up`. Raises `Faulted`."""

    async def joined(
        self, roles: Roles, present: Collection[str], since: protocol.Since | None, moment: Moment | None = None
    ) -> Batch:
        """The frame for a viewer who comes with these roles: `views.resumed`, or else `views.welcomes`."""

    async def news(self, recipients: Recipients, moment: Moment | None = None) -> Batch:
        """See `views.updates`."""

    async def welcomes(self, recipients: Recipients, moment: Moment | None = None) -> Batch:
        """See `views.welcomes`."""

    async def sit(self, seat: SeatEntry, recipients: Recipients, moment: Moment | None = None) -> Batch:
        """Replace a seat; returns updates for the groups that may take back less now, since another person is to consent."""

    async def describe(self, present: Collection[str]) -> protocol.Table:
        """See `views.describe`."""

    async def bot_knowledge(self, role: str, bot: str) -> Knowledge | None:
        """See `bot_turn.knowledge`."""

    async def view_digest(self, role: str) -> str:
        """See `views.view_digest`."""

    async def record(self) -> protocol.Json:
        """The record of the game so far, with chance's answers."""


class Beginning(msgspec.Struct, frozen=True):
    """What a new table takes from its rules."""

    version: int
    """The version of the rules."""
    roles: tuple[str, ...]
    """In seat order."""
    active: str
    """The roles the table waits for first, as in `Answer.active`."""


class RuleHost(Protocol):
    """The rules of all games that can be played here."""

    async def games(self) -> list[protocol.GameInfo]:
        """Every game that can be played here."""

    async def rules(self, game: str, lang: str) -> protocol.GameRules:
        """How a game is played, in that language where a translation exists. Refused as ``unknown_game``."""

    async def beginning(self, entry: TableEntry) -> Beginning:
        """What a table to be made takes from its rules. Raises what the rules raise when the game is begun."""

    async def open(self, entry: TableEntry, log: Log) -> HostedTable:
        """The table as its log left it. Raises `Faulted`, and `Outdated`."""

    async def replay(self, entry: TableEntry, number: int, round_log: RoundLog, query: ReplayQuery) -> protocol.Replay:
        """Some steps of a round; see `history.replay`."""

    async def table_actions(self, entry: TableEntry, round_log: RoundLog, query: ReplayQuery) -> protocol.TableActionLog:
        """What players did in a round besides moves; see `history.replay`."""

    async def branch(self, entry: TableEntry, number: int, round_log: RoundLog, tried: protocol.Try) -> protocol.Branch:
        """A round played on from one of its positions; see `history.branch`."""

    async def position(self, entry: TableEntry, number: int, round_log: RoundLog, seq: int) -> AnalysisPosition:
        """A position of an ended round, to be evaluated; see `history.analysis`."""

    async def export(self, entry: TableEntry, number: int, round_log: RoundLog, query: ExportQuery) -> RoundExport:
        """A round as a file; see `history.round_export`."""
