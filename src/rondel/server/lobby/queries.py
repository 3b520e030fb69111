"""Queries of the lobby: tables found in the store, page by page.

Queries in SQLAlchemy Core, for every kind of database. Each reads little more than it returns, however many tables there are:
pages are keyset pages, and whose turn it is comes from the last row of a table's log.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Mapping, Sequence
from typing import Any

import msgspec
from sqlalchemy import ColumnElement, Connection, Row, Select, and_, exists, func, select, text, tuple_

from rondel.server.protocol import Terms
from rondel.server.storage import row_decoder, schema
from rondel.server.storage.round_index import ranked
from rondel.server.storage.row_decoder import Damaged
from rondel.server.table.entries import SeatEntry, rotated

_tables, _seats, _answers, _results = schema.tables.c, schema.seats.c, schema.answers.c, schema.results.c


class Found(msgspec.Struct, frozen=True):
    """One table that was found."""

    id: str
    game: str
    created_at: int
    terms: Terms
    seats: tuple[SeatEntry, ...]
    round: int
    seq: int
    active: tuple[str, ...]
    at: int


class TableFilter(msgspec.Struct, frozen=True):
    """A filter of the lobby's tables; None or empty matches all."""

    game: str = ""
    open: bool | None = None
    """Whether the table has a free seat."""
    pace: str = ""
    """The kind of clock: ``live``, ``days`` or ``none``."""
    watchable: bool | None = None
    rated: bool | None = None


class Round(msgspec.Struct, frozen=True):
    """One seat of a principal in an ended round."""

    table: str
    game: str
    round: int
    seq: int
    at: int
    role: str
    rated: bool
    ranks: dict[str, int]


# The text of the partial indexes: a database uses such an index only where the query has the same text.
_SHOWN = text("tables.public AND tables.ended_at IS NULL")
_RUNNING = text("seats.holder <> '' AND NOT seats.over")


_last = schema.answers.alias("last")
_newest = select(func.max(_answers.seq)).where(_answers.table_id == _tables.id).correlate(schema.tables).scalar_subquery()
_LISTED: Select[Any] = select(
    _tables.id,
    _tables.game,
    _tables.created_at,
    _tables.terms,
    _tables.active,
    _last.c.seq.label("last_seq"),
    _last.c.round.label("last_round"),
    _last.c.active.label("last_active"),
    _last.c.at.label("last_at"),
).select_from(schema.tables.outerjoin(_last, and_(_last.c.table_id == _tables.id, _last.c.seq == _newest)))
"""Tables, each with its last answer, if there is one."""


def public(connection: Connection, wanted: TableFilter, after: tuple[int, str] | None, most: int) -> list[Found]:
    """The public tables that are not over, newest first, after the one of that time and id."""
    # First by the index alone, which holds every column of the filter: rows that do not match are never fetched.
    query = select(_tables.id).where(_SHOWN).order_by(_tables.created_at.desc(), _tables.id.desc())
    if after is not None:
        query = query.where(tuple_(_tables.created_at, _tables.id) < after)
    if wanted.game:
        query = query.where(_tables.game == wanted.game)
    if wanted.open is not None:
        query = query.where(_tables.free > 0 if wanted.open else _tables.free == 0)
    if wanted.pace:
        query = query.where(_tables.pace == wanted.pace)
    if wanted.watchable is not None:
        query = query.where(_tables.watchable.is_(wanted.watchable))
    if wanted.rated is not None:
        query = query.where(_tables.rated.is_(wanted.rated))
    return _enough(connection, query, most, of_ids)


def of_ids(connection: Connection, ids: Sequence[str]) -> list[Found]:
    """Those of the tables that are public and not over, newest first."""
    listed = _LISTED.where(_SHOWN, _tables.id.in_(ids)).order_by(_tables.created_at.desc(), _tables.id.desc())
    return _found(connection, connection.execute(listed).all()) if ids else []


def running(connection: Connection, holder: str, after: str, most: int) -> list[Found]:
    """The tables that are not over at which a principal has a seat, by id, after that one."""
    mine = (
        select(_seats.table_id)
        .where(_seats.holder == holder, _RUNNING, _seats.table_id > after)
        .distinct()
        .order_by(_seats.table_id)
    )

    def of_ids(connection: Connection, ids: Sequence[str]) -> list[Found]:
        return _found(connection, connection.execute(_LISTED.where(_tables.id.in_(ids)).order_by(_tables.id)).all())

    return _enough(connection, mine, most, of_ids)


def _enough(
    connection: Connection, query: Select[Any], most: int, look: Callable[[Connection, Sequence[str]], list[Found]]
) -> list[Found]:
    """The first so many of the tables whose ids the query finds and whose rows decode, see `row_decoder.first`."""
    limit = most
    while True:
        ids = list(connection.scalars(query.limit(limit)))
        found = look(connection, ids)
        if len(found) >= most or len(ids) < limit:
            return found[:most]
        limit *= 2


def ended(
    connection: Connection,
    holder: str,
    after: tuple[int, str, int] | None,
    most: int,
    *,
    seen: bool = False,
    unrated: bool = False,
) -> list[Round]:
    """The seats of a principal in ended rounds, newest first, after that time, table and round. With ``seen`` only the public
    ones: at public tables that allow spectators, and under the name of the account. With ``unrated`` only those with others at
    unrated tables."""
    key = tuple_(_results.at, _results.table_id, _results.round)
    query = (
        select(
            _results.table_id,
            _tables.game,
            _results.round,
            _results.seq,
            _results.at,
            _results.role,
            _results.rated,
            _answers.result,
        )
        .join(schema.tables, _tables.id == _results.table_id)
        .join(schema.answers, and_(_answers.table_id == _results.table_id, _answers.seq == _results.seq))
        .where(_results.holder == holder)
        .order_by(_results.at.desc(), _results.table_id.desc(), _results.round.desc(), _results.role.desc())
    )
    if after is not None:
        query = query.where(key < after)
    if seen:  # any of its seats counts, since seats may have rotated after the round
        hidden = select(_seats.role).where(
            _seats.table_id == _results.table_id, _seats.holder == holder, _seats.badge != "account"
        )
        query = query.where(_tables.public, _tables.watchable, ~hidden.correlate(schema.results).exists())
    if unrated:
        query = query.where(~_results.rated, with_others(holder))
    return row_decoder.first(connection, query, most, _ended)


def with_others(holder: str) -> ColumnElement[bool]:
    """Whether another principal has played the round of a row of ``results``."""
    others = schema.results.alias("others")
    return exists().where(
        others.c.table_id == _results.table_id, others.c.round == _results.round, others.c.holder.not_in(("", holder))
    )


def _ended(row: Sequence[Any]) -> Round:
    *columns, result = row
    with row_decoder.decoding(row[0]):
        ranks = ranked(result)
    return row_decoder.decoded(Round, (*columns, ranks), f"the result of table {row[0]!r}")


def sat(connection: Connection, played: Sequence[Round]) -> Mapping[tuple[str, int], tuple[SeatEntry, ...]]:
    """The seats in each of these rounds, by table and number; damaged tables are left out."""
    # In one statement, so that the seats and the number of the latest round are of one moment.
    wanted = (
        select(schema.seats, _tables.terms, _last.c.round)
        .select_from(
            schema.seats.join(schema.tables, _tables.id == _seats.table_id).outerjoin(
                _last, and_(_last.c.table_id == _tables.id, _last.c.seq == _newest)
            )
        )
        .where(_seats.table_id.in_(list({each.table for each in played})))
        .order_by(_seats.table_id, _seats.place)
    )
    tables: defaultdict[str, list[Row[Any]]] = defaultdict(list)
    for row in connection.execute(wanted):
        tables[row.table_id].append(row)
    found = {}
    for each in played:
        there = tables[each.table]
        try:
            with row_decoder.decoding(each.table):
                seats = tuple([_seat(row) for row in there])
                if there and msgspec.json.decode(there[0].terms, type=Terms).rotate:
                    seats = rotated(seats, each.round - (there[0].round or 1))
        except Damaged as error:
            row_decoder.report(error)
        else:
            found[each.table, each.round] = seats
    return found


def holders_at(connection: Connection, tables: Sequence[str], among: Sequence[str]) -> set[str]:
    """Those of these principals that have a seat at one of the tables."""
    wanted = select(_seats.holder).where(_seats.table_id.in_(tables), _seats.holder.in_(among))
    return set(connection.scalars(wanted))


def _found(connection: Connection, listed: Sequence[Row[Any]]) -> list[Found]:
    """The tables with their seats; damaged ones are left out."""
    seats = _sitting(connection, [row.id for row in listed])

    return row_decoder.sound(listed, lambda row: _one(row, [_seat(each) for each in seats[row.id]]))


def _sitting(connection: Connection, ids: Sequence[str]) -> Mapping[str, Sequence[Row[Any]]]:
    """The rows of the seats of each of these tables, not decoded yet."""
    wanted = select(schema.seats).where(_seats.table_id.in_(ids)).order_by(_seats.table_id, _seats.place)
    seats: defaultdict[str, list[Row[Any]]] = defaultdict(list)
    for seat in connection.execute(wanted):
        seats[seat.table_id].append(seat)
    return seats


def _seat(row: Row[Any]) -> SeatEntry:
    columns = (row.role, row.kind, row.bot, row.name, None, row.holder, row.badge)
    return row_decoder.decoded(SeatEntry, columns, f"a seat of table {row.table_id}")


def _one(row: Row[Any], seats: Sequence[SeatEntry]) -> Found:
    with row_decoder.decoding(row.id):
        terms = msgspec.json.decode(row.terms, type=Terms)
        if row.last_seq is None:  # without a row, a table that does not begin at once waits for nobody
            last = (1, 0, _roles(row.active) if terms.start == "at_once" else (), row.created_at)
        else:
            last = (row.last_round, row.last_seq, _roles(row.last_active), row.last_at)
    return row_decoder.decoded(Found, (row.id, row.game, row.created_at, terms, seats, *last), f"table {row.id}")


def _roles(active: str | None) -> tuple[str, ...]:
    """The roles in `Answer.active`.

    >>> _roles("black,white"), _roles(""), _roles(None)
    (('black', 'white'), (), ())
    """
    return tuple(active.split(",")) if active else ()
