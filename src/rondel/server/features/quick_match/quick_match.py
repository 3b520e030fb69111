"""Quick match: keeps the searches of this node, and makes a table for those who fit together.

A search lives in memory only, and as long as its client asks for it: nobody is seated who has gone. What is found is stored: a
table with a seat for each person.
"""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import Callable
from contextlib import suppress
from functools import partial
from typing import Final

import msgspec

from rondel.rating import Rating
from rondel.server import protocol
from rondel.server.accounts.principal import Principal
from rondel.server.features.quick_match.pool import Waiting, matched, span
from rondel.server.features.ratings import rating_log
from rondel.server.live.table_registry import TableRegistry
from rondel.server.lobby.terms import DAY
from rondel.server.protocol.refused import Refusal
from rondel.server.storage.or_unavailable import or_unavailable
from rondel.server.storage.store import Database
from rondel.server.telemetry.failure_log import FailureLog

_logger = logging.getLogger(__name__)

PATIENCE: Final = 10.0
"""Seconds that a request waits for news of its search."""

BOT_AFTER: Final = 20.0
"""Seconds of waiting after which a bot is worth offering."""

LAPSES_AFTER: Final = 8.0
"""Seconds after the last request for a search until it ends."""

KEPT: Final = 60.0
"""Seconds for which a search that has found a table is remembered."""

EVERY: Final = 1.0
"""Seconds from one look at the pools to the next, while somebody searches."""

MOST: Final = 2_000
"""Searches at one time."""

MOST_SEATS: Final = 8
"""Players of one quick match."""


class _Pool(msgspec.Struct, frozen=True):
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


class _Search(msgspec.Struct):
    """The search of one person."""

    who: Principal
    name: str
    pool: _Pool
    waiting: Waiting
    seen: float
    """When the client asked last."""
    table: str = ""
    ended: bool = False
    """Whether it has ended without a table."""
    request: asyncio.Event | None = None
    """Wakes the request that waits for news of it, if there is one."""

    def wake(self) -> None:
        """Have the request that waits answered."""
        if self.request is not None:
            self.request.set()


class QuickMatch:
    """The searches of one node."""

    def __init__(self, arena: TableRegistry, database: Database, clock: Callable[[], float] = time.monotonic) -> None:
        self._arena = arena
        self._database = database
        self._clock = clock
        self._searches: dict[str, _Search] = {}
        """By the id of the principal."""
        self._seating = asyncio.Lock()
        """Held while somebody is seated, or a search begins or is cancelled."""
        self._task: asyncio.Task[None] | None = None

    async def seek(self, wanted: protocol.Seek, who: Principal, origin: str = "") -> protocol.Seeking:
        """Begin the search of a principal, instead of its last one. ``origin`` is its network. Refused as ``terms`` where the
        principal may not play such a game, as ``too_many`` where too many search, and where the rules begin no such game."""
        if who.kind == "bot":
            raise Refusal("terms", "quick match is for people: a bot account takes open seats from the lobby")
        if wanted.rated and who.kind != "account":
            raise Refusal("terms", "a rated game is between people with accounts: register or log in first, then try again")
        if not 2 <= wanted.seats <= MOST_SEATS:
            raise Refusal("seats", f"a quick match is for 2 to {MOST_SEATS} players, not {wanted.seats}")
        if len(self._searches) >= MOST and who.id not in self._searches:
            raise Refusal("too_many", "too many people search at this moment; try again soon", retry_after=10)
        await self._arena.check_offered(wanted.game, wanted.seats)
        rating, now = await self._rating(who, wanted.game), self._clock()
        pool = _Pool(wanted.game, wanted.pace, wanted.seats, wanted.rated)
        waiting = Waiting(who.id, rating, now, origin if wanted.rated else "")
        search = _Search(who, wanted.name, pool, waiting, now)
        async with self._seating:
            self._end(who.id)
            self._searches[who.id] = search
            await self._match(pool)
        if self._task is None:
            self._task = asyncio.create_task(self._go_on(), name="quick match")
        return self._shown(search)

    async def wait(self, who: Principal) -> protocol.Seeking:
        """The search of a principal: at once where it is over or there is none, and else when something changes, or after
        `PATIENCE` seconds."""
        search = self._searches.get(who.id)
        if search is None:
            return protocol.Seeking("none")
        search.seen = self._clock()
        search.wake()  # one request waits: more would only hold connections
        if not search.table:
            waited = self._clock() - search.waiting.since
            search.request = news = asyncio.Event()
            try:
                with suppress(TimeoutError):
                    async with asyncio.timeout(min(PATIENCE, BOT_AFTER - waited) if waited < BOT_AFTER else PATIENCE):
                        await news.wait()
            finally:
                search.seen = self._clock()
                if search.request is news:
                    search.request = None
        return self._shown(search)

    async def cancel(self, who: Principal) -> protocol.Seeking:
        """End the search of a principal. Where it has found a table, it is too late: the answer tells which."""
        async with self._seating:
            search = self._searches.get(who.id)
            if search is not None and not search.table:
                self._end(who.id)
        return protocol.Seeking("none") if search is None else self._shown(search)

    async def close(self) -> None:
        """End all searches."""
        if self._task is not None:
            self._task.cancel()
            await asyncio.wait({self._task})
        for each in list(self._searches):
            self._end(each)

    async def _go_on(self) -> None:
        """Look at the pools again and again: spans grow, and clients go."""
        failures = FailureLog(_logger, "nobody can be seated by quick match now")
        try:
            while self._searches:
                await asyncio.sleep(EVERY)
                async with self._seating:
                    self._let_go()
                for pool in {each.pool for each in self._searches.values() if not each.table}:
                    try:
                        async with self._seating:
                            await self._match(pool)
                    except Exception as error:  # noqa: BLE001 - it is logged, and the searches go on
                        failures.met(error)
                    else:
                        failures.passed()
        finally:
            self._task = None

    def _let_go(self) -> None:
        """End the searches whose clients have gone, and forget those that are over."""
        now = self._clock()
        for who, each in list(self._searches.items()):
            if each.request is None and now - each.seen > (KEPT if each.table else LAPSES_AFTER):
                self._end(who)

    def _end(self, who: str) -> None:
        if (search := self._searches.pop(who, None)) is not None:
            search.ended = not search.table
            search.wake()

    async def _match(self, pool: _Pool) -> None:
        """Seat those of a pool together who fit. The caller holds the lock, so that nobody is seated twice, or after they have
        cancelled."""
        while True:
            searching = [each for each in self._searches.values() if each.pool == pool and not each.table]
            found = matched([each.waiting for each in searching], pool.seats, self._clock())
            if not found:
                return
            group = [self._searches[each.who] for each in found]
            table = await self._arena.seat_together(pool.game, pool.terms, [(each.who, each.name) for each in group])
            for each in group:
                each.table = table
                each.wake()

    async def _rating(self, who: Principal, game: str) -> float:
        """The rating of a principal at a game, on the scale that people see."""
        if who.kind != "account":
            return Rating().points
        found = await or_unavailable(self._database.read(partial(rating_log.standings, principal=who.id)))
        return next((Rating(each.mean, each.deviation).points for each in found if each.game == game), Rating().points)

    def _shown(self, search: _Search) -> protocol.Seeking:
        pool, waited = search.pool, self._clock() - search.waiting.since
        if search.ended:
            return protocol.Seeking("none")
        others = len([1 for each in self._searches.values() if each.pool == pool and each is not search and not each.table])
        return protocol.Seeking(
            "found" if search.table else "searching",
            pool.game,
            pool.pace,
            pool.seats,
            pool.rated,
            pool.terms,
            round(1_000 * waited),
            span(waited),
            others,
            waited >= BOT_AFTER,
            search.table,
        )
