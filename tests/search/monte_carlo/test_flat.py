"""Flat Monte Carlo: random games after each move, more of them after the better ones."""

from __future__ import annotations

from random import Random

import pytest

import rondel
from rondel.errors import BadOption, GameOver
from rondel.search import flat
from tests.search.contests import Dice


def marked(*cells: str) -> rondel.Game:
    """A game of tic-tac-toe after these marks."""
    game = rondel.new("tic_tac_toe", seed=1)
    for cell in cells:
        game.push(f"mark({cell})")
    return game


@pytest.mark.parametrize("seed", range(4))
def test_it_wins_where_it_can_and_looks_no_further_than_luck(seed: int) -> None:
    game = marked("a1", "a2", "b1", "b2")
    before = (game.key(), game.record())
    ranking = flat(lambda _seed: game, role="x", rng=Random(seed), simulations=200)
    assert ranking.best == "mark(c1)"
    assert ranking.simulations == sum(ranking.visits.values()) == 200
    assert not ranking.proved
    assert (game.key(), game.record()) == before


def test_the_values_of_random_play_are_those_that_are_known() -> None:
    """All ways to go on after the middle, each as likely as it is, come to a half for x, in a corner to 0.34."""
    ranking = flat(lambda _seed: marked(), role="x", rng=Random(1), simulations=4_000, exploration=5.0)
    assert ranking.best == "mark(b2)"
    assert ranking.values["mark(b2)"] == pytest.approx(0.5, abs=0.08)


def test_chance_is_weighed() -> None:
    ranking = flat(lambda _seed: rondel.new(Dice), role="a", rng=Random(1), simulations=1_500)
    assert ranking.best == "roll"
    assert ranking.values["roll"] == pytest.approx(1 / 3, abs=0.1)


def test_it_plays_where_something_is_hidden() -> None:
    """A jack does not call, whatever the other may hold."""
    game = rondel.new("kuhn_poker", seed=3)
    game.push("bet")
    ranking = flat(lambda seed: game.imagine("second", seed), role="second", rng=Random(1), simulations=300)
    assert (ranking.best, ranking.values["fold"], ranking.values["call"]) == ("fold", -1.0, -2.0)


def test_the_same_luck_finds_the_same() -> None:
    one, two = (flat(lambda _seed: marked(), role="x", rng=Random(2), simulations=60) for _each in range(2))
    assert (one.visits, one.values) == (two.visits, two.values)


def test_it_wants_something_to_judge_and_a_budget() -> None:
    with pytest.raises(GameOver, match="o has no moves"):
        flat(lambda _seed: marked(), role="o", rng=Random(1), simulations=1)
    with pytest.raises(BadOption, match="needs a budget"):
        flat(lambda _seed: marked(), role="x", rng=Random(1))
