"""Areas: places without bounds, and tiles next to each other."""

from __future__ import annotations

from collections.abc import Sequence
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


def names(cells: Sequence[Any]) -> list[str]:
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


def test_a_change_to_a_list_of_neighbours_changes_no_later_list() -> None:
    made = area(hexes=True)
    assert names(made.neighbours("0,0")) == ["1,-1", "1,0", "0,1", "-1,1", "-1,0", "0,-1"]
    assert names(Area("area").neighbours("0,0")) == ["0,-1", "1,0", "0,1", "-1,0"], "the same name, and another shape"


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


@given(
    tiles=st.dictionaries(st.tuples(st.integers(-2, 2), st.integers(-2, 2)), st.sampled_from(["left", "right"]), max_size=14),
    hexes=st.booleans(),
    diagonal=st.booleans(),
)
def test_groups_and_joins_against_merging_what_touches(tiles: dict[tuple[int, int], str], hexes: bool, diagonal: bool) -> None:
    made = area(hexes=hexes)
    for (x, y), owner in tiles.items():
        made.put(Piece(owner), made.cell(x, y))

    def touch(one: tuple[int, int], other: tuple[int, int]) -> bool:
        right, down = other[0] - one[0], other[1] - one[1]
        if hexes:
            return max(abs(right), abs(down), abs(right + down)) == 1
        return max(abs(right), abs(down)) == 1 and (diagonal or 0 in (right, down))

    def merged(places: list[tuple[int, int]]) -> list[set[tuple[int, int]]]:
        sets: list[set[tuple[int, int]]] = []
        for place in places:
            near = [each for each in sets if any(touch(place, other) for other in each)]
            sets = [each for each in sets if each not in near] + [set().union(*near) | {place}]
        return sets

    for role in ("left", "right"):
        mine = [place for place, owner in tiles.items() if owner == role]
        assert names(made.owned(role)) == [f"{x},{y}" for x, y in sorted(mine, key=lambda place: (place[1], place[0]))]
        groups = [{(cell.column, cell.row) for cell in group} for group in made.groups(role, diagonal=diagonal)]
        assert sorted(map(sorted, groups)) == sorted(map(sorted, merged(mine)))
        side, other = [(x, -2) for x in range(-2, 3)], [(x, 2) for x in range(-2, 3)]
        asked = made.joined(role, [made.cell(*at) for at in side], [made.cell(*at) for at in other], diagonal=diagonal)
        assert asked == any(group & set(side) and group & set(other) for group in merged(mine))
    assert made.connected(diagonal=diagonal) == (len(merged(list(tiles))) <= 1)
    for token in made.tokens():
        lifted = [place for place in tiles if made.where(token) is not made.cell(*place)]
        assert made.connected(without=[token], diagonal=diagonal) == (len(merged(lifted)) <= 1)
        held = made.where(token) in made.cuts(diagonal=diagonal)
        assert held == (len(merged(lifted)) > len(merged(list(tiles))))


def test_a_piece_on_top_of_another_may_leave_without_dividing_the_area() -> None:
    made = area((0, 0), (1, 0), (2, 0), hexes=True, capacity=None)
    above = Piece("left")
    made.put(above, made.cell(1, 0))
    below = made.stack("1,0")[0]
    assert made.connected(without=[above])
    assert not made.connected(without=[above, below])
    assert names(made.cuts()) == ["1,0"], "a place is one, however high its stack"
    assert (made.owner("1,0"), made.owner("0,0"), made.owner("9,9")) == ("left", None, None)


def test_rays_end_one_place_beyond_the_outermost_token() -> None:
    made = area((0, 0), (2, 0))
    assert [names(ray) for ray in made.rays("0,0")] == [["0,-1"], ["1,0", "2,0", "3,0"], ["0,1"], ["-1,0"]]
    assert [names(ray) for ray in made.rays("0,0", diagonal=True)][1] == ["1,-1"]
    hexes = area((0, 0), (1, 0), (2, 0), hexes=True)
    assert names([next(place for place in ray if hexes[place] is None) for ray in hexes.rays("0,0") if hexes[ray[0]]]) == [
        "3,0"
    ]
    assert [names(ray) for ray in area().rays("5,5")] == [[], [], [], []]


def test_flooding_stays_near_the_tokens() -> None:
    ring = [(x, y) for x in range(3) for y in range(3) if (x, y) != (1, 1)]
    made = area(*ring)
    assert names(made.flood(["1,1"], lambda place: made[place] is None)) == ["1,1"]
    outside = made.flood(["-1,-1"], lambda place: made[place] is None)
    assert len(outside) == 25 - 9, "the ring around three by three"
    assert names(area().flood(["0,0"], lambda place: True)) == ["0,0"]
    wrong: Any = "0,0"
    with pytest.raises(RulesError, match="area 'area' cannot be flooded from '0,0' through"):
        made.flood(wrong, lambda place: True)


@given(x=st.integers(-4, 4), y=st.integers(-4, 4), hexes=st.booleans(), diagonal=st.booleans())
def test_distances_are_those_of_a_walk(x: int, y: int, hexes: bool, diagonal: bool) -> None:
    made = area(hexes=hexes)
    far, rim, steps = {"0,0"}, [made.cell(0, 0)], 0
    while f"{x},{y}" not in far:
        rim = [other for cell in rim for other in made.neighbours(cell, diagonal=diagonal) if other.name not in far]
        far.update(names(rim))
        steps += 1
    assert made.distance("0,0", f"{x},{y}", diagonal=diagonal) == steps


def test_the_topmost_tiles_count() -> None:
    made = area((0, 0), (1, 0), owner="left", capacity=None)
    made.put(top := Piece("right"), "1,0")
    assert (made.count("left"), made.count("right")) == (1, 1)
    assert [made.height(place) for place in ("0,0", "1,0", "2,0")] == [1, 2, 0]
    assert made.token("1,0") is top
    with pytest.raises(RulesError, match="nothing lies on 2,0 of area 'area'"):
        made.token("2,0")
