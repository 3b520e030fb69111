"""The days of vacation that an account has: earned, spent and at an end by themselves."""

from __future__ import annotations

import doctest

import pytest

from rondel.server.features.vacations import vacation_log
from rondel.server.features.vacations.vacation_log import DAY, FIRST, LEAST, MOST, YEAR, Balance
from rondel.server.protocol.refused import Refusal


def test_days_are_earned_up_to_a_years_worth() -> None:
    new = Balance(FIRST, 1_000)
    assert new.left(1_000) == FIRST
    assert new.left(1_000 + YEAR // 2) == FIRST + MOST // 2
    assert new.left(1_000 + 10 * YEAR) == MOST
    assert new.as_of(1_000 + YEAR // 4).as_of(1_000 + YEAR // 2) == new.as_of(1_000 + YEAR // 2)


def test_a_vacation_costs_its_days_but_one_at_least_and_earns_none() -> None:
    away = Balance(10 * DAY, 0).begun(0)
    assert (away.until, away.left(3 * DAY)) == (10 * DAY, 7 * DAY)
    assert away.ended(3 * DAY) == Balance(7 * DAY, 3 * DAY)
    assert away.ended(1) == Balance(9 * DAY, 1)
    assert away.begun(DAY) == away, "who is away stays away for no longer"
    assert Balance(5, 0).ended(7) == Balance(5, 7)


def test_a_vacation_ends_when_no_day_is_left_and_another_needs_one() -> None:
    away = Balance(2 * DAY, 0).begun(0)
    assert away.left(2 * DAY) == 0
    assert away.ended(2 * DAY + 5) == Balance(0, 2 * DAY + 5)
    with pytest.raises(Refusal, match=r"^no_vacation: "):
        away.begun(2 * DAY)
    earned = -(-YEAR * LEAST // MOST)
    assert away.begun(2 * DAY + earned).until == 2 * DAY + earned + LEAST


def test_the_examples_run() -> None:
    assert doctest.testmod(vacation_log).failed == 0
