"""Casting: the player of each role, from the typed options."""

from __future__ import annotations

import pytest

import rondel
from rondel.cli.casting import cast, hides, seats_of, usual
from rondel.errors import BadOption, UnknownRole
from tests.engine.rules.passing import Passing


def test_players_of_roles() -> None:
    game = rondel.new("stones", seats=3)
    one, two, three = game.roles
    assert cast(game.roles, "", "mcts") == {one: "person", two: "mcts", three: "mcts"}
    assert cast(game.roles, two, "random, greedy") == {one: "random", two: "person", three: "greedy"}
    assert cast(game.roles, one, "human, random") == {one: "person", two: "person", three: "random"}
    assert cast(game.roles, "none", "random") == dict.fromkeys(game.roles, "random")
    with pytest.raises(BadOption, match=r"--against names 3 players for 2 roles \(.*\): name one, or one each"):
        cast(game.roles, one, "random,random,random")
    with pytest.raises(UnknownRole, match="or 'none' to watch"):
        cast(game.roles, "nobody", "random")


def test_a_table_has_as_many_seats_as_usual() -> None:
    """As the rules say, or two; never fewer than the rules allow."""
    games = ("texas_holdem", "yacht", "solitaire", "skat")
    assert [seats_of(rondel.find(game)) for game in games] == [6, 2, 1, 3]


def test_games_with_hidden_information_are_recognised() -> None:
    assert hides(rondel.new(Passing, seed=1))
    assert not hides(rondel.new("reversi"))


def test_the_default_bot_can_play_an_own_game_with_hidden_information() -> None:
    assert usual(rondel.new(Passing, seed=1)) == "random"
    assert usual(rondel.new("kuhn_poker")) == usual(rondel.new("reversi")) == "level:3"
