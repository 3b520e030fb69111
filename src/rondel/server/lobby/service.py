"""The lobby: public tables, one's own tables and finished rounds, page by page."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from functools import partial
from typing import Final, get_args

from sqlalchemy import Connection

from rondel.errors import quoted
from rondel.server import protocol
from rondel.server.accounts import principal_repository
from rondel.server.accounts.principal import Principal
from rondel.server.catalog.games import bot_label, title
from rondel.server.lobby import queries
from rondel.server.lobby.queries import Found, TableFilter
from rondel.server.protocol.paging import cursor, written
from rondel.server.protocol.refused import Refusal
from rondel.server.storage.or_unavailable import or_unavailable
from rondel.server.storage.store import Database
from rondel.server.table.entries import Pace, SeatEntry
from rondel.server.table.seats import seats_shown

MOST: Final = 50
"""Tables on one page."""

MOST_MINE: Final = 100
"""One's own tables on one page: for most people that is all of them, so that the longest waiting come first."""


class Lobby:
    """The lobby of the tables in a database."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def public(self, wanted: TableFilter, after: str) -> protocol.Listing:
        """The public tables that are not over, newest first."""
        if wanted.pace and wanted.pace not in get_args(Pace):
            raise Refusal("malformed", f"'pace' cannot be {quoted(wanted.pace)}; it is one of {', '.join(get_args(Pace))}")
        key = cursor(after, int, str)
        found = await or_unavailable(self._database.read(lambda connection: queries.public(connection, wanted, key, MOST + 1)))
        page = found[:MOST]
        more = written(page[-1].created_at, page[-1].id) if len(found) > MOST else None
        return protocol.Listing(self.listed(page), more)

    async def of_ids(self, ids: Sequence[str]) -> tuple[protocol.Listed, ...]:
        """Those of these tables that the lobby lists."""
        return self.listed(await or_unavailable(self._database.read(lambda connection: queries.of_ids(connection, ids))))

    async def holders_at(self, tables: Sequence[str], among: Collection[str]) -> set[str]:
        """Those of these principals that have a seat at one of the tables."""
        query = partial(queries.holders_at, tables=tables, among=[each for each in among if each])
        return await or_unavailable(self._database.read(query))

    async def mine(self, who: Principal, after: str) -> protocol.Mines:
        """The tables of a principal that are not over, those that wait for it first."""
        key = cursor(after, int, str)
        if not who.id:
            return protocol.Mines((), None)
        since = "" if key is None else key[1]
        query = partial(queries.running, holder=who.id, after=since, most=MOST_MINE + 1)
        found = await or_unavailable(self._database.read(query))
        page = found[:MOST_MINE]
        mines = [self._mine(each, who.id) for each in page]
        mines.sort(key=lambda mine: (not mine.turn, mine.table.at if mine.turn else -mine.table.at))
        more = written(page[-1].created_at, page[-1].id) if len(found) > MOST_MINE else None
        return protocol.Mines(tuple(mines), more)

    async def finished(self, who: Principal, after: str) -> protocol.Finishes:
        """The ended rounds of a principal, newest first."""
        key = cursor(after, int, str, int)
        if not who.id:
            return protocol.Finishes((), None)
        return await self._finishes(partial(queries.ended, holder=who.id, after=key, most=MOST + 1))

    async def finished_by(self, name: str, after: str) -> protocol.Finishes:
        """The public ended rounds of an account, newest first. Refused as ``unknown_person``."""
        key = cursor(after, int, str, int)
        entry = await or_unavailable(self._database.read(partial(principal_repository.account, name=name)))
        return await self._finishes(partial(queries.ended, holder=entry.id, after=key, most=MOST + 1, seen=True))

    async def _finishes(self, query: Callable[[Connection], list[queries.Round]]) -> protocol.Finishes:
        found = await or_unavailable(self._database.read(query))
        seats = await or_unavailable(self._database.read(lambda connection: queries.sat(connection, found)))
        if len(found) <= MOST:
            return protocol.Finishes(self._finished(found, seats), None)
        # A principal may have had several seats in one round: a round that does not fit whole is on the next page.
        page = [each for each in found if (each.table, each.round) != (found[MOST].table, found[MOST].round)]
        last = page[-1]
        return protocol.Finishes(self._finished(page, seats), written(last.at, last.table, last.round))

    def listed(self, found: Sequence[Found]) -> tuple[protocol.Listed, ...]:
        """The public data of the tables."""
        return tuple([self._listed(each) for each in found])

    def _listed(self, found: Found) -> protocol.Listed:
        return protocol.Listed(
            found.id,
            found.game,
            title(found.game),
            seats_shown(found.seats, (), bot_label),
            found.terms,
            found.created_at,
            found.round,
            found.seq,
            found.active,
            found.at,
        )

    def _mine(self, found: Found, holder: str) -> protocol.Mine:
        roles = tuple([seat.role for seat in found.seats if seat.holder == holder])
        return protocol.Mine(self._listed(found), roles, not set(roles).isdisjoint(found.active))

    def _finished(
        self, page: Sequence[queries.Round], seats: Mapping[tuple[str, int], Sequence[SeatEntry]]
    ) -> tuple[protocol.Finished, ...]:
        """One entry for each round, with all own seats of it."""
        by_round: dict[tuple[str, int], list[queries.Round]] = {}
        for each in [one for one in page if (one.table, one.round) in seats]:  # else its table is damaged
            by_round.setdefault((each.table, each.round), []).append(each)
        return tuple([self._one_finished(each, seats_shown(seats[key], (), bot_label)) for key, each in by_round.items()])

    def _one_finished(self, played: Sequence[queries.Round], seats: tuple[protocol.Seat, ...]) -> protocol.Finished:
        one = played[0]
        roles = tuple([each.role for each in reversed(played)])
        return protocol.Finished(
            one.table, one.game, title(one.game), one.round, one.seq, one.at, roles, one.ranks, one.rated, seats
        )
