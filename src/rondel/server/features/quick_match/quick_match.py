"""Quick match: makes a table for those who search for the same and fit together.

The searches are kept in memory, or in the database where several nodes share it; see ``searches``. Each node at which somebody
waits looks at all of them every second. What is found is stored: a table with a seat for each person.
"""

from __future__ import annotations

import asyncio
import logging
from contextlib import suppress
from functools import partial
from typing import Final

from rondel.rating import Rating
from rondel.server import protocol
from rondel.server.accounts import names
from rondel.server.accounts.principal import Principal
from rondel.server.features import reliability
from rondel.server.features.company import relations
from rondel.server.features.moderation import sanctions
from rondel.server.features.quick_match.pool import Waiting, matched, span
from rondel.server.features.quick_match.searches import Pool, Search, Searches
from rondel.server.features.ratings import rating_log
from rondel.server.live.table_registry import TableRegistry
from rondel.server.protocol.refused import Refusal
from rondel.server.storage.or_unavailable import or_unavailable
from rondel.server.storage.store import Database
from rondel.server.telemetry.failure_log import FailureLog

_logger = logging.getLogger(__name__)

PATIENCE: Final = 10.0
"""Seconds that a request waits for news of its search."""

BOT_AFTER: Final = 20.0
"""Seconds of waiting after which a bot is worth offering."""

EVERY: Final = 1.0
"""Seconds from one look at the searches to the next, while somebody searches."""

MOST: Final = 2_000
"""Searches at one time."""

MOST_SEATS: Final = 8
"""Players of one quick match."""


class QuickMatch:
    """Quick match at one node."""

    def __init__(self, arena: TableRegistry, database: Database, searches: Searches) -> None:
        self._arena = arena
        self._database = database
        self._searches = searches
        self._here: set[str] = set()
        """The principals whose clients have asked here for their searches."""
        self._asked: set[str] = set()
        """Those whose clients have asked since the last look at the searches."""
        self._requests: dict[str, asyncio.Event] = {}
        """Wakes the request of each principal that waits here for news."""
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
        if not 0 <= wanted.reliability <= 100:
            raise Refusal("terms", f"the share of games that is asked for is 0 to 100 percent, not {wanted.reliability}")
        await self._arena.check_offered(wanted.game, wanted.seats)
        pool = Pool(wanted.game, wanted.pace, wanted.seats, wanted.rated)
        name = who.shown(names.clean(wanted.name))
        rating = await self._rating(who, wanted.game)
        done = await or_unavailable(self._database.read(partial(reliability.counted, who=who)))
        origin = origin if wanted.rated else ""
        search = Search(who.id, name, who.badge(name), pool, rating, origin, least=wanted.reliability, reliable=done)
        if not await or_unavailable(self._searches.begin(search, MOST)):
            raise Refusal("too_many", "too many people search at this moment; try again soon", retry_after=10)
        self._wake(who.id)  # a request for the last search
        self._note(who.id)
        await self._match([each for each in await or_unavailable(self._look()) if each.pool == pool])
        return await self._shown(who)

    async def wait(self, who: Principal) -> protocol.Seeking:
        """The search of a principal: at once where it is over or there is none, and else when something changes, or after
        `PATIENCE` seconds."""
        search = await or_unavailable(self._searches.find(who.id))
        if search is not None:
            self._note(who.id)
            self._wake(who.id)  # one request waits: more would only hold connections
            if not search.table:
                self._requests[who.id] = news = asyncio.Event()
                left = BOT_AFTER - search.waited
                try:
                    with suppress(TimeoutError):
                        async with asyncio.timeout(min(PATIENCE, left) if left > 0 else PATIENCE):
                            await news.wait()
                finally:
                    if self._requests.get(who.id) is news:
                        del self._requests[who.id]
        return await self._shown(who)

    async def cancel(self, who: Principal) -> protocol.Seeking:
        """End the search of a principal. Where it has found a table, it is too late: the answer tells which."""
        await or_unavailable(self._searches.end(who.id))
        self._wake(who.id)
        return await self._shown(who)

    async def sweep(self) -> None:
        """End the searches for which nobody asks any more, at whatever node they began. Raises `Down`."""
        await self._look()

    async def close(self) -> None:
        """Answer the requests that wait, and stop."""
        if self._task is not None:
            self._task.cancel()
            await asyncio.wait({self._task})
        await self._searches.close()
        for each in list(self._requests):
            self._wake(each)

    async def _look(self) -> list[Search]:
        """All searches; see `Searches.look`."""
        asked, self._asked = self._asked, set()
        try:
            return await self._searches.look(asked | self._requests.keys())
        except BaseException:
            self._asked |= asked
            raise

    def _note(self, who: str) -> None:
        """Note that the client of a principal asks here."""
        self._here.add(who)
        self._asked.add(who)
        if self._task is None:
            self._task = asyncio.create_task(self._go_on(), name="quick match")

    def _wake(self, who: str) -> None:
        """Have the request that waits answered, if there is one."""
        if (request := self._requests.get(who)) is not None:
            request.set()

    async def _go_on(self) -> None:
        """Look at the searches again and again: spans grow, clients go, and other nodes seat people."""
        failures = FailureLog(_logger, "nobody can be seated by quick match now")
        try:
            while self._here:
                await asyncio.sleep(EVERY)
                try:
                    searches = await self._look()
                    searching = {each.who for each in searches if not each.table}
                    self._here &= {each.who for each in searches}
                    for who in self._requests.keys() - searching:
                        self._wake(who)
                    await self._match(searches)
                except Exception as error:  # noqa: BLE001 - it is logged, and the searches go on
                    failures.met(error)
                else:
                    failures.passed()
        finally:
            self._task = None

    async def _match(self, searches: list[Search]) -> None:
        """Seat those of these searches together who fit. The searches of those who have been suspended end."""
        searches = await self._admitted(searches)
        failed: Refusal | None = None
        for pool in {each.pool: None for each in searches if not each.table}:
            waiting = {each.who: each for each in searches if each.pool == pool and not each.table}
            if len(waiting) < pool.seats:
                continue
            apart = await or_unavailable(self._database.read(partial(relations.apart, people=list(waiting))))
            while found := matched([_waiting(each) for each in waiting.values()], pool.seats, 0.0, apart):
                group = [waiting.pop(each.who) for each in found]  # where another node was first, the rest is looked at again
                seat = partial(self._searches.seat, group)
                try:
                    await or_unavailable(self._arena.seat_together(pool.game, pool.terms, [each.seat for each in group], seat))
                except Refusal as refusal:
                    failed = refusal
                    break
                for each in group:
                    self._wake(each.who)
        if failed is not None:
            raise failed

    async def _admitted(self, searches: list[Search]) -> list[Search]:
        """These searches, without those of people whom moderators have suspended meanwhile: they end."""
        people = [each.who for each in searches if not each.table]
        query = partial(sanctions.suspended, people=people, at=self._arena.heartbeat.now())
        gone = await or_unavailable(self._database.read(query)) if people else set()
        for who in gone:
            await or_unavailable(self._searches.end(who))
            self._wake(who)
        return [each for each in searches if each.who not in gone]

    async def _rating(self, who: Principal, game: str) -> float:
        """The rating of a principal at a game, on the scale that people see."""
        if who.kind != "account":
            return Rating().points
        found = await or_unavailable(self._database.read(partial(rating_log.standings, principal=who.id)))
        return next((Rating(each.mean, each.deviation).points for each in found if each.game == game), Rating().points)

    async def _shown(self, who: Principal) -> protocol.Seeking:
        found = await or_unavailable(self._searches.find(who.id))
        if found is None:
            return protocol.Seeking("none")
        pool = found.pool
        return protocol.Seeking(
            "found" if found.table else "searching",
            pool.game,
            pool.pace,
            pool.seats,
            pool.rated,
            pool.terms,
            round(1_000 * found.waited),
            span(found.waited),
            found.others,
            found.waited >= BOT_AFTER,
            found.table,
            found.least,
        )


def _waiting(search: Search) -> Waiting:
    return Waiting(search.who, search.rating, -search.waited, search.origin, search.least, search.reliable)
