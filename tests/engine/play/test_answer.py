"""What a player says, and the legal move that it means."""

from __future__ import annotations

from typing import Any

import pytest

from rondel.engine.play.answer import find
from rondel.errors import GameOver, IllegalMove, MalformedMove, NotYourTurn
from rondel.shelf.tic_tac_toe import TicTacToe


def test_a_move_its_text_and_an_equal_move_of_another_game_mean_the_same() -> None:
    game = TicTacToe()
    listed = game._machine, game
    move = game.moves()[4]
    assert find(*listed, move, None) is find(*listed, "mark(b2)", None) is find(*listed, TicTacToe().moves()[4], "x")


@pytest.mark.parametrize(
    ("said", "role", "error", "why"),
    [
        ("mark(a1)", "o", NotYourTurn, "it is not o's turn: the game waits for x"),
        ("mark(z9)", "x", IllegalMove, r"illegal move 'mark\(z9\)'; legal for x in state 'PlayerTurn': mark\(a1\), "),
        ("jump(a1)", "x", MalformedMove, r"'jump\(a1\)' is not a move; legal for x"),
        ("mark(a1", "x", MalformedMove, "is not a move"),
    ],
)
def test_what_means_nothing_legal_is_refused_with_what_would_be(said: Any, role: str, error: type[Exception], why: str) -> None:
    game = TicTacToe()
    with pytest.raises(error, match=why):
        find(game._machine, game, said, role)


def test_after_the_end_nothing_means_anything() -> None:
    game = TicTacToe()
    for cell in ("a1", "b1", "a2", "b2", "a3"):
        game.push(f"mark({cell})")
    with pytest.raises(GameOver, match="the game is over"):
        find(game._machine, game, "mark(c3)", "x")
