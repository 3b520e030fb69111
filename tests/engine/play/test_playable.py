"""Playable games: equal positions have equal keys, and a rule that still asks is midway. More in test_game.py."""

from __future__ import annotations

from collections.abc import Callable

import pytest

import rondel
from rondel.errors import UnknownRole
from rondel.shelf.tic_tac_toe import TicTacToe
from tests.engine.rules.flock import Flock
from tests.engine.rules.workshop import Workshop, trial, workshop

# -- the key -----------------------------------------------------------------------------------------------------------


def test_equal_positions_have_equal_keys_whatever_the_way_there() -> None:
    one, other = TicTacToe(), TicTacToe()
    for game, cells in ((one, ("a1", "b1", "c1")), (other, ("c1", "b1", "a1"))):
        for cell in cells:
            game.push(f"mark({cell})")
    assert one.key() == other.key()
    assert hash(one.key()) == hash(other.key())
    assert one.view("x")["containers"] != other.view("x")["containers"], "ids differ, and are not in the key"


@pytest.mark.parametrize(
    "change",
    [
        lambda game: game.push("wait"),
        lambda game: game.counter._write(0, 1),
        lambda game: game.secret._write(0, "s"),
        lambda game: game.hidden[0]._write(1, "other"),
        lambda game: game.set_score("left", 1),
        lambda game: game.hands["left"][0].remove(),
        lambda game: game.board.tokens()[0].move_to(game.open),
        lambda game: game.push("end"),
    ],
)
def test_other_positions_have_other_keys(change: Callable[[Workshop], object]) -> None:
    game = workshop()
    change(game)
    assert game.key() != workshop().key()


def test_what_was_answered_in_a_suspended_rule_is_in_the_key() -> None:
    keys = set()
    for answer in (None, "choose(1)", "choose(2)"):
        game = workshop(asks_twice)
        game.push("do(asks_twice)")
        if answer:
            game.push(answer)
        keys.add(game.key())
    assert len(keys) == 3


@trial
def asks_twice(game: Workshop) -> None:
    game.choose([1, 2], ask="?")
    game.choose([1, 2], ask="?")


def test_seeds_and_logs_are_not_in_the_key() -> None:
    assert TicTacToe(seed=1).key() == TicTacToe(seed=2).key()
    one, other = Flock(seed=1, position={"state": "PlayCard"}), Flock(seed=2, position={"state": "PlayCard"})
    assert one.key() == other.key()


def test_games_with_other_options_are_in_other_positions() -> None:
    """The same discs on boards that end elsewhere, or with another limit of turns, are not the same position."""
    one = rondel.new("stones", options={"neighbours": 4})
    other = rondel.new("stones", options={"neighbours": 8})
    assert one.key() != other.key()
    assert one.key() == rondel.new("stones", options={"neighbours": 4}).key()


def test_a_move_whose_rule_still_asks_is_midway() -> None:
    game = Flock(seed=2)
    assert not game.is_midway("shepherd")
    while not game.is_midway("shepherd"):
        game.push(game.moves()[0])
    assert game.moves()[0].action == "choose"
    game.pop()
    assert not game.is_midway("shepherd")
    with pytest.raises(UnknownRole):
        game.is_midway("wolf")
