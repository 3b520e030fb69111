"""Searches together: the same results as one by one, with one call for the leaves of all."""

from __future__ import annotations

from random import Random

import pytest

import rondel
from rondel.errors import BadOption
from rondel.search import Budget, EvaluatedSearcher, Evaluator, Leaf, search_together
from rondel.search.monte_carlo.evaluator import Evaluation
from tests.search.fours import played


class Counting(Evaluator):
    """Judges a position by its key, the same for every search, and counts its calls."""

    def __init__(self) -> None:
        self.sizes: list[int] = []

    def evaluate(self, leaves: list[Leaf]) -> list[Evaluation]:
        self.sizes.append(len(leaves))
        found: list[Evaluation] = []
        for leaf in leaves:
            luck = Random(repr(leaf.game.key()))
            weights = [luck.random() for _move in leaf.moves]
            value = luck.uniform(-1, 1)
            found.append(([value, -value], [weight / sum(weights) for weight in weights]))
        return found


DROPS = ("", "dd", "abababcdcd", "ddddddccccccbbbbbb")


def test_each_search_is_the_one_that_it_would_be_alone() -> None:
    alone, shared = Counting(), Counting()
    budget = Budget(simulations=80)
    games = [played(drops) for drops in DROPS]
    one_by_one = [EvaluatedSearcher(Random(number), alone).search(game, budget) for number, game in enumerate(games)]
    searchers = [EvaluatedSearcher(Random(number), shared) for number in range(len(games))]
    together = search_together(searchers, games, budget)
    assert [each.to_json() for each in together] == [each.to_json() for each in one_by_one]
    assert shared.sizes[0] == len(games)
    assert len(shared.sizes) <= 80
    assert sum(shared.sizes) == sum(alone.sizes)


def test_none_need_no_evaluation() -> None:
    assert search_together([], [], Budget(simulations=1)) == []


def test_what_does_not_go_together_is_refused() -> None:
    game = rondel.new("tic_tac_toe")
    first, second = (EvaluatedSearcher(Random(1), Evaluator()) for _each in range(2))
    with pytest.raises(BadOption, match="1 searchers cannot search 2 games"):
        search_together([first], [game, game], Budget(simulations=1))
    with pytest.raises(BadOption, match="share one evaluator"):
        search_together([first, second], [game, game], Budget(simulations=1))
