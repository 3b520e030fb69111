"""The stored invitations of accounts to seats.

An invitation of somebody who has blocked the inviter is stored like any other, but shown to nobody else: it expires.

Queries in SQLAlchemy Core, for SQLite and PostgreSQL alike. Each function takes a connection in a transaction, and blocks.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final, Literal

import msgspec
from sqlalchemy import ColumnElement, Connection, case, exists, func, insert, select, text, update

from rondel.server.catalog.games import title
from rondel.server.protocol import SeatInvitation
from rondel.server.protocol.refused import Refusal
from rondel.server.storage import row_decoder, schema

MOST_OPEN: Final = 10
"""Open invitations of one account."""

MOST_SENT: Final = 20
"""Own invitations that are listed."""

_columns, _principals, _blocks = schema.invitations.c, schema.principals.c, schema.blocks.c
_tables, _seats = schema.tables.c, schema.seats.c

_OPEN: Final = text("invitations.state = 'open'")
"""The text of the partial index."""

Answer = Literal["accepted", "declined", "withdrawn"]


class Invitation(msgspec.Struct, frozen=True):
    """A stored invitation."""

    id: str
    table: str
    role: str
    inviter: str
    invited: str
    state: str
    at: int
    expires_at: int


def add(connection: Connection, invitation: Invitation) -> None:
    """Store an invitation. Refused as ``too_many``, and as ``invited`` where one to that seat is open."""
    here = (_columns.table_id == invitation.table, _columns.role == invitation.role)
    if connection.execute(select(_columns.at).where(*here, _OPEN, _columns.expires_at > invitation.at)).first() is not None:
        raise Refusal("invited", "somebody is invited to this seat already; take that invitation back first")
    check_room(connection, invitation.inviter, 1, invitation.at)
    row = msgspec.structs.asdict(invitation)
    connection.execute(insert(schema.invitations).values(table_id=row.pop("table"), **row))


def check_room(connection: Connection, who: str, more: int, at: int) -> None:
    """Refused as ``too_many`` where an account may not have so many more open invitations."""
    wanted = select(func.count()).select_from(schema.invitations)
    known = connection.execute(wanted.where(_columns.inviter == who, _OPEN, _columns.expires_at > at, _free())).scalar_one()
    if known + more > MOST_OPEN:
        raise Refusal("too_many", f"an account has at most {MOST_OPEN} open invitations; take one back, or wait")


def find(connection: Connection, id_: str) -> Invitation | None:
    """The invitation of that id."""
    names = ("id", "table_id", *Invitation.__struct_fields__[2:])
    row = connection.execute(select(*[_columns[name] for name in names]).where(_columns.id == id_)).one_or_none()
    return row_decoder.one(row, lambda found: row_decoder.decoded(Invitation, found, f"the invitation {id_!r}"))


def settle(connection: Connection, id_: str, answer: Answer) -> bool:
    """Store the answer to an open invitation; returns whether it was open."""
    open_one = update(schema.invitations).where(_columns.id == id_, _columns.state == "open")
    return connection.execute(open_one.values(state=answer)).rowcount == 1


def received(connection: Connection, who: str, at: int) -> list[SeatInvitation]:
    """The open invitations to an account, the newest first."""
    wanted = _shown(_columns.inviter, at).where(_columns.invited == who, _OPEN, _columns.expires_at > at, _free(), ~_hidden())
    return row_decoder.sound(connection.execute(wanted), _invitation)


def sent(connection: Connection, who: str, at: int) -> list[SeatInvitation]:
    """The last invitations by an account, the newest first."""
    wanted = _shown(_columns.invited, at).where(_columns.inviter == who).limit(MOST_SENT)
    return row_decoder.sound(connection.execute(wanted), _invitation)


def count(connection: Connection, who: str, at: int) -> int:
    """How many invitations to an account are open."""
    wanted = select(func.count()).select_from(schema.invitations)
    return connection.execute(
        wanted.where(_columns.invited == who, _OPEN, _columns.expires_at > at, _free(), ~_hidden())
    ).scalar_one()


def is_open(connection: Connection, id_: str, at: int) -> bool:
    """Whether an invitation is open, and its seat is free."""
    wanted = select(_columns.at).where(_columns.id == id_, _OPEN, _columns.expires_at > at, _free(), ~_hidden())
    return connection.execute(wanted).first() is not None


def _free() -> ColumnElement[bool]:
    """Whether the seat is open."""
    seat = exists().where(_seats.table_id == _columns.table_id, _seats.role == _columns.role, _seats.kind == "open")
    return seat.correlate(schema.invitations)


def _hidden() -> ColumnElement[bool]:
    """Whether the invited account has blocked the inviter."""
    blocked = exists().where(_blocks.blocker == _columns.invited, _blocks.blocked == _columns.inviter)
    return blocked.correlate(schema.invitations)


def _shown(other: ColumnElement[str], at: int) -> Any:
    """Invitations with the account in the column ``other``, as `SeatInvitation` without the title."""
    over = (_columns.state == "open") & ((_columns.expires_at <= at) | ~_free())
    return (
        select(
            _columns.id,
            _principals.name,
            _columns.table_id,
            _tables.game,
            _columns.role,
            _columns.at,
            _columns.expires_at,
            case((over, "expired"), else_=_columns.state),
        )
        .join_from(schema.invitations, schema.principals, _principals.id == other)
        .join(schema.tables, _tables.id == _columns.table_id)
        .order_by(_columns.at.desc(), _columns.id)
    )


def _invitation(row: Sequence[Any]) -> SeatInvitation:
    id_, name, table, game, *rest = row
    return row_decoder.decoded(SeatInvitation, (id_, name, table, game, title(str(game)), *rest), f"the invitation {id_!r}")
