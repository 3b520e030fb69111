"""Leaderboards and rating histories, page by page. Rounds that have just ended are counted."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Callable
from functools import partial
from typing import Final

from sqlalchemy import Connection

from rondel.rating import Rating
from rondel.server import protocol
from rondel.server.accounts import principal_repository
from rondel.server.catalog.games import title
from rondel.server.features.ratings import rating_log
from rondel.server.features.ratings.rating_log import Change
from rondel.server.features.ratings.rating_worker import RatingWorker
from rondel.server.features.ratings.season_board import results
from rondel.server.features.ratings.shown import rated
from rondel.server.features.reliability import reliability
from rondel.server.features.vacations.vacation_log import ends_at
from rondel.server.lobby import queries as lobby_queries
from rondel.server.protocol.paging import cursor, written
from rondel.server.storage.or_unavailable import or_unavailable
from rondel.server.storage.store import Database
from rondel.server.telemetry.steady_time import wall_clock

MOST: Final = 50
"""Accounts on one page of a leaderboard."""

FORM: Final = 10
"""Games of the form in a profile."""

RECORD: Final = 500
"""Unrated games that a profile counts."""

MOST_ROUNDS: Final = 200
"""Rounds on one page of a rating history."""


class Board:
    """The public ratings in a database."""

    def __init__(self, database: Database, rater: RatingWorker, clock: Callable[[], int] = wall_clock) -> None:
        """``clock`` returns the time in milliseconds since 1970."""
        self._database = database
        self._clock = clock
        self._rater = rater

    async def leaders(self, game: str, after: str) -> protocol.Leaderboard:
        """The ratings at a game, highest first."""
        await self._rater.caught_up()
        key = cursor(after, int, float, str)
        found = await or_unavailable(self._database.read(partial(rating_log.board, game=game, after=key, most=MOST + 1)))
        page = found[:MOST]
        more = written(page[-1].settled, page[-1].shown, page[-1].principal) if len(found) > MOST else None
        return protocol.Leaderboard(tuple([rated(each) for each in page]), more)

    async def profile(self, name: str) -> protocol.Profile:
        """An account and its ratings."""
        await self._rater.caught_up()
        entry = await or_unavailable(self._database.read(partial(principal_repository.account, name=name)))
        found = await or_unavailable(self._database.read(partial(rating_log.standings, principal=entry.id)))
        form = await or_unavailable(self._database.read(partial(_form, holder=entry.id)))
        unrated = await or_unavailable(self._database.read(partial(_unrated, holder=entry.id)))
        reliable = await or_unavailable(self._database.read(partial(reliability, who=entry.id)))
        away = await or_unavailable(self._database.read(partial(ends_at, principal=entry.id, now=self._clock())))
        seasons = await or_unavailable(self._database.read(partial(results, principal=entry.id, now=self._clock())))
        ratings = tuple([rated(each) for each in found])
        return protocol.Profile(entry.name, entry.created_at, ratings, unrated, form, reliable, away, seasons)

    async def history(self, name: str, game: str, after: str) -> protocol.RatedRounds:
        """The rating of an account at a game after each rated round, newest first."""
        await self._rater.caught_up()
        entry = await or_unavailable(self._database.read(partial(principal_repository.account, name=name)))
        key = cursor(after, int, str, int)
        query = partial(rating_log.history, principal=entry.id, game=game, after=key, most=MOST_ROUNDS + 1)
        found = await or_unavailable(self._database.read(query))
        page = found[:MOST_ROUNDS]
        last = page[-1] if len(found) > MOST_ROUNDS else None
        rounds = tuple([_round(each) for each in page])
        return protocol.RatedRounds(rounds, written(last.at, last.table, last.round) if last else None)


def _round(each: Change) -> protocol.RatedRound:
    rating = Rating(each.mean, each.deviation)
    return protocol.RatedRound(each.at, each.rank, rating.points, rating.spread, rating.is_provisional)


def _form(connection: Connection, holder: str) -> tuple[protocol.FormGame, ...]:
    """The last public games of an account, the newest first."""
    found = lobby_queries.ended(connection, holder, None, FORM, seen=True)
    return tuple(
        [protocol.FormGame(each.table, each.round, title(each.game), each.at, _outcome(each), each.rated) for each in found]
    )


def _unrated(connection: Connection, holder: str) -> tuple[protocol.UnratedRecord, ...]:
    """The public games of an account with others at unrated tables, by game."""
    played: defaultdict[str, Counter[protocol.FormOutcome]] = defaultdict(Counter)
    for each in lobby_queries.ended(connection, holder, None, RECORD, seen=True, unrated=True):
        played[each.game][_outcome(each)] += 1
    records = [
        protocol.UnratedRecord(game, title(game), of["won"], of["drawn"], of["lost"]) for game, of in sorted(played.items())
    ]
    return tuple(sorted(records, key=lambda each: each.won + each.drawn + each.lost, reverse=True))


def _outcome(played: lobby_queries.Round) -> protocol.FormOutcome:
    places = list(played.ranks.values())
    mine = played.ranks.get(played.role)
    if mine is None:
        return "none"
    if mine == 1:
        return "drawn" if len(places) > 1 and set(places) == {1} else "won"
    return "lost"
