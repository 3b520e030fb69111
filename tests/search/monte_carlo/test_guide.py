"""Guides: what they believe leads the search, and what they do not say is found out at random."""

from __future__ import annotations

from random import Random

import pytest

import rondel
from rondel.engine.components.move import Move
from rondel.engine.play.walk import Walk
from rondel.search import Estimates, Guide, mcts


class Oracle(Guide):
    """Knows nothing but one move, and believes in it."""

    def __init__(self, text: str, share: float) -> None:
        self._text = text
        self._share = share
        self.asked = 0

    def priors(self, walk: Walk, moves: list[Move]) -> list[float] | None:
        self.asked += 1
        if self._text not in [move.text for move in moves]:
            return None
        rest = (1 - self._share) / (len(moves) - 1)
        return [self._share if move.text == self._text else rest for move in moves]


class Pessimist(Guide):
    """Believes that black loses, wherever it is."""

    def __init__(self) -> None:
        self.asked = 0

    def worth(self, walk: Walk, rng: Random) -> list[float] | None:
        self.asked += 1
        return [-1.0, 1.0]


def test_what_a_guide_believes_in_is_tried_first_and_most() -> None:
    game = rondel.new("reversi", seed=1)
    believed = game.moves()[2].text
    ranking = mcts(game, rng=Random(1), simulations=30, guide=Oracle(believed, 0.9))
    assert next(iter(ranking.visits)) == believed
    assert ranking.visits[believed] > 20
    assert mcts(game, rng=Random(1), simulations=1, guide=Oracle(believed, 0.9)).visits[believed] == 1


@pytest.mark.parametrize("seed", range(5))
def test_a_wrong_belief_does_not_hide_a_win(seed: int) -> None:
    game = rondel.new("tic_tac_toe")
    for cell in ("a1", "a2", "b1", "b2"):
        game.push(f"mark({cell})")
    assert mcts(game, rng=Random(seed), simulations=500, guide=Oracle("mark(a3)", 0.8)).best == "mark(c1)"


def test_what_a_guide_says_a_position_is_worth_takes_the_place_of_a_random_game() -> None:
    guide = Pessimist()
    ranking = mcts(rondel.new("reversi", seed=1), rng=Random(1), simulations=20, guide=guide)
    assert guide.asked == 20
    assert set(ranking.values.values()) == {-1.0}


def test_a_guide_that_says_nothing_changes_nothing() -> None:
    game = rondel.new("reversi", seed=1)
    one, two = (mcts(game, rng=Random(3), simulations=40, guide=guide) for guide in (None, Guide()))
    assert (one.visits, one.values) == (two.visits, two.values)


def test_estimates_prefer_what_looks_good_to_who_moves() -> None:
    """The law: the order of the priors is that of the estimates one move on; and the walk is where it was."""
    game = rondel.new("reversi", seed=1)
    for text in ("play_disc(d3)", "play_disc(c3)", "play_disc(b3)"):
        game.push(text)
    before = game.key()
    walk = Walk(game)
    moves = walk.moves()
    priors = Estimates().priors(walk, moves)
    assert priors is not None
    assert sum(priors) == pytest.approx(1)
    hopes = []
    for move in moves:
        twin = game.copy()
        twin.push(move.text)
        hopes.append(twin.estimate(move.role))
    assert sorted(range(len(moves)), key=lambda each: priors[each]) == sorted(
        range(len(moves)), key=lambda each: hopes[each] or 0
    )
    assert game.key() == before
    assert len(set(priors)) > 1


def test_without_an_estimate_all_moves_are_alike() -> None:
    walk = Walk(rondel.new("tic_tac_toe"))
    assert Estimates().priors(walk, walk.moves()) is None
