"""A game in progress: what it keeps, and whether anything in it is hidden."""

from __future__ import annotations

import rondel
from rondel.engine.play.in_progress import all_open, hides
from rondel.shelf.reversi import Reversi
from tests.engine.rules.flock import Flock
from tests.engine.rules.workshop import workshop


def test_a_board_game_hides_nothing() -> None:
    game = Reversi()
    assert (hides(game), all_open(game)) == (False, True)


def test_hands_and_piles_hide() -> None:
    for game in (Flock(seed=1), rondel.new("kuhn_poker", seed=1)):
        assert (hides(game), all_open(game)) == (True, False)


def test_what_a_game_keeps_is_the_machines() -> None:
    game = workshop()
    machine = game._machine
    assert game.play_order is machine.order
    assert game._containers is machine.containers
    assert game._props is machine.props
    assert game._result is machine.result
