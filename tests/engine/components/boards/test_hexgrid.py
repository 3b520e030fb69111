"""Hex grids: their forms and distances."""

from __future__ import annotations

import random
from typing import Any

import pytest

from rondel.engine import EVERYONE, HexGrid
from rondel.engine.components.cell import Cell
from rondel.engine.components.journal import Journal
from rondel.errors import RulesError
from tests.engine.rules.store import Piece

FORMS: dict[str, dict[str, Any]] = {
    "hexagon": {"radius": 3},
    "rhombus": {"rows": 5, "columns": 4},
    "rectangle": {"rows": 6, "columns": 5, "rectangle": True},
}


def steps(board: HexGrid, start: Cell) -> dict[str, int]:
    """How far every cell is, by going from neighbour to neighbour."""
    far = {start.name: 0}
    rim = [start]
    while rim:
        following: list[Cell] = []
        for cell in rim:
            for other in board.neighbours(cell):
                if other.name not in far:
                    far[other.name] = far[cell.name] + 1
                    following.append(other)
        rim = following
    return far


@pytest.mark.parametrize("form", FORMS.values(), ids=FORMS)
def test_distances_are_those_of_a_walk(form: dict[str, Any]) -> None:
    board = HexGrid("board", **form)
    for start in board.cells:
        far = steps(board, start)
        assert [board.distance(start, cell) for cell in board.cells] == [far[cell.name] for cell in board.cells]


@pytest.mark.parametrize("form", FORMS.values(), ids=FORMS)
def test_neighbours_are_drawn_next_to_each_other(form: dict[str, Any]) -> None:
    """Cells are two halves wide; the next row lies half a cell to the side."""
    board = HexGrid("board", **form)
    at = {each["at"]: (each["x"], each["y"]) for each in board.scene()["cells"]}
    assert len(set(at.values())) == len(board.cells)
    for cell in board.cells:
        middle = at[cell.name]
        around = {(at[other.name][0] - middle[0], at[other.name][1] - middle[1]) for other in board.neighbours(cell)}
        assert around <= {(2, 0), (-2, 0), (1, 1), (-1, 1), (1, -1), (-1, -1)}
        drawn = {other for other, (x, y) in at.items() if (x - middle[0], y - middle[1]) in around}
        assert drawn == {other.name for other in board.neighbours(cell)}
    if form.get("rectangle"):
        assert {x for x, y in at.values()} == set(range(10))
    assert board.scene()["layout"] == "hex"


@pytest.mark.parametrize(
    ("form", "said"),
    [
        ({}, "hex grid 'board' cannot be 0 by 0: give a radius, or 1 to 99 rows and 1 to 26 columns"),
        ({"rows": 3}, "hex grid 'board' cannot be 3 by 0"),
        ({"rows": 3, "columns": 27}, "hex grid 'board' cannot be 3 by 27"),
        ({"radius": 13}, "hex grid 'board' cannot have the radius 13: 0 to 12, without rows and columns"),
        ({"radius": -1}, "cannot have the radius -1"),
        ({"radius": 1, "rows": 3}, "cannot have the radius 1: 0 to 12, without rows and columns"),
        ({"radius": 1, "rectangle": True}, "cannot have the radius 1: 0 to 12, without rows and columns"),
    ],
)
def test_a_form_that_there_is_not_is_refused(form: dict[str, Any], said: str) -> None:
    with pytest.raises(RulesError, match=said):
        HexGrid("board", **form)


def test_a_cell_that_a_hexagon_leaves_out_is_refused() -> None:
    board = HexGrid("board", radius=1)
    assert [str(cell) for cell in board.cells] == ["b1", "c1", "a2", "b2", "c2", "a3", "b3"]
    with pytest.raises(RulesError, match=r"'board' has no cell 'a1'; it has 'b1' to 'c1', 'a2' to 'c2', 'a3' to 'b3'$"):
        board.cell("a1")


def test_a_chain_across_a_rhombus_wins_hex_and_only_one_can() -> None:
    """In Hex a full board has exactly one winner, whatever lies on it (Nash; Gale 1979)."""
    for seed in range(60):
        chooser = random.Random(seed)
        board = HexGrid("board", rows=5, columns=5, visible_to=EVERYONE)
        board._journal = Journal(("left", "right"), (Piece,))
        for cell in board.cells:
            board.put(Piece(chooser.choice(["left", "right"])), cell)
        top, bottom = board.cells[:5], board.cells[-5:]
        west, east = board.cells[::5], board.cells[4::5]
        assert board.joined("left", top, bottom) != board.joined("right", west, east)
