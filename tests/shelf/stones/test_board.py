"""Boards of Stones as nested arrays: what may be one, and what is said about what may not."""

from __future__ import annotations

import doctest

import pytest

import rondel
from rondel.errors import BadPosition
from rondel.shelf.stones import Stones, array_of, board, start_from


@pytest.mark.parametrize(
    ("array", "said"),
    [
        ([[0, -1], [1]], "row 1 of the board has 1 tiles, row 0 has 2: a board is a rectangle"),
        ([[0, 1]], "the board has 1 rows and 2 columns; it has 2 to 26 of each"),
        ([], "the board has 0 rows and 0 columns"),
        ([[0, -2], [1, -1]], r"tile \(0, 1\) of the board holds -2; it holds -1 for nothing, or a player, 0 to 3"),
        ([[0, 4], [1, -1]], r"tile \(0, 1\) of the board holds 4"),
        ([[0, True], [1, -1]], r"tile \(0, 1\) of the board holds True"),
        ([[0, "1"], [1, -1]], r"tile \(0, 1\) of the board holds '1'"),
        ([[0, 2], [-1, -1]], "player 1 has no stone on the board"),
        ([[0, 0], [-1, -1]], "player 1 has no stone on the board"),
        ([[-1, -1], [-1, -1]], "player 0 has no stone on the board"),
    ],
)
def test_what_is_no_board_is_refused_with_the_reason(array: list[list[int]], said: str) -> None:
    with pytest.raises(BadPosition, match=said):
        start_from(array)


def test_a_board_starts_a_game_and_comes_out_as_it_went_in() -> None:
    array = [[2, 0, -1], [-1, 1, 1]]
    game = rondel.new("stones", **start_from(array))
    assert isinstance(game, Stones)
    assert array_of(game.board) == array
    assert game.events(0, "observer")[0]["args"] == {"board": array}
    assert game.roles == ("jade", "garnet", "lapis")
    assert game.active == ("jade",)


def test_the_examples_in_the_module_run() -> None:
    assert doctest.testmod(board).failed == 0
