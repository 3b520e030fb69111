"""The catalogue on a real file: tables and seats, secrets as hashes, and seats taken once."""

from __future__ import annotations

import sqlite3
import threading
from collections.abc import Iterator
from pathlib import Path

import pytest

from rondel.server import schema
from rondel.server.catalogue import Catalogue, NoOpenSeat, SeatEntry, TableEntry, WrongInvitation, hashed, new_secret


@pytest.fixture
def path(tmp_path: Path) -> Path:
    made = tmp_path / "catalogue.sqlite3"
    schema.prepare(made)
    return made


@pytest.fixture
def catalogue(path: Path) -> Iterator[Catalogue]:
    made = Catalogue(path)
    yield made
    made.close()


def entry(*seats: SeatEntry, table_id: str = "t") -> TableEntry:
    return TableEntry(table_id, "reversi", {"size": 6}, b"\x00\xff" * 16, hashed("invite"), seats)


def test_a_table_is_found_as_it_was_added(catalogue: Catalogue) -> None:
    added = entry(
        SeatEntry("b", "person", "", "Ada", hashed("x")), SeatEntry("a", "bot", "mcts", "mcts"), SeatEntry("c", "open")
    )
    catalogue.add(added)
    assert catalogue.find("t") == added
    assert catalogue.find("T") is None
    assert catalogue.find("' OR 1 = 1 --") is None


def test_a_table_that_cannot_be_added_whole_is_not_added(catalogue: Catalogue) -> None:
    with pytest.raises(Exception, match="UNIQUE"):
        catalogue.add(entry(SeatEntry("a", "open"), SeatEntry("a", "open")))
    assert catalogue.find("t") is None


def test_the_first_open_seat_is_taken_or_the_one_that_was_named(catalogue: Catalogue) -> None:
    table = entry(SeatEntry("a", "bot", "random"), SeatEntry("b", "open"), SeatEntry("c", "open"), SeatEntry("d", "open"))
    catalogue.add(table)
    assert catalogue.take_seat(table, "invite", "c", "Cid", "t1") == SeatEntry("c", "person", "", "Cid", hashed("t1"))
    assert catalogue.take_seat(table, "invite", "", "Bob", "t2").role == "b"
    assert catalogue.take_seat(table, "invite", "", "Dee", "t3").role == "d"
    with pytest.raises(NoOpenSeat, match="every seat of this table is taken"):
        catalogue.take_seat(table, "invite", "", "Eve", "t4")
    with pytest.raises(NoOpenSeat, match="the seat of 'a' is not open"):
        catalogue.take_seat(table, "invite", "a", "Eve", "t4")
    found = catalogue.find("t")
    assert found is not None
    assert [(seat.kind, seat.name) for seat in found.seats] == [
        ("bot", ""),
        ("person", "Bob"),
        ("person", "Cid"),
        ("person", "Dee"),
    ]


def test_a_wrong_invitation_takes_nothing(catalogue: Catalogue) -> None:
    table = entry(SeatEntry("a", "open"))
    catalogue.add(table)
    with pytest.raises(WrongInvitation, match="ask for a new link"):
        catalogue.take_seat(table, "invitation", "", "Eve", "t")
    assert catalogue.find("t") == table


def test_of_many_threads_one_gets_the_seat(catalogue: Catalogue) -> None:
    table = entry(SeatEntry("a", "open"))
    catalogue.add(table)
    outcomes: list[object] = []

    def take(number: int) -> None:
        try:
            outcomes.append(catalogue.take_seat(table, "invite", "", str(number), f"token {number}"))
        except NoOpenSeat as error:
            outcomes.append(error)

    threads = [threading.Thread(target=take, args=(number,)) for number in range(20)]
    for each in threads:
        each.start()
    for each in threads:
        each.join()
    assert sum(isinstance(each, SeatEntry) for each in outcomes) == 1
    assert len(outcomes) == 20


def test_secrets_are_long_and_only_their_hashes_are_stored(catalogue: Catalogue, path: Path) -> None:
    token = new_secret()
    assert len(token) == 32
    assert new_secret() != token
    table = entry(SeatEntry("a", "open"))
    catalogue.add(table)
    catalogue.take_seat(table, "invite", "", "Ada", token)
    connection = sqlite3.connect(path)
    assert token not in "\n".join(connection.iterdump())
    assert connection.execute("SELECT token_hash FROM seats").fetchone() == (hashed(token),)
    connection.close()
