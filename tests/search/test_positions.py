"""Positions: what is looked up is what the rules say, and only of games that are small."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

import rondel
from rondel.search import Budget, Searcher
from rondel.search.ground import CHANCE, OVER, Ground
from rondel.search.playout import LIMIT
from rondel.search.positions import ROOM, Positions, small
from tests.search.contests import Dice, Fists


@pytest.mark.parametrize(
    ("game", "expected"),
    [
        (rondel.new("tic_tac_toe"), True),
        (rondel.new("reversi"), False),
        (rondel.new("connect_four"), False),
        (rondel.new(Dice), True),
        (rondel.new("chess"), False),
    ],
    ids=["tic_tac_toe", "reversi", "connect_four", "dice", "chess"],
)
def test_a_game_is_small_where_few_ways_are_left(game: rondel.Game, expected: bool) -> None:
    ground = Ground(game)
    before = ground.game.key()
    assert small(ground) is expected
    assert ground.game.key() == before


def test_the_same_position_is_one_however_it_was_come_to() -> None:
    """All 5,478 positions of tic-tac-toe, and no more; the number is in every textbook."""
    positions = Positions()
    ground = Ground(rondel.new("tic_tac_toe"))
    walk = ground.walk
    seen: dict[int, Any] = {}

    def visit() -> None:
        position = positions.here(ground)
        assert position is not None
        if id(position) in seen:
            return
        seen[id(position)] = position
        if ground.game.is_over:
            assert (position.asked, position.moves, position.worth) == (OVER, [], ground.returns())
            return
        assert position.worth is None
        assert [move.text for move in position.moves] == [move.text for move in walk.moves()]
        for move in position.moves:
            walk.forward(move)
            visit()
            walk.back()

    visit()
    assert len(seen) == 5_478 < ROOM


@pytest.mark.parametrize("solve", [True, False])
@pytest.mark.parametrize("kind", ["tic_tac_toe", Dice])
@pytest.mark.parametrize("patience", [0, 300])
def test_remembering_changes_nothing_that_is_found_out(kind: Any, solve: bool, patience: int) -> None:
    """A search whose random games may be cut short asks the rules each time, and with the same luck finds the same."""
    game = rondel.new(kind, seed=1)
    asking = Searcher(Random(1), limit=LIMIT - 1, solve=solve)
    remembering: Any = Searcher(Random(1), solve=solve, patience=patience)
    for _each in range(2):
        one, two = (each.search(game, Budget(simulations=600)) for each in (asking, remembering))
        assert (one.visits, one.values, one.simulations) == (two.visits, two.values, two.simulations)
        game.push(one.best)
        if not game.active:
            break
    assert patience or remembering._positions is not None


def test_what_is_remembered_outlives_the_tree() -> None:
    """Another search of the same game asks for hardly a position that it has not seen."""
    searcher: Any = Searcher(Random(1), patience=0)
    searcher.search(rondel.new("tic_tac_toe"), Budget(simulations=2_000))
    known = len(searcher._positions._known)
    other = rondel.new("tic_tac_toe", seed=2)
    assert known > 3_000
    other.push("mark(a1)")
    searcher.search(rondel.new("tic_tac_toe"), Budget(simulations=200))
    assert len(searcher._positions._known) - known < 600
    searcher.search(rondel.new("connect_four"), Budget(simulations=20))
    assert searcher._positions is None


def test_a_short_search_remembers_nothing() -> None:
    searcher = Searcher(Random(1), patience=100)
    remembers = []
    for name, simulations in (("tic_tac_toe", 60), ("tic_tac_toe", 60), ("connect_four", 120)):
        searcher.search(rondel.new(name), Budget(simulations=simulations))
        remembers.append(searcher._positions is not None)
    assert remembers == [False, True, False], "from the middle of the second search on; the last game is not small"


def test_chance_has_its_own() -> None:
    positions = Positions()
    ground = Ground(rondel.new(Dice))
    ground.walk.forward(ground.walk.moves()[1])
    position = positions.here(ground)
    assert position is not None
    assert position.asked == CHANCE
    assert sum(move.probability for move in position.moves) == pytest.approx(1)


def test_what_several_answer_at_once_is_not_remembered() -> None:
    positions = Positions()
    ground = Ground(rondel.new(Fists))
    ground.walk.forward(ground.walk.moves("a")[0], "a")
    assert positions.here(ground) is None
    assert not positions.usable
    assert Searcher(Random(1)).search(rondel.new(Fists), Budget(simulations=60)).simulations == 60
