"""Recent opponents: the accounts with which an account has played, under their names.

Who played as a guest, or under another name than the account's, is not told.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

from sqlalchemy import ColumnElement, Connection, and_, exists, select

from rondel.server.catalog.games import title
from rondel.server.protocol import Opponent
from rondel.server.storage import row_decoder, schema

MOST: Final = 20
"""Opponents that are listed."""

LOOKED_AT: Final = 200
"""Seats of ended rounds that are looked at, at most, the newest first."""

_results, _seats, _tables = schema.results.c, schema.seats.c, schema.tables.c
_principals, _blocks = schema.principals.c, schema.blocks.c
_mine = schema.results.alias("mine")


def recent(connection: Connection, who: str) -> list[Opponent]:
    """The accounts with which an account has played last, the newest first, without those whom it has blocked."""
    blocked = exists().where(_blocks.blocker == who, _blocks.blocked == _results.holder)
    wanted = (
        select(_principals.name, _results.table_id, _tables.game, _results.at)
        .select_from(_rounds().join(schema.tables, _tables.id == _results.table_id))
        .where(_mine.c.holder == who, _openly(), ~blocked)
        .order_by(_mine.c.at.desc(), _mine.c.table_id.desc(), _mine.c.round.desc(), _principals.folded)
        .limit(LOOKED_AT)
    )
    found: dict[str, Opponent] = {}
    for each in row_decoder.sound(connection.execute(wanted), _opponent):
        found.setdefault(each.name, each)
    return list(found.values())[:MOST]


def have_played(connection: Connection, who: str, other: str) -> bool:
    """Whether two accounts have ended a round together, the other one under its name."""
    wanted = select(_results.at).select_from(_rounds())
    return (
        connection.execute(wanted.where(_mine.c.holder == who, _results.holder == other, _openly()).limit(1)).first()
        is not None
    )


def _rounds() -> Any:
    """The seats of others in the rounds in which ``mine`` had one."""
    same = and_(_results.table_id == _mine.c.table_id, _results.round == _mine.c.round, _results.holder != _mine.c.holder)
    others = and_(_principals.id == _results.holder, _principals.kind == "account")
    return _mine.join(schema.results, same).join(schema.principals, others)


def _openly() -> ColumnElement[bool]:
    """Whether the other one sits there under the name of the account."""
    hidden = exists().where(_seats.table_id == _results.table_id, _seats.holder == _results.holder, _seats.badge != "account")
    return ~hidden.correlate(schema.results)


def _opponent(row: Sequence[Any]) -> Opponent:
    name, table, game, at = row
    return row_decoder.decoded(Opponent, (name, table, game, title(str(game)), at), f"a result of table {table!r}")
