"""Searches together: several searches, one simulation of each at a time, whose leaves are evaluated in one call."""

from __future__ import annotations

from collections.abc import Sequence

from rondel.engine.game import Game
from rondel.errors import BadOption
from rondel.search.budget import Budget
from rondel.search.monte_carlo.evaluated_searcher import EvaluatedSearcher
from rondel.search.monte_carlo.evaluator import Leaf
from rondel.search.ranking import Ranking


def search_together(searchers: Sequence[EvaluatedSearcher], games: Sequence[Game], budget: Budget) -> list[Ranking]:
    """The ranking of the first active role of each game, by the searcher at the same place.

    Each search makes the simulations that it would make alone. Their leaves are evaluated in one call of the evaluator, which
    the searchers share. ``budget`` is that of each search; it has no time limit.

    Raises `BadOption` for different evaluators or an invalid budget, and `GameOver` for a game that is over.

    >>> from random import Random
    >>> import rondel
    >>> from rondel.search.monte_carlo.evaluator import Evaluator
    >>> evaluator = Evaluator()
    >>> searchers = [EvaluatedSearcher(Random(seed), evaluator) for seed in range(3)]
    >>> games = [rondel.new("tic_tac_toe") for _searcher in searchers]
    >>> [ranking.simulations for ranking in search_together(searchers, games, Budget(simulations=50))]
    [50, 50, 50]
    """
    if len(searchers) != len(games):
        raise BadOption(f"{len(searchers)} searchers cannot search {len(games)} games; give one for each game")
    for searcher in searchers:
        if searcher.evaluator is not searchers[0].evaluator:
            raise BadOption("searchers that search together share one evaluator")
    for searcher, game in zip(searchers, games, strict=True):
        searcher.begin(game, budget)
    waiting = list(searchers)
    while waiting:
        asking: list[EvaluatedSearcher] = []
        leaves: list[Leaf] = []
        for searcher in waiting:
            leaf = searcher.leaf()
            if leaf is not None:
                asking.append(searcher)
                leaves.append(leaf)
        if leaves:
            for searcher, (worth, priors) in zip(asking, searchers[0].evaluator.evaluate(leaves), strict=True):
                searcher.settle(worth, priors)
        waiting = asking
    return [searcher.end() for searcher in searchers]
