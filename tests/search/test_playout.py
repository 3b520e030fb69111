"""Playouts: random play to the end and back."""

from __future__ import annotations

from random import Random

import pytest

import rondel
from rondel.engine.play.walk import Walk
from rondel.search.playout import drawn, judged, pick, playout
from tests.engine.rules.flock import Flock


def test_the_game_is_left_as_it_was() -> None:
    game = rondel.new("reversi", seed=1)
    before = (game.key(), game.record(), game.view("black"))
    playout(game, Random(1))
    assert (game.key(), game.record(), game.view("black")) == before


def test_the_same_luck_plays_the_same_game() -> None:
    game = rondel.new("tic_tac_toe", seed=1)
    assert [playout(game, Random(seed)) for seed in range(20)] == [playout(game, Random(seed)) for seed in range(20)]
    assert {playout(game, Random(seed))["x"] for seed in range(50)} == {-1.0, 0.0, 1.0}


def test_a_playout_that_is_cut_short_is_worth_the_estimate() -> None:
    game = rondel.new("reversi", seed=1)
    for move in ("play_disc(d3)", "play_disc(c3)", "play_disc(b3)"):
        game.push(move)
    assert playout(game, Random(1), limit=0) == {"black": game.estimate("black"), "white": game.estimate("white")}
    assert playout(game, Random(1), limit=0) == judged(game)


def test_without_an_estimate_it_is_worth_nothing_to_anybody() -> None:
    assert playout(rondel.new("tic_tac_toe"), Random(1), limit=2) == {"x": 0.0, "o": 0.0}


def test_explicit_chance_answers_by_its_probabilities() -> None:
    game = rondel.new(Flock, chance="explicit")
    assert game.active == (rondel.CHANCE,)
    moves = game.moves(rondel.CHANCE)
    assert sum(move.probability for move in moves) == pytest.approx(1)
    likely = max(moves, key=lambda move: move.probability)
    rng = Random(5)
    share = sum(drawn(moves, rng) is likely for _each in range(2000)) / 2000
    assert share == pytest.approx(likely.probability, abs=0.05)
    assert pick(Walk(game), rondel.CHANCE, rng) in moves


def test_luck_beyond_the_last_probability_gives_the_last_move() -> None:
    class Most(Random):
        def random(self) -> float:
            return 1.0

    moves = rondel.new(Flock, chance="explicit").moves(rondel.CHANCE)
    assert drawn(moves, Most()) is moves[-1]
