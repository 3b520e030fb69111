"""Areas: places without bounds, and tiles next to each other."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rondel.engine import Area
from rondel.engine.components.boards.area import _coordinates, _number
from rondel.engine.components.journal import Journal
from rondel.engine.components.move import Move
from rondel.errors import RulesError
from tests.engine.rules.store import Piece

FAR = st.integers(-(10**9), 10**9)


def area(*tiles: tuple[int, int], owner: str | None = None, **given: Any) -> Area:
    """An area with tiles at those places."""
    made = Area("area", **given)
    made._journal = Journal(("left", "right"), (Piece,))
    for x, y in tiles:
        made.put(Piece(owner), made.cell(x, y))
    return made


def names(cells: list[Any]) -> list[str]:
    return [str(cell) for cell in cells]


@given(x=FAR, y=FAR)
def test_every_place_has_a_number_of_its_own(x: int, y: int) -> None:
    assert _coordinates(_number(x, y)) == (x, y)


def test_the_numbers_of_places_leave_none_out() -> None:
    assert len({_coordinates(number) for number in range(2_000)}) == 2_000
    assert all(_number(*_coordinates(number)) == number for number in range(2_000))


def test_places_are_named_by_column_and_row() -> None:
    made = area()
    cell = made.cell(2, -1)
    assert (cell.name, cell.place, cell.column, cell.row) == ("2,-1", "area:2,-1", 2, -1)
    assert made.cell(2, -1) is cell is Area("area").cell(2, -1), "so that moves are made once for all games"
    assert Move("left", "lay", (cell,), "", ()).text == "lay(2,-1)"


def test_a_tile_has_four_neighbours_eight_with_corners_and_six_of_six_sides() -> None:
    made = area()
    start = made.cell(0, 0)
    assert names(made.neighbours(start)) == ["0,-1", "1,0", "0,1", "-1,0"]
    assert names(made.neighbours(start, diagonal=True)) == ["0,-1", "1,-1", "1,0", "1,1", "0,1", "-1,1", "-1,0", "-1,-1"]
    assert names(area(hexes=True).neighbours(start)) == ["1,-1", "1,0", "0,1", "-1,1", "-1,0", "0,-1"]


@pytest.mark.parametrize("hexes", [True, False])
def test_who_is_next_to_whom_goes_both_ways(hexes: bool) -> None:
    made = area(hexes=hexes)
    for x in range(-2, 3):
        for y in range(-2, 3):
            cell = made.cell(x, y)
            assert all(cell in made.neighbours(other) for other in made.neighbours(cell))


def test_the_first_tile_lies_in_the_middle_and_others_next_to_it() -> None:
    made = area()
    assert names(made.free()) == ["0,0"]
    made.add(Piece())
    assert names(made.free()) == ["0,-1", "-1,0", "1,0", "0,1"]
    made.put(Piece(), made.cell(1, 0))
    assert names(made.free()) == ["0,-1", "1,-1", "-1,0", "2,0", "0,1", "1,1"]
    assert len(made.free(diagonal=True)) == 10
    assert made.bounds() == (0, 1, 0, 0)
    with pytest.raises(RulesError, match="area 'area' is empty, and has no bounds"):
        area().bounds()


@given(tiles=st.sets(st.tuples(st.integers(-3, 3), st.integers(-3, 3)), min_size=1), hexes=st.booleans())
def test_free_places_touch_a_tile_and_hold_none(tiles: set[tuple[int, int]], hexes: bool) -> None:
    made = area(*sorted(tiles), hexes=hexes)
    expected = {cell.name for place in tiles for cell in made.neighbours(made.cell(*place))} - {f"{x},{y}" for x, y in tiles}
    free = made.free()
    assert set(names(free)) == expected
    assert [(cell.row, cell.column) for cell in free] == sorted((cell.row, cell.column) for cell in free)
    assert names(made.cells) == [f"{x},{y}" for x, y in sorted(tiles, key=lambda place: (place[1], place[0]))]


def test_tiles_of_one_owner_make_groups() -> None:
    made = area((0, 0), (1, 0), (1, 1), (3, 0), owner="left")
    made.put(Piece("right"), made.cell(2, 0))
    assert names(made.group(made.cell(1, 1))) == ["0,0", "1,0", "1,1"]
    assert names(made.group(made.cell(3, 0))) == ["3,0"]
    assert made.group(made.cell(9, 9)) == []
    assert names(made.group(made.cell(2, 0), diagonal=True)) == ["2,0"]
    assert [token.owner for token in made.around(made.cell(2, 0))] == ["left", "left"]


def test_what_lies_on_a_tile_lies_above_it() -> None:
    made = area((0, 0), capacity=None)
    figure = Piece("left", face="figure")
    made.put(figure, made.cell(0, 0))
    top = made[made.cell(0, 0)]
    assert top is figure
    assert made[made.cell(5, 5)] is None
    assert [made.slot(token) for token in made.stack(made.cell(0, 0))] == ["0,0.0", "0,0"]
    assert made.name_of(figure) == "0,0"
    assert made.scene() == {"name": "area", "layout": "area", "hexes": False}
    one = area((0, 0))
    with pytest.raises(RulesError, match=r"cannot be put on 0,0: piece\(\) lies there; remove it first"):
        one.put(Piece(), one.cell(0, 0))


def test_a_token_added_again_is_laid_next_to_the_others() -> None:
    made = area((0, 0), (1, 0))
    token = made[made.cell(0, 0)]
    assert token is not None
    made.add(token)
    assert names(made.cells) == ["1,-1", "1,0"]
