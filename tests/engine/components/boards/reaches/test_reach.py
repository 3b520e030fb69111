"""Reaches: leapers and riders, on boards of squares and of six-sided cells."""

from __future__ import annotations

import pytest

from rondel.engine import Grid, HexGrid, Reach, leaper, rider


@pytest.mark.parametrize(
    ("reach", "count"),
    [(leaper(0, 1), 4), (leaper(1, 1), 4), (leaper(1, 2), 8), (leaper(2, 2), 4), (leaper(0, 3), 4), (leaper(2, 3), 8)],
)
def test_a_step_is_turned_and_mirrored_to_each_direction_once(reach: Reach, count: int) -> None:
    assert len(set(reach.ways)) == len(reach.ways) == count


def test_a_rider_goes_on_where_a_leaper_stops() -> None:
    board = Grid("board", rows=5, columns=5)
    assert [str(cell) for cell in board.reach("c3", leaper(0, 1))] == ["c2", "b3", "d3", "c4"]
    assert [str(cell) for cell in board.reach("c3", rider(0, 1))] == ["c2", "c1", "b3", "a3", "d3", "e3", "c4", "c5"]
    assert [str(cell) for cell in board.reach("a1", rider(1, 2))] == ["c2", "e3", "b3", "c5"]


def test_a_way_may_be_repeated_so_often() -> None:
    board = Grid("board", rows=6, columns=1)
    assert [str(cell) for cell in board.reach("a2", Reach((1, 0, 2)))] == ["a3", "a4"]


def test_two_reaches_joined_reach_what_both_do() -> None:
    board = Grid("board", rows=8, columns=8)
    rook, bishop = rider(0, 1), rider(1, 1)
    joined = board.reach("c4", rook + bishop)
    assert set(joined) == {*board.reach("c4", rook), *board.reach("c4", bishop)} == set(board.slides("c4"))
    assert len(joined) == len(set(joined))


def test_on_six_sided_cells_steps_count_along_their_rows() -> None:
    board = HexGrid("towers", radius=2)
    beside = Reach((-1, 1, 1), (0, 1, 1), (1, 0, 1), (1, -1, 1), (0, -1, 1), (-1, 0, 1))
    assert board.reach("c3", beside) == list(board.neighbours("c3"))


def test_it_says_what_it_is() -> None:
    assert repr(Reach((1, 0, 2))) == "Reach((1, 0, 2))"
