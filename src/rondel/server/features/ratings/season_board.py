"""The standings of seasons, page by page, and what an account has come to in them."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Final

from sqlalchemy import Connection

from rondel.server import protocol
from rondel.server.features.ratings import season_log
from rondel.server.features.ratings.rating_worker import RatingWorker
from rondel.server.features.ratings.season_dates import SeasonDates, season_at, season_named
from rondel.server.features.ratings.shown import rated
from rondel.server.protocol.paging import cursor, written
from rondel.server.protocol.refused import Refusal
from rondel.server.storage.or_unavailable import or_unavailable
from rondel.server.storage.store import Database
from rondel.server.telemetry.steady_time import wall_clock

MOST: Final = 50
"""Accounts on one page of the standings."""

RESULTS: Final = 12
"""Results of seasons in a profile."""


class SeasonBoard:
    """The public ratings of seasons in a database."""

    def __init__(self, database: Database, rater: RatingWorker, clock: Callable[[], int] = wall_clock) -> None:
        """``clock`` returns the time in milliseconds since 1970."""
        self._database = database
        self._rater = rater
        self._clock = clock

    async def seasons(self, game: str) -> list[protocol.Season]:
        """The seasons of a game, the newest first: the running one, and those in which rated games have ended."""
        await self._rater.caught_up()
        now = self._clock()
        stored = await or_unavailable(self._database.read(partial(season_log.names, game=game)))
        found = {name: dates for name in stored if (dates := season_named(name))}
        if running := season_at(self._rater.season_length, now):
            found[running.name] = running
        return [_shown(each, now) for each in sorted(found.values(), key=lambda each: (each.ends, each.starts), reverse=True)]

    async def standings(self, game: str, season: str, after: str) -> protocol.SeasonStandings:
        """The ratings at a game in a season, highest first. Refused as ``unknown_season``."""
        dates = season_named(season)
        if dates is None:
            raise Refusal("unknown_season", "a season has a name like 2026-Q4, 2026-11 or 2026")
        await self._rater.caught_up()
        key = cursor(after, int, float, str)
        query = partial(season_log.board, game=game, season=season, after=key, most=MOST + 1)
        found = await or_unavailable(self._database.read(query))
        page = found[:MOST]
        more = written(page[-1].settled, page[-1].shown, page[-1].principal) if len(found) > MOST else None
        return protocol.SeasonStandings(_shown(dates, self._clock()), tuple([rated(each) for each in page]), more)


def results(connection: Connection, principal: str, now: int) -> tuple[protocol.SeasonResult, ...]:
    """What an account has come to in the last seasons, the newest first."""
    found = season_log.results(connection, principal, RESULTS)
    shown = [
        protocol.SeasonResult(_shown(dates, now), each.place, each.people, rated(each.standing))
        for each in found
        if (dates := season_named(each.season))
    ]
    return tuple(sorted(shown, key=lambda each: (-each.season.ends, -each.season.starts, -each.rated.rounds)))


def _shown(dates: SeasonDates, now: int) -> protocol.Season:
    return protocol.Season(dates.name, dates.starts, dates.ends, dates.ends <= now)
