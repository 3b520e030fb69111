"""Where rounds begin and end in a table's log.

Queries in SQLAlchemy Core, for SQLite and PostgreSQL. None reads more of a log than its round: an index finds the ends of
rounds.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from typing import Any, Final

import msgspec
from sqlalchemy import ColumnElement, Connection, Select, and_, func, literal_column, or_, select

from rondel.server.protocol import Round
from rondel.server.storage import row_decoder, schema
from rondel.server.storage.row_decoder import Damaged
from rondel.server.storage.store import Head, answer, snapshot
from rondel.server.table.log.entries import Answer, Snapshot
from rondel.server.table.log.round_log import RoundLog

NOBODY: Final[ColumnElement[str]] = literal_column("''")
"""The condition of the index, as a literal: SQLite does not use a partial index where the value comes as a parameter."""

_rows = schema.answers.c
_COLUMNS = [_rows[name] for name in ("table_id", *Answer.__struct_fields__[1:])]
_kept = schema.snapshots.c
_SNAPSHOT = [_kept[name] for name in ("table_id", *Snapshot.__struct_fields__[1:])]


def round_log(connection: Connection, table: str, number: int) -> RoundLog:
    """The log of the round of that number; empty where there is none with an answer. Raises `Damaged`."""
    after = connection.scalar(_ending(table, number - 1)) or 0
    later = connection.scalar(_ending(table, number + 1))
    wanted = select(*_COLUMNS).where(_rows.table_id == table, _rows.seq > after, _rows.round == number).order_by(_rows.seq)
    if later is not None:
        wanted = wanted.where(_rows.seq < later)
    answers = _until_the_end([answer(row) for row in connection.execute(wanted)])
    if not answers:
        return RoundLog()
    kept = select(*_SNAPSHOT).where(_kept.table_id == table, _kept.round == number, _kept.seq <= answers[-1].seq)
    return RoundLog(answers, tuple(row_decoder.sound(connection.execute(kept.order_by(_kept.seq)), snapshot)))


def _until_the_end(answers: Sequence[Answer]) -> tuple[Answer, ...]:
    """A round's answers up to the one that ended it: offers of a rematch follow.

    >>> end, offer = Answer("t", 1, 1, "play", "x", active=""), Answer("t", 2, 1, "offer", "", active="")
    >>> [each.seq for each in _until_the_end([end, offer])]
    [1]
    """
    last = len(answers)
    while last > 1 and answers[last - 1].active == "" and answers[last - 2].active == "":
        last -= 1
    return tuple(answers[:last])


def since(connection: Connection, table: str, seq: int) -> tuple[Answer, ...]:
    """The answers after the one of that number, in order."""
    wanted = select(*_COLUMNS).where(_rows.table_id == table, _rows.seq > seq).order_by(_rows.seq)
    return tuple([answer(row) for row in connection.execute(wanted)])


def since_each(connection: Connection, known: Mapping[str, int]) -> dict[str, tuple[Answer, ...] | Damaged]:
    """For each of these tables its answers after that number, in order; the error where one of them is damaged."""
    found: dict[str, list[Answer] | Damaged] = {table: [] for table in known}
    after = or_(*[and_(_rows.table_id == table, _rows.seq > seq) for table, seq in known.items()])
    for row in connection.execute(select(*_COLUMNS).where(after).order_by(_rows.table_id, _rows.seq)):
        answers = found[row.table_id]
        if isinstance(answers, list):
            try:
                answers.append(answer(row))
            except Damaged as error:
                found[row.table_id] = error
    return {table: tuple(each) if isinstance(each, list) else each for table, each in found.items()}


def heads(connection: Connection, tables: Collection[str]) -> dict[str, Head]:
    """How far each of these tables has got; those that do not exist are left out."""
    last = select(func.max(_rows.seq)).where(_rows.table_id == schema.tables.c.id).scalar_subquery()
    wanted = select(schema.tables.c.id, last, schema.tables.c.seating).where(schema.tables.c.id.in_(list(tables)))
    found = connection.execute(wanted)
    return {id_: row_decoder.decoded(Head, (seq or 0, seating), f"table {id_}") for id_, seq, seating in found}


def latest(connection: Connection, table: str) -> int:
    """The number of the table's latest round. Raises `Damaged`."""
    newest = select(_rows.round).where(_rows.table_id == table).order_by(_rows.seq.desc()).limit(1)
    number = connection.scalar(newest) or 1
    if not isinstance(number, int):
        raise row_decoder.Damaged(f"the round of the last answer of table {table} is stored as {number!r}")
    return number


def ended(connection: Connection, table: str, before: int | None, most: int) -> list[Round]:
    """The ended rounds of a table before that answer, the last first."""
    prior = schema.answers.alias("prior")
    over = select(prior.c.seq).where(prior.c.table_id == table, prior.c.seq == _rows.seq - 1, prior.c.active == NOBODY)
    ends = (
        select(_rows.round, func.max(_rows.seq).label("seq"))
        .where(_rows.table_id == table, _rows.active == NOBODY, ~over.correlate(schema.answers).exists())
        .group_by(_rows.round)
        .order_by(_rows.round.desc())
    )
    if before is not None:
        ends = ends.where(_rows.round < before)

    def ended(row: Sequence[Any]) -> Round:
        number, seq = row
        at, result = connection.execute(select(_rows.at, _rows.result).where(_rows.table_id == table, _rows.seq == seq)).one()
        with row_decoder.decoding(table):
            decoded = msgspec.json.decode(result or "{}")
        return row_decoder.decoded(Round, (number, seq, at, decoded), f"round {number!r} of table {table}")

    return row_decoder.first(connection, ends, most, ended)


def _ending(table: str, number: int) -> Select[Any]:
    """The number of the answer that ended the round, the last one where it ended again after an undo."""
    return select(func.max(_rows.seq)).where(_rows.table_id == table, _rows.round == number, _rows.active == NOBODY)


class _Result(msgspec.Struct, frozen=True):
    ranks: dict[str, int] | None = None


def ranked(result: str | None) -> dict[str, int]:
    """The ranks by role, of `Answer.result`; empty where there are none. Raises `msgspec.MsgspecError` for an invalid result.

    >>> ranked('{"ranks": {"x": 1, "o": 2}, "scores": {}}'), ranked(None)
    ({'x': 1, 'o': 2}, {})
    """
    return msgspec.json.decode(result or "{}", type=_Result).ranks or {}


def speakers(connection: Connection, table: str, number: int, end: int) -> set[str]:
    """The roles whose players sent a message in the round that ended with that answer. Anybody at a table may begin the next
    round; who was absent then has not played it."""
    before = select(func.max(_rows.seq)).where(_rows.table_id == table, _rows.round == number - 1, _rows.active == NOBODY)
    began = connection.scalar(before) or 0
    here = (_rows.table_id == table, _rows.seq > began, _rows.seq <= end, _rows.round == number)
    return set(connection.scalars(select(_rows.role).where(*here, _rows.client_id.is_not(None)).distinct()))
