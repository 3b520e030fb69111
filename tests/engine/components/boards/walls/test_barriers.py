"""Barriers: what tokens on the edges of a grid close off, against paths that are searched for anew."""

from __future__ import annotations

import random

from rondel.engine.components.boards.walls.barriers import WAYS, Barriers
from tests.engine.components.boards.test_edges import Maze, Wall


def kept_one_by_one(game: Maze, starts: list[str], sides: list[str]) -> list[str]:
    """The free places on which a wall leaves a path from each start to its side, each tried by itself."""
    walls, board = game.walls, game.board
    ways = [(start, board.side(side)) for start, side in zip(starts, sides, strict=True)]
    return [str(place) for place in walls.free() if all(walls.path(start, goals, also=place) for start, goals in ways)]


def test_walls_that_come_and_go_are_followed() -> None:
    chooser = random.Random(5)
    game = Maze()
    walls, board = game.walls, game.board
    starts, sides = ["b1", "c5"], ["bottom", "top"]
    journal = game._journal
    marks = [0]
    closed = 0
    for _step in range(200):
        kept = walls.free(keeping=[(start, board.side(side)) for start, side in zip(starts, sides, strict=True)])
        assert [str(place) for place in kept] == kept_one_by_one(game, starts, sides)
        closed += len(kept) < len(walls.free())
        fresh = Barriers(walls._lattice, board._shape.beside)
        fresh.follow(walls._tokens)
        followed = walls.barriers()
        assert (followed.open, followed.barring, followed.touching) == (fresh.open, fresh.barring, fresh.touching)
        assert [followed.closes_ring(place.index) for place in kept] == [fresh.closes_ring(place.index) for place in kept]
        for number, start in enumerate(starts):
            starts[number] = str(chooser.choice(walls.open_from(start)))
        if kept and chooser.random() < 0.7:
            marks.append(len(journal.entries))
            walls.place(Wall, None, chooser.choice(kept))
        else:
            back = chooser.randrange(len(marks))
            journal.rollback(marks[back])
            del marks[back + 1 :]
    assert closed > 20


def test_a_wall_that_closes_no_ring_closes_no_way() -> None:
    game = Maze()
    barriers = game.walls.barriers()
    named = {str(place): place.index for place in game.walls.cells}
    assert not barriers.closes_ring(named["a1h"])  # it touches the outline once
    game.walls.place(Wall, None, game.walls.cell("a1h"))
    assert game.walls.barriers().closes_ring(named["c1h"])  # from the first wall to the outline
    assert not game.walls.barriers().closes_ring(named["b2v"])


def test_without_a_way_nothing_is_kept() -> None:
    game = Maze()
    for wall in ("a1h", "c1h"):
        game.walls.place(Wall, None, game.walls.cell(wall))
    assert game.walls.free(keeping=[("a1", game.board.side("bottom"))]) == []
    assert game.walls.free(keeping=[("a1", game.board.side("top"))]) == game.walls.free()


def test_only_some_ways_are_remembered() -> None:
    game = Maze()
    barriers = game.walls.barriers()
    for goal in range(WAYS + 2):
        assert barriers.closing(0, (goal,)) is not None
    assert len(barriers._ways) == WAYS
