"""The catalogue: which tables there are and who sits where. All that is stored and is not a move.

Written with SQLAlchemy Core, for every kind of database alike: each function is given a connection in a transaction, and
blocks. Secrets come in as hashes and never leave: a seat's token or an invitation is looked up by its SHA-256.
"""

from __future__ import annotations

import hashlib
import secrets
from typing import Any, Final, Literal

import msgspec
from sqlalchemy import Connection, func, insert, select, update

from rondel.errors import quoted
from rondel.server import schema
from rondel.server.protocol import PerMove, Terms

DAYS: Final = 6 * 3_600
"""Seconds for one answer from which on nobody sits and waits for it."""

SeatKind = Literal["person", "bot", "open"]

Pace = Literal["none", "live", "days"]
"""By what clock people play: none, one for a sitting, or one for days."""


def hashed(secret: str) -> bytes:
    """What is stored of a token or invitation. They are long and random, so one SHA-256 is enough."""
    return hashlib.sha256(secret.encode("utf-8", "surrogatepass")).digest()


class SeatEntry(msgspec.Struct, frozen=True):
    """One seat as it is stored."""

    role: str
    kind: SeatKind
    bot: str = ""
    name: str = ""
    token_hash: bytes | None = None
    holder: str = ""
    """The id of the principal whose seat it is; empty where only the token says whose."""
    badge: str = ""
    """What everybody is shown of the holder: see `Principal.badge`."""


class TableEntry(msgspec.Struct, frozen=True):
    """One table as it is stored, without its answers."""

    id: str
    game: str
    options: dict[str, Any]
    seed: bytes
    invite_hash: bytes
    seats: tuple[SeatEntry, ...]
    version: int = 1
    """Of the rules it was made with, and is played by."""
    fault: str | None = None
    """Why nobody can play at it, for the host; None for a table that is sound."""
    active: str | None = None
    """Whom it waits for before its first answer, as in `Answer.active`."""
    terms: Terms = Terms()
    host: str = ""
    """The role of who has made it, when they play."""

    def opens(self, invite: str) -> bool:
        """Whether this is the invitation to the table."""
        return secrets.compare_digest(hashed(invite), self.invite_hash)


def pace(terms: Terms) -> Pace:
    """By what kind of clock a table plays, as the lobby looks for it.

    >>> from rondel.server.protocol import Fischer
    >>> pace(Terms()), pace(Terms(clock=Fischer(300))), pace(Terms(clock=PerMove(60))), pace(Terms(clock=PerMove(86_400)))
    ('none', 'live', 'live', 'days')
    """
    if terms.clock is None:
        return "none"
    return "days" if isinstance(terms.clock, PerMove) and terms.clock.seconds >= DAYS else "live"


class NoOpenSeat(Exception):
    """Nobody can sit down: the seat, or every seat, is taken."""


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
    """The table of that id; looking for one never makes one."""
    table = connection.execute(select(schema.tables).where(schema.tables.c.id == table_id)).one_or_none()
    if table is None:
        return None
    seats = connection.execute(
        select(schema.seats).where(schema.seats.c.table_id == table_id).order_by(schema.seats.c.place)
    ).all()
    return TableEntry(
        id=table.id,
        game=table.game,
        options=msgspec.json.decode(table.options, type=dict[str, Any]),
        seed=table.seed,
        invite_hash=table.invite_hash,
        seats=tuple(
            [SeatEntry(seat.role, seat.kind, seat.bot, seat.name, seat.token_hash, seat.holder, seat.badge) for seat in seats]
        ),
        version=table.version,
        fault=table.fault,
        active=table.active,
        terms=msgspec.json.decode(table.terms, type=Terms),
        host=table.host,
    )


def take_seat(connection: Connection, table_id: str, sitter: SeatEntry) -> SeatEntry:
    """Have ``sitter`` sit down on the open seat of its role, or on the first open one when it has none. Raises `NoOpenSeat`."""
    role = sitter.role
    seats = schema.seats.c
    wanted = select(seats.place, seats.role).where(seats.table_id == table_id, seats.kind == "open").order_by(seats.place)
    if role:
        wanted = wanted.where(seats.role == role)
    # Locked where the database lets several write at once: else two would find the same seat open, and both be given it. The
    # table comes before its seats, as it does where a round ends.
    connection.execute(select(schema.tables.c.id).where(schema.tables.c.id == table_id).with_for_update())
    found = connection.execute(wanted.limit(1).with_for_update()).one_or_none()
    if found is None:
        raise NoOpenSeat("every seat of this table is taken" if not role else f"the seat of {quoted(role)} is not open")
    connection.execute(
        update(schema.seats)
        .where(seats.table_id == table_id, seats.place == found.place)
        .values(kind="person", name=sitter.name, token_hash=sitter.token_hash, holder=sitter.holder, badge=sitter.badge)
    )
    connection.execute(update(schema.tables).where(schema.tables.c.id == table_id).values(free=schema.tables.c.free - 1))
    return msgspec.structs.replace(sitter, role=found.role)


def fault(connection: Connection, table_id: str, reason: str | None) -> None:
    """Mark a table as faulted, with the reason for the host; with None, as sound again."""
    connection.execute(update(schema.tables).where(schema.tables.c.id == table_id).values(fault=reason))


def faulted(connection: Connection) -> int:
    """How many tables are marked as faulted."""
    return connection.execute(select(func.count()).where(schema.tables.c.fault.is_not(None))).scalar_one()
