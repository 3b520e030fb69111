"""The stored ratings: one row for each seat of each rated round; the latest row of each account is marked.

A round is settled once, in one transaction that locks, rates and marks its seats in ``results``. Where another node was first,
nothing is left to settle. Queries in SQLAlchemy Core, for every kind of database.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping, Sequence
from typing import Any, TypeVar

import msgspec
from sqlalchemy import Connection, Row, and_, insert, select, text, tuple_, update

from rondel.rating import algorithm
from rondel.server.features.ratings.round_rating import Before, after_round, before_round
from rondel.server.storage import row_decoder, schema
from rondel.server.storage.round_index import ranked, speakers

_ratings, _results, _seats = schema.ratings.c, schema.results.c, schema.seats.c
_tables, _answers, _principals = schema.tables.c, schema.answers.c, schema.principals.c

# In the words of the partial indexes: a database uses one only where the query says the same.
_DUE = text("results.rated AND NOT results.settled")
_LATEST = text("ratings.latest AND ratings.principal <> ''")

R = TypeVar("R", bound="Standing | Change")

Parties = Callable[[str, Sequence[str]], Sequence[Sequence[str]]]
"""Returns the parties that win and lose together at a game, of those roles; none where the game is not rated."""


class Standing(msgspec.Struct, frozen=True):
    """The rating of an account at one game."""

    principal: str
    name: str
    game: str
    mean: float
    deviation: float
    shown: float
    settled: int
    rounds: int
    won: int
    drawn: int


class _Due(msgspec.Struct, frozen=True):
    """A round to be settled."""

    table: str
    round: int
    at: int


class Change(msgspec.Struct, frozen=True):
    """The rating of an account after one rated round."""

    table: str
    round: int
    role: str
    at: int
    rank: int
    mean: float
    deviation: float
    shown: float


def due(connection: Connection, most: int) -> list[tuple[str, int]]:
    """The ended rounds still to be settled, by table and number, earliest first."""
    query = (
        select(_results.table_id, _results.round, _results.at)
        .where(_DUE)
        .distinct()
        .order_by(_results.at, _results.table_id, _results.round)
    )
    found = row_decoder.first(
        connection, query, most, lambda row: row_decoder.decoded(_Due, row, f"the result of table {row[0]!r}")
    )
    return [(each.table, each.round) for each in found]


def settle(connection: Connection, table: str, number: int, parties: Parties) -> bool:
    """Settle a round; returns whether it was rated. Only rounds with ranks between different accounts are rated."""
    wanted = select(schema.results).where(_results.table_id == table, _results.round == number, _DUE)
    seats = connection.execute(wanted.order_by(_results.role).with_for_update()).all()
    if not seats:
        return False
    rated = _rated(connection, table, seats, parties)
    here = and_(_results.table_id == table, _results.round == number)
    connection.execute(update(schema.results).where(here).values(settled=True))
    if rated:
        connection.execute(
            update(schema.ratings)
            .where(tuple_(_ratings.principal, _ratings.game).in_([(row["principal"], row["game"]) for row in rated]), _LATEST)
            .values(latest=False)
        )
        connection.execute(insert(schema.ratings), rated)
    return bool(rated)


def board(connection: Connection, game: str, after: tuple[int, float, str] | None, most: int) -> list[Standing]:
    """The ratings at a game, highest first and provisional ones last, after that key of a `Standing`: whether it is settled,
    the shown rating and the principal."""
    key = (_ratings.settled, _ratings.shown, _ratings.principal)
    query = _standings().where(_ratings.game == game).order_by(*[each.desc() for each in key])
    if after is not None:
        query = query.where(tuple_(*key) < after)
    return row_decoder.first(connection, query, most, _standing)


def standings(connection: Connection, principal: str) -> list[Standing]:
    """The ratings of a principal at each game."""
    query = _standings().where(_ratings.principal == principal).order_by(_ratings.game)
    return row_decoder.sound(connection.execute(query), _standing)


def history(connection: Connection, principal: str, game: str, after: tuple[int, str, int] | None, most: int) -> list[Change]:
    """The ratings of a principal after each round of a game, newest first, after that time, table and round."""
    columns = [_ratings[name] for name in ("table_id", *Change.__struct_fields__[1:])]
    query = (
        select(*columns)
        .where(_ratings.principal == principal, _ratings.game == game)
        .order_by(_ratings.at.desc(), _ratings.table_id.desc(), _ratings.round.desc())
    )
    if after is not None:
        query = query.where(tuple_(_ratings.at, _ratings.table_id, _ratings.round) < after)
    return row_decoder.first(connection, query, most, _change)


def _standing(row: Sequence[Any]) -> Standing:
    return finite(row_decoder.decoded(Standing, row, f"the latest rating of the principal {row[0]!r} at {row[2]!r}"))


def _change(row: Sequence[Any]) -> Change:
    return finite(row_decoder.decoded(Change, row, f"the rating of table {row[0]!r}, round {row[1]!r}, {row[2]!r}"))


def finite(rated: R) -> R:
    """Return the rating if its numbers are finite, since JSON has no others. Raises `Damaged`."""
    if not all(map(math.isfinite, (rated.mean, rated.deviation, rated.shown))):
        raise row_decoder.Damaged(f"a rating is not a finite number: {rated}")
    return rated


def _standings() -> Any:
    columns = [_ratings[name] for name in Standing.__struct_fields__[2:]]
    joined = schema.ratings.join(schema.principals, _principals.id == _ratings.principal)
    return select(_ratings.principal, _principals.name, *columns).select_from(joined).where(_LATEST)


def _rated(connection: Connection, table: str, seats: Sequence[Row[Any]], parties: Parties) -> list[dict[str, Any]]:
    """The new rows of a round; none where it may not be rated."""
    one = seats[0]
    game = connection.scalar(select(_tables.game).where(_tables.id == table))
    result = connection.scalar(select(_answers.result).where(_answers.table_id == table, _answers.seq == one.seq))
    with row_decoder.decoding(table):
        ranks: Mapping[str, int] = ranked(result)
    roles = set(connection.scalars(select(_seats.role).where(_seats.table_id == table)))
    holders = {seat.role: seat.holder for seat in seats}
    if len(roles) < 2 or set(holders) != roles or len(set(holders.values())) < len(roles) or not roles <= set(ranks):
        return []
    if not {role for role in roles if ranks[role] > 1} <= speakers(connection, table, one.round, one.seq):
        return []
    accounts = select(_principals.id).where(_principals.id.in_(list(holders.values())), _principals.kind == "account")
    together = parties(str(game), sorted(roles))
    if len(list(connection.scalars(accounts))) < len(roles) or len(together) < 2:
        return []
    latest_rows = select(schema.ratings).where(_ratings.principal.in_(list(holders.values())), _ratings.game == game, _LATEST)
    stored = {
        row.principal: before_round(row, f"the latest rating of {row.principal!r} at {game}")
        for row in connection.execute(latest_rows.with_for_update())
    }
    before = {role: stored.get(who, Before()) for role, who in holders.items()}
    return [
        {
            "table_id": table,
            "round": one.round,
            "role": role,
            "principal": holders[role],
            "game": game,
            "at": one.at,
            "rank": ranks[role],
            **msgspec.structs.asdict(after),
            "latest": True,
            "algorithm": algorithm(),
        }
        for role, after in after_round(together, ranks, before).items()
    ]
