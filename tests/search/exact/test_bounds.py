"""Bounds: which entries of a table answer a search, and what is kept of one."""

from __future__ import annotations

import pytest

from rondel.errors import BadOption
from rondel.search.exact.bounds import EXACT, LOWER, UPPER, WHOLE, answers, check_limits, entry


@pytest.mark.parametrize(
    ("kind", "worth", "answered"),
    [(EXACT, 0.2, True), (LOWER, 0.5, True), (LOWER, 0.4, False), (UPPER, 0.1, True), (UPPER, 0.2, False)],
)
def test_an_entry_answers_where_its_bound_is_outside_the_window(kind: int, worth: float, answered: bool) -> None:
    assert answers((worth, kind, 4, "a"), 4, 0.1, 0.5) is answered
    assert answers((worth, kind, 4, "a"), 3, 0.1, 0.5) is answered
    assert not answers((worth, kind, 4, "a"), 5, 0.1, 0.5)


@pytest.mark.parametrize(
    ("worth", "kind"), [(0.2, EXACT), (0.1, UPPER), (0.0, UPPER), (0.5, LOWER), (0.9, LOWER), (1.0, EXACT), (-1.0, EXACT)]
)
def test_an_entry_is_a_bound_outside_the_window_unless_nothing_lies_beyond(worth: float, kind: int) -> None:
    assert entry(worth, (0.1, 0.5), (-1.0, 1.0), 4, False, "a") == (worth, kind, 4, "a")


def test_a_certain_value_is_that_of_a_search_to_the_end() -> None:
    assert entry(0.2, (0.1, 0.5), (-1.0, 1.0), 4, True, "a") == (0.2, EXACT, WHOLE, "a")


def test_limits_leave_something_to_examine() -> None:
    check_limits(depth=1, nodes=1)
    check_limits()
    with pytest.raises(BadOption, match="a search with nodes=0 examines no position; give at least 1"):
        check_limits(depth=1, nodes=0)
