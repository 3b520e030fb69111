"""The clock of one table: its time, outages of the server, absences, and when the next flag falls.

Most tables are *plain*: they change only by messages, and nothing there depends on the time.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Collection
from typing import Final

from rondel.server.live.timers.absence import Absences
from rondel.server.live.timers.table_time import TableTime
from rondel.server.live.timers.timer import Timer
from rondel.server.protocol import Terms
from rondel.server.rule_host.ports import HostedTable
from rondel.server.storage.or_unavailable import or_unavailable
from rondel.server.table.commands import Moment, Outlook
from rondel.server.table.entries import TableEntry

UNSURE_SECONDS: Final = 1.0
"""Seconds until a node looks again that does not know yet who is absent, or whether a flag has fallen."""

_NOBODY: frozenset[str] = frozenset()


def is_plain(terms: Terms) -> bool:
    """Whether a table on these terms changes only by messages.

    >>> is_plain(Terms()), is_plain(Terms(start="host"))
    (True, False)
    """
    return terms.clock is None and terms.absence.policy in ("usual", "wait") and terms.start == "at_once"


class FlagTimer:
    """The time at one table, in milliseconds since 1970 unless another unit is named."""

    def __init__(
        self, entry: TableEntry, heartbeat: TableTime, clock: Callable[[], int], sighted: Callable[[], bool] = lambda: True
    ) -> None:
        """``clock`` is the machine's; it is used where the terms have no clock. Nobody counts as away while this node is not
        ``sighted``: they may be connected to another node."""
        self._sighted = sighted
        terms = entry.terms
        self._table = entry.id
        self._heartbeat = heartbeat
        self._is_timed = terms.clock is not None
        self.is_plain = is_plain(terms)
        """See `is_plain`."""
        self._absences = Absences(terms.absence)
        self.now: Callable[[], int] = heartbeat.now if self._is_timed else clock
        """Returns the time."""
        self._seq: int | None = None
        """The number of the last answer, as far as the deadline is known."""
        self._looks_again = float("-inf")
        """When, by the loop's clock, a flag is looked at again that is not settled."""

    async def ready(self) -> None:
        """Return once the outages are known that concern the table. Raises `Down`."""
        if self._is_timed:
            await self._heartbeat.ready(self._table)

    def down_and_away(self, outlook: Callable[[], Outlook], at: int) -> tuple[int, frozenset[str]]:
        """How much of the time from the table's last row to that one is not charged, and the roles that are away."""
        if self.is_plain:
            return 0, _NOBODY
        return self._down(outlook(), at) if self._is_timed else 0, self.away()

    def moment(self, outlook: Callable[[], Outlook]) -> Moment | None:
        """The moment of a broadcast; None where no view depends on the time."""
        if self.is_plain:
            return None
        now = self.now()
        return Moment(now, *self.down_and_away(outlook, now))

    def is_due(self, outlook: Outlook) -> bool:
        """Whether a flag falls, the game begins, or a vote to end it passes, since all who have not voted are away."""
        if outlook.begins or (outlook.voting and self.away().issuperset(outlook.voting)):
            return True
        if outlook.due is None:
            return False
        return self._left(outlook, outlook.due) <= 0

    def left(self, outlook: Outlook) -> float | None:
        """The seconds until the next flag falls; None while no clock runs."""
        return None if outlook.due is None else self._left(outlook, outlook.due) / 1_000

    def next(self, outlook: Outlook, seq: int = 0) -> float | None:
        """When, by the loop's clock, the next flag falls or a player has been away for long enough; None for never. The
        heartbeat gets the flag as a deadline, so that it falls even when the table has left memory; ``seq`` is the number of
        the last answer."""
        self._seq = seq
        times = []
        now = asyncio.get_running_loop().time()
        self._absences.hold({role: now + self._left(outlook, ms) / 1_000 for role, ms in outlook.standing.items()}, now)
        away = self._absences.next((*outlook.awaited, *outlook.voting), now)
        if away is not None:
            times.append(away)
        if self._absences and not self._sighted():  # an absence counts once this node hears the others
            times.append(asyncio.get_running_loop().time() + UNSURE_SECONDS)
        if outlook.due is not None:
            left = self._left(outlook, outlook.due)
            times.append(max(asyncio.get_running_loop().time() + left / 1_000, self._looks_again))
            self._heartbeat.keep(self._table, self.now() + left, seq)
        elif self._is_timed:
            self._heartbeat.keep(self._table, None, seq)
        return min(times, default=None)

    def set(self, timer: Timer, table: HostedTable, later: float = 0.0) -> None:
        """Set the table's timer to the next time at which something is due, or so many seconds later."""
        if not self.is_plain:
            due = self.next(table.outlook(), table.seq)
            timer.set(None if due is None else due + later)

    def give_up(self) -> None:
        """Nothing will be due here, since nobody can play."""
        self._heartbeat.keep(self._table, None, self._seq)

    def forget(self) -> None:
        """The table leaves memory; the heartbeat finds what is due."""
        self._heartbeat.forget(self._table)

    def note(self, persons: Collection[str], present: Collection[str]) -> None:
        """Note which of the persons' roles are present."""
        if not self.is_plain:
            self._absences.note(persons, present, asyncio.get_running_loop().time())

    def attend(self, here: frozenset[str]) -> None:
        """Note the roles whose holders are connected to this node."""
        if not self.is_plain:
            self._heartbeat.attend(self._table, here)

    async def confirm_absences(self) -> None:
        """Ask the database who is away, before anything is stored that rests on it: hints of other nodes may be lost. Refused
        as ``unavailable``."""
        if away := self.away():
            found = await or_unavailable(self._heartbeat.elsewhere(self._table))
            self._absences.begin_anew(away & found, asyncio.get_running_loop().time())

    async def is_settled(self, outlook: Outlook) -> bool:
        """Whether the nodes of those who are awaited are known to have been up until the flag fell, if it has. Else the table
        is looked at again soon. Refused as ``unavailable``."""
        if outlook.due is None or (left := self._left(outlook, outlook.due)) > 0:
            return True
        fallen = self.now() + left
        if await or_unavailable(self._heartbeat.is_settled(self._table, outlook.awaited, fallen)):
            return True
        self._looks_again = asyncio.get_running_loop().time() + UNSURE_SECONDS
        return False

    def _down(self, outlook: Outlook, at: int) -> int:
        return self._heartbeat.down(outlook.at, at, self._table, outlook.awaited)

    def _left(self, outlook: Outlook, due: int) -> int:
        """Milliseconds until a flag falls that falls so long after the last row; negative once it has."""
        now = self.now()
        return outlook.at + due + self._down(outlook, now) - now

    def away(self) -> frozenset[str]:
        """The roles whose holders have been away for as long as the terms say."""
        if self.is_plain or not self._sighted():
            return _NOBODY
        return self._absences.away(asyncio.get_running_loop().time())

    def covered(self) -> frozenset[str]:
        """The roles among them that a bot or the zombie move answers for."""
        if self.is_plain or not self._sighted():
            return _NOBODY
        return self._absences.covered(asyncio.get_running_loop().time())
