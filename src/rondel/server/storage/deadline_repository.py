"""The deadlines of tables, which several nodes write: none is replaced by an older one, and one node handles each."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

import msgspec
from sqlalchemy import Connection, bindparam, case, delete, select, update

from rondel.server.storage import schema
from rondel.server.storage.insert_once import inserting

CLAIMED: Final = 5_000
"""Milliseconds for which a deadline that has passed belongs to the node that has found it."""

_columns = schema.deadlines.c


class Deadline(msgspec.Struct, frozen=True):
    """When to look at a table, as it was known at the answer of that number."""

    at: int
    seq: int


def keep(connection: Connection, deadlines: Mapping[str, Deadline]) -> None:
    """Store these deadlines, by their tables; those of a table that was known to be farther stay as they are."""
    adding = inserting(connection, schema.deadlines)
    is_newer = adding.excluded.seq > _columns.seq
    claimed = case((is_newer, 0), else_=_columns.claimed_until)  # else another node would look at the same deadline
    replaced = {"at": adding.excluded.at, "seq": adding.excluded.seq, "claimed_until": claimed}
    # In the order of the tables: two nodes that store the same ones wait for one another, and do not deadlock.
    rows = [{"table_id": table, "at": each.at, "seq": each.seq} for table, each in sorted(deadlines.items())]
    connection.execute(
        adding.on_conflict_do_update(
            index_elements=[_columns.table_id], set_=replaced, where=adding.excluded.seq >= _columns.seq
        ),
        rows,
    )


def drop(connection: Connection, known: Mapping[str, int]) -> None:
    """Delete the deadlines of these tables, each known to that number; those of a table that was known to be farther stay."""
    is_known = (_columns.table_id == bindparam("known_table"), _columns.seq <= bindparam("known_seq"))
    connection.execute(
        delete(schema.deadlines).where(*is_known),
        [{"known_table": table, "known_seq": seq} for table, seq in sorted(known.items())],
    )


def claim(connection: Connection, before: int, at: int, most: int) -> dict[str, int]:
    """Claim deadlines that lie before a time and that no other node has claimed, ``most`` of them at most: returns the number
    that each was known at, by its table."""
    due = select(_columns.table_id, _columns.seq).where(_columns.at <= before, _columns.claimed_until <= at)
    found = connection.execute(due.order_by(_columns.at).limit(most).with_for_update(skip_locked=True)).all()
    claimed = {row.table_id: row.seq for row in found}
    if claimed:
        mine = update(schema.deadlines).where(_columns.table_id.in_(list(claimed)))
        connection.execute(mine.values(claimed_until=at + CLAIMED))
    return claimed
