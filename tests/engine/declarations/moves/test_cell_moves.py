"""The moves of cells, found by their numbers."""

from __future__ import annotations

from typing import Any

import pytest

from rondel import Grid
from rondel.engine.components.move import Move
from rondel.engine.declarations.moves.cell_moves import CellMoves

CELLS = Grid("one", rows=2, columns=2).cells
OTHER = Grid("other", rows=2, columns=2).cells


def made(*options: Any) -> dict[object, Move]:
    """Moves of these options."""
    return {each: Move("red", "go", each if type(each) is tuple else (each,), "", ("start", "end")) for each in options}


def on_board(moves: dict[object, Move]) -> CellMoves:
    return CellMoves(CELLS[0].of, moves)


def test_the_moves_of_cells_are_those_that_were_made() -> None:
    moves = made(*CELLS)
    known = on_board(moves)
    for listing, cells in enumerate([CELLS[::-1], CELLS[1:3], CELLS], 1):
        assert known.of_cells(list(cells), listing) == [moves[cell] for cell in cells]


def test_the_moves_of_tuples_are_those_that_were_made() -> None:
    pairs = [(start, end) for start in CELLS for end in CELLS if start is not end]
    moves = made(*pairs)
    known = on_board(moves)
    for listing, some in enumerate([pairs[::-1], pairs[2:5], pairs], 1):
        assert known.of_tuples(some, listing) == [moves[pair] for pair in some]


def test_an_option_offered_twice_is_listed_once() -> None:
    pair = (CELLS[0], CELLS[3])
    moves = made(CELLS[0], pair)
    known = on_board(moves)
    assert known.of_cells([CELLS[0], CELLS[0]], 1) == [moves[CELLS[0]]]
    assert known.of_tuples([pair, (CELLS[0], CELLS[3])], 2) == [moves[pair]]


@pytest.mark.parametrize("option", [CELLS[1], OTHER[0], "a1", None, 0])
def test_what_has_no_move_or_is_no_cell_of_the_board_is_not_found(option: Any) -> None:
    known = on_board(made(CELLS[0], (CELLS[0], CELLS[3])))
    assert known.of_cells([CELLS[0], option], 1) is None
    assert known.of_tuples([(CELLS[0], CELLS[3]), (CELLS[0], option)], 2) is None
    assert known.of_tuples([(option, CELLS[3])], 3) is None
    assert known.of_tuples([option], 4) is None
    assert known.of_tuples([(CELLS[0], CELLS[3], option)], 5) is None
