"""The rules of tic-tac-toe."""

from __future__ import annotations

import pytest

import rondel
from rondel.engine import Game
from rondel.errors import GameOver, IllegalMove

LINES = ["a1 b1 c1", "a2 b2 c2", "a3 b3 c3", "a1 a2 a3", "b1 b2 b3", "c1 c2 c3", "a1 b2 c3", "c1 b2 a3"]
CELLS = [f"{column}{row}" for row in (1, 2, 3) for column in "abc"]


def after(cells: str) -> Game:
    """The game after marks on these cells, x first."""
    game = rondel.new("tic_tac_toe")
    for cell in cells.split():
        assert not game.is_over
        game.push(f"mark({cell})")
    return game


def test_x_begins_on_an_empty_board() -> None:
    game = rondel.new("tic_tac_toe")
    assert game.active == ("x",)
    assert [str(move) for move in game.moves()] == [f"mark({cell})" for cell in CELLS]


def test_the_turns_alternate_and_marks_stay() -> None:
    game = after("b2 a1")
    assert game.active == ("x",)
    tokens = game.view("o")["containers"]["board"]["tokens"]
    assert {(token["at"], token["owner"]) for token in tokens} == {("b2", "x"), ("a1", "o")}
    with pytest.raises(IllegalMove):
        game.push("mark(b2)")


@pytest.mark.parametrize("line", LINES)
def test_three_in_a_line_win(line: str) -> None:
    first, second, third = line.split()
    others = [cell for cell in CELLS if cell not in line]
    # Two other cells that make no line with each other: two marks never do.
    game = after(f"{first} {others[0]} {second} {others[1]} {third}")
    assert game.winners == ("x",)
    assert game.returns == {"x": 1.0, "o": -1.0}


def test_o_wins_too() -> None:
    game = after("a1 b1 a2 b2 c3 b3")
    assert game.winners == ("o",)
    assert game.scores == {"x": 0, "o": 1}


def test_a_full_board_without_a_line_is_a_draw() -> None:
    game = after("a1 b1 c1 b2 a2 c2 b3 a3 c3")
    assert game.is_over
    assert game.winners == ("x", "o")
    assert game.returns == {"x": 0.0, "o": 0.0}


def test_a_line_with_the_last_mark_wins() -> None:
    game = after("a1 b1 c1 a2 b2 c2 b3 a3 c3")
    assert len(game.view("x")["containers"]["board"]["tokens"]) == 9
    assert game.winners == ("x",)


def test_two_lines_at_once_win_once() -> None:
    game = after("a1 b1 a2 b2 b3 c1 c3 c2 a3")
    assert game.winners == ("x",)
    assert game.scores == {"x": 1, "o": 0}


def test_nothing_is_played_after_the_end() -> None:
    game = after("a1 b1 a2 b2 a3")
    assert game.moves() == []
    with pytest.raises(GameOver):
        game.push("mark(c3)")


def test_progress_is_how_full_the_board_is() -> None:
    assert after("").progress == 0
    assert after("a1 b1 c1").progress == 33
    assert after("a1 b1 a2 b2 a3").progress == 100
