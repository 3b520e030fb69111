"""The outbox: one row for each notification, whose key is the turn, its kind and the channel.

Rows are added from the log, as often as one likes. One node claims a row for a while, sends it, and stores what became of it.
Where it dies between, another one sends the same message again, under the same id, so that mail programs show it once.

Queries in SQLAlchemy Core, for SQLite and PostgreSQL alike. Each function takes a connection in a transaction, and blocks.
"""

from __future__ import annotations

import hashlib
from collections import defaultdict
from collections.abc import Collection, Mapping, Sequence
from typing import Any, Final, Literal

import msgspec
from sqlalchemy import ColumnElement, Connection, bindparam, delete, func, select, text, update

from rondel.server.accounts.mail import contacts
from rondel.server.accounts.mail.contacts import Contact
from rondel.server.features.notifications import destinations
from rondel.server.features.notifications.kinds import KINDS
from rondel.server.features.notifications.parcel import Entry, Key, Parcel
from rondel.server.features.notifications.schedule import MINUTE, due, earliest
from rondel.server.features.notifications.turns import Begun
from rondel.server.protocol import NotificationKind
from rondel.server.storage import row_decoder, schema
from rondel.server.storage.insert_once import inserting

LEASE: Final = 2 * MINUTE
"""Milliseconds for which a claimed row belongs to one node."""

AT_ONCE: Final = 20
"""Rows that are claimed at once, at most: a slow mail server takes them within the lease."""

LONGEST_WAIT: Final = 60 * MINUTE
"""The longest wait after a failure; each is twice as long as the one before."""

LONGEST_ASKED: Final = 24 * 60 * MINUTE
"""The longest wait that a push service or a webhook may ask for."""

LOOKED_AGAIN: Final = 60 * MINUTE
"""Milliseconds after which a notification is looked at again that became due later, as clocks stand."""

TURNS: Final[tuple[NotificationKind, ...]] = ("turn", "reminder")
"""The kinds that each turn has."""

REMEMBERED: Final = 120 * 24 * 60 * MINUTE
"""Milliseconds for which a row is kept: longer than any turn lasts."""

_columns = schema.outbox.c
_MINE: Final = (
    _columns.principal == bindparam("of_principal"),
    _columns.table_id == bindparam("of_table"),
    _columns.turn == bindparam("of_turn"),
    _columns.kind == bindparam("of_kind"),
    _columns.channel == bindparam("of_channel"),
)
"""The row of a key, by `Key.parameters`. One statement a row: SQLite looks through the whole table for a list of keys."""
_OPEN: Final = text("state IN ('waiting', 'sending')")
"""The text of the partial index."""

Outcome = Literal["sent", "late", "dropped"]


def add(connection: Connection, found: Sequence[Begun]) -> None:
    """Add the notifications of these turns that the outbox does not have."""
    reached = destinations.of(connection, {each.contact.principal for each in found})
    rows = []
    for each in found:
        settings, turn = each.contact.settings, each.turn
        for kind in TURNS:
            at = due(kind, turn, settings)
            for channel in reached[each.contact.principal] if at is not None else ():
                key = Key(each.contact.principal, turn.table, turn.number, kind, channel)
                if key.by in getattr(settings, kind):
                    rows.append(_row(key, turn.role, turn.at, at))
    _insert(connection, rows)


def post(
    connection: Connection, kind: NotificationKind, principal: str, about: str, number: int, at: int, role: str = ""
) -> None:
    """Add a notification that is no turn, at each destination where the account wants it. It is about the thing of that id, and
    ``number`` tells it from another one of this kind about the same thing."""
    reached = contacts.find(connection, principal)
    rows = []
    for channel in destinations.of(connection, [principal])[principal]:
        entry = Entry(Key(principal, about, number, kind, channel), role, at, 0, "", 0)
        when = KINDS[kind].due(connection, entry, reached.settings)
        if when is not None and entry.key.by in getattr(reached.settings, kind):
            rows.append(_row(entry.key, role, at, when))
    _insert(connection, rows)


def _row(key: Key, role: str, at: int, due_at: int | None) -> dict[str, Any]:
    return {
        "principal": key.principal,
        "table_id": key.table,
        "turn": key.turn,
        "kind": key.kind,
        "channel": key.channel,
        "role": role,
        "state": "waiting",
        "message": "",
        "at": at,
        "due_at": due_at,
        "claimed_until": 0,
        "tries": 0,
    }


def _insert(connection: Connection, rows: list[dict[str, Any]]) -> None:
    if rows:
        rows.sort(key=lambda row: str(row["principal"]))  # two nodes that add the same ones wait, and do not deadlock
        connection.execute(inserting(connection, schema.outbox).on_conflict_do_nothing(), rows)


def waiting(connection: Connection, soon: int) -> list[Key]:
    """The open notifications: all of kind ``turn``, and of others those that are due before that time."""
    wanted = select(*_key_columns()).where(_OPEN, (_columns.kind == "turn") | (_columns.due_at <= soon))
    return row_decoder.sound(connection.execute(wanted), _decoded_key)


def drop(connection: Connection, keys: Collection[Key]) -> None:
    """Drop notifications that wait, since those they are for are at the table."""
    if keys:
        waits = update(schema.outbox).where(*_MINE, _columns.state == "waiting")
        connection.execute(waits.values(state="dropped"), [each.parameters for each in sorted(keys)])


def is_due(connection: Connection, at: int) -> bool:
    """Whether any notification is due that nobody has claimed."""
    wanted = select(_columns.due_at).where(*_claimable(at)).limit(1)
    return connection.execute(wanted).first() is not None


def claim(connection: Connection, at: int) -> list[Parcel]:
    """Claim what is due, for `LEASE`: returns the messages to be sent. What is not to be sent any more is dropped: the turn is
    over, or the account does not want it. What may not be sent yet is put off."""
    wanted = select(*_key_columns(), *_more_columns()).where(*_claimable(at)).order_by(_columns.due_at).limit(AT_ONCE)
    rows = connection.execute(wanted.with_for_update(skip_locked=True)).all()
    entries = row_decoder.sound(rows, _entry)
    if len(entries) < len(rows):  # a damaged row would be found again and again
        _settle_damaged(connection, at)
    by_account: defaultdict[tuple[str, str], list[Entry]] = defaultdict(list)
    for each in entries:
        by_account[each.key.principal, each.key.channel].append(each)
    parcels = []
    for (principal, channel), mine in by_account.items():
        reached = contacts.find(connection, principal)
        dues = {each.key: _due(connection, each, reached) for each in mine}
        settle(connection, [key for key, due_at in dues.items() if due_at is None], "dropped", at)
        for key, due_at in dues.items():
            if due_at is not None and due_at > at:  # a clock stands; it may run again before that
                _put_off(connection, [key], min(due_at, at + LOOKED_AGAIN))
        live = [each for each in mine if (due_at := dues[each.key]) is not None and due_at <= at]
        again = sorted({each.message for each in live if each.message})
        fresh = [each for each in live if not each.message]
        last = connection.scalar(
            select(func.max(_columns.sent_at)).where(_columns.principal == principal, _columns.channel == channel)
        )
        allowed = earliest(mine[0].key.by, reached.settings, last if isinstance(last, int) else None)
        if fresh and allowed > at:
            _put_off(connection, [each.key for each in fresh], allowed)
            fresh = []
        for message in again:
            parcels.append(Parcel(message, reached, tuple([each for each in live if each.message == message])))
        if fresh:
            parcels.append(Parcel(_id(fresh), reached, tuple(fresh)))
    for parcel in parcels:
        claimed = {"state": "sending", "claimed_until": at + LEASE, "message": parcel.id, "tries": _columns.tries + 1}
        _change(connection, parcel.keys, claimed)
    return parcels


def still(connection: Connection, parcel: Parcel) -> list[Key]:
    """Those notifications of a claimed message that are still to be sent, just before it is."""
    reached = contacts.find(connection, parcel.contact.principal)
    moved = reached.reached_by_mail != parcel.contact.reached_by_mail
    live = [each.key for each in parcel.entries if _due(connection, each, reached) is not None]
    return [each for each in live if not (moved and each.by == "mail")]


def settle(connection: Connection, keys: Collection[Key], outcome: Outcome, at: int) -> None:
    """Store what became of notifications."""
    _change(connection, keys, {"state": outcome, **({"sent_at": at} if outcome != "dropped" else {})})


def retry(connection: Connection, parcel: Parcel, at: int, seconds: int | None = None) -> None:
    """Put a message off that could not be sent, for so many seconds at least."""
    tries = max(each.tries for each in parcel.entries)
    wait = max(min(MINUTE * 2 ** min(tries, 10), LONGEST_WAIT), min(1_000 * (seconds or 0), LONGEST_ASKED))
    _put_off(connection, parcel.keys, at + wait)


def replan(connection: Connection, reached: Contact) -> None:
    """Move what waits for an account to when it is due by changed settings."""
    wanted = select(*_key_columns(), *_more_columns()).where(
        _columns.principal == reached.principal, _columns.state == "waiting"
    )
    for each in row_decoder.sound(connection.execute(wanted).all(), _entry):
        moved = _due(connection, each, reached)
        if moved is None:
            settle(connection, [each.key], "dropped", 0)
        else:
            _put_off(connection, [each.key], moved)


def sweep(connection: Connection, at: int) -> None:
    """Delete what was settled long ago."""
    connection.execute(delete(schema.outbox).where(~_columns.state.in_(("waiting", "sending")), _columns.at < at - REMEMBERED))


def _claimable(at: int) -> tuple[ColumnElement[bool], ...]:
    return _OPEN, _columns.due_at <= at, _columns.claimed_until <= at  # type: ignore[return-value]


def _put_off(connection: Connection, keys: Collection[Key], until: int) -> None:
    _change(connection, keys, {"state": "waiting", "due_at": until, "claimed_until": 0})


def _change(connection: Connection, keys: Collection[Key], values: Mapping[str, Any]) -> None:
    """Set columns of the rows of these keys, in the order of the keys: two nodes that change the same ones do not deadlock."""
    if keys:
        connection.execute(update(schema.outbox).where(*_MINE).values(values), [each.parameters for each in sorted(keys)])


def _due(connection: Connection, entry: Entry, reached: Contact) -> int | None:
    """When a notification is due by the account's settings; None where it is not to be sent any more."""
    if not destinations.is_wanted(connection, reached, entry.key):
        return None
    return KINDS[entry.key.kind].due(connection, entry, reached.settings)


def _id(entries: Sequence[Entry]) -> str:
    """The id of a new message: a hash of its first key, so that no two messages share it."""
    first = min(each.key for each in entries)
    return "turn." + hashlib.sha256(msgspec.json.encode(first)).hexdigest()[:32]


def _settle_damaged(connection: Connection, at: int) -> None:
    damaged = _columns.kind.not_in(list(KINDS))
    connection.execute(update(schema.outbox).where(*_claimable(at), damaged).values(state="dropped"))


def _key_columns() -> list[ColumnElement[object]]:
    return [_columns.principal, _columns.table_id, _columns.turn, _columns.kind, _columns.channel]


def _more_columns() -> list[ColumnElement[object]]:
    return [_columns.role, _columns.at, _columns.due_at, _columns.message, _columns.tries]


def _decoded_key(row: Sequence[object]) -> Key:
    return row_decoder.decoded(Key, row, f"the row {row[0]!r} of outbox")


def _entry(row: Sequence[object]) -> Entry:
    key = dict(zip(Key.__struct_fields__, row, strict=False))
    return row_decoder.decoded(Entry, (key, *row[5:]), f"the row {row[0]!r} of outbox")
