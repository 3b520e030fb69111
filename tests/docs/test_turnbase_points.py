"""The table of Turnbase's points: all are there, no cell is empty, and each test it names exists."""

from __future__ import annotations

import pytest

from tests.docs.points import missing, rows

POINTS = rows("turnbase-points.md", r"T\d+")


def test_every_point_is_there() -> None:
    assert list(POINTS) == [f"T{number}" for number in range(1, 24)]


@pytest.mark.parametrize("point", POINTS)
def test_a_point_says_what_it_is_how_it_is_honoured_and_which_test_shows_it(point: str) -> None:
    cells = POINTS[point]
    assert len(cells) == 3
    assert all(cells)
    assert missing(cells[-1]) == []


def test_a_test_that_is_not_there_is_noticed() -> None:
    assert missing("`turnbase/test_state.py::test_nothing`") == ["turnbase/test_state.py::test_nothing"]
    assert missing("`engine/test_nothing.py::test_nothing`") == ["engine/test_nothing.py::test_nothing"]
    assert missing("") == ["(empty)"]
    assert missing("some day") == ["some day"]
