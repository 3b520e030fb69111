"""The clock of one table: its time, outages of the server, absences, and when the next flag falls.

Most tables are *plain*: nothing ever happens there but what somebody says, and nobody asks the time.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Collection

from rondel.server.live.timers.absence import Absences
from rondel.server.live.timers.heartbeat import Heartbeat
from rondel.server.protocol import Terms
from rondel.server.table.commands import Moment, Outlook
from rondel.server.table.entries import TableEntry

_NOBODY: frozenset[str] = frozenset()


def is_plain(terms: Terms) -> bool:
    """Whether nothing ever happens on these terms but what somebody says.

    >>> is_plain(Terms()), is_plain(Terms(start="host"))
    (True, False)
    """
    return terms.clock is None and terms.absence.policy == "wait" and terms.start == "at_once"


class FlagTimer:
    """The time at one table, in milliseconds since 1970 where nothing else is said."""

    def __init__(self, entry: TableEntry, pulse: Heartbeat, clock: Callable[[], int]) -> None:
        """``clock`` is the machine's, which is good enough where nothing is timed."""
        terms = entry.terms
        self._table = entry.id
        self._heartbeat = pulse
        self._is_timed = terms.clock is not None
        self.is_plain = is_plain(terms)
        """Whether nothing ever happens here but what somebody says."""
        self._absences = Absences(terms.absence)
        self.now: Callable[[], int] = pulse.now if self._is_timed else clock
        """What time it is."""

    async def ready(self) -> None:
        """Return when it is known when the server was down. Raises `Down`."""
        if self._is_timed:
            await self._heartbeat.ready()

    def besides(self, outlook: Callable[[], Outlook], at: int) -> tuple[int, frozenset[str]]:
        """How long the server was down between the table's last row and that time, and who is away."""
        if self.is_plain:
            return 0, _NOBODY
        return self._heartbeat.down(outlook().at, at) if self._is_timed else 0, self.away()

    def moment(self, outlook: Callable[[], Outlook]) -> Moment | None:
        """What time it is, for what is shown; None where nobody is shown any."""
        if self.is_plain:
            return None
        now = self.now()
        return Moment(now, *self.besides(outlook, now))

    def is_due(self, outlook: Outlook) -> bool:
        """Whether a flag falls, the game begins, or nobody is left now of those who have still to agree that it ends."""
        if outlook.begins or (outlook.voting and self.away().issuperset(outlook.voting)):
            return True
        if outlook.due is None:
            return False
        now = self.now()
        return now - outlook.at - self._heartbeat.down(outlook.at, now) >= outlook.due

    def left(self, outlook: Outlook) -> float | None:
        """How many seconds are left until the next flag falls; None while no clock runs."""
        if outlook.due is None:
            return None
        now = self.now()
        return (outlook.at + outlook.due + self._heartbeat.down(outlook.at, now) - now) / 1_000

    def next(self, outlook: Outlook) -> float | None:
        """When, by the loop's clock, the next flag falls or somebody has been away for long enough; None for never. The
        pulse is told of the flag, so that it falls though nobody is here."""
        times = []
        away = self._absences.next((*outlook.awaited, *outlook.voting), asyncio.get_running_loop().time())
        if away is not None:
            times.append(away)
        if outlook.due is not None:
            now = self.now()
            left = outlook.at + outlook.due + self._heartbeat.down(outlook.at, now) - now
            times.append(asyncio.get_running_loop().time() + left / 1_000)
            self._heartbeat.keep(self._table, now + left)
        elif self._is_timed:
            self._heartbeat.keep(self._table, None)
        return min(times, default=None)

    def give_up(self) -> None:
        """Nothing will be due here, as nobody can play."""
        self._heartbeat.keep(self._table, None)

    def forget(self) -> None:
        """The table leaves memory; what is due is found by the pulse."""
        self._heartbeat.forget(self._table)

    def note(self, persons: Collection[str], present: Collection[str]) -> None:
        """Note which of the roles that persons play have their holders here."""
        if not self.is_plain:
            self._absences.note(persons, present, asyncio.get_running_loop().time())

    def away(self) -> frozenset[str]:
        """The roles whose holders have been away for as long as the terms say."""
        return _NOBODY if self.is_plain else self._absences.away(asyncio.get_running_loop().time())

    def covered(self) -> frozenset[str]:
        """Those of them for whom somebody else answers."""
        return _NOBODY if self.is_plain else self._absences.covered(asyncio.get_running_loop().time())
