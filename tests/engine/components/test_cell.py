"""Cells: shared by all games, so that moves naming them are too."""

from __future__ import annotations

from math import comb

import pytest

from rondel import Grid, Track
from rondel.engine.components.cell import Cell, apart, cell_sets, pairs_apart
from rondel.errors import RulesError
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


def test_cells_of_one_board_are_seen_to_be_different_ones() -> None:
    assert apart(ONE)
    assert apart([ONE[1], ONE[3]])
    assert apart(ONE[::-1])
    assert apart(Track("long", spaces=[str(number) for number in range(200)]).cells[::-1])
    assert pairs_apart([(ONE[0], ONE[2]), (ONE[0], ONE[3]), (ONE[2], ONE[0])])
    assert pairs_apart([(ONE[0], ONE[2]), (ONE[0], ONE[1])])
    long = Track("long", spaces=[str(number) for number in range(200)]).cells
    assert pairs_apart([(long[0], end) for end in long[::-1]])


@pytest.mark.parametrize(
    "places", [[ONE[0], ONE[0]], [ONE[1], ONE[0], ONE[1]], [ONE[0], OTHER[1]], [LOOSE], ["a1"], [ONE[0], "b1"]]
)
def test_others_may_be_there_twice(places: list[object]) -> None:
    assert not apart(places)
    assert not pairs_apart(places)
    assert not pairs_apart([(ONE[0], place) for place in places] * 2)


@pytest.mark.parametrize(
    "pairs",
    [
        [(ONE[0], ONE[2]), (ONE[0], ONE[1]), (ONE[0], ONE[2])],
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
    assert not pairs_apart(pairs)


TRAY = Track("tray", spaces=("a", "b", "c", "d", "e"))


@pytest.mark.parametrize(("least", "most"), [(1, None), (1, 2), (3, 4), (5, 9), (6, None)])
def test_each_set_of_cells_is_one_option(least: int, most: int | None) -> None:
    """As many as binomial coefficients say, each once."""
    sets = cell_sets(TRAY.cells, least=least, most=most)
    sizes = range(least, min(5, most or 5) + 1)
    assert [len(each) for each in sets] == [size for size in sizes for _each in range(comb(5, size))]
    assert len({each.cells for each in sets}) == len({str(each) for each in sets}) == len(sets)
    assert all([cell.index for cell in each.cells] == sorted(cell.index for cell in each.cells) for each in sets)


def test_a_set_has_the_names_and_places_of_its_cells() -> None:
    both = cell_sets(TRAY.cells[1:4:2])[-1]
    assert (str(both), both.place, both.cells) == ("b+d", "tray:b+d", (TRAY.cells[1], TRAY.cells[3]))
    assert cell_sets(TRAY.cells)[0] is cell_sets(Track("tray", spaces=("a", "b", "c", "d", "e")).cells)[0]


@pytest.mark.parametrize(
    ("cells", "least", "said"),
    [
        (TRAY.cells, 0, "cell_sets cannot list sets of 0 cells; give a least of 1 or more"),
        ((*ONE, *OTHER), 1, "the cells of a set lie on several boards"),
        (Track("long", spaces=20).cells, 1, "20 cells have more than 4096 sets; ask for them with game.choose_some"),
    ],
)
def test_sets_that_cannot_be_listed_say_why(cells: tuple[Cell, ...], least: int, said: str) -> None:
    with pytest.raises(RulesError, match=said):
        cell_sets(cells, least=least)


def test_pairs_of_many_cells_are_few_enough() -> None:
    assert len(cell_sets(Track("long", spaces=20).cells, most=2)) == 20 + 190
