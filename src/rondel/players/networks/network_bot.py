"""The network bot: Monte Carlo tree search whose values and priors come from a network."""

from __future__ import annotations

import time
from collections.abc import Callable
from random import Random

from rondel.engine.game import Game
from rondel.players.bots.policy_bot import same_game, same_options
from rondel.players.networks.network_evaluator import NetworkEvaluator
from rondel.players.networks.network_policy import NetworkPolicy
from rondel.players.player import Budget, Player, Question
from rondel.search.monte_carlo.evaluated_searcher import EvaluatedSearcher


class NetworkBot(Player):
    """Searches with the simulations of its policy, within the question's budget, and keeps its tree from answer to answer.

    ``source`` names the policy in errors. For another game, or other options, it raises
    `rondel.players.bots.policy_bot.WrongPolicy`.
    """

    listens: bool = False
    imagines: bool = True

    def __init__(
        self,
        policy: NetworkPolicy,
        *,
        source: str = "the policy",
        seed: int | None = None,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self._policy = policy
        self._source = source
        self._rng = Random(seed)
        self._clock = clock
        self._searcher: EvaluatedSearcher | None = None

    def answer(self, question: Question) -> str:
        game = question.imagine(self._rng.getrandbits(63))
        if self._searcher is None:
            self._searcher = EvaluatedSearcher(self._rng, self._evaluator(game))
        budget = Budget(simulations=self._policy.simulations).within(question.budget)
        return self._searcher.search(game, budget, role=question.role, clock=self._clock).best

    def suits(self, game: Game) -> None:
        self._evaluator(game)

    def _evaluator(self, game: Game) -> NetworkEvaluator:
        """The evaluator for such games; raises `WrongPolicy` if the policy is not for them."""
        same_game(self._policy, self._source, game.name, game.version)
        same_options(self._policy, self._source, game.record()["options"])
        return NetworkEvaluator(self._policy, game)
