"""Cells: shared by all games, so that moves naming them are too."""

from __future__ import annotations

from rondel.engine.components.cell import Cell
from rondel.shelf.reversi import Reversi


def test_a_cell_is_called_by_its_name_and_on_the_wire_by_its_place() -> None:
    cell = Cell("d3", 19, 2, 3, "board:d3")
    assert (str(cell), repr(cell), cell.place) == ("d3", "Cell('d3')", "board:d3")
    assert (cell.index, cell.row, cell.column) == (19, 2, 3)


def test_games_share_their_cells() -> None:
    one, other = Reversi(seed=1), Reversi(seed=2)
    assert all(mine is yours for mine, yours in zip(one.board.cells, other.board.cells, strict=True))
    assert one.moves()[0] is other.moves()[0]
