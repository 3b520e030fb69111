"""The stored reports, and the append-only log of moderators' actions.

Queries in SQLAlchemy Core, for every kind of database. Rows of the moderators' log are never changed or
deleted. A principal is silenced as the last row about it says.
"""

from __future__ import annotations

import hashlib
import secrets
from collections.abc import Sequence
from typing import Any, Final

import msgspec
from sqlalchemy import Connection, and_, insert, select, update

from rondel.server.protocol import Channel
from rondel.server.storage import row_decoder, schema
from rondel.server.storage.insert_once import insert_once

_reports, _log, _chat = schema.reports.c, schema.moderation.c, schema.chat.c


class Report(msgspec.Struct, frozen=True):
    """A report of one person about another."""

    id: str
    table: str
    """Empty for a report about a profile or private messages."""
    at: int
    """In milliseconds since 1970."""
    reason: str
    words: str
    """The reporter's words."""
    role: str
    """The role of the reported person; empty in the gallery."""
    channel: str
    number: int
    """The reported chat line; 0 for none."""
    reporter: str
    about: str
    """The principals; empty where there is none, or it has been forgotten."""
    name: str
    """The name of the reported person."""
    excerpt: str = ""
    """What the reported person has written in private, up to the reported message."""


class Open(msgspec.Struct, frozen=True):
    """A report as moderators see it."""

    report: Report
    line: str
    """The text of the reported chat line or of the private messages, if there is one."""
    settled_at: int | None
    others: int
    """How many other reports there are about the same principal, settled ones included."""


class ModerationAction(msgspec.Struct, frozen=True):
    """A row of the moderators' log."""

    at: int
    moderator: str
    kind: str
    """``settle``, ``silence`` or ``lift`` for a report; ``warn``, ``suspend``, ``unsuspend`` or ``vacation`` for an account;
    ``cancel`` or ``remove`` for a tournament."""
    report: str
    """The id of the report, or of the tournament; else empty."""
    about: str
    until: int | None
    """For ``silence`` and ``suspend``, until when; 0 for ``lift`` and ``unsuspend``."""
    note: str


_ENDS: Final = (("silence", "lift"), ("suspend", "unsuspend"))
"""The kinds of actions of which the last one counts."""


class _Author(msgspec.Struct, frozen=True):
    """The author of a line."""

    author: str
    role: str
    name: str


class UnknownReport(Exception):
    """There is no such report; the message says what to do."""


def numbered(table: str, reporter: str, client_id: str) -> str:
    """The id of a report. A message that is sent again gives the same id, so that it is one report.

    >>> numbered("t", "ada", "m1") == numbered("t", "ada", "m1") != numbered("t", "bob", "m1")
    True
    """
    return hashlib.sha256("\n".join((table, reporter, client_id)).encode()).hexdigest()[:12]


def add(connection: Connection, report: Report) -> bool:
    """Store a report; False when it is stored already."""
    named = msgspec.structs.asdict(report)
    return insert_once(connection, schema.reports, {"table_id": named.pop("table"), **named})


def author(connection: Connection, table: str, channel: Channel, number: int) -> tuple[str, str, str] | None:
    """Principal, role and name of the author of a line, the principal empty where there is none; None when there is no such
    line."""
    wanted = select(_chat.author, _chat.role, _chat.name).where(
        _chat.table_id == table, _chat.channel == channel, _chat.number == number
    )
    row = connection.execute(wanted).one_or_none()
    if row is None:
        return None
    # The author of a seat without a principal is stored as "seat x", which names a seat of every table.
    said = row_decoder.decoded(_Author, row, f"line {number} of the chat {channel!r} of table {table}")
    return "" if said.author == f"seat {said.role}" else said.author, said.role, said.name


def found(connection: Connection, *, settled: bool, most: int) -> list[Open]:
    """The open reports, oldest first; with ``settled`` all reports."""
    columns = [_reports[name] for name in ("id", "table_id", *Report.__struct_fields__[2:])]
    said = and_(_chat.table_id == _reports.table_id, _chat.channel == _reports.channel, _chat.number == _reports.number)
    wanted = select(*columns, _reports.settled_at, _chat.text).join_from(schema.reports, schema.chat, said, isouter=True)
    if not settled:
        wanted = wanted.where(_reports.settled_at.is_(None))

    def opened(row: Sequence[Any]) -> Open:
        named = f"the row {row[0]!r} of reports"
        report = row_decoder.decoded(Report, row, named)
        same = select(_reports.id).where(_reports.about == report.about, _reports.about != "", _reports.id != report.id)
        *_, settled_at, text = row
        others = len(connection.execute(same).all())
        # A damaged chat line does not make the report damaged.
        return row_decoder.decoded(Open, (report, text if isinstance(text, str) else report.excerpt, settled_at, others), named)

    return row_decoder.first(connection, wanted.order_by(_reports.at, _reports.id), most, opened)


def settle(connection: Connection, report: str, action: ModerationAction) -> None:
    """Settle a report, and add the action to the log. Raises `UnknownReport`."""
    row = connection.execute(select(_reports.about).where(_reports.id == report)).one_or_none()
    if row is None:
        raise UnknownReport(f"there is no report {report!r}; `rondel admin reports --all` lists them")
    if action.until is not None and not row.about:
        raise UnknownReport(f"report {report!r} is about nobody in particular: who has only a seat's token cannot be silenced")
    connection.execute(update(schema.reports).where(_reports.id == report).values(settled_at=action.at))
    write(connection, msgspec.structs.replace(action, report=report, about=row.about))


def write(connection: Connection, action: ModerationAction) -> None:
    """Add an action to the log."""
    connection.execute(insert(schema.moderation).values(id=secrets.token_hex(8), **msgspec.structs.asdict(action)))


def actions(connection: Connection, most: int) -> list[ModerationAction]:
    """The actions of moderators, newest first."""
    columns = [_log[name] for name in ModerationAction.__struct_fields__]
    query = select(*columns, _log.id).order_by(_log.at.desc(), _log.id)
    return row_decoder.first(
        connection,
        query,
        most,
        lambda row: row_decoder.decoded(ModerationAction, row, f"the row {row[-1]!r} of moderation, the moderators' log"),
    )


def silenced(connection: Connection, principal: str) -> int:
    """Until when a principal is silenced or suspended, in milliseconds since 1970; 0 for one who is neither."""
    # Damaged values are left out: in SQLite a text is larger than every number.
    latest = select(_log.until).where(_log.about == principal, _log.about != "", _log.until.between(0, row_decoder.LATEST))
    latest = latest.order_by(_log.at.desc(), _log.id).limit(1)
    ends = [connection.scalar(latest.where(_log.kind.in_(kinds))) or 0 for kinds in _ENDS]
    return max(ends)
