"""The export of personal data: everything that is stored about one principal, for themselves.

`EXPORTED` and `WITHHELD` name every column of the database that holds the id of a principal: the former with the field of
`protocol.Export` that has it, the latter with the reason why no field has it. A test compares them with the schema and with a
database in which somebody has done everything.
"""

from __future__ import annotations

from typing import Any, Final, TypeVar

import msgspec
from sqlalchemy import Column, Connection, Table, select

from rondel.server import protocol
from rondel.server.accounts import bot_accounts, principal_repository, sessions
from rondel.server.storage import schema, upsert
from rondel.server.table.conditional_moves import Plan

T = TypeVar("T", bound=msgspec.Struct)

EXPORTED: Final = {
    "principals.id": "me",
    "principals.owner": "bots",
    "sessions.principal": "sessions",
    "tokens.principal": "bots",
    "seats.holder": "seats",
    "results.holder": "results",
    "ratings.principal": "ratings",
    "chat.author": "chat",
    "mutes.author": "mutes",
    "reports.reporter": "reports",
    "moderation.about": "measures",
}
"""Where the database names principals, and the field of the export that has it."""

WITHHELD: Final = {
    "reports.about": "what others reported would tell who they are; what came of it is in `measures`",
}
"""Where the database names principals and the export has nothing of it, and why."""


def stored(connection: Connection, me: protocol.Me) -> protocol.Export:
    """Everything that is stored about somebody."""
    entry = principal_repository.find(connection, me.id)
    results, ratings, chat = schema.results, schema.ratings, schema.chat
    mutes, reports, moderation = schema.mutes, schema.reports, schema.moderation
    return protocol.Export(
        me,
        0 if entry is None else entry.created_at,
        tuple(protocol.OwnSession(each.begun, each.used) for each in sessions.of(connection, me.id)),
        bot_accounts.shown(connection, me.id),
        tuple(upsert.sound(principal_repository.seats_of(connection, me.id), _seat)),
        _rows(connection, protocol.OwnResult, results, results.c.holder, me.id, results.c.at),
        _rows(connection, protocol.OwnRating, ratings, ratings.c.principal, me.id, ratings.c.at),
        _rows(connection, protocol.OwnLine, chat, chat.c.author, me.id, chat.c.at),
        _rows(connection, protocol.OwnMute, mutes, mutes.c.author, me.id, mutes.c.number),
        _rows(connection, protocol.OwnReport, reports, reports.c.reporter, me.id, reports.c.at),
        _rows(connection, protocol.Measure, moderation, moderation.c.about, me.id, moderation.c.at),
    )


_COLUMNS: Final = {"table": "table_id", "id": "client_id"}
"""Fields that are called otherwise in the database."""


def _rows(
    connection: Connection, kind: type[T], table: Table, column: Column[Any], principal: str, order: Column[Any]
) -> tuple[T, ...]:
    """The rows of a table in which the column names that principal, each as a struct with the columns of its fields."""
    wanted = [table.c[_COLUMNS.get(name, name)] for name in kind.__struct_fields__]
    found = connection.execute(select(*wanted).where(column == principal).order_by(order))
    return tuple(upsert.sound(found, lambda row: upsert.decoded(kind, row, f"a row of {table.name} that is {principal!r}'s")))


def _seat(held: principal_repository.Held) -> protocol.OwnSeat:
    with upsert.decoding(held.table):
        lines = Plan.of_text(held.plan).lines if held.plan else ()
    return protocol.OwnSeat(held.table, held.game, held.role, held.name, lines)
