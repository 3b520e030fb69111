"""Places between the cells of a grid: which cells they separate, what overlaps, and the paths around them."""

from __future__ import annotations

import doctest
from itertools import combinations
from random import Random

import pytest

from rondel.engine import EVERYONE, ActivePlayer, Edges, Game, GameEnd, Grid, HexGrid, To, TokenKind, _, on
from rondel.engine.components.boards import edges as module
from rondel.errors import RulesError

Wall = TokenKind("wall")


class Maze(Game):
    """Walls of two cells between the cells of a board."""

    name = "maze"
    title = _("Maze")
    seats = ("red", "blue")
    kinds = (Wall,)

    def setup(self) -> To[Build]:
        self.board = self.add(Grid("board", rows=5, columns=4, visible_to=EVERYONE))
        self.walls = self.add(Edges("walls", self.board, length=2, visible_to=EVERYONE))
        return Build


class Build(ActivePlayer[Maze]):
    description, my_turn = _("{actplayer} builds"), _("{you} build")


@on(Build, _("{actplayer} stops"))
def stop(game: Maze) -> To[GameEnd]:
    return GameEnd


def built(*walls: str) -> Maze:
    """A maze with these walls."""
    game = Maze()
    for wall in walls:
        game.walls.place(Wall, None, game.walls.cell(wall))
    return game


def test_the_examples_in_the_module_run() -> None:
    assert doctest.testmod(module).failed == 0


def test_a_cell_lies_between_its_four_sides() -> None:
    sides = Edges("sides", Grid("board", rows=3, columns=4), outer=True)
    assert len(sides.cells) == 4 * 4 + 3 * 5
    for cell in sides.board.cells:
        right, below = "abcde"[cell.column + 1], cell.row + 2
        assert {str(side) for side in sides.around(cell)} == {
            f"{cell}h",
            f"{cell}v",
            f"{right}{cell.row + 1}v",
            f"{cell.name[0]}{below}h",
        }
        assert all(cell in sides.beside(side) for side in sides.around(cell))
    assert [sides.parts(side) for side in ("a1h", "e3v")] == [[], []]
    inner = Edges("inner", sides.board)
    assert len(inner.cells) == 2 * 4 + 3 * 3
    assert [str(side) for side in inner.between("b2", "b1")] == ["b1h"]
    assert inner.between("a1", "b2") == []


def test_a_wall_separates_cells_along_its_length() -> None:
    game = built("b2h")
    walls = game.walls
    assert [(str(one), str(other)) for one, other in walls.parts("b2h")] == [("b2", "b3"), ("c2", "c3")]
    assert walls.separated("b2", "b3")
    assert walls.separated("c3", "c2")
    assert not walls.separated("a2", "a3")
    assert walls.separated("a1", "b2"), "cells that share no side"


def test_what_overlaps_cannot_be_taken_too() -> None:
    game = built("b2h")
    taken = {"a2h", "b2h", "c2h", "b2v"}
    assert {str(place) for place in game.walls.overlapping("b2h")} == taken - {"b2h"}
    assert {str(place) for place in game.walls.cells} - {str(place) for place in game.walls.free()} == taken
    assert {str(place) for place in game.walls.neighbours("b2h")} == {"a1v", "a2v", "a3v", "b1v", "b3v", "c1v", "c2v", "c3v"}


def test_a_path_goes_around_walls() -> None:
    game = built("a1h", "c1h")
    walls = game.walls
    assert walls.path("a1", ["a5"]) == [], "the walls reach from side to side"
    game = built("a1h")
    way = [str(cell) for cell in game.walls.path("a1", ["a5", "b5"])]
    assert (way[:4], len(way), way[-1]) == (["a1", "b1", "c1", "c2"], 8, "b5")
    assert game.walls.path("a1", ["a5"], also="c1h") == []
    assert len(game.walls) == 1
    assert [str(cell) for cell in game.walls.path("a1", ["a1"])] == ["a1"]


def test_only_what_has_two_contacts_can_close_a_way() -> None:
    """In random mazes, a place with fewer contacts leaves all cells reachable that were."""
    rng = Random(3)
    closed = 0
    for _each in range(30):
        game = Maze()
        walls = game.walls
        for _wall in range(rng.randrange(2, 7)):
            free = walls.free()
            walls.place(Wall, None, rng.choice(free))
        for place in walls.free():
            before = [bool(walls.path("a1", [cell])) for cell in game.board.cells]
            after = [bool(walls.path("a1", [cell], also=place)) for cell in game.board.cells]
            closed += before != after
            assert walls.contacts(place) >= 2 or before == after
    assert closed > 0


def test_free_places_are_those_that_no_token_overlaps() -> None:
    walls = Edges("walls", Grid("board", rows=6, columns=5), length=3)
    for one, other in combinations(walls.cells, 2):
        assert (one in walls.overlapping(other)) == (other in walls.overlapping(one))
    assert {str(place) for place in walls.overlapping("b2h")} == {"a2h", "c2h", "b1v", "b2v", "c1v", "c2v"}


def test_a_page_learns_where_each_place_lies() -> None:
    scene = built().walls.scene()
    assert {key: scene[key] for key in ("layout", "over", "length")} == {"layout": "edges", "over": "board", "length": 2}
    assert scene["cells"][:2] == [
        {"at": "a1h", "x": 2, "y": 2, "upright": False},
        {"at": "a1v", "x": 2, "y": 2, "upright": True},
    ]


def test_a_length_without_room_and_a_board_that_is_no_grid_are_refused() -> None:
    board = Grid("board", rows=2, columns=3)
    for length in (0, 4, "2"):
        with pytest.raises(RulesError, match="cannot have the length"):
            Edges("walls", board, length=length)  # type: ignore[arg-type]
    with pytest.raises(RulesError, match="need a grid"):
        Edges("walls", HexGrid("hexes", radius=1))  # type: ignore[arg-type]
    with pytest.raises(RulesError, match="cannot lie around"):
        Edges("walls", Grid("wide", rows=2, columns=26), outer=True)
    with pytest.raises(RulesError, match="no cell 'a9h'; it has 'a1v' to 'b2v'"):
        Edges("walls", board).cell("a9h")
