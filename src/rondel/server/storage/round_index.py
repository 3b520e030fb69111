"""Where rounds begin and end in a table's log.

Queries in SQLAlchemy Core, for every kind of database. None of them reads more of a log than the round it is about: where a
round ends is found by an index of its own.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

import msgspec
from sqlalchemy import ColumnElement, Connection, Select, func, literal_column, select

from rondel.server.protocol import Round
from rondel.server.storage import schema, upsert
from rondel.server.storage.store import answer, snapshot
from rondel.server.table.log.entries import Answer, Snapshot
from rondel.server.table.log.round_log import RoundLog

NOBODY: Final[ColumnElement[str]] = literal_column("''")
"""As the index says it: one of those answers that wait for nobody is not used where that comes as a parameter."""

_rows = schema.answers.c
_COLUMNS = [_rows[name] for name in ("table_id", *Answer.__struct_fields__[1:])]
_kept = schema.snapshots.c
_SNAPSHOT = [_kept[name] for name in ("table_id", *Snapshot.__struct_fields__[1:])]


def course(connection: Connection, table: str, number: int) -> RoundLog:
    """How the round of that number went; empty where there is none with an answer. Raises `Damaged`."""
    after = connection.scalar(_ending(table, number - 1)) or 0
    later = connection.scalar(_ending(table, number + 1))
    wanted = select(*_COLUMNS).where(_rows.table_id == table, _rows.seq > after, _rows.round == number).order_by(_rows.seq)
    if later is not None:
        wanted = wanted.where(_rows.seq < later)
    answers = tuple([answer(row) for row in connection.execute(wanted)])
    if not answers:
        return RoundLog()
    kept = select(*_SNAPSHOT).where(_kept.table_id == table, _kept.round == number, _kept.seq <= answers[-1].seq)
    return RoundLog(answers, tuple(upsert.sound(connection.execute(kept.order_by(_kept.seq)), snapshot)))


def since(connection: Connection, table: str, seq: int) -> tuple[Answer, ...]:
    """The answers after the one of that number, in order."""
    wanted = select(*_COLUMNS).where(_rows.table_id == table, _rows.seq > seq).order_by(_rows.seq)
    return tuple([answer(row) for row in connection.execute(wanted)])


def latest(connection: Connection, table: str) -> int:
    """The number of the table's latest round. Raises `Damaged`."""
    newest = select(_rows.round).where(_rows.table_id == table).order_by(_rows.seq.desc()).limit(1)
    number = connection.scalar(newest) or 1
    if not isinstance(number, int):
        raise upsert.Damaged(f"the round of the last answer of table {table} is stored as {number!r}")
    return number


def ended(connection: Connection, table: str, before: int | None, most: int) -> list[Round]:
    """The rounds of a table that have ended, the last first; those before the one of that number."""
    ends = (
        select(_rows.round, func.max(_rows.seq).label("seq"))
        .where(_rows.table_id == table, _rows.active == NOBODY)
        .group_by(_rows.round)
        .order_by(_rows.round.desc())
    )
    if before is not None:
        ends = ends.where(_rows.round < before)

    def ended(row: Sequence[Any]) -> Round:
        number, seq = row
        at, result = connection.execute(select(_rows.at, _rows.result).where(_rows.table_id == table, _rows.seq == seq)).one()
        with upsert.decoding(table):
            decoded = msgspec.json.decode(result or "{}")
        return upsert.decoded(Round, (number, seq, at, decoded), f"round {number!r} of table {table}")

    return upsert.first(connection, ends, most, ended)


def _ending(table: str, number: int) -> Select[Any]:
    """The number of the answer with which a round has ended, the last one where it has done so again after an undo."""
    return select(func.max(_rows.seq)).where(_rows.table_id == table, _rows.round == number, _rows.active == NOBODY)


class _Result(msgspec.Struct, frozen=True):
    ranks: dict[str, int] | None = None


def ranked(result: str | None) -> dict[str, int]:
    """The places by role, of `Answer.result`; empty where there are none. Raises `msgspec.MsgspecError` for what is no result.

    >>> ranked('{"ranks": {"x": 1, "o": 2}, "scores": {}}'), ranked(None)
    ({'x': 1, 'o': 2}, {})
    """
    return msgspec.json.decode(result or "{}", type=_Result).ranks or {}
