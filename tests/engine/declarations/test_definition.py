"""Definitions: what a game is that says nothing, and what becomes of a hook that it writes."""

from __future__ import annotations

import pytest

from rondel.engine import Game
from rondel.shelf.reversi import Reversi
from rondel.shelf.tic_tac_toe import TicTacToe


def test_a_game_without_setup_cannot_be_set_up() -> None:
    with pytest.raises(NotImplementedError):
        Game.setup(TicTacToe())


def test_defaults() -> None:
    assert (Game.name, Game.seats, Game.fewest, Game.version, Game.options, Game.score_visible_to) == ("", (), 0, 1, (), ())


def test_a_score_of_the_games_own() -> None:
    game = Reversi()
    assert game.scores == {"black": 2, "white": 2}
    game.push("play_disc(d3)")
    assert game.scores == {"black": 4, "white": 1}
    assert TicTacToe().estimate("x") is None
