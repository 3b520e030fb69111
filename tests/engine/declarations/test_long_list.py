"""Long lists of options, made from the one before."""

from __future__ import annotations

import random

from hypothesis import given
from hypothesis import strategies as st

from rondel import new
from rondel.engine import Cell, Game, Grid
from rondel.engine.components.move import Move
from rondel.engine.declarations.long_list import FEW, LongList
from rondel.shelf.gomoku import Gomoku


@given(seed=st.integers(0, 1_000_000))
def test_the_moves_on_a_board_that_fills_up_are_its_empty_cells(seed: int) -> None:
    """Whatever was listed before, taken back, or played in a copy meanwhile."""
    chooser = random.Random(seed)
    game = new("gomoku", options={"size": 5}, seed=seed)
    pushed = 0
    while game.active:
        assert [move.text for move in game.moves()] == [f"place({cell})" for cell in free(game)]
        if chooser.random() < 0.1:
            game, pushed = game.copy(), 0
        for _push in range(chooser.randrange(1, 6)):  # of the next moves, some are never listed
            if game.active:
                game.push(f"place({chooser.choice(free(game))})")
                pushed += 1
        for _pop in range(min(chooser.randrange(4), pushed)):
            game.pop()
            pushed -= 1


def free(game: Game) -> list[Cell]:
    """The empty cells, one by one."""
    assert isinstance(game, Gomoku)
    return [cell for cell in game.board.cells if game.board[cell] is None]


@given(st.sets(st.integers(0, 29), max_size=FEW + 2), st.booleans())
def test_the_moves_of_a_list_that_lacks_a_few_options_are_those_of_the_others(left_out: set[int], exact: bool) -> None:
    cells = Grid("board", rows=5, columns=6).cells
    moves = [Move("black", "place", (cell,), "", ("cell",)) for cell in cells]
    offered = [cell for cell in cells if cell.index not in left_out]
    if not exact:
        offered[3], offered[4] = offered[4], offered[3]
    found = LongList(cells, moves).narrowed(offered)
    if exact and len(left_out) <= FEW:
        assert found is not None
        assert found.moves == [move for move in moves if move.args[0] in offered]
    else:
        assert found is None
