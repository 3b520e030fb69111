"""The repository of principals.

Written with SQLAlchemy Core, for every kind of database alike: each function is given a connection in a transaction, and
blocks, as those of the ``catalogue`` do.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any, Final

import msgspec
from sqlalchemy import Column, Connection, Table, delete, distinct, func, insert, literal, select, update

from rondel.server.accounts.names import skeleton
from rondel.server.accounts.principal import Kind, Principal
from rondel.server.protocol.refused import Refusal
from rondel.server.storage import schema, upsert


class Entry(msgspec.Struct, frozen=True):
    """One principal as it is stored."""

    id: str
    kind: Kind
    name: str
    created_at: int
    """In milliseconds since 1970."""
    folded: str | None = None
    """What its name is told from others by: see ``names``; none for a guest."""
    password: str | None = None
    """Its hash."""
    owner: str | None = None
    """For a bot, whose."""

    @property
    def principal(self) -> Principal:
        """Who it is."""
        return Principal(self.id, self.kind, self.name)


class Held(msgspec.Struct, frozen=True):
    """A seat of somebody."""

    table: str
    game: str
    role: str
    name: str
    plan: str
    """As in `SeatEntry.plan`."""


COLUMNS: Final = tuple([schema.principals.c[name] for name in Entry.__struct_fields__])
"""The columns of `entry`."""


def entry(row: Sequence[Any]) -> Entry:
    """A principal from its columns, the first of that row. Raises `Damaged`."""
    return upsert.decoded(Entry, row, f"the row {row[0]!r} of principals")


def add(connection: Connection, entry: Entry) -> None:
    """Store somebody new."""
    connection.execute(insert(schema.principals).values(**msgspec.structs.asdict(entry)))


def find(connection: Connection, principal: str, *, lock: bool = False) -> Entry | None:
    """Who has that id; with ``lock`` they stay as they are until the transaction ends, where several write at once."""
    wanted = select(*COLUMNS).where(schema.principals.c.id == principal)
    return upsert.one(connection.execute(wanted.with_for_update() if lock else wanted).one_or_none(), entry)


def named(connection: Connection, folded: str) -> Entry | None:
    """Whose name has that skeleton."""
    return upsert.one(connection.execute(select(*COLUMNS).where(schema.principals.c.folded == folded)).one_or_none(), entry)


def account(connection: Connection, name: str) -> Entry:
    """Who has an account of that name; refused as ``unknown_person`` where nobody has."""
    found = named(connection, skeleton(name))
    if found is None or found.kind != "account":
        raise Refusal("unknown_person", "nobody here has an account of that name")
    return found


def promote(connection: Connection, guest: str, name: str, folded: str, password: str) -> bool:
    """Have a guest be an account from now on; says whether it was a guest until now."""
    table = schema.principals
    made = connection.execute(
        update(table)
        .where(table.c.id == guest, table.c.kind == "guest")
        .values(kind="account", name=name, folded=folded, password=password)
    )
    return made.rowcount == 1


def set_password(connection: Connection, account: str, password: str) -> None:
    """Have the account have another password, of which this is the hash."""
    connection.execute(update(schema.principals).where(schema.principals.c.id == account).values(password=password))


def bots_of(connection: Connection, owner: str) -> list[Entry]:
    """The bot accounts of somebody, the oldest first."""
    table = schema.principals
    found = connection.execute(select(*COLUMNS).where(table.c.owner == owner).order_by(table.c.created_at, table.c.id))
    return upsert.sound(found, entry)


def seats_of(connection: Connection, principal: str) -> list[Held]:
    """The seats of somebody, those of the newest table first."""
    seats, tables = schema.seats.c, schema.tables.c
    found = connection.execute(
        select(seats.table_id, tables.game, seats.role, seats.name, seats.plan)
        .join(schema.tables, tables.id == seats.table_id)
        .where(seats.holder == principal)
        .order_by(tables.created_at.desc(), seats.table_id, seats.place)
    )
    return upsert.sound(found, lambda row: upsert.decoded(Held, row, f"a seat of table {row[0]!r}"))


def lines_of(connection: Connection, principal: str) -> tuple[tuple[str, str, int], ...]:
    """The lines of chat that somebody wrote: table, channel and number."""
    chat = schema.chat.c
    found = connection.execute(select(chat.table_id, chat.channel, chat.number).where(chat.author == principal))
    return tuple((table, channel, number) for table, channel, number in found)


def open_tables(connection: Connection, principal: str) -> int:
    """At how many tables somebody has a seat whose games go on."""
    seats = schema.seats.c
    counted = select(func.count(distinct(seats.table_id))).where(seats.holder == principal, ~seats.over)
    return connection.execute(counted).scalar_one()


def hand_over(connection: Connection, principal: str, heir: str) -> None:
    """Have all that is a principal's be another's, and the principal be gone."""
    _tell_apart(connection, principal, heir)
    for table, column, _ in _held():
        connection.execute(update(table).where(column == principal).values({column.name: heir}))
    connection.execute(delete(schema.principals).where(schema.principals.c.id == principal))


def _tell_apart(connection: Connection, principal: str, heir: str) -> None:
    """Have no line of chat be taken for another, as both have said one under the same id at the same table."""
    chat, theirs = schema.chat.c, schema.chat.alias()
    same = select(theirs.c.number).where(
        theirs.c.table_id == chat.table_id, theirs.c.author == heir, theirs.c.client_id == chat.client_id
    )
    here = update(schema.chat).where(chat.author == principal, same.correlate(schema.chat).exists())
    connection.execute(here.values(client_id=principal + literal(" ") + chat.client_id))


def forget(connection: Connection, principal: str, pseudonym: str) -> None:
    """Delete the principal: what it did stays under a pseudonym and is nobody's, and what it said in chats is deleted."""
    for table, column, forgotten in _held():
        become = {name: pseudonym if value is schema.PSEUDONYM else value for name, value in forgotten.items()}
        connection.execute(update(table).where(column == principal).values({**become, column.name: ""}))
    connection.execute(delete(schema.principals).where(schema.principals.c.id == principal))


def _held() -> Iterator[tuple[Table, Column[Any], dict[str, Any]]]:
    """Where principals stand in the database, by what the schema says of its columns; see `schema.columns.held`."""
    for table in schema.metadata.sorted_tables:
        for column in table.columns:
            if "forgotten" in column.info:
                yield table, column, column.info["forgotten"]
