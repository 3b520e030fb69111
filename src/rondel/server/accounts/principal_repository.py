"""The repository of principals.

Written with SQLAlchemy Core, for SQLite and PostgreSQL alike. Each function takes a connection in a transaction, and blocks.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any, Final

import msgspec
from sqlalchemy import Column, Connection, Table, delete, distinct, func, insert, literal, select, update

from rondel.server.accounts.names import skeleton
from rondel.server.accounts.principal import Kind, Principal
from rondel.server.protocol import Channel
from rondel.server.protocol.refused import Refusal
from rondel.server.storage import row_decoder, schema


class Entry(msgspec.Struct, frozen=True):
    """A stored principal."""

    id: str
    kind: Kind
    name: str
    created_at: int
    """In milliseconds since 1970."""
    folded: str | None = None
    """The `skeleton` of its name (``names``); None for a guest."""
    password: str | None = None
    """The hash of its password."""
    owner: str | None = None
    """For a bot, the id of its account."""

    @property
    def principal(self) -> Principal:
        """The principal."""
        return Principal(self.id, self.kind, self.name)


class Held(msgspec.Struct, frozen=True):
    """A seat of a principal."""

    table: str
    game: str
    role: str
    name: str
    conditional_moves: str
    """As in `SeatEntry.conditional_moves`."""


COLUMNS: Final = tuple([schema.principals.c[name] for name in Entry.__struct_fields__])
"""The columns of `entry`."""


def entry(row: Sequence[Any]) -> Entry:
    """A principal from its columns, which begin the row. Raises `Damaged`."""
    return row_decoder.decoded(Entry, row, f"the row {row[0]!r} of principals")


def add(connection: Connection, entry: Entry) -> None:
    """Store a new principal."""
    connection.execute(insert(schema.principals).values(**msgspec.structs.asdict(entry)))


def find(connection: Connection, principal: str, *, lock: bool = False) -> Entry | None:
    """The principal of that id; with ``lock`` its row is locked until the transaction ends, where several transactions write at
    once."""
    wanted = select(*COLUMNS).where(schema.principals.c.id == principal)
    return row_decoder.one(connection.execute(wanted.with_for_update() if lock else wanted).one_or_none(), entry)


def named(connection: Connection, folded: str) -> Entry | None:
    """The principal whose name has that skeleton."""
    return row_decoder.one(
        connection.execute(select(*COLUMNS).where(schema.principals.c.folded == folded)).one_or_none(), entry
    )


def account(connection: Connection, name: str) -> Entry:
    """The account of that name; refused as ``unknown_person`` where there is none."""
    found = named(connection, skeleton(name))
    if found is None or found.kind != "account":
        raise Refusal("unknown_person", "nobody here has an account of that name")
    return found


def promote(connection: Connection, guest: str, name: str, folded: str, password: str) -> bool:
    """Turn a guest into an account; returns whether it was still a guest."""
    table = schema.principals
    made = connection.execute(
        update(table)
        .where(table.c.id == guest, table.c.kind == "guest")
        .values(kind="account", name=name, folded=folded, password=password)
    )
    return made.rowcount == 1


def set_password(connection: Connection, account: str, password: str) -> None:
    """Store the hash of the account's new password."""
    connection.execute(update(schema.principals).where(schema.principals.c.id == account).values(password=password))


def bots_of(connection: Connection, owner: str) -> list[Entry]:
    """The bot accounts of an account, the oldest first."""
    table = schema.principals
    found = connection.execute(select(*COLUMNS).where(table.c.owner == owner).order_by(table.c.created_at, table.c.id))
    return row_decoder.sound(found, entry)


def seats_of(connection: Connection, principal: str) -> list[Held]:
    """The seats of a principal, those of the newest table first."""
    seats, tables = schema.seats.c, schema.tables.c
    found = connection.execute(
        select(seats.table_id, tables.game, seats.role, seats.name, seats.conditional_moves)
        .join(schema.tables, tables.id == seats.table_id)
        .where(seats.holder == principal)
        .order_by(tables.created_at.desc(), seats.table_id, seats.place)
    )
    return row_decoder.sound(found, lambda row: row_decoder.decoded(Held, row, f"a seat of table {row[0]!r}"))


def lines_of(connection: Connection, principal: str) -> tuple[tuple[str, Channel, int], ...]:
    """The chat lines of a principal: table, channel and number."""
    chat = schema.chat.c
    found = connection.execute(select(chat.table_id, chat.channel, chat.number).where(chat.author == principal))
    return tuple((table, channel, number) for table, channel, number in found)


def open_tables(connection: Connection, principal: str) -> int:
    """The number of tables with a running game at which the principal has a seat."""
    seats = schema.seats.c
    counted = select(func.count(distinct(seats.table_id))).where(seats.holder == principal, ~seats.over)
    return connection.execute(counted).scalar_one()


def hand_over(connection: Connection, principal: str, heir: str) -> None:
    """Give everything that belongs to one principal to another, and delete the first."""
    _count_changes(connection, principal)
    _tell_apart(connection, principal, heir)
    for table, column, _ in _held():
        connection.execute(update(table).where(column == principal).values({column.name: heir}))
    _delete_owned(connection, principal)
    connection.execute(delete(schema.principals).where(schema.principals.c.id == principal))


def _count_changes(connection: Connection, principal: str) -> None:
    """Count a change of the seats of each table at which the principal sits; the tables are locked before their seats."""
    seats, tables = schema.seats.c, schema.tables.c
    theirs = tables.id.in_(select(seats.table_id).where(seats.holder == principal))
    connection.execute(update(schema.tables).where(theirs).values(seating=tables.seating + 1))


def _tell_apart(connection: Connection, principal: str, heir: str) -> None:
    """Rename message ids of chat lines that both principals have used at the same table, so that no two lines share an id."""
    chat, theirs = schema.chat.c, schema.chat.alias()
    same = select(theirs.c.number).where(
        theirs.c.table_id == chat.table_id, theirs.c.author == heir, theirs.c.client_id == chat.client_id
    )
    here = update(schema.chat).where(chat.author == principal, same.correlate(schema.chat).exists())
    connection.execute(here.values(client_id=principal + literal(" ") + chat.client_id))


def forget(connection: Connection, principal: str, pseudonym: str) -> None:
    """Delete the principal: past actions stay under a pseudonym without an owner, and chat lines are deleted."""
    _count_changes(connection, principal)
    for table, column, forgotten in _held():
        become = {name: pseudonym if value is schema.PSEUDONYM else value for name, value in forgotten.items()}
        connection.execute(update(table).where(column == principal).values({**become, column.name: ""}))
    _delete_owned(connection, principal)
    connection.execute(delete(schema.principals).where(schema.principals.c.id == principal))


def _held() -> Iterator[tuple[Table, Column[Any], dict[str, Any]]]:
    """The columns that hold ids of principals, as the schema marks them; see `schema.columns.held`."""
    for table in schema.metadata.sorted_tables:
        for column in table.columns:
            if "forgotten" in column.info:
                yield table, column, column.info["forgotten"]


def _delete_owned(connection: Connection, principal: str) -> None:
    """Delete the rows that are a principal's alone; see `schema.columns.owned`."""
    for table in schema.metadata.sorted_tables:
        for column in table.columns:
            if "owned" in column.info:
                connection.execute(delete(table).where(column == principal))
