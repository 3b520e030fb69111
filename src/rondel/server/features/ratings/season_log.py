"""The stored ratings of seasons: one row for each account, game and season, counted from the rows of ``ratings``.

A round is counted once, in one transaction that names the season in its ratings. It belongs to the season in which it ended,
however late it is counted. In a season everybody begins anew. Queries in SQLAlchemy Core, for every kind of database.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, Final

import msgspec
from sqlalchemy import Connection, and_, func, insert, select, text, tuple_, update

from rondel.server.features.ratings.rating_log import Parties, Standing, finite
from rondel.server.features.ratings.round_rating import Before, after_round, before_round
from rondel.server.features.ratings.season_dates import SeasonDates
from rondel.server.storage import row_decoder, schema

_ratings, _seasons, _principals = schema.ratings.c, schema.season_ratings.c, schema.principals.c

# In the words of the partial index: a database uses it only where the query says the same.
_UNCOUNTED: Final = text("ratings.season IS NULL")

MOST_SEASONS: Final = 40
"""Seasons of a game that are listed."""


class Place(msgspec.Struct, frozen=True):
    """The rating of an account in a season, and its place among all of that season."""

    season: str
    place: int
    people: int
    standing: Standing


class _Round(msgspec.Struct, frozen=True):
    """A rated round to be counted."""

    table: str
    round: int
    at: int


class _Seat(msgspec.Struct, frozen=True):
    """A seat of such a round; the principal is empty where the account has been deleted."""

    role: str
    principal: str
    game: str
    at: int
    rank: int


def uncounted(connection: Connection, most: int) -> list[tuple[str, int]]:
    """The rated rounds still to be counted, by table and number, earliest first."""
    query = (
        select(_ratings.table_id, _ratings.round, _ratings.at)
        .where(_UNCOUNTED)
        .distinct()
        .order_by(_ratings.at, _ratings.table_id, _ratings.round)
    )
    found = row_decoder.first(
        connection, query, most, lambda row: row_decoder.decoded(_Round, row, f"a rating of table {row[0]!r}")
    )
    return [(each.table, each.round) for each in found]


def count(
    connection: Connection, table: str, number: int, parties: Parties, season_of: Callable[[int], SeasonDates | None]
) -> bool:
    """Count a rated round in the season of its end; returns whether it was still to be counted."""
    here = and_(_ratings.table_id == table, _ratings.round == number, _UNCOUNTED)
    columns = [_ratings[name] for name in _Seat.__struct_fields__]
    rows = connection.execute(select(*columns).where(here).order_by(_ratings.role).with_for_update()).all()
    if not rows:
        return False
    seats = [row_decoder.decoded(_Seat, row, f"the rating of table {table!r}, round {number}, {row[0]!r}") for row in rows]
    dates = season_of(seats[0].at)
    season = "" if dates is None else dates.name
    together = parties(seats[0].game, [seat.role for seat in seats])
    if season and together:
        _rate(connection, season, seats, together)
    connection.execute(update(schema.ratings).where(here).values(season=season))
    return True


def names(connection: Connection, game: str) -> list[str]:
    """The names of the last seasons in which somebody has played a rated game, from Z to A."""
    query = select(_seasons.season).where(_seasons.game == game).order_by(_seasons.season.desc()).limit(1)
    found: list[str] = []
    while len(found) < MOST_SEASONS:  # one seek in the index for each
        last = connection.scalar(query.where(_seasons.season < found[-1]) if found else query)
        if last is None:
            break
        found.append(str(last))
    return found


def board(connection: Connection, game: str, season: str, after: tuple[int, float, str] | None, most: int) -> list[Standing]:
    """The ratings at a game in a season, in the order and with the keys of `rating_log.board`."""
    query = _standings().where(_seasons.game == game, _seasons.season == season).order_by(*[each.desc() for each in _key()])
    if after is not None:
        query = query.where(tuple_(*_key()) < after)
    return row_decoder.first(connection, query, most, _standing)


def results(connection: Connection, principal: str, most: int) -> list[Place]:
    """What an account has come to in the last seasons, at each game, from Z to A by their names."""
    mine = _standings().add_columns(_seasons.season).where(_seasons.principal == principal)
    found = row_decoder.first(
        connection,
        mine.order_by(_seasons.season.desc(), _seasons.game),
        most,
        lambda row: (str(row[-1]), _standing(row[:-1])),
    )
    return [Place(season, *_place(connection, season, standing), standing) for season, standing in found]


def _place(connection: Connection, season: str, of: Standing) -> tuple[int, int]:
    """The place of an account in a season, and how many have one."""
    here = select(func.count()).where(_seasons.game == of.game, _seasons.season == season)
    above = connection.scalar(here.where(tuple_(*_key()) > (of.settled, of.shown, of.principal)))
    return int(above or 0) + 1, int(connection.scalar(here) or 0)


def _key() -> Sequence[Any]:
    return (_seasons.settled, _seasons.shown, _seasons.principal)


def _standings() -> Any:
    columns = [_seasons[name] for name in Standing.__struct_fields__[2:]]
    joined = schema.season_ratings.join(schema.principals, _principals.id == _seasons.principal)
    return select(_seasons.principal, _principals.name, *columns).select_from(joined)


def _standing(row: Sequence[Any]) -> Standing:
    return finite(row_decoder.decoded(Standing, row, f"the rating of the principal {row[0]!r} at {row[2]!r} in a season"))


def _rate(connection: Connection, season: str, seats: Sequence[_Seat], together: Sequence[Sequence[str]]) -> None:
    """Store the season's ratings after a round. Who has been deleted counts as somebody new, and is not stored."""
    game = seats[0].game
    holders = {seat.role: seat.principal for seat in seats}
    ranks: Mapping[str, int] = {seat.role: seat.rank for seat in seats}
    here = and_(_seasons.season == season, _seasons.game == game)
    stored = {
        row.principal: before_round(row, f"the rating of {row.principal!r} in {season}")
        for row in connection.execute(
            select(schema.season_ratings)
            .where(here, _seasons.principal.in_(list(holders.values())))
            .order_by(_seasons.principal)
            .with_for_update()
        )
    }
    before = {role: stored.get(who, Before()) for role, who in holders.items()}
    for role, after in after_round(together, ranks, before).items():
        who = holders[role]
        if not who:
            continue
        now = msgspec.structs.asdict(after)
        if who in stored:
            connection.execute(update(schema.season_ratings).where(here, _seasons.principal == who).values(**now))
        else:
            connection.execute(insert(schema.season_ratings).values(season=season, game=game, principal=who, **now))
