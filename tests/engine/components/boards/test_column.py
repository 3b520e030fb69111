"""Columns: where pieces fall, on boards drawn from above and from below."""

from __future__ import annotations

import random

import pytest

from rondel.engine import EVERYONE, Cell, Column, Grid
from rondel.engine.components.journal import Journal
from rondel.errors import RulesError
from tests.engine.rules.workshop import Piece


def grid(rows: int, columns: int, origin: str = "bottom") -> tuple[Journal, Grid]:
    """An empty grid of that size, and its journal."""
    board = Grid(f"columns{rows}x{columns}", rows=rows, columns=columns, visible_to=EVERYONE, origin=origin)
    board._journal = journal = Journal(("one", "two"), (Piece,))
    return journal, board


def names(columns: tuple[Column, ...]) -> str:
    return "".join(str(column) for column in columns)


def lowest(board: Grid, column: int) -> Cell | None:
    """The lowest empty cell of a column, looked for cell by cell."""
    rows = range(board.rows) if board.origin == "bottom" else range(board.rows - 1, -1, -1)
    return next((board.at(row, column) for row in rows if board[board.at(row, column)] is None), None)


def test_columns_are_named_by_their_letters() -> None:
    _journal, board = grid(2, 3)
    column = board.column("b")
    assert (column.name, column.number, column.place, repr(column)) == ("b", 1, "columns2x3:b", "Column('b')")
    assert [str(cell) for cell in column.rising] == ["b1", "b2"]
    assert [str(cell) for cell in column.falling] == ["b2", "b1"]
    assert board.column(column) is column
    for wrong in ("d", "", "b1", "B"):
        with pytest.raises(RulesError, match=f"there is no column {wrong!r}: they go from 'a' to 'c'"):
            board.column(wrong)


@pytest.mark.parametrize("origin", ["top", "bottom"])
def test_pieces_fall_to_the_lowest_empty_cell(origin: str) -> None:
    chooser = random.Random(4)
    _journal, board = grid(4, 5, origin)
    for _piece in range(20):
        column = chooser.choice(board.open_columns())
        expected = lowest(board, column.number)
        piece = Piece("one")
        assert board.landing(column) is board.landing(column.name) is expected
        assert board.drop(piece, column if chooser.random() < 0.5 else column.name) is expected
        assert expected is not None
        assert board[expected] is piece
        full = [number for number in range(5) if lowest(board, number) is None]
        assert [each.number for each in board.open_columns()] == [number for number in range(5) if number not in full]
    assert board.open_columns() == ()
    with pytest.raises(RulesError, match="cannot fall into column 'c' of grid 'columns4x5': it is full"):
        board.drop(Piece("one"), "c")
    with pytest.raises(RulesError, match="column 'c' of grid 'columns4x5' is full"):
        board.landing("c")


@pytest.mark.parametrize(("origin", "high", "low"), [("top", "b1", "b3"), ("bottom", "b3", "b1")])
def test_a_column_is_closed_by_what_lies_at_its_top(origin: str, high: str, low: str) -> None:
    _journal, board = grid(3, 3, origin)
    board.put(Piece("one"), low)
    assert names(board.open_columns()) == "abc"
    board.put(Piece("one"), high)
    assert names(board.open_columns()) == "ac"


def test_the_same_open_columns_are_the_same_tuple_in_all_games() -> None:
    _journal, board = grid(1, 4)
    _other, twin = grid(1, 4)
    assert board.open_columns() is twin.open_columns()
    board.drop(Piece("one"), "b")
    twin.drop(Piece("two"), "b")
    assert board.open_columns() is twin.open_columns()
    assert names(board.open_columns()) == "acd"


def test_a_fall_is_taken_back_like_any_write() -> None:
    journal, board = grid(2, 2)
    board.drop(Piece("one"), "a")
    mark = len(journal.entries)
    board.drop(Piece("one"), "a")
    assert names(board.open_columns()) == "b"
    journal.rollback(mark)
    assert names(board.open_columns()) == "ab"
    assert str(board.drop(Piece("two"), "a")) == "a2"


def test_a_piece_falls_from_where_it_lies() -> None:
    _journal, board = grid(3, 2)
    low, high = Piece("one"), Piece("two")
    board.drop(low, "a")
    board.drop(high, "a")
    assert str(board.drop(low, "a")) == "a1"  # its own place
    assert str(board.drop(low, "b")) == "b1"
    assert str(board.drop(high, "a")) == "a1"
    assert [board[cell] for cell in ("a1", "a2", "b1")] == [high, None, low]


def test_a_column_of_another_grid_means_the_one_of_its_name() -> None:
    _journal, board = grid(3, 2)
    _other, large = grid(4, 4)
    assert str(board.drop(Piece("one"), large.column("b"))) == "b1"
    with pytest.raises(RulesError, match="there is no column 'd'"):
        board.drop(Piece("one"), large.column("d"))
