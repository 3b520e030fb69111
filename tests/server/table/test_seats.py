"""Seats: the roles of tokens, the seat that is to answer, and the public data."""

from __future__ import annotations

import doctest

import pytest

from rondel.server.catalog.games import bot_label
from rondel.server.protocol.refused import Refusal
from rondel.server.table import seats as module
from rondel.server.table.commands import Outlook
from rondel.server.table.entries import SeatEntry, hashed
from rondel.server.table.seats import roles_of, seat_to_move, seats_shown

ADA = SeatEntry("x", "person", "", "Ada", hashed("token of x"), "ada")
MACHINE = SeatEntry("o", "bot", "mcts")


def waiting(*active: str, departed: tuple[str, ...] = ()) -> Outlook:
    return Outlook(0, None, False, active, departed, active)


def test_a_seat_is_opened_by_its_token_or_by_whose_it_is() -> None:
    seats = (ADA, SeatEntry("o", "person", "", "Bob", hashed("token of o"), "bob"))
    assert roles_of(seats, []) == ()
    assert roles_of(seats, [hashed("token of o")]) == ("o",)
    assert roles_of(seats, [hashed("token of o")], "ada") == ("x", "o")
    assert roles_of(seats, [], "eve") == ()
    with pytest.raises(Refusal, match="unknown_seat"):
        roles_of(seats, [hashed("token of o"), hashed("another")], "ada")


def test_nobody_holds_the_seats_of_nobody() -> None:
    assert roles_of((SeatEntry("x", "open"), MACHINE), [], "") == ()


def test_bots_answer_and_the_rules_answer_for_who_has_left_or_is_away() -> None:
    seats = (ADA, MACHINE)
    assert seat_to_move(seats, waiting("x"), (), "greedy") is None
    assert seat_to_move(seats, waiting("x", "o"), (), "greedy") == MACHINE
    left = seat_to_move(seats, waiting("x", departed=("x",)), ("x",), "greedy")
    covered = seat_to_move(seats, waiting("x"), ("x",), "greedy")
    assert left is not None
    assert covered is not None
    assert (left.role, left.bot) == ("x", ""), "the rules' absent player"
    assert (covered.role, covered.bot) == ("x", "greedy")
    assert seat_to_move(seats, waiting(), ("x",), "greedy") is None, "the round is over"


def test_a_bot_without_a_name_is_called_by_its_kind() -> None:
    for kind, called in (("mcts", "Thinking bot"), ("gone", "gone")):
        (shown,) = seats_shown((SeatEntry("o", "bot", kind),), (), bot_label)
        assert (shown.name, shown.bot, shown.present) == (called, kind, True)


def test_bots_of_one_kind_are_told_apart_by_numbers() -> None:
    seats = [
        SeatEntry("jade", "bot", "mcts"),
        SeatEntry("garnet", "bot", "greedy"),
        SeatEntry("lapis", "bot", "mcts"),
        SeatEntry("opal", "bot", "mcts", "Deep Thought"),
    ]
    shown = [(seat.name, seat.number) for seat in seats_shown(seats, (), bot_label)]
    assert shown == [("Thinking bot", 1), ("Greedy bot", 0), ("Thinking bot", 2), ("Deep Thought", 0)]


def test_the_examples_in_the_module_run() -> None:
    assert doctest.testmod(module).failed == 0
