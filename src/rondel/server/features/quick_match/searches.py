"""Searches for opponents: what is kept of each, and those of a server that is alone.

A search is kept as long as its client asks for it: nobody is seated who has gone. The nodes of one database keep theirs there;
see ``shared_searches``.
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable, Collection, Sequence
from typing import Final, Protocol

import msgspec

from rondel.server import protocol
from rondel.server.lobby.terms import DAY
from rondel.server.storage.store import Store
from rondel.server.table.entries import SeatEntry, TableEntry

LAPSES_AFTER: Final = 8.0
"""Seconds after the last request for a search until it ends."""

KEPT: Final = 60.0
"""Seconds for which a search that has found a table is remembered."""


class Pool(msgspec.Struct, frozen=True):
    """What is searched for."""

    game: str
    pace: protocol.SeekPace
    seats: int
    rated: bool

    @property
    def terms(self) -> protocol.Terms:
        """The terms of its tables."""
        clock: protocol.Fischer | protocol.PerMove
        if self.pace == "days":
            clock, absence = protocol.PerMove(3 * DAY), protocol.Absence("wait")
        else:
            clock, absence = protocol.Fischer(600, 5), protocol.Absence("claim" if self.seats == 2 else "skip")
        return protocol.Terms(
            clock, absence, public=True, rated=self.rated, start="full", rotate=True, undo="never" if self.rated else "free"
        )


class Search(msgspec.Struct, frozen=True):
    """The search of one person."""

    who: str
    """The id of the principal."""
    name: str
    """The name at the table."""
    badge: str
    pool: Pool
    rating: float
    origin: str = ""
    """See `Waiting`."""
    waited: float = 0.0
    """Seconds since it began, when it was read."""
    table: str = ""
    """The table it has found, if any."""
    least: int = 0
    """See `Waiting`."""
    reliable: int = 100
    """See `Waiting`."""
    others: int = 0
    """How many others searched for the same, when it was found by its principal."""

    @property
    def seat(self) -> SeatEntry:
        """The seat of the person, before it is known which one."""
        return SeatEntry("", "person", "", self.name, None, self.who, self.badge)


class Searches(Protocol):
    """The searches of an arena, one a principal. Raises `Down`."""

    async def begin(self, search: Search, most: int) -> bool:
        """Begin a search instead of the principal's last one; returns False where there are so many."""

    async def end(self, who: str) -> None:
        """End the search of a principal, unless it has found a table."""

    async def find(self, who: str) -> Search | None:
        """The search of a principal."""

    async def look(self, asked: Collection[str]) -> list[Search]:
        """All searches, after those for which nobody asks any more have ended; clients wait for those of the principals
        ``asked`` now."""

    async def seat(self, group: Sequence[Search], table: TableEntry, at: int) -> bool:
        """Store a table for these searches at that time, which they have found then. Does nothing and returns False where one
        of them has ended, was replaced, or has found another table: nobody is seated twice."""

    async def close(self) -> None:
        """End the searches that would end with this server."""


class _Kept(msgspec.Struct):
    """A search in memory."""

    search: Search
    since: float
    seen: float
    """When the client asked last."""


class LocalSearches:
    """The searches of a server that is alone, in its memory."""

    def __init__(self, store: Store, clock: Callable[[], float] = time.monotonic) -> None:
        self._store = store
        self._clock = clock
        self._kept: dict[str, _Kept] = {}
        self._changing = asyncio.Lock()
        """Held while somebody is seated, or a search begins or ends."""

    async def begin(self, search: Search, most: int) -> bool:
        """See `Searches`."""
        async with self._changing:
            if len(self._kept) >= most and search.who not in self._kept:
                return False
            self._kept[search.who] = _Kept(search, self._clock(), self._clock())
            return True

    async def end(self, who: str) -> None:
        """See `Searches`."""
        async with self._changing:
            if (kept := self._kept.get(who)) is not None and not kept.search.table:
                del self._kept[who]

    async def find(self, who: str) -> Search | None:
        """See `Searches`."""
        kept = self._kept.get(who)
        if kept is None:
            return None
        pool = kept.search.pool
        others = len([1 for each in self._kept.values() if each is not kept and _is_open(each.search, pool)])
        return msgspec.structs.replace(self._read(kept), others=others)

    async def look(self, asked: Collection[str]) -> list[Search]:
        """See `Searches`."""
        now = self._clock()
        async with self._changing:
            for who, each in list(self._kept.items()):
                if who in asked:
                    each.seen = now
                elif now - each.seen > (KEPT if each.search.table else LAPSES_AFTER):
                    del self._kept[who]
        return [self._read(each) for each in self._kept.values()]

    async def seat(self, group: Sequence[Search], table: TableEntry, at: int) -> bool:
        """See `Searches`."""
        async with self._changing:
            kept = [self._kept.get(each.who) for each in group]
            found = [each for each in kept if each is not None and _is_open(each.search, group[0].pool)]
            if len(found) < len(group):
                return False
            await self._store.add(table, at)
            for each in found:
                each.search = msgspec.structs.replace(each.search, table=table.id)
            return True

    async def close(self) -> None:
        """See `Searches`."""
        self._kept.clear()

    def _read(self, kept: _Kept) -> Search:
        return msgspec.structs.replace(kept.search, waited=self._clock() - kept.since)


def _is_open(search: Search, pool: Pool) -> bool:
    """Whether the search is in that pool and has found no table."""
    return search.pool == pool and not search.table
