"""The moves of cells, found by their numbers."""

from __future__ import annotations

from typing import Any

import pytest

from rondel import Grid
from rondel.engine.components.move import Move
from rondel.engine.declarations.moves.cell_moves import CellMoves

CELLS = Grid("one", rows=2, columns=2).cells
OTHER = Grid("other", rows=2, columns=2).cells


def known(*names: str, made: dict[object, Move] | None = None, named: dict[Any, Any] | None = None) -> CellMoves:
    return CellMoves(CELLS[0].of, "red", "go", "", names, {} if made is None else made, {} if named is None else named)


def texts(moves: list[Move] | None) -> list[str] | None:
    return None if moves is None else [move.text for move in moves]


def test_the_moves_of_cells_are_made_once() -> None:
    made: dict[object, Move] = {}
    moves = known("cell", made=made)
    first = moves.of_cells([*CELLS], moves.begin())
    assert texts(first) == [f"go({cell})" for cell in CELLS]
    for cells in (CELLS[::-1], CELLS[1:3], CELLS):
        assert moves.of_cells([*cells], moves.begin()) == [made[cell] for cell in cells]
    assert set(made) == {*CELLS}


def test_the_moves_of_tuples_are_made_once() -> None:
    made: dict[object, Move] = {}
    pairs = [(start, end) for start in CELLS for end in CELLS if start is not end]
    moves = known("start", "end", made=made)
    assert texts(moves.of_tuples(pairs, moves.begin())) == [f"go({start},{end})" for start, end in pairs]
    for some in (pairs[::-1], pairs[2:5], pairs):
        assert moves.of_tuples([*some], moves.begin()) == [made[pair] for pair in some]
    worded = [(start, end, said) for start, end in pairs for said in ("far", None)]
    more = known("start", "end", "how")
    for _each in range(2):
        assert texts(more.of_tuples(worded, more.begin())) == [
            f"go({start},{end},{said})" if said else f"go({start},{end})" for start, end, said in worded
        ]


def test_an_option_offered_twice_is_listed_once() -> None:
    pair = (CELLS[0], CELLS[3])
    assert texts(known("cell").of_cells([CELLS[0], CELLS[0]], 1)) == ["go(a1)"]
    assert texts(known("start", "end").of_tuples([pair, (CELLS[0], CELLS[3])], 2)) == ["go(a1,b2)"]


@pytest.mark.parametrize("option", [OTHER[0], "a1", None, 0])
def test_what_is_no_cell_of_the_board_is_not_found(option: Any) -> None:
    assert known("cell").of_cells([CELLS[0], option], 1) is None
    moves = known("start", "end")
    assert moves.of_tuples([(CELLS[0], CELLS[3]), (CELLS[0], option)], 2) is None
    assert moves.of_tuples([(option, CELLS[3])], 3) is None
    assert moves.of_tuples([option], 4) is None
    assert moves.of_tuples([(CELLS[0], CELLS[3], None)], 5) is None, "a part too many"
    assert known("start", "end", "how").of_tuples([(CELLS[0], CELLS[3], CELLS[1])], 6) is None


def test_a_text_that_means_another_cell_already_is_not_kept() -> None:
    made: dict[object, Move] = {}
    assert known("cell", made=made, named={("red", "go(a1)"): ("other:a1",)}).of_cells([*CELLS], 1) is None
    assert CELLS[0] not in made
