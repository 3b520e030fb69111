"""Repair: cuts a faulted table back to the part of its log that replays.

Nothing is deleted. Answers that do not replay are moved aside, with the reason, and can be moved back.
"""

from __future__ import annotations

from typing import Final, Literal

import msgspec
from sqlalchemy import Connection, delete, func, insert, select, update

from rondel.server.ops.verify import Verdict
from rondel.server.storage import schema
from rondel.server.storage.row_decoder import decoding, sound
from rondel.server.table.log.entries import Answer

COLUMNS: Final = ("table_id", *Answer.__struct_fields__[1:])
"""The columns of an answer, in the order of its fields."""

Remedy = Literal["nothing", "clear", "cut", "none", "damaged"]


class Moved(Exception):
    """An answer was stored at the table after it was verified."""


def remedy(verdict: Verdict) -> Remedy:
    """The repair that a table needs: ``nothing``; ``clear`` its mark, because all replays again; ``cut`` off the answers that
    do not replay; ``none`` is possible, because the installed rules cannot begin the game; or none is possible because the row
    of the table, or of a seat, is ``damaged``.

    >>> remedy(Verdict("t", "reversi", 9, 1, 9)), remedy(Verdict("t", "reversi", 9, 1, 6, "answer 7 fails"))
    ('nothing', 'cut')
    """
    if verdict.replays_to is None:
        return "damaged" if verdict.damaged else "none"
    if not verdict.sound:
        return "cut"
    return "clear" if verdict.fault is not None else "nothing"


def repair(connection: Connection, verdict: Verdict, at: int) -> int:
    """Apply the remedy; returns the number of answers moved aside. ``at`` is the time, in milliseconds. Raises `Moved`."""
    rows, table = schema.answers.c, verdict.table
    stored = connection.scalar(select(func.count()).where(rows.table_id == table))
    if stored != verdict.answers:
        raise Moved(
            f"{stored} answers are stored at table {table}, and {verdict.answers} were when it was looked at; do it again"
        )
    wanted = remedy(verdict)
    moved = _cut(connection, verdict, at) if wanted == "cut" else 0
    if wanted in ("cut", "clear"):
        connection.execute(update(schema.tables).where(schema.tables.c.id == table).values(fault=None))
        # A cache, which may hold positions of the answers that were cut off.
        connection.execute(delete(schema.snapshots).where(schema.snapshots.c.table_id == table))
    return moved


def _cut(connection: Connection, verdict: Verdict, at: int) -> int:
    """Move aside the answers after the last one that replays."""
    rows, table = schema.answers.c, verdict.table
    # In SQLite a number stored as text is larger than every number.
    beyond = (rows.table_id == table) & ((rows.seq > verdict.replays_to) | (rows.seq < 1))
    # In one statement: an answer stored meanwhile is moved aside as well, or stays; it is never lost.
    gone = connection.execute(delete(schema.answers).where(beyond).returning(*[rows[name] for name in COLUMNS])).all()
    connection.execute(
        insert(schema.set_aside),
        [
            {
                "table_id": table,
                "cut_at": at,
                "seq": row.seq,
                "reason": verdict.problem,
                "answer": msgspec.json.encode(Answer(*row)).decode(),
            }
            for row in gone
        ],
    )
    last = connection.execute(
        select(rows.active, rows.at).where(rows.table_id == table, rows.seq == verdict.replays_to)
    ).one_or_none()
    over = last is not None and last.active == ""
    connection.execute(
        update(schema.tables).where(schema.tables.c.id == table).values(ended_at=last.at if last is not None and over else None)
    )
    connection.execute(update(schema.seats).where(schema.seats.c.table_id == table).values(over=over))
    return len(gone)


def set_aside(connection: Connection, table: str) -> list[Answer]:
    """The answers that were moved aside at that table, as far as they decode."""
    kept = schema.set_aside.c
    found = select(kept.answer).where(kept.table_id == table).order_by(kept.cut_at, kept.seq)

    def answer(text: str) -> Answer:
        with decoding(table):
            return msgspec.json.decode(text, type=Answer)

    return sound(connection.scalars(found), answer)
