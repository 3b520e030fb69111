"""A bot's turn: the move that is played where a bot gives none."""

from __future__ import annotations

import doctest

import rondel
from rondel.server.table import bot_turn
from rondel.server.table.bot_turn import answer, zombie


def test_the_rules_say_what_an_absent_player_does_but_not_what_a_random_bot_does() -> None:
    game = rondel.new("shephy", seed=1)
    said = {zombie(game, "shepherd", "mcts", bytes([each])) for each in range(20)}
    assert said == {str(game.zombie_move("shepherd"))}
    assert len({zombie(game, "shepherd", "random", bytes([each])) for each in range(60)}) > 1


def test_a_legal_move_is_pushed_as_it_is() -> None:
    game = rondel.new("tic_tac_toe")
    assert answer(game, "x", "random", "mark(b2)", b"") == "mark(b2)"
    assert game.active == ("o",)


def test_the_examples_in_the_module_run() -> None:
    assert doctest.testmod(bot_turn).failed == 0
