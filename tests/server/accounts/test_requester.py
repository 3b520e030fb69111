"""An asker: the seats of who they are, and those whose tokens they bring."""

from __future__ import annotations

import doctest

import pytest

from rondel.server.accounts import requester as asker
from rondel.server.accounts.principal import Principal
from rondel.server.accounts.requester import Requester
from rondel.server.protocol.refused import Refusal
from rondel.server.table.entries import SeatEntry, TableEntry, hashed

SEATS = (SeatEntry("x", "person", token_hash=hashed("key"), holder="p1"), SeatEntry("o", "open"), SeatEntry("z", "person"))
TABLE = TableEntry("t", "tic_tac_toe", {}, b"", b"", SEATS)


def test_the_examples_run() -> None:
    assert doctest.testmod(asker).failed == 0


def test_who_somebody_is_and_what_they_bring_count_together() -> None:
    assert Requester(Principal("p1", "guest"), (hashed("key"),)).roles(TABLE) == ("x",)
    assert Requester(Principal("p2", "account"), (hashed("key"),)).roles(TABLE) == ("x",)
    assert Requester(Principal("", "guest")).roles(TABLE) == (), "a seat of nobody's is not nobody's own"


def test_a_token_of_another_table_is_said_and_not_passed_over() -> None:
    with pytest.raises(Refusal, match=r"^unknown_seat: "):
        Requester(Principal("p1", "guest"), (hashed("another"),)).roles(TABLE)
