"""The commands of a table: every message has its row, and survives encoding."""

from __future__ import annotations

from typing import get_args

import msgspec
import pytest

from rondel.server import protocol
from rondel.server.catalog.opening import open_table
from rondel.server.table.commands import Message, Moment, Setting, as_sent
from rondel.server.table.entries import SeatEntry, TableEntry


def said() -> list[protocol.Said]:
    """One of each, as it would be said to the first position of a table at which o has offered something."""
    return [
        protocol.Play("m", "x", "mark(a1)", 0),
        protocol.Undo("m", "x", 0),
        protocol.Again("m"),
        protocol.Resign("m", "x", 0),
        protocol.Offer("m", "x", "end", 0),
        protocol.Agree("m", "x", 1),
        protocol.Decline("m", "x", 1),
        protocol.Withdraw("m", "x", 1),
        protocol.Claim("m", "x", 0),
        protocol.Start("m", "x"),
    ]


def test_each_thing_to_be_said_is_here() -> None:
    assert {type(each) for each in said()} == set(get_args(protocol.Said))


@pytest.mark.parametrize("message", said(), ids=lambda each: type(each).__name__)
def test_a_message_goes_over_a_pipe_and_is_stored_under_its_own_name(message: protocol.Said) -> None:
    assert msgspec.json.decode(msgspec.json.encode(message), type=Message) == message
    row = as_sent("t", message)
    assert (row.table, row.client_id, row.kind) == ("t", "m", type(message).__name__.lower())
    assert row.role == getattr(message, "role", "")


@pytest.mark.parametrize(
    "message",
    [protocol.Play("m", "x", "mark(a1)", 0), protocol.Resign("m", "x", 0), protocol.Offer("m", "x", "end", 0)],
    ids=lambda each: type(each).__name__,
)
def test_what_is_stored_came_from_the_message_and_from_no_other(message: protocol.Said) -> None:
    seats = tuple([SeatEntry(role, "person") for role in ("x", "o")])
    table = open_table(TableEntry("t", "tic_tac_toe", {}, b"s" * 32, b"", seats))
    stored = table.step(message, ("x",), Setting(1, b"")).answer
    assert stored.came_from(as_sent("t", message))
    others = [as_sent("t", each) for each in said() if type(each) is not type(message)]
    assert not any(stored.came_from(other) for other in others)
    assert not stored.came_from(as_sent("t", msgspec.structs.replace(message, seq=1)))


def test_what_is_shown_knows_the_time_and_nothing_of_who_is_there() -> None:
    setting = Setting(5, b"chance", 3, frozenset({"o"}))
    assert setting.moment == Moment(5, 3, frozenset({"o"}))
