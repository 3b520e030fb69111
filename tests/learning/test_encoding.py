"""Encodings: made of the game or of its view they are the same; who knows the same is told the same; nothing hidden is told."""

from __future__ import annotations

import doctest
from collections.abc import Callable
from random import Random
from typing import Any

import pytest

import rondel
from rondel.engine import Game
from rondel.learning import encoding as module
from rondel.learning.action_space import Numbering
from rondel.learning.encoding import Encoding

FEW: dict[str, dict[str, Any]] = {"battleship": {"size": 8, "fleet": "small"}, "gomoku": {"size": 9}}
HIDING = [name for name in rondel.games() if (facts := rondel.find(name).facts) is not None and facts.hidden]


def test_the_examples_in_the_module_run() -> None:
    assert doctest.testmod(module).failed == 0


def step(game: Game, rng: Random) -> None:
    """A random move of a random active role."""
    role = rng.choice(game.active)
    game.push(rng.choice(game.moves(role)), role)


@pytest.mark.parametrize("name", rondel.games())
def test_a_game_and_its_view_are_told_alike(name: str, scaled: Callable[[int], int]) -> None:
    rng = Random(7)
    for way in ("auto", "list"):
        game = rondel.new(name, seed=7, options=FEW.get(name))
        encoding = Encoding(game, Numbering(game, way, 400))
        for _answer in range(scaled(1000)):
            for role in game.roles:
                made = encoding.of_game(game, role)
                assert made == encoding.of_view(game.view(role)), role
                assert any(made)
            if game.is_over:
                break
            step(game, rng)


@pytest.mark.parametrize("name", HIDING)
def test_who_knows_the_same_is_told_the_same(name: str) -> None:
    """In a game that a role imagines from all it knows, it is told what it is told in the real one, byte for byte."""
    rng = Random(3)
    game = rondel.new(name, seed=3, options=FEW.get(name))
    encoding = Encoding(game, Numbering(game, most=400))
    for answer in range(9):
        if answer % 4 == 0:
            for role in game.roles:
                imagined = game.imagine(role, answer)
                assert imagined.information_state(role) == game.information_state(role)
                assert encoding.of_game(imagined, role) == encoding.of_game(game, role)
        if game.is_over:
            break
        step(game, rng)


def test_what_is_not_all_told_is_said() -> None:
    assert Encoding(rondel.new("tic_tac_toe")).left_out == []
    said = Encoding(rondel.new("chess")).left_out
    assert "texts of castling, but for their checksums in 16 buckets" in said
    assert "where the tokens of land_ash lie" in Encoding(rondel.new("harvest_wheel", seed=1)).left_out


def test_it_is_the_same_whatever_has_been_played() -> None:
    early, late = rondel.new("leduc_poker", seed=1), rondel.new("leduc_poker", seed=2)
    step(late, Random(1))
    one, other = Encoding(early), Encoding(late)
    assert [each.to_json() for each in one.features] == [each.to_json() for each in other.features]
    assert one.of_game(late, "first") == other.of_game(late, "first")
