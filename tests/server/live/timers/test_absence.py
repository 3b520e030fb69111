"""Absence: counted from a seat's last disconnect while another player is connected."""

from __future__ import annotations

import doctest

import pytest

from rondel.server.live.timers import absence
from rondel.server.live.timers.absence import Absences
from rondel.server.protocol import Absence

THREE = ["x", "o", "z"]


def test_who_comes_back_in_time_was_never_away() -> None:
    absences = Absences(Absence("skip", 60))
    absences.note(THREE, THREE, 0.0)
    absences.note(THREE, ["x", "z"], 100.0)
    assert absences.away(159.9) == frozenset()
    assert absences.away(160.0) == {"o"}
    absences.note(THREE, ["x"], 130.0)
    absences.note(THREE, ["x", "o"], 159.0)
    assert absences.away(189.9) == frozenset()
    assert absences.away(190.0) == {"z"}


def test_where_nobody_is_nobody_is_missed() -> None:
    absences = Absences(Absence("bot", 60, "random"))
    absences.note(THREE, [], 0.0)
    assert absences.away(1_000.0) == frozenset()
    absences.note(THREE, ["x"], 1_000.0)
    assert absences.away(1_059.0) == frozenset()
    assert absences.away(1_060.0) == {"o", "z"}
    absences.note(THREE, [], 1_070.0)
    assert absences.away(2_000.0) == frozenset()


def test_the_next_to_be_missed_is_one_the_game_waits_for() -> None:
    absences = Absences(Absence("claim", 60))
    absences.note(THREE, ["x", "o"], 0.0)
    absences.note(THREE, ["x"], 20.0)
    assert absences.next(["o"], 30.0) == 80.0
    assert absences.next(["o", "z"], 30.0) == 60.0
    assert absences.next(["o", "z"], 60.0) == 80.0
    assert absences.next(["x"], 30.0) is None


def test_who_has_given_back_the_seat_is_not_away_and_nor_is_who_takes_it_next() -> None:
    absences = Absences(Absence("claim", 60))
    absences.note(["x", "o"], ["x"], 0.0)
    assert absences.away(60.0) == {"o"}
    absences.note(["x"], ["x"], 61.0)
    assert absences.away(61.0) == frozenset()
    absences.note(["x", "o"], ["x"], 70.0)
    assert absences.away(129.9) == frozenset()
    assert absences.away(130.0) == {"o"}


@pytest.mark.parametrize(("policy", "covered"), [("skip", {"o"}), ("bot", {"o"}), ("claim", set()), ("vote", set())])
def test_only_by_some_terms_somebody_else_answers(policy: str, covered: set[str]) -> None:
    absences = Absences(Absence(policy, 60))  # type: ignore[arg-type]
    absences.note(["x", "o"], ["x"], 0.0)
    assert absences.covered(60.0) == covered


def test_where_the_terms_say_to_wait_nobody_is_ever_away() -> None:
    absences = Absences(Absence("wait", 60))
    absences.note(["x", "o"], ["x"], 0.0)
    assert absences.away(10_000.0) == frozenset()
    assert absences.next(["o"], 0.0) is None


def test_in_a_pause_nobody_is_missed_and_after_it_all_absences_begin_anew() -> None:
    absences = Absences(Absence("claim", 60))
    absences.note(["x", "o"], ["x"], 100.0)
    absences.hold({"o": 900.0}, 150.0)
    assert (absences.away(500.0), absences.next(["o"], 500.0)) == (frozenset(), 960.0)
    assert absences.away(960.0) == {"o"}
    absences.hold({}, 300.0)  # an answer has ended the pause
    assert absences.away(359.0) == frozenset()
    assert absences.away(360.0) == {"o"}


def test_the_examples_in_the_module_run() -> None:
    assert doctest.testmod(absence).failed == 0
