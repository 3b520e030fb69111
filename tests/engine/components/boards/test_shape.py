"""Shapes: directions, lines and neighbours, against what geometry says."""

from __future__ import annotations

import pytest

from rondel.engine.components.boards.shape import Shape, hexagon, rectangle, rhombus, square

SHAPES = [
    square("s", 8, 8),
    square("s", 1, 1),
    square("s", 3, 5),
    rhombus("s", 4, 6),
    rectangle("s", 5, 4),
    rectangle("s", 1, 3),
    hexagon("s", 0),
    hexagon("s", 3),
]


@pytest.mark.parametrize("shape", SHAPES, ids=lambda shape: str(len(shape.cells)))
def test_every_step_can_be_taken_back(shape: Shape) -> None:
    """The neighbour in a direction has this cell as its neighbour in the opposite one; so rays run both ways."""
    count = len(shape.rays[0])
    assert count in (6, 8)
    for cell in shape.cells:
        for number, ray in enumerate(shape.rays[cell.index]):
            opposite = (number + count // 2) % count
            for steps, other in enumerate(ray):
                assert shape.rays[other][opposite][steps] == cell.index
        assert set(shape.near[cell.index]) == {ray[0] for ray in shape.rays[cell.index] if ray}
        assert [cell.index in shape.near[other] for other in shape.near[cell.index]] == [True] * len(shape.near[cell.index])


@pytest.mark.parametrize("radius", range(6))
def test_a_hexagon_has_as_many_cells_as_the_centred_hexagonal_number(radius: int) -> None:
    """1, 7, 19, 37, 61, 91: OEIS A003215."""
    assert len(hexagon("s", radius).cells) == [1, 7, 19, 37, 61, 91][radius]


def test_cells_in_the_middle_have_six_neighbours_and_those_at_the_rim_three_or_four() -> None:
    near = [len(each) for each in hexagon("s", 4).near]
    assert (near.count(6), near.count(4), near.count(3)) == (37, 18, 6)


def test_a_cell_of_a_square_board_touches_four_by_its_sides_and_four_by_its_corners() -> None:
    shape = square("s", 3, 3)
    middle = shape.named["b2"].index
    assert [str(shape.cells[index]) for index in shape.near[middle]] == ["b1", "c1", "c2", "c3", "b3", "a3", "a2", "a1"]
    assert [str(shape.cells[index]) for index in shape.beside[middle]] == ["b1", "c2", "b3", "a2"]
    assert hexagon("s", 1).beside == hexagon("s", 1).near


def test_the_six_directions_go_clockwise_from_up_right() -> None:
    shape = rhombus("s", 3, 3)
    assert [str(shape.cells[index]) for index in shape.near[shape.named["b2"].index]] == ["c1", "c2", "b3", "a3", "a2", "b1"]


def test_every_second_row_of_a_rectangle_is_shifted() -> None:
    shape = rectangle("s", 3, 3)
    assert [str(shape.cells[index]) for index in shape.near[shape.named["b2"].index]] == ["c1", "c2", "c3", "b3", "a2", "b1"]
    assert [str(shape.cells[index]) for index in shape.near[shape.named["b1"].index]] == ["c1", "b2", "a2", "a1"]


@pytest.mark.parametrize(
    ("shape", "length", "count"),
    [
        (square("s", 6, 7), 4, 69),  # Connect Four
        (square("s", 3, 3), 3, 8),  # tic-tac-toe
        (square("s", 15, 15), 5, 572),  # gomoku
        (hexagon("s", 2), 5, 3),
        (hexagon("s", 1), 3, 3),
        (hexagon("s", 4), 2, 156),
    ],
)
def test_lines_are_found_once_each(shape: Shape, length: int, count: int) -> None:
    lines = shape.lines_of(length)
    assert len(lines) == len({frozenset(str(cell) for cell in line) for line in lines}) == count
    assert shape.lines_of(length) is lines


def test_a_shape_is_made_once() -> None:
    assert square("s", 3, 5) is SHAPES[2]
    assert square("other", 3, 5) is not SHAPES[2]
    assert hexagon("s", 3) is SHAPES[7]
    assert len({id(make("s", 4, 4)) for make in (square, rhombus, rectangle)}) == 3
