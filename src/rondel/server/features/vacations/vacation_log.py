"""Vacations as they are stored: the days each account has saved, whether it is away, and at which tables its clock is to wait.

An account earns days while it is there and spends them while it is away. A vacation ends by itself when no day is left, so that
nobody waits for ever. Queries in SQLAlchemy Core; each function takes a connection in a transaction, and blocks.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

import msgspec
from sqlalchemy import Connection, and_, func, or_, select, text, update

from rondel.server.protocol.refused import Refusal
from rondel.server.storage import row_decoder, schema
from rondel.server.storage.insert_once import inserting
from rondel.server.table.log.entries import RowData

DAY: Final = 86_400_000

MOST: Final = 30 * DAY
"""Milliseconds that an account can have saved; so much it earns in a year."""

YEAR: Final = 365 * DAY

FIRST: Final = 14 * DAY
"""Milliseconds that a new account has."""

LEAST: Final = DAY
"""Milliseconds that each vacation costs, at least: nobody switches it on for each night."""

_vacations, _seats, _tables, _answers = schema.vacations.c, schema.seats.c, schema.tables.c, schema.answers.c

_RUNNING: Final = text("seats.holder <> '' AND NOT seats.over")
"""The text of the partial index."""


class Balance(msgspec.Struct, frozen=True):
    """The vacation of an account; times are milliseconds.

    >>> away = Balance(FIRST, 0).begun(0)
    >>> away.until == FIRST, away.ended(3 * DAY).saved == 11 * DAY, away.ended(1).saved == 13 * DAY
    (True, True, True)
    """

    saved: int
    """What was left at that time."""
    at: int
    until: int = 0
    """When the vacation ends that began then; 0 for none."""

    def as_of(self, now: int) -> Balance:
        """The balance at a time. While a vacation lasts it is as it began."""
        if self.until > now:
            return self
        if self.until:  # all of it is spent
            return Balance(0, self.until).as_of(now)
        return Balance(min(MOST, self.saved + max(0, now - self.at) * MOST // YEAR), now)

    def left(self, now: int) -> int:
        """What is left at a time."""
        found = self.as_of(now)
        return found.until - now if found.until else found.saved

    def begun(self, now: int, more: int = 0) -> Balance:
        """The balance with a vacation that begins now, so much longer than what is left. Refused as ``no_vacation``
        where less than a day is left."""
        found = self.as_of(now)
        if found.until:
            return found
        length = found.saved + more
        if length < LEAST:
            raise Refusal("no_vacation", "less than a day of vacation is left; 30 days are earned in a year")
        return Balance(length, now, now + length)

    def ended(self, now: int) -> Balance:
        """The balance with a vacation that ends now."""
        found = self.as_of(now)
        if not found.until:
            return found
        return Balance(found.saved - min(found.saved, max(now - found.at, LEAST)), now)

    def given(self, more: int, now: int) -> Balance:
        """The balance with so much more: a vacation that lasts becomes longer, and else `MOST` can be saved.

        >>> Balance(FIRST, 0).begun(0).given(DAY, 0).until == FIRST + DAY, Balance(FIRST, 0).given(YEAR, 0).saved == MOST
        (True, True)
        """
        found = self.as_of(now)
        if found.until:
            return Balance(found.saved + more, found.at, found.until + more)
        return Balance(min(MOST, found.saved + more), now)


class Place(msgspec.Struct, frozen=True):
    """A table at which the clock of a role is to stand until a time; to run, where that is 0."""

    table: str
    role: str
    until: int


def balance(connection: Connection, principal: str, created_at: int, *, lock: bool = False) -> Balance:
    """The balance of an account that was created then."""
    wanted = select(_vacations.saved, _vacations.at, _vacations.until).where(_vacations.principal == principal)
    row = connection.execute(wanted.with_for_update() if lock else wanted).one_or_none()
    if row is None:
        return Balance(FIRST, created_at)
    return row_decoder.decoded(Balance, tuple(row), f"the row {principal!r} of vacations")


def store(connection: Connection, principal: str, changed: Balance) -> None:
    """Store the balance of an account; its tables are to be told."""
    values = {"saved": changed.saved, "at": changed.at, "until": changed.until, "told": False}
    adding = inserting(connection, schema.vacations)
    connection.execute(
        adding.on_conflict_do_update(index_elements=[_vacations.principal], set_=values), {"principal": principal, **values}
    )


def ends_at(connection: Connection, principal: str, now: int) -> int | None:
    """When the vacation of an account ends at the latest; None where it is not away."""
    found = connection.scalar(select(_vacations.until).where(_vacations.principal == principal, _vacations.until > now))
    return found if isinstance(found, int) else None


def changed(connection: Connection, now: int, *, everybody: bool) -> list[tuple[str, int]]:
    """The accounts whose tables are to be told of a change, with the time until which they are away; with all that are away,
    where ``everybody`` is asked for: games may have begun since."""
    wanted = select(_vacations.principal, _vacations.until)
    is_away = _vacations.until > now
    found = connection.execute(wanted.where(or_(~_vacations.told, is_away) if everybody else ~_vacations.told))
    return [(row.principal, row.until if row.until > now else 0) for row in found if isinstance(row.until, int)]


def places(connection: Connection, principal: str, until: int, now: int) -> list[Place]:
    """The tables for days at which the clock of an account is not as its vacation wants it. No table is opened."""
    newest = select(func.max(_answers.seq)).where(_answers.table_id == _tables.id).correlate(schema.tables).scalar_subquery()
    wanted = (
        select(_seats.table_id, _seats.role, _answers.data)
        .join_from(schema.seats, schema.tables, _tables.id == _seats.table_id)
        .join(schema.answers, and_(_answers.table_id == _tables.id, _answers.seq == newest))
        .where(_RUNNING, _seats.holder == principal, _tables.pace == "days", _tables.fault.is_(None))
        .order_by(_seats.table_id, _seats.place)
    )
    known = row_decoder.sound(connection.execute(wanted).all(), lambda row: _known(row, now))
    return [Place(table, role, until) for table, role, before in known if before is not None and before != until]


def settled(connection: Connection, principal: str, until: int, now: int) -> None:
    """Note that the tables of an account know of its vacation, unless that has changed since."""
    is_same = _vacations.until == until if until else _vacations.until <= now
    connection.execute(update(schema.vacations).where(_vacations.principal == principal, is_same).values(told=True))


def _known(row: Sequence[Any], now: int) -> tuple[str, str, int | None]:
    """A table, a role, and until when its clock stands there; None where it has no clock."""
    table, role, data = row
    if data is None:
        return table, role, None
    with row_decoder.decoding(table):
        state = msgspec.json.decode(data, type=RowData).state
    if state.clocks is None or role not in state.clocks.left or state.outcome is not None:
        return table, role, None
    until = state.vacations.get(role, 0)
    return table, role, until if until > now else 0
