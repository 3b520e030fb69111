"""Who plays each role, as it is typed."""

from __future__ import annotations

import pytest

import rondel
from rondel.cli.casting import cast, hides, usual
from rondel.errors import BadOption, UnknownRole
from tests.engine.rules.passing import Passing


def test_who_plays_what() -> None:
    game = rondel.new("stones", seats=3)
    one, two, three = game.roles
    assert cast(game.roles, "", "mcts") == {one: "person", two: "mcts", three: "mcts"}
    assert cast(game.roles, two, "random, greedy") == {one: "random", two: "person", three: "greedy"}
    assert cast(game.roles, "none", "random") == dict.fromkeys(game.roles, "random")
    with pytest.raises(BadOption, match=r"--against names 3 players for 2 roles \(.*\): name one, or one each"):
        cast(game.roles, one, "random,random,random")
    with pytest.raises(UnknownRole, match="or 'none' to watch"):
        cast(game.roles, "nobody", "random")


def test_what_is_hidden_is_known() -> None:
    assert hides(rondel.new(Passing, seed=1))
    assert not hides(rondel.new("reversi"))


def test_a_game_of_ones_own_that_hides_something_is_played_against_a_bot_that_can() -> None:
    assert usual(rondel.new(Passing, seed=1)) == "random"
    assert usual(rondel.new("kuhn_poker")) == usual(rondel.new("reversi")) == "level:3"
