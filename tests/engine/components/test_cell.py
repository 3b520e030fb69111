"""Cells: shared by all games, so that moves naming them are too."""

from __future__ import annotations

import pytest

from rondel import Grid
from rondel.engine.components.cell import Cell, in_order, pairs_in_order
from rondel.shelf.reversi import Reversi


def test_a_cell_is_called_by_its_name_and_on_the_wire_by_its_place() -> None:
    cell = Cell("d3", 19, 2, 3, "board:d3")
    assert (str(cell), repr(cell), cell.place) == ("d3", "Cell('d3')", "board:d3")
    assert (cell.index, cell.row, cell.column) == (19, 2, 3)


def test_games_share_their_cells() -> None:
    one, other = Reversi(seed=1), Reversi(seed=2)
    assert all(mine is yours for mine, yours in zip(one.board.cells, other.board.cells, strict=True))
    assert one.moves()[0] is other.moves()[0]


ONE = Grid("one", rows=2, columns=2).cells
OTHER = Grid("other", rows=2, columns=2).cells
LOOSE = Cell("a1", 0, 0, 0, "nowhere")


def test_cells_of_one_board_in_its_order_are_different_ones() -> None:
    assert in_order(ONE)
    assert in_order([ONE[1], ONE[3]])
    assert pairs_in_order([(ONE[0], ONE[2]), (ONE[0], ONE[3]), (ONE[2], ONE[0])])


@pytest.mark.parametrize("places", [ONE[::-1], [ONE[0], ONE[0]], [ONE[0], OTHER[1]], [LOOSE], ["a1"], [ONE[0], "b1"]])
def test_others_may_be_there_twice(places: list[object]) -> None:
    assert not in_order(places)
    assert not pairs_in_order(places)
    assert not pairs_in_order([(ONE[0], place) for place in places] * 2)


@pytest.mark.parametrize(
    "pairs",
    [
        [(ONE[0], ONE[2]), (ONE[0], ONE[1])],
        [(ONE[1], ONE[2]), (ONE[0], ONE[3])],
        [(ONE[0], ONE[2]), (OTHER[1], OTHER[2])],
        [(ONE[0], OTHER[2])],
        [(ONE[0],)],
        [(ONE[0], ONE[1], ONE[2])],
        [(ONE[0], "b1")],
        [(LOOSE, LOOSE)],
    ],
)
def test_so_may_other_pairs(pairs: list[object]) -> None:
    assert not pairs_in_order(pairs)
