"""The repository of tables and seats: all stored data of a table except its moves.

Written with SQLAlchemy Core, for SQLite and PostgreSQL alike. Each function takes a connection in a transaction, and blocks.
Secrets are stored as hashes only: a seat's token or an invitation is looked up by its SHA-256.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import Any

import msgspec
from sqlalchemy import Connection, func, insert, select, update

from rondel.errors import quoted
from rondel.server.storage import row_decoder, schema
from rondel.server.storage.store import Begun, NoOpenSeat
from rondel.server.table.entries import SeatEntry, TableEntry, host_after, pace


def add(connection: Connection, table: TableEntry, at: int) -> None:
    """Store a new table and its seats; ``at`` is the time in milliseconds."""
    connection.execute(
        insert(schema.tables).values(
            id=table.id,
            game=table.game,
            version=table.version,
            options=msgspec.json.encode(table.options).decode(),
            seed=table.seed,
            invite_hash=table.invite_hash,
            created_at=at,
            active=table.active,
            terms=msgspec.json.encode(table.terms).decode(),
            host=table.host,
            public=table.terms.public,
            rated=table.terms.rated,
            watchable=table.terms.watchable,
            pace=pace(table.terms),
            free=len([seat for seat in table.seats if seat.kind == "open"]),
        )
    )
    connection.execute(
        insert(schema.seats),
        [{"table_id": table.id, "place": place, **msgspec.structs.asdict(seat)} for place, seat in enumerate(table.seats)],
    )


def find(connection: Connection, table_id: str) -> TableEntry | None:
    """The table of that id; never creates one. Raises `Damaged` where its rows do not decode."""
    table = connection.execute(select(schema.tables).where(schema.tables.c.id == table_id)).one_or_none()
    if table is None:
        return None
    seats = connection.execute(
        select(schema.seats).where(schema.seats.c.table_id == table_id).order_by(schema.seats.c.place)
    ).all()
    with row_decoder.decoding(table_id):
        known: dict[str, Any] = {
            "id": table.id,
            "game": table.game,
            "options": msgspec.json.decode(table.options),
            "seed": table.seed,
            "invite_hash": table.invite_hash,
            "seats": [{name: getattr(seat, name) for name in SeatEntry.__struct_fields__} for seat in seats],
            "version": table.version,
            "fault": table.fault,
            "active": table.active,
            "terms": msgspec.json.decode(table.terms),
            "host": table.host,
            "seating": table.seating,
        }
        return msgspec.convert(known, TableEntry, builtin_types=(bytes,))


def take_seat(connection: Connection, table_id: str, sitter: SeatEntry) -> SeatEntry:
    """Give the open seat of the role of ``sitter``, or the first open one when it has none, to ``sitter``.
    Raises `NoOpenSeat`."""
    role = sitter.role
    seats = schema.seats.c
    wanted = select(seats.place, seats.role).where(seats.table_id == table_id, seats.kind == "open").order_by(seats.place)
    if role:
        wanted = wanted.where(seats.role == role)
    # Locked where the database has several writers: else two could find the same seat open, and both get it. The table is
    # locked before its seats, as it is where a round ends.
    tables = schema.tables.c
    table = connection.execute(
        select(tables.host, tables.ended_at).where(tables.id == table_id).with_for_update()
    ).one_or_none()
    found = connection.execute(wanted.limit(1).with_for_update()).one_or_none()
    if found is None:
        raise NoOpenSeat("every seat of this table is taken" if not role else f"the seat of {quoted(role)} is not open")
    connection.execute(
        update(schema.seats)
        .where(seats.table_id == table_id, seats.place == found.place)
        .values(kind="person", name=sitter.name, token_hash=sitter.token_hash, holder=sitter.holder, badge=sitter.badge)
    )
    change: dict[str, Any] = {"free": tables.free - 1, "seating": tables.seating + 1}
    if table is not None and table.ended_at is not None and not _has_answers(connection, table_id):
        change |= {"ended_at": None, "host": table.host or found.role}  # all had left, and this one takes it over
    connection.execute(update(schema.tables).where(tables.id == table_id).values(**change))
    return msgspec.structs.replace(sitter, role=found.role)


def change_seats(connection: Connection, table_id: str, changed: Sequence[SeatEntry], at: int) -> None:
    """Store these seats, open or a bot's, before the first answer at the table. Raises `Begun`.

    Where the host has left, the next seated person becomes host; where nobody is seated any more, the table is no longer
    listed.
    """
    tables, seats = schema.tables.c, schema.seats.c
    host = connection.scalar(select(tables.host).where(tables.id == table_id).with_for_update())
    if _has_answers(connection, table_id):
        raise Begun
    for seat in changed:
        now = {name: value for name, value in msgspec.structs.asdict(seat).items() if name != "role"}
        connection.execute(update(schema.seats).where(seats.table_id == table_id, seats.role == seat.role).values(**now))
    sitting = connection.execute(select(seats.role, seats.kind).where(seats.table_id == table_id).order_by(seats.place)).all()
    persons = [row.role for row in sitting if row.kind == "person"]
    connection.execute(
        update(schema.tables)
        .where(tables.id == table_id)
        .values(
            free=len([row for row in sitting if row.kind == "open"]),
            host=host_after(host or "", persons),
            ended_at=None if persons else at,
            seating=tables.seating + 1,
        )
    )


def store_conditional_moves(connection: Connection, table_id: str, seat: SeatEntry, text: str) -> None:
    """Store the conditional moves of a seat; does nothing where the seat has another holder by now."""
    seats = schema.seats.c
    here = (seats.table_id == table_id, seats.role == seat.role, seats.token_hash == seat.token_hash)
    connection.execute(update(schema.seats).where(*here).values(conditional_moves=text))


def conditional_moves(connection: Connection, tables: Collection[str]) -> dict[str, dict[str, str]]:
    """The conditional moves of each role at these tables, as text; tables without any are left out."""
    seats = schema.seats.c
    here = (seats.table_id.in_(list(tables)), seats.conditional_moves != "")
    found: dict[str, dict[str, str]] = {}
    for table, role, text in connection.execute(select(seats.table_id, seats.role, seats.conditional_moves).where(*here)):
        found.setdefault(table, {})[role] = text
    return found


def _has_answers(connection: Connection, table_id: str) -> bool:
    """Whether the table has answers."""
    return connection.scalar(select(schema.answers.c.seq).where(schema.answers.c.table_id == table_id).limit(1)) is not None


def fault(connection: Connection, table_id: str, reason: str | None) -> None:
    """Mark a table as faulted, with the reason for the host; None removes the mark."""
    connection.execute(update(schema.tables).where(schema.tables.c.id == table_id).values(fault=reason))


def faulted(connection: Connection) -> int:
    """The number of tables that are marked as faulted."""
    return connection.execute(select(func.count()).where(schema.tables.c.fault.is_not(None))).scalar_one()
