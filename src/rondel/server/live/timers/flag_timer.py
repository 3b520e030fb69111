"""The clock of one table: its time, outages of the server, absences, and when the next flag falls.

Most tables are *plain*: they change only by messages, and nothing there depends on the time.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Collection
from typing import Final, Protocol

from rondel.server.live.timers.absence import Absences
from rondel.server.live.timers.timer import Timer
from rondel.server.protocol import Terms
from rondel.server.table.commands import Moment, Outlook
from rondel.server.table.entries import TableEntry

UNSURE_SECONDS: Final = 1.0
"""Seconds until a node that does not hear the others looks again who is absent."""

_NOBODY: frozenset[str] = frozenset()


def is_plain(terms: Terms) -> bool:
    """Whether a table on these terms changes only by messages.

    >>> is_plain(Terms()), is_plain(Terms(start="host"))
    (True, False)
    """
    return terms.clock is None and terms.absence.policy in ("usual", "wait") and terms.start == "at_once"


class TableTime(Protocol):
    """The time at tables with a clock; see `Heartbeat`."""

    def now(self) -> int:
        """The time, in milliseconds since 1970; it never goes back."""

    async def ready(self) -> None:
        """Return once the outages are known. Raises `Down`."""

    def down(self, since: int, until: int) -> int:
        """How many milliseconds from ``since`` to ``until`` the server was not up."""

    def keep(self, table: str, deadline: int | None) -> None:
        """Set the deadline of a table; None for none, as no clock runs there."""

    def forget(self, table: str) -> None:
        """The table leaves memory."""


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

    async def ready(self) -> None:
        """Return once the outages of the server are known. Raises `Down`."""
        if self._is_timed:
            await self._heartbeat.ready()

    def down_and_away(self, outlook: Callable[[], Outlook], at: int) -> tuple[int, frozenset[str]]:
        """How long the server was down between the table's last row and that time, and the roles that are away."""
        if self.is_plain:
            return 0, _NOBODY
        return self._heartbeat.down(outlook().at, at) if self._is_timed else 0, self.away()

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
        now = self.now()
        return now - outlook.at - self._heartbeat.down(outlook.at, now) >= outlook.due

    def left(self, outlook: Outlook) -> float | None:
        """The seconds until the next flag falls; None while no clock runs."""
        if outlook.due is None:
            return None
        now = self.now()
        return (outlook.at + outlook.due + self._heartbeat.down(outlook.at, now) - now) / 1_000

    def next(self, outlook: Outlook) -> float | None:
        """When, by the loop's clock, the next flag falls or a player has been away for long enough; None for never. The
        heartbeat gets the flag as a deadline, so that it falls even when the table has left memory."""
        times = []
        away = self._absences.next((*outlook.awaited, *outlook.voting), asyncio.get_running_loop().time())
        if away is not None:
            times.append(away)
        if self._absences and not self._sighted():  # an absence counts once this node hears the others
            times.append(asyncio.get_running_loop().time() + UNSURE_SECONDS)
        if outlook.due is not None:
            now = self.now()
            left = outlook.at + outlook.due + self._heartbeat.down(outlook.at, now) - now
            times.append(asyncio.get_running_loop().time() + left / 1_000)
            self._heartbeat.keep(self._table, now + left)
        elif self._is_timed:
            self._heartbeat.keep(self._table, None)
        return min(times, default=None)

    def set(self, timer: Timer, outlook: Callable[[], Outlook], later: float = 0.0) -> None:
        """Set the table's timer to the next time at which something is due, or so many seconds later."""
        if not self.is_plain:
            due = self.next(outlook())
            timer.set(None if due is None else due + later)

    def give_up(self) -> None:
        """Nothing will be due here, since nobody can play."""
        self._heartbeat.keep(self._table, None)

    def forget(self) -> None:
        """The table leaves memory; the heartbeat finds what is due."""
        self._heartbeat.forget(self._table)

    def note(self, persons: Collection[str], present: Collection[str]) -> None:
        """Note which of the persons' roles are present."""
        if not self.is_plain:
            self._absences.note(persons, present, asyncio.get_running_loop().time())

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
