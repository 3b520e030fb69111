"""The catalogue on a real file: tables and seats as rows. What every store makes of it is in test_store."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from sqlalchemy import Engine
from sqlalchemy.exc import IntegrityError

from rondel.server.protocol import Fischer, Terms
from rondel.server.storage import schema, table_repository
from rondel.server.storage.store import NoOpenSeat
from rondel.server.table.entries import SeatEntry, TableEntry, hashed


@pytest.fixture
def engine(tmp_path: Path) -> Iterator[Engine]:
    path = tmp_path / "catalogue.sqlite3"
    schema.prepare(path)
    made = schema.engine(path)
    yield made
    made.dispose()


def entry(*seats: SeatEntry, table_id: str = "t") -> TableEntry:
    return TableEntry(
        table_id,
        "reversi",
        {"size": 6},
        b"\x00\xff" * 16,
        hashed("invite"),
        seats,
        3,
        None,
        terms=Terms(Fischer(180, 2), public=True),
        host="b",
    )


def found(engine: Engine, table_id: str = "t") -> TableEntry | None:
    with engine.begin() as connection:
        return table_repository.find(connection, table_id)


def test_a_table_is_found_as_it_was_added(engine: Engine) -> None:
    added = entry(
        SeatEntry("b", "person", "", "Ada", hashed("x")), SeatEntry("a", "bot", "mcts", "mcts"), SeatEntry("c", "open")
    )
    with engine.begin() as connection:
        table_repository.add(connection, added, 1_800_000_000_000)
    assert found(engine) == added
    assert found(engine, "T") is None
    assert found(engine, "' OR 1 = 1 --") is None


def test_a_table_that_cannot_be_added_whole_is_not_added(engine: Engine) -> None:
    with pytest.raises(IntegrityError), engine.begin() as connection:
        table_repository.add(connection, entry(SeatEntry("a", "open"), SeatEntry("a", "open")), 0)
    assert found(engine) is None


def test_the_first_open_seat_is_taken_or_the_one_that_was_named(engine: Engine) -> None:
    table = entry(SeatEntry("a", "bot", "random"), SeatEntry("b", "open"), SeatEntry("c", "open"), SeatEntry("d", "open"))
    with engine.begin() as connection:
        table_repository.add(connection, table, 0)
        cid = SeatEntry("c", "person", "", "Cid", hashed("t1"), "p1", "account")
        assert table_repository.take_seat(connection, "t", cid) == cid
        assert table_repository.take_seat(connection, "t", SeatEntry("", "person", "", "Bob", hashed("t2"))).role == "b"
        assert table_repository.take_seat(connection, "t", SeatEntry("", "person", "", "Dee", hashed("t3"))).role == "d"
        with pytest.raises(NoOpenSeat, match="every seat of this table is taken"):
            table_repository.take_seat(connection, "t", SeatEntry("", "person", "", "Eve", hashed("t4")))
        with pytest.raises(NoOpenSeat, match="the seat of 'a' is not open"):
            table_repository.take_seat(connection, "t", SeatEntry("a", "person", "", "Eve", hashed("t4")))
    sitting = found(engine)
    assert sitting is not None
    assert [(seat.kind, seat.name, seat.holder) for seat in sitting.seats] == [
        ("bot", "", ""),
        ("person", "Bob", ""),
        ("person", "Cid", "p1"),
        ("person", "Dee", ""),
    ]


def test_what_is_wrong_with_a_table_is_kept_until_it_is_mended(engine: Engine) -> None:
    table = entry(SeatEntry("a", "open"))
    with engine.begin() as connection:
        table_repository.add(connection, table, 0)
        table_repository.fault(connection, "t", "its rules are gone")
    marked = found(engine)
    assert marked is not None
    assert marked.fault == "its rules are gone"
    with engine.begin() as connection:
        table_repository.fault(connection, "t", None)
    assert found(engine) == table


def test_a_table_from_before_there_were_terms_is_played_on_the_usual_ones(engine: Engine) -> None:
    with engine.begin() as connection:
        table_repository.add(connection, entry(SeatEntry("a", "open")), 0)
        connection.exec_driver_sql("UPDATE tables SET terms = '{}', host = ''")
    loaded = found(engine)
    assert loaded is not None
    assert (loaded.terms, loaded.host) == (Terms(), "")
