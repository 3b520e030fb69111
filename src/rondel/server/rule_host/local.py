"""Who applies the rules at one table: the interface that open tables use, and the rules run in this process.

A room never touches a game. It asks the referee, in plain data, and gets plain data: what a message comes to, what somebody may
see, what a bot of a seat knows. So the rules may run in this process, as `LocalTable` has them, or in one that can be killed.
"""

from __future__ import annotations

import asyncio
from collections.abc import Collection, Sequence
from typing import Protocol

import msgspec

import rondel
from rondel.door import brought
from rondel.errors import UnknownGame
from rondel.server import protocol
from rondel.server.catalog.games import offers
from rondel.server.catalog.opening import open_table
from rondel.server.catalog.rulebook import rulebook
from rondel.server.history.reader import HistoryReader
from rondel.server.history.replay import Look
from rondel.server.history.round_export import RoundExport, Wanted
from rondel.server.protocol.refused import unknown_game
from rondel.server.table import views
from rondel.server.table.bot_turn import Knowledge, knowledge
from rondel.server.table.commands import Batch, Message, Moment, Outlook, Roles, Setting, Step
from rondel.server.table.entries import SeatEntry, TableEntry
from rondel.server.table.log.entries import Log, waiting_for
from rondel.server.table.log.round_log import RoundLog
from rondel.server.table.table import Table


class HostedTable(Protocol):
    """The rules at one table. What waits may raise `Refusal`, and then nothing has changed; `Broken`, and then the table is to
    be opened anew; and `Unreachable`."""

    @property
    def seq(self) -> int:
        """The number of the table's last answer."""

    @property
    def round(self) -> int:
        """The number of the round being played."""

    @property
    def opened_at(self) -> int:
        """The number of the snapshot it was opened from; 0 from the start of its round."""

    def roles_of(self, hashes: Sequence[bytes], holder: str = "") -> tuple[str, ...]:
        """See `Table.roles_of`."""

    def seats_shown(self, present: Collection[str]) -> tuple[protocol.Seat, ...]:
        """See `Table.seats_shown`."""

    def bot_to_move(self, covered: Collection[str] = ()) -> SeatEntry | None:
        """See `Table.bot_to_move`."""

    def outlook(self) -> Outlook:
        """See `Table.outlook`."""

    async def step(self, message: Message, held: Sequence[str], setting: Setting) -> Step:
        """See `Table.step`."""

    async def joined(
        self, roles: Roles, present: Collection[str], since: protocol.Since | None, moment: Moment | None = None
    ) -> Batch:
        """What somebody is sent who comes and plays these roles: what was missed since, or everything."""

    async def news(self, audience: Collection[Roles], told: dict[str, int], moment: Moment | None = None) -> Batch:
        """See `views.updates`."""

    async def welcomes(self, audience: Collection[Roles], present: Collection[str], moment: Moment | None = None) -> Batch:
        """See `views.welcomes`."""

    async def sit(
        self, seat: SeatEntry, audience: Collection[Roles], told: dict[str, int], moment: Moment | None = None
    ) -> Batch:
        """Put somebody on a seat; who may take back less now, for somebody is to be asked, is to be sent the position again."""

    async def describe(self, present: Collection[str]) -> protocol.Table:
        """See `Table.describe`."""

    async def known(self, role: str, bot: str) -> Knowledge | None:
        """What a bot on that seat is told; see `bot_turn.knowledge`."""

    async def sight(self, role: str) -> str:
        """See `Table.sight`."""

    async def record(self) -> protocol.Json:
        """The record of the game as it stands, chance's answers included."""


class Beginning(msgspec.Struct, frozen=True):
    """What a new table is to be made with."""

    version: int
    """Of the rules."""
    roles: tuple[str, ...]
    """In seat order."""
    active: str
    """Whom the table waits for first, as in `Answer.active`."""


class RuleHost(Protocol):
    """Those who know the rules of games."""

    async def games(self) -> list[protocol.GameInfo]:
        """Every game that can be played here."""

    async def rules(self, game: str, lang: str) -> protocol.GameRules:
        """How a game is played, in that language where it is written in it; refused as ``unknown_game``."""

    async def beginning(self, entry: TableEntry) -> Beginning:
        """What the rules say of a table to be made, having begun a game for so many seats. Raises what they raise."""

    async def open(self, entry: TableEntry, log: Log) -> HostedTable:
        """The referee of a table as its log left it. Raises `Faulted`."""

    async def replay(self, entry: TableEntry, number: int, course: RoundLog, look: Look) -> protocol.Replay:
        """Some steps of a round; see `history.replay`."""

    async def deeds(self, entry: TableEntry, course: RoundLog, look: Look) -> protocol.DoneDeeds:
        """What was done in a round besides answering; see `history.replay`."""

    async def branch(self, entry: TableEntry, number: int, course: RoundLog, tried: protocol.Try) -> protocol.Branch:
        """A round played on; see `history.branch`."""

    async def keepsake(self, entry: TableEntry, number: int, course: RoundLog, wanted: Wanted) -> RoundExport:
        """A round to take home; see `round_export`."""


class LocalTable:
    """The referee of a table whose rules run in this process."""

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

    async def step(self, message: Message, held: Sequence[str], setting: Setting) -> Step:
        """See `HostedTable`."""
        return self._table.step(message, held, setting)

    async def joined(
        self, roles: Roles, present: Collection[str], since: protocol.Since | None, moment: Moment | None = None
    ) -> Batch:
        """See `HostedTable`."""
        with self._table.minding("show"):
            return views.resumed(self._table, roles, present, since, moment) or views.welcomes(
                self._table, [roles], present, moment
            )

    async def news(self, audience: Collection[Roles], told: dict[str, int], moment: Moment | None = None) -> Batch:
        """See `HostedTable`."""
        with self._table.minding("show"):
            return views.updates(self._table, audience, told, moment)

    async def welcomes(self, audience: Collection[Roles], present: Collection[str], moment: Moment | None = None) -> Batch:
        """See `HostedTable`."""
        with self._table.minding("show"):
            return views.welcomes(self._table, audience, present, moment)

    async def sit(
        self, seat: SeatEntry, audience: Collection[Roles], told: dict[str, int], moment: Moment | None = None
    ) -> Batch:
        """See `HostedTable`."""
        with self._table.minding("show"):
            before = {roles: self._table.undoable(roles) for roles in audience}
            self._table.sit(seat)
            changed = [roles for roles, could in before.items() if self._table.undoable(roles) != could]
            return views.updates(self._table, changed, told, moment)

    async def describe(self, present: Collection[str]) -> protocol.Table:
        """See `HostedTable`."""
        return self._table.describe(present)

    async def known(self, role: str, bot: str) -> Knowledge | None:
        """See `HostedTable`."""
        with self._table.minding("ask a bot"):
            return knowledge(self._table.game, role, bot)

    async def sight(self, role: str) -> str:
        """See `HostedTable`."""
        with self._table.minding("show"):
            return self._table.sight(role)

    async def record(self) -> protocol.Json:
        """See `HostedTable`."""
        with self._table.minding("record"):
            return self._table.game.record()


class LocalRules:
    """The referees of tables whose rules run in this process.

    >>> import asyncio
    >>> entry = TableEntry("t", "tic_tac_toe", {}, b"seed", b"", (SeatEntry("x", "open"), SeatEntry("o", "open")))
    >>> asyncio.run(LocalRules().beginning(entry)).roles
    ('x', 'o')
    >>> asyncio.run(LocalRules().open(entry, Log())).seq
    0
    """

    def __init__(self) -> None:
        self._looking = asyncio.Semaphore(1)
        """Who looks back waits for each other, beside the loop: those who play wait for none of them."""
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
        game = rules(
            len(entry.seats), entry.seed, entry.options
        )  # the seats have no right roles yet: whoever asks refuses them
        return Beginning(rules.version, game.roles, waiting_for(game.active))

    async def open(self, entry: TableEntry, log: Log) -> HostedTable:
        """See `RuleHost`."""
        return LocalTable(open_table(entry, log))

    async def replay(self, entry: TableEntry, number: int, course: RoundLog, look: Look) -> protocol.Replay:
        """See `RuleHost`."""
        async with self._looking:
            return await asyncio.to_thread(self._reader.replay, entry, number, course, look)

    async def branch(self, entry: TableEntry, number: int, course: RoundLog, tried: protocol.Try) -> protocol.Branch:
        """See `RuleHost`."""
        async with self._looking:
            return await asyncio.to_thread(self._reader.branch, entry, number, course, tried)

    async def deeds(self, entry: TableEntry, course: RoundLog, look: Look) -> protocol.DoneDeeds:
        """See `RuleHost`."""
        async with self._looking:
            return await asyncio.to_thread(self._reader.deeds, entry, course, look)

    async def keepsake(self, entry: TableEntry, number: int, course: RoundLog, wanted: Wanted) -> RoundExport:
        """See `RuleHost`."""
        async with self._looking:
            return await asyncio.to_thread(self._reader.keepsake, entry, number, course, wanted)
