"""Whose turn it is, read from the log: a turn has the number of the answer that began it, whatever others answer since.

Queries in SQLAlchemy Core, for every kind of database. No table is opened.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable
from typing import Any, Final

import msgspec
from sqlalchemy import ColumnElement, Connection, and_, func, literal, or_, select, text

from rondel.server.accounts.mail.contacts import COLUMNS, Contact, contact
from rondel.server.features.notifications.destinations import is_reached
from rondel.server.features.notifications.schedule import Turn
from rondel.server.protocol import Terms
from rondel.server.storage import row_decoder, schema
from rondel.server.storage.row_decoder import Damaged
from rondel.server.table.agreements.table_state import TableState
from rondel.server.table.log.entries import RowData

_tables, _seats, _answers = schema.tables.c, schema.seats.c, schema.answers.c
_contacts, _outbox = schema.contacts.c, schema.outbox.c

_RUNNING: Final = text("seats.holder <> '' AND NOT seats.over")
"""The text of the partial index."""

_last = schema.answers.alias("last")
_newest = select(func.max(_answers.seq)).where(_answers.table_id == _tables.id).correlate(schema.tables).scalar_subquery()


class Begun(msgspec.Struct, frozen=True):
    """A turn of an account."""

    contact: Contact
    turn: Turn


def contacted(connection: Connection, after: str, most: int) -> list[str]:
    """Accounts that may be told something, by id, after that one."""
    wanted = select(_contacts.principal).where(is_reached(), _contacts.principal > after)
    return list(connection.scalars(wanted.order_by(_contacts.principal).limit(most)))


def begun(connection: Connection, tables: Collection[str] = (), principals: Collection[str] = ()) -> list[Begun]:
    """The turns of accounts with a contact, at these tables or of these accounts, that the outbox may lack."""
    joined = (
        schema.seats.join(schema.contacts, _contacts.principal == _seats.holder)
        .join(schema.tables, _tables.id == _seats.table_id)
        .outerjoin(_last, and_(_last.c.table_id == _tables.id, _last.c.seq == _newest))
    )
    known = select(_outbox.turn).where(
        _outbox.principal == _seats.holder, _outbox.table_id == _seats.table_id, _outbox.turn >= func.coalesce(_last.c.seq, 0)
    )
    query = (
        select(_seats.table_id, _seats.role, *COLUMNS)
        .select_from(joined)
        .where(_RUNNING, _waits(), is_reached(), _tables.fault.is_(None), ~known.exists())
        .order_by(_seats.holder, _seats.table_id, _seats.place)
    )
    if tables:
        query = query.where(_seats.table_id.in_(list(tables)))
    if principals:
        query = query.where(_seats.holder.in_(list(principals)))
    return list(_each(connection, connection.execute(query).all()))


def count(connection: Connection, principal: str) -> int:
    """The number of tables that wait for a principal."""
    joined = schema.seats.join(schema.tables, _tables.id == _seats.table_id).outerjoin(
        _last, and_(_last.c.table_id == _tables.id, _last.c.seq == _newest)
    )
    wanted = select(func.count(_seats.table_id.distinct())).select_from(joined)
    mine = (_RUNNING, _waits(), _tables.fault.is_(None), _seats.holder == principal)
    return int(connection.execute(wanted.where(*mine)).scalar_one())


def _waits() -> ColumnElement[bool]:
    """Whether a table waits for the role of a seat, by its last answer."""
    return or_(
        _names(_last.c.active, _seats.role),
        and_(_last.c.seq.is_(None), _tables.free == 0, _names(_tables.active, _seats.role)),
    )


def _each(connection: Connection, rows: Iterable[Any]) -> Iterable[Begun]:
    for table, role, *columns in rows:
        try:
            found = contact(columns)
            turn = current(connection, table, role)
        except Damaged as error:
            row_decoder.report(error)
        else:
            if turn is not None:
                yield Begun(found, turn)


def current(connection: Connection, table: str, role: str) -> Turn | None:
    """The turn of a role at a table; None where the table does not wait for it. Raises `Damaged`."""
    last = connection.execute(
        select(_answers.seq, _answers.active, _answers.at, _answers.data)
        .where(_answers.table_id == table)
        .order_by(_answers.seq.desc())
        .limit(1)
    ).one_or_none()
    if last is None:
        first = select(_tables.active, _tables.created_at, _tables.free, _tables.terms).where(_tables.id == table)
        row = connection.execute(first).one_or_none()
        if row is None or row.free or role not in _roles(row.active) or not _begun_at_once(table, row.terms):
            return None
        return _turn(table, role, 0, row.created_at, None)
    if role not in _roles(last.active):
        return None
    # The newest answer that was the role's own, or the start of the game, or after which the table did not wait for it.
    own = or_(
        _answers.role == role, _answers.kind == "start", _answers.active.is_(None), ~_names(_answers.active, literal(role))
    )
    before = connection.execute(
        select(_answers.seq, _answers.active).where(_answers.table_id == table, own).order_by(_answers.seq.desc()).limit(1)
    ).one_or_none()
    if before is None:
        first_waits = role in _roles(connection.scalar(select(_tables.active).where(_tables.id == table)))
        number = 0 if first_waits else 1
    else:
        number = before.seq if role in _roles(before.active) else before.seq + 1
    if number == 0:
        return _turn(table, role, 0, connection.scalar(select(_tables.created_at).where(_tables.id == table)), None)
    at = connection.scalar(select(_answers.at).where(_answers.table_id == table, _answers.seq == number))
    return None if at is None else _turn(table, role, number, at, last)


def _turn(table: str, role: str, number: object, at: object, last: Any) -> Turn:
    """The turn that began then. Its time is up as the ``last`` row says, if any: clocks may have stood meanwhile."""
    left = None
    if last is not None and last.data is not None and isinstance(at, int):
        with row_decoder.decoding(table):
            clocks = msgspec.json.decode(last.data, type=RowData).state.clocks
        if clocks is not None and role in clocks.running:
            left = last.at + clocks.left_to(role) - at
    return row_decoder.decoded(Turn, (table, role, number, at, left), f"the turn of {role!r} at table {table}")


def _begun_at_once(table: str, terms: str) -> bool:
    """Whether people may answer before any row is stored."""
    with row_decoder.decoding(table):
        return TableState.first(msgspec.json.decode(terms, type=Terms)).begun


def _roles(active: object) -> list[str]:
    return active.split(",") if isinstance(active, str) and active else []


def _names(active: ColumnElement[Any], role: ColumnElement[Any]) -> ColumnElement[bool]:
    """Whether a column of roles, see `waiting_for`, has that one. By ``replace``: unlike ``LIKE`` it has no wildcards."""
    among = literal(",").concat(active).concat(",")
    return func.replace(among, literal(",").concat(role).concat(","), "") != among
