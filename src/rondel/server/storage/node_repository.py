"""The nodes of a database: who is up, who is connected where, and the outages of nodes.

Each node writes its own row about once a second, by the database's clock. One that is not seen for a while is deleted by
another, which stores its outage. A transaction waits for the row of its own node alone, so two of them cannot block each other.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from typing import Final

import msgspec
from sqlalchemy import ColumnElement, Connection, Table, delete, func, insert, select, tuple_, update

from rondel.server.storage import schema
from rondel.server.storage.insert_once import insert_once, inserting

PATIENCE: Final = 3_000
"""A node that is not seen for longer, in milliseconds, is down."""

REMEMBERED: Final = 60_000
"""Milliseconds for which an outage is kept at least."""

MOST: Final = 1_000
"""Rows of nodes that are gone which are deleted at once, at most."""

Span = tuple[int, int]
"""Two times, in milliseconds since 1970."""

_ALWAYS: Final = 2**62
_nodes, _attendance, _outages = schema.nodes.c, schema.attendance.c, schema.outages.c


class Node(msgspec.Struct, frozen=True):
    """A row of ``nodes``: see `schema.nodes`."""

    id: str
    name: str
    began_at: int
    seen_at: int
    missed: int
    is_blind: bool


class Spared(msgspec.Struct, frozen=True):
    """An outage of a node at which the holder of a seat was connected."""

    table: str
    role: str
    span: Span


class News(msgspec.Struct, frozen=True):
    """What a node finds out by its beat."""

    is_new: bool
    """Whether it had no row: it has begun, or another one had deleted it."""
    outages: tuple[Span, ...]
    """Those of all nodes together that were stored lately."""
    spared: tuple[Spared, ...]
    """Those of single nodes, for each who was connected there."""


def listed(connection: Connection) -> list[Node]:
    """The rows of all nodes, the longest running first."""
    found = connection.execute(select(schema.nodes).order_by(_nodes.began_at, _nodes.id))
    return [Node(*row) for row in found]


def beat(connection: Connection, own: Node, beaten: int | None, since: int) -> News:
    """Write a node's row, whose ``seen_at`` is now; delete the nodes that are down, and store their outages, and its own where
    the beat before, at ``beaten``, is too long ago. Returns the outages that were stored since that time."""
    at = own.seen_at
    now = {"seen_at": at, "missed": own.missed, "is_blind": own.is_blind}
    is_new = not connection.execute(update(schema.nodes).where(_nodes.id == own.id).values(now)).rowcount
    if is_new:
        insert_once(connection, schema.nodes, msgspec.structs.asdict(own))
    rows = listed(connection)
    down = _deleted(connection, [each for each in rows if each.id != own.id and abs(at - each.seen_at) > PATIENCE], at)
    gaps = {each.id: (each.seen_at, at) for each in down if each.seen_at < at}
    if beaten is not None and at - beaten > PATIENCE:
        gaps[own.id] = (beaten, at)
    if gaps:
        _store(connection, rows, gaps, at)
    whose = (
        select(_attendance.table_id, _attendance.role, _outages.since, _outages.until)
        .join_from(schema.outages, schema.attendance, _attendance.node == _outages.node)
        .where(_outages.until >= since, _outages.node != "")
    )
    return News(
        is_new,
        tuple(outages(connection, since)),
        tuple([Spared(table, role, (begin, end)) for table, role, begin, end in connection.execute(whose)] if since else []),
    )


def leave(connection: Connection, node: str, at: int) -> None:
    """Note that a node stops in order: nobody is connected to it any more. Its row stays until another node deletes it, or
    begins: then nobody was up between the two."""
    connection.execute(delete(schema.attendance).where(_attendance.node == node))
    connection.execute(update(schema.nodes).where(_nodes.id == node).values(seen_at=at))


def attend(connection: Connection, node: str, here: Mapping[str, Collection[str]]) -> None:
    """Store the roles whose holders are connected to a node, for each of these tables."""
    connection.execute(delete(schema.attendance).where(_attendance.node == node, _attendance.table_id.in_(list(here))))
    rows = [{"table_id": table, "role": role, "node": node} for table, roles in here.items() for role in sorted(roles)]
    if rows:
        connection.execute(insert(schema.attendance), rows)


def attended(connection: Connection, table: str, but: str) -> list[tuple[str, int]]:
    """The roles at a table whose holders are connected to other nodes than that one, and when their node was seen last."""
    found = (
        select(_attendance.role, _nodes.seen_at)
        .join_from(schema.attendance, schema.nodes, _nodes.id == _attendance.node)
        .where(_attendance.table_id == table, _attendance.node != but)
    )
    return [(role, seen_at) for role, seen_at in connection.execute(found)]


def outages(connection: Connection, since: int) -> list[Span]:
    """The outages of all nodes together that ended after a time."""
    found = select(_outages.since, _outages.until).where(_outages.node == "", _outages.until >= since)
    return [(begin, end) for begin, end in connection.execute(found)]


def spared(connection: Connection, table: str) -> list[Spared]:
    """The outages of nodes that may be left out of the clocks at a table."""
    found = (
        select(_attendance.role, _outages.since, _outages.until)
        .join_from(schema.attendance, schema.outages, _outages.node == _attendance.node)
        .where(_attendance.table_id == table)
    )
    return [Spared(table, role, (since, until)) for role, since, until in connection.execute(found)]


# -- outages -----------------------------------------------------------------------------------------------------------


def everywhere(span: Span, asleep: Iterable[Sequence[Span]]) -> list[Span]:
    """The parts of a time in which all were down; ``asleep`` are the times in which each other one was.

    >>> everywhere((10, 50), [[(0, 20), (40, 99)], [(15, 45)]])
    [(15, 20), (40, 45)]
    """
    left = [span]
    for spans in asleep:
        shared = [(max(a, c), min(b, d)) for a, b in left for c, d in spans]
        left = [(begin, end) for begin, end in shared if begin < end]
    return left


def _store(connection: Connection, rows: Sequence[Node], gaps: Mapping[str, Span], at: int) -> None:
    """Store when these nodes were down until now, and when nobody was up."""
    _forget(connection, gaps, at)
    earliest = min(since for since, _ in gaps.values())
    known: dict[str, list[Span]] = {each.id: [(0, each.began_at)] for each in rows}
    for row in rows:
        if at - row.seen_at > PATIENCE:
            known[row.id].append((row.seen_at, _ALWAYS))
    stored = select(_outages.node, _outages.since, _outages.until)
    for node, since, until in connection.execute(stored.where(_outages.node.in_(list(known)), _outages.until > earliest)):
        known[node].append((since, until))
    for node, span in gaps.items():
        known[node].append(span)
    for node, span in gaps.items():
        _store_one(connection, node, span)
        for each in everywhere(span, [spans for other, spans in known.items() if other != node]):
            _store_one(connection, "", each)


def _store_one(connection: Connection, node: str, span: Span) -> None:
    adding = inserting(connection, schema.outages)
    longer = {"until": adding.excluded.until}
    keys = [_outages.since, _outages.node]
    connection.execute(
        adding.values(since=span[0], node=node, until=span[1]).on_conflict_do_update(
            index_elements=keys, set_=longer, where=adding.excluded.until > _outages.until
        )
    )


def _deleted(connection: Connection, down: Sequence[Node], at: int) -> list[Node]:
    """Delete nodes that are down; returns those that this transaction deletes, and no other."""
    if not down:
        return []
    still = ~_nodes.seen_at.between(at - PATIENCE, at + PATIENCE)
    ids = _free(connection, schema.nodes, _nodes.id.in_([each.id for each in down]) & still)
    return [each for each in down if (each.id,) in ids]


def _forget(connection: Connection, but: Collection[str], at: int) -> None:
    """Delete what is stored of nodes that are gone, other than these, where no clock can need it: the table has no clock that
    runs, or its last answer is younger than the outage."""
    answers, deadlines = schema.answers.c, schema.deadlines.c
    is_gone = _attendance.node.not_in(select(_nodes.id)) & _attendance.node.not_in(list(but))
    last = select(func.max(answers.at)).where(answers.table_id == _attendance.table_id).correlate(schema.attendance)
    needed = (
        select(_outages.until)
        .join_from(schema.outages, schema.deadlines, deadlines.table_id == _attendance.table_id)
        .where(_outages.node == _attendance.node, _outages.until > func.coalesce(last.scalar_subquery(), 0))
        .correlate(schema.attendance)
    )
    _free(connection, schema.attendance, is_gone & ~needed.exists())
    is_idle = _outages.node.not_in(select(_attendance.node)) & _outages.node.not_in(select(_nodes.id))
    _free(connection, schema.outages, (_outages.node != "") & (_outages.until < at - REMEMBERED) & is_idle)


def _free(connection: Connection, table: Table, condition: ColumnElement[bool]) -> set[tuple[object, ...]]:
    """Delete rows that no other transaction holds; returns their keys."""
    key = list(table.primary_key)
    wanted = select(*key).where(condition).limit(MOST).with_for_update(skip_locked=True, of=table)
    found = [tuple(row) for row in connection.execute(wanted)]
    if found:
        connection.execute(delete(table).where(tuple_(*key).in_(found)))
    return set(found)
