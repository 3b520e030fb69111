"""The directory: who was stored is found, and no name is anybody else's."""

from __future__ import annotations

import pytest
from msgspec import structs
from sqlalchemy import Connection, select
from sqlalchemy.exc import IntegrityError

from rondel.server.accounts import principal_repository
from rondel.server.accounts.principal import Principal
from rondel.server.accounts.principal_repository import Entry
from rondel.server.features.chat import chat_log
from rondel.server.storage import schema, table_repository
from rondel.server.table.entries import SeatEntry, TableEntry, hashed

ADA = Entry("p1", "account", "Ada", 1_800_000_000_000, "ada", "$argon2id$…", None)


def test_who_was_added_is_found_and_nobody_else(connection: Connection) -> None:
    bot = Entry("p2", "bot", "Engine", 7, "engine", None, "p1")
    for each in (ADA, bot, Entry("p3", "guest", "", 8), Entry("p4", "guest", "", 9)):
        principal_repository.add(connection, each)
        assert principal_repository.find(connection, each.id) == each
    assert ADA.principal == Principal("p1", "account", "Ada")
    for other in ("P1", "", "' OR 1 = 1 --", "p%"):
        assert principal_repository.find(connection, other) is None


@pytest.mark.parametrize("twin", [Entry("p1", "guest", "", 1), Entry("p2", "account", "ADA", 1, "ada")])
def test_ids_and_names_are_given_once(connection: Connection, twin: Entry) -> None:
    principal_repository.add(connection, ADA)
    with pytest.raises(IntegrityError):
        principal_repository.add(connection, twin)


def test_a_guest_is_promoted_once_and_nobody_else_is(connection: Connection) -> None:
    principal_repository.add(connection, Entry("g", "guest", "", 3))
    assert principal_repository.promote(connection, "g", "Ada", "ada", "hash")
    assert principal_repository.find(connection, "g") == Entry("g", "account", "Ada", 3, "ada", "hash")
    for again in ("g", "nobody"):
        assert not principal_repository.promote(connection, again, "Eve", "eve", "hash")
    principal_repository.set_password(connection, "g", "another")
    assert principal_repository.named(connection, "ada") == Entry("g", "account", "Ada", 3, "ada", "another")
    assert principal_repository.named(connection, "Ada") is None


def seated(connection: Connection) -> list[tuple[str, str, str, str]]:
    found = table_repository.find(connection, "t")
    assert found is not None
    return [(seat.name, seat.holder, seat.badge, "void" if seat.token_hash is None else "good") for seat in found.seats]


def seatings(connection: Connection) -> dict[str, int]:
    tables = schema.tables.c
    return {row.id: row.seating for row in connection.execute(select(tables.id, tables.seating))}


def test_what_was_a_guests_is_an_accounts_and_of_who_is_forgotten_a_pseudonym_stays(connection: Connection) -> None:
    seats = (
        SeatEntry("a", "person", "", "Countess", hashed("1"), "g"),
        SeatEntry("b", "person", "", "Ada", hashed("2"), "p1", "account"),
        SeatEntry("c", "person", "", "Bob", hashed("3"), "p2", "account"),
    )
    table_repository.add(connection, TableEntry("t", "hearts", {}, b"seed", b"", seats), 7)
    table_repository.add(connection, TableEntry("u", "reversi", {}, b"seed", b"", (SeatEntry("black", "open"),)), 7)
    for each in (ADA, Entry("g", "guest", "", 1), Entry("p2", "account", "Bob", 1, "bob")):
        principal_repository.add(connection, each)
    line = chat_log.Entry("t", "table", "g", "m1", 1, "a", "Countess", "", "hello")
    for said in (line, structs.replace(line, author="p1"), structs.replace(line, client_id="m2")):
        chat_log.add(connection, said)
    principal_repository.hand_over(connection, "g", "p1")
    lines = connection.execute(select(schema.chat.c.author, schema.chat.c.client_id).order_by(schema.chat.c.number)).all()
    assert [tuple(each) for each in lines] == [("p1", "g m1"), ("p1", "m1"), ("p1", "m2")], "one id stood for two lines"
    assert principal_repository.find(connection, "g") is None
    assert seated(connection) == [
        ("Countess", "p1", "", "good"),
        ("Ada", "p1", "account", "good"),
        ("Bob", "p2", "account", "good"),
    ]
    assert principal_repository.seats_of(connection, "p1") == [
        principal_repository.Held("t", "hearts", "a", "Countess", ""),
        principal_repository.Held("t", "hearts", "b", "Ada", ""),
    ]
    assert seatings(connection) == {"t": 2, "u": 1}, "the seats of one table have changed"
    principal_repository.forget(connection, "p1", "Gone 1")
    assert seatings(connection) == {"t": 3, "u": 1}
    assert seated(connection) == [("Gone 1", "", "", "void"), ("Gone 1", "", "", "void"), ("Bob", "p2", "account", "good")]


def test_every_column_in_which_principals_stand_is_known() -> None:
    """A new table says of its principals what becomes of them (`schema.columns.held`, `owned`), or people keep its rows."""
    own = {"sessions.principal", "tokens.principal", "principals.owner"}
    named = {"holder", "principal", "owner", "author", "person", "player", "account", "who"}
    columns = [(f"{table.name}.{each.name}", each) for table in schema.metadata.sorted_tables for each in table.columns]
    silent = [
        name for name, each in columns if each.name in named and not {"forgotten", "owned"} & set(each.info) and name not in own
    ]
    assert silent == []
