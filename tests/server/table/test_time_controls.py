"""Clocks against examples worked by hand: charges, increments, undos, and flags."""

from __future__ import annotations

import doctest

import msgspec
import pytest

from rondel.server.protocol import Clock, Fischer, PerMove
from rondel.server.table import time_controls
from rondel.server.table.agreements import LAG, Clocks
from rondel.server.table.time_controls import FIRST

BLITZ = Fischer(180, 2)
THREE_DAYS = PerMove(3 * 86_400)
WHOLE = 3 * 86_400_000


def later(clocks: Clocks) -> Clocks:
    """The clocks when every role has given its first answer."""
    return msgspec.structs.replace(clocks, first={})


def test_no_clock_runs_before_its_role_has_moved_once_and_an_absence_then_has_a_limit() -> None:
    begun = Clocks.begin(BLITZ, ["x", "o"], ["x"])
    assert [begun.shown(role, 70_000) for role in "xo"] == [Clock(180_000, False, FIRST - 70_000), Clock(180_000, False)]
    offered = begun.after(BLITZ, 60_000, "", ["x"])
    assert offered.due() == (FIRST - 60_000 + LAG + 1, "x"), "an offer gives no time back"
    moved = offered.after(BLITZ, 30_000, "x", ["o"])
    assert (moved.left, moved.due()) == ({"x": 180_000, "o": 180_000}, (FIRST + LAG + 1, "o")), "and no increment"
    both = moved.after(BLITZ, 30_000, "o", ["x"])
    assert (both.left, both.first, both.due()) == ({"x": 180_000, "o": 180_000}, {}, (180_000 + LAG + 1, "x"))
    assert both.shown("x", 1_000) == Clock(179_000, True)
    assert begun.stopped(9_000).left == begun.left
    assert begun.without("x").first == {"o": FIRST}


def test_where_an_answer_has_longer_the_clock_runs_at_once() -> None:
    assert Clocks.begin(THREE_DAYS, ["x"], ["x"]).shown("x", 1_000) == Clock(WHOLE - 1_000, True)
    assert Clocks.begin(PerMove(60), ["x"], ["x"]).due() == (FIRST + LAG + 1, "x")


def test_three_minutes_and_two_seconds_as_on_a_club_clock() -> None:
    """White thinks 10 s, black 25 s, white 62 s: 180-10+2, 180-25+2, 172-62+2, and a tenth for the way each time."""
    begun = later(Clocks.begin(BLITZ, ["white", "black"], ["white"]))
    first = begun.after(BLITZ, 10_000, "white", ["black"])
    second = first.after(BLITZ, 25_000, "black", ["white"])
    third = second.after(BLITZ, 62_000, "white", ["black"])
    assert begun.left == {"white": 180_000, "black": 180_000}
    assert first.left == {"white": 172_100, "black": 180_000}
    assert second.left == {"white": 172_100, "black": 157_100}
    assert third.left == {"white": 112_200, "black": 157_100}
    assert third.running == ("black",)


def test_an_answer_at_once_costs_nothing_and_gains_no_more_than_the_increment() -> None:
    begun = later(Clocks.begin(BLITZ, ["x", "o"], ["x"]))
    assert begun.after(BLITZ, 30, "x", ["o"]).left["x"] == 182_000
    assert begun.after(Fischer(180, 2, 180), 30, "x", ["o"]).left["x"] == 180_000, "the cap"
    assert begun.after(Fischer(180, 2, 181), 30, "x", ["o"]).left["x"] == 181_000


def test_a_cap_takes_nothing_that_is_there() -> None:
    assert Clocks({"x": 500_000}, ("x",)).after(Fischer(60, 5, 120), 0, "x", ()).left == {"x": 500_000}


def test_the_increment_is_for_a_turn_and_not_for_each_answer_in_it() -> None:
    turn = Clocks({"x": 60_000, "o": 60_000}, ("x",))
    within = turn.after(BLITZ, 1_100, "x", ["x"])
    assert within.left["x"] == 59_000
    assert within.after(BLITZ, 1_100, "x", ["o"]).left["x"] == 60_000


def test_of_several_at_once_each_is_charged_until_its_own_answer() -> None:
    """All four pass cards at once; north answers after 5 s, west after 8 s, east and south think on."""
    roles = ["north", "east", "south", "west"]
    begun = later(Clocks.begin(Fischer(60), roles, roles))
    north = begun.after(Fischer(60), 5_000, "north", roles[1:])
    west = north.after(Fischer(60), 3_000, "west", ["east", "south"])
    assert west.left == {"north": 55_100, "east": 52_000, "south": 52_000, "west": 52_100}
    assert west.running == ("east", "south")


def test_what_moves_nothing_charges_whose_turn_it_is_without_a_gift() -> None:
    """However many rows come between, the time of a turn is what it lasted, less one lag."""
    whole = Clocks({"x": 60_000, "o": 60_000}, ("x",)).after(Fischer(60), 10_000, "x", ["o"])
    parts = Clocks({"x": 60_000, "o": 60_000}, ("x",))
    for _ in range(9):
        parts = parts.after(Fischer(60), 1_000, "", ["x"])
    assert parts.after(Fischer(60), 1_000, "x", ["o"]).left == whole.left == {"x": 50_100, "o": 60_000}


def test_taking_back_gives_no_time_back_and_the_increment_of_the_turn_is_returned() -> None:
    moved = Clocks({"x": 60_000, "o": 60_000}, ("x",)).after(BLITZ, 5_100, "x", ["o"])
    assert moved.left["x"] == 57_000
    back = moved.after(BLITZ, 4_000, "", ["x"], undone=True)
    assert back.left == {"x": 55_000, "o": 56_000}
    assert back.running == ("x",)
    for _ in range(20):  # to play and take back again and again gains nothing
        back = back.after(BLITZ, 0, "x", ["o"]).after(BLITZ, 0, "", ["x"], undone=True)
    assert back.left["x"] == 55_000


def test_by_the_move_each_answer_has_its_own_time_and_nothing_is_saved() -> None:
    begun = Clocks.begin(THREE_DAYS, ["x", "o"], ["x"])
    first = begun.after(THREE_DAYS, 86_400_000, "x", ["o"])
    assert (first.left, first.running) == ({"x": WHOLE, "o": WHOLE}, ("o",))
    again = first.after(THREE_DAYS, 2 * 86_400_000, "o", ["o"])
    assert again.left["o"] == WHOLE, "the same player is asked something else"
    offered = again.after(THREE_DAYS, 3_600_000, "", ["o"])
    assert offered.left["o"] == WHOLE - 3_600_000, "an offer is no answer"
    back = offered.after(THREE_DAYS, 0, "", ["o"], undone=True)
    assert back.left["o"] == WHOLE - 3_600_000, "nor is taking back"


def test_what_the_rules_give_is_added() -> None:
    assert Clocks({"x": 1_000}, ("x",)).after(Fischer(60), 600, "", ["x"], extra={"x": 30_000}).left == {"x": 30_400}
    assert Clocks.begin(BLITZ, ["x", "o"], ["x"], {"o": 5_000}).left == {"x": 180_000, "o": 185_000}
    capped = Fischer(60, 2, 60)
    assert Clocks({"x": 60_000}, ("x",)).after(capped, 0, "x", (), extra={"x": 30_000}).left == {"x": 90_000}, "beyond the cap"


def test_what_the_rules_gave_goes_again_with_what_is_taken_back() -> None:
    """But nobody falls by it: who has a second or less keeps it, and anybody else keeps a second."""
    for had, left in ((90_000, 60_000), (20_000, 1_000), (700, 700), (-20, -20)):
        back = Clocks({"x": had}, ("o",)).after(BLITZ, 0, "", (), undone=True, extra={"x": -30_000})
        assert back.left == {"x": left}


def test_by_the_move_what_the_rules_give_is_for_the_next_answer() -> None:
    asked = Clocks({"x": WHOLE, "o": WHOLE}, ("x",))
    given = asked.after(THREE_DAYS, 0, "x", ["o"], extra={"x": 60_000, "o": 30_000})
    assert given.left == {"x": WHOLE + 60_000, "o": WHOLE + 30_000}
    offered = given.after(THREE_DAYS, 1_000, "", ["o"])
    assert offered.left == {"x": WHOLE + 60_000, "o": WHOLE + 29_000}
    back = offered.after(THREE_DAYS, 0, "o", ["x"])
    assert back.left == {"x": WHOLE + 60_000, "o": WHOLE}, "x is asked now, and has what it was given"
    assert back.after(THREE_DAYS, 0, "x", ["o"]).left == {"x": WHOLE, "o": WHOLE}


def test_a_flag_falls_when_the_time_and_the_lag_are_over_and_not_before() -> None:
    one = Clocks({"x": 10_000, "o": 3_000}, ("x",))
    assert one.due() == (10_000 + LAG + 1, "x")
    saved = one.after(Fischer(60), 10_000 + LAG, "x", ["o"])
    assert saved.left["x"] == 0
    late = one.after(Fischer(60), 10_050, "", ["x"])
    assert late.left["x"] == -50
    assert late.due() == (LAG - 50 + 1, "x"), "what came in between moves no deadline"


@pytest.mark.parametrize(("left", "whose"), [({"x": 5, "o": 4}, "o"), ({"x": 4, "o": 4}, "x"), ({"x": 4}, "x")])
def test_of_several_flags_the_first_is_told_and_of_two_at_once_the_first_to_sit(left: dict[str, int], whose: str) -> None:
    due = Clocks(left, tuple(left)).due()
    assert due is not None
    assert due[1] == whose


def test_where_nobodys_time_runs_no_flag_falls() -> None:
    assert Clocks({"x": 5}).due() is None
    stopped = Clocks({"x": 5_000, "o": 7_000}, ("x",)).stopped(2_000)
    assert (stopped.left, stopped.running, stopped.due()) == ({"x": 3_000, "o": 7_000}, (), None)
    assert stopped.without("x").left == {"o": 7_000}


def test_the_examples_in_the_module_run() -> None:
    assert doctest.testmod(time_controls).failed == 0


def test_in_a_pause_no_time_runs_until_somebody_answers_or_it_is_over() -> None:
    begun = later(Clocks.begin(BLITZ, ["x", "o"], ["x"])).after(BLITZ, 10_000, "", ["x"]).pausing(60_000)
    assert (begun.left, begun.due()) == ({"x": 170_000, "o": 180_000}, (60_000 + 170_000 + LAG + 1, "x"))
    assert begun.shown("x", 20_000) == Clock(170_000, False, waits=40_000)
    assert begun.shown("x", 61_000) == Clock(169_000, True), "it runs by itself"
    assert begun.shown("o", 20_000) == Clock(180_000, False)
    offered = begun.after(BLITZ, 25_000, "", ["x"])
    assert (offered.left["x"], offered.paused) == (170_000, 35_000), "a row that is no answer leaves the rest of it"
    assert offered.pausing(0).after(BLITZ, 5_000, "", ["x"]).left["x"] == 165_000
    moved = offered.after(BLITZ, 30_000, "x", ["o"])
    assert (moved.left, moved.paused) == ({"x": 172_000, "o": 180_000}, 0)
    assert offered.after(BLITZ, 45_000, "x", ["o"]).left["x"] == 170_000 - 10_000 + LAG + 2_000
    assert begun.without("o").paused == 60_000
    assert begun.stopped(61_000).left["x"] == 169_000


def test_a_pause_stops_the_time_for_the_first_answer_too() -> None:
    begun = Clocks.begin(BLITZ, ["x", "o"], ["x"]).pausing(60_000)
    assert begun.shown("x", 10_000) == Clock(180_000, False, FIRST, 50_000)
    assert begun.due() == (60_000 + FIRST + LAG + 1, "x")
    assert begun.after(BLITZ, 70_000, "", ["x"]).first["x"] == FIRST - 10_000


def test_the_time_of_one_role_waits_while_that_of_another_runs() -> None:
    begun = msgspec.structs.replace(Clocks.begin(THREE_DAYS, ["x", "o"], ["x", "o"]), waits={"x": 86_400_000})
    assert begun.due() == (WHOLE + LAG + 1, "o")
    half = begun.after(THREE_DAYS, 43_200_000, "o", ["x"])
    assert (half.left["x"], half.waits) == (WHOLE, {"x": 43_200_000})
    assert half.after(THREE_DAYS, 86_400_000, "", ["x"]).left["x"] == WHOLE - 43_200_000
    assert half.after(THREE_DAYS, 86_400_000, "", ["x"]).waits == {}
