"""Leaderboards, page by page."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Final, TypeVar

from sqlalchemy import Connection

from rondel.server import protocol
from rondel.server.accounts import principal_repository
from rondel.server.catalog.games import title
from rondel.server.features.ratings import rating_log as ratings
from rondel.server.features.ratings.rating_log import Standing
from rondel.server.protocol.paging import cursor, written
from rondel.server.protocol.refused import unavailable
from rondel.server.storage.store import Database, Down

T = TypeVar("T")

MOST: Final = 50
"""People on one page of a leaderboard."""

MOST_ROUNDS: Final = 200
"""Rounds on one page of somebody's course."""


class Board:
    """The ratings in a database, as everybody may see them."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def leaders(self, game: str, after: str) -> protocol.Leaderboard:
        """Who is how strong at a game."""
        key = cursor(after, float, str)
        found = await self._asked(partial(ratings.board, game=game, after=key, most=MOST + 1))
        page = found[:MOST]
        more = written(page[-1].shown, page[-1].principal) if len(found) > MOST else None
        return protocol.Leaderboard(tuple([_shown(each) for each in page]), more)

    async def profile(self, name: str) -> protocol.Profile:
        """Somebody, and what they have come to."""
        entry = await self._asked(partial(principal_repository.account, name=name))
        found = await self._asked(partial(ratings.standings, principal=entry.id))
        return protocol.Profile(entry.name, entry.created_at, tuple([_shown(each) for each in found]))

    async def history(self, name: str, game: str, after: str) -> protocol.Courses:
        """How somebody came to their rating at a game."""
        entry, key = await self._asked(partial(principal_repository.account, name=name)), cursor(after, int, str, int)
        found = await self._asked(partial(ratings.history, principal=entry.id, game=game, after=key, most=MOST_ROUNDS + 1))
        page = found[:MOST_ROUNDS]
        last = page[-1] if len(found) > MOST_ROUNDS else None
        rounds = tuple([protocol.Course(each.at, each.rank, each.shown, each.mean, each.deviation) for each in page])
        return protocol.Courses(rounds, written(last.at, last.table, last.round) if last else None)

    async def _asked(self, query: Callable[[Connection], T]) -> T:
        try:
            return await self._database.read(query)
        except Down as error:
            raise unavailable() from error


def _shown(each: Standing) -> protocol.Rated:
    return protocol.Rated(each.name, each.game, title(each.game), each.shown, each.mean, each.deviation, each.rounds, each.won)
