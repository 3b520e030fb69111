"""Hex grids: their forms and distances."""

from __future__ import annotations

import itertools
import random
from typing import Any

import pytest

from rondel.engine import EVERYONE, HexGrid
from rondel.engine.components.cell import Cell
from rondel.engine.components.journal import Journal
from rondel.errors import RulesError
from tests.engine.rules.store import BUILD, Piece, store

FORMS: dict[str, dict[str, Any]] = {
    "hexagon": {"radius": 3},
    "triangle": {"triangle": 5},
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
        ({}, "hex grid 'board' cannot be 0 by 0: give a radius, a triangle, or 1 to 99 rows and 1 to 26 columns"),
        ({"rows": 3}, "hex grid 'board' cannot be 3 by 0"),
        ({"rows": 3, "columns": 27}, "hex grid 'board' cannot be 3 by 27"),
        ({"triangle": 27}, "hex grid 'board' cannot have the triangle 27: 1 to 26, without rows and columns"),
        ({"triangle": 3, "rows": 3}, "cannot have the triangle 3: 1 to 26, without rows and columns"),
        ({"triangle": 3, "radius": 3}, "hex grid 'board' cannot have a radius and a triangle: give one of them"),
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
        assert board.joined("left", "top", "bottom") == board.joined("left", top, bottom) == crossed(board, "left", "row")
        assert board.joined("right", "left", "right") == board.joined("right", west, east) == crossed(board, "right", "column")


def crossed(board: HexGrid, role: str, along: str) -> bool:
    """Whether a chain crosses a rhombus of 5 by 5 from the first row or column to the last.

    A cell touches the next one in its row, the one under it, and the one under it to the left.
    """
    chain = {(cell.row, cell.column) for cell in board.owned(role) if getattr(cell, along) == 0}
    mine = {(cell.row, cell.column) for cell in board.owned(role)}
    while True:
        more = {
            (row + down, column + right)
            for row, column in chain
            for down, right in ((0, 1), (0, -1), (1, 0), (-1, 0), (1, -1), (-1, 1))
        } & mine
        if more <= chain:
            return any(place[("row", "column").index(along)] == 4 for place in chain)
        chain |= more


@pytest.mark.parametrize("form", FORMS.values(), ids=FORMS)
def test_the_sides_are_the_rim_clockwise(form: dict[str, Any]) -> None:
    board = HexGrid("board", **form)
    sides = list(board.sides.values())
    rim = [cell for cell in board.cells if len(board.neighbours(cell)) < 6]
    assert {cell.name for side in sides for cell in side} == {cell.name for cell in rim}
    for number, side in enumerate(sides):
        assert side == board.side(list(board.sides)[number])
        assert len(set(side) & set(sides[number - 1])) == 1, "a corner between two sides"
        assert all(later in board.neighbours(earlier) for earlier, later in itertools.pairwise(side))
        assert board.connected(without=[])
    drawn = {each["at"]: each["y"] for each in board.scene()["cells"]}
    if "top" in board.sides:
        assert {drawn[cell.name] for cell in board.side("top")} == {min(drawn.values())}
    assert {drawn[cell.name] for cell in board.side("bottom")} == {max(drawn.values())}


def test_a_triangle_has_its_point_at_the_top_and_three_sides() -> None:
    board = HexGrid("board", triangle=4)
    assert [str(cell) for cell in board.cells] == ["a1", "a2", "b2", "a3", "b3", "c3", "a4", "b4", "c4", "d4"]
    assert {side: [str(cell) for cell in cells] for side, cells in board.sides.items()} == {
        "right": ["a1", "b2", "c3", "d4"],
        "bottom": ["a4", "b4", "c4", "d4"],
        "left": ["a1", "a2", "a3", "a4"],
    }


def test_a_hexagon_has_six_sides_of_its_radius_and_one_more() -> None:
    board = HexGrid("board", radius=3)
    assert list(board.sides) == ["top", "upper_right", "lower_right", "bottom", "lower_left", "upper_left"]
    assert [len(side) for side in board.sides.values()] == [4] * 6
    drawn = {each["at"]: (each["x"], each["y"]) for each in board.scene()["cells"]}
    for side, cells in board.sides.items():
        x = sum([drawn[cell.name][0] for cell in cells]) / 4
        y = sum([drawn[cell.name][1] for cell in cells]) / 4
        assert ("upper" in side or side == "top") == (y < 0)
        assert ("right" in side, "left" in side) == (x > 0, x < 0)


def test_a_cell_is_found_by_row_and_column() -> None:
    for form in FORMS.values():
        board = HexGrid("board", **form)
        assert all(board.at(cell.row, cell.column) is cell for cell in board.cells)
    assert str(HexGrid("board", rows=3, columns=3).at(2, 1)) == "b3"
    with pytest.raises(RulesError, match=r"hex grid 'board' has no cell in row 0, column 0, both from 0; it has 'b1' to 'c1'"):
        HexGrid("board", radius=1).at(0, 0)
    wrong: Any = "a"
    with pytest.raises((RulesError, TypeError)):  # the compiled engine checks the types of its arguments first
        HexGrid("board", rows=3, columns=3).at(wrong, 0)


def test_owned_sides_are_in_the_scene() -> None:
    board = HexGrid("board", rows=2, columns=3, sides={"top": "left", "right": "right"})
    assert board.scene()["sides"] == [
        {"name": "top", "owner": "left", "cells": ["a1", "b1", "c1"]},
        {"name": "right", "owner": "right", "cells": ["c1", "c2"]},
    ]
    assert "sides" not in HexGrid("board", rows=2, columns=3).scene()
    with pytest.raises(RulesError, match=r"has no side 'north'; it has 'top', 'right', 'bottom', 'left'$"):
        HexGrid("board", rows=2, columns=3, sides={"north": "left"})
    wrong: Any = ["top"]
    with pytest.raises(RulesError, match=r"cannot have the sides \['top'\]: give a role by side"):
        HexGrid("board", rows=2, columns=3, sides=wrong)
    BUILD["sides"] = lambda who: HexGrid("store", rows=2, columns=3, sides={"top": "nobody"}, **who)
    with pytest.raises(RulesError, match="'store' names 'nobody', which is no role; this game has 'left', 'right'"):
        store("sides", "all")
