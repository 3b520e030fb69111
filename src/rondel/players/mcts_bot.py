"""The searching bot: Monte Carlo tree search on imagined games."""

from __future__ import annotations

import time
from collections.abc import Callable
from random import Random
from typing import ClassVar, Final

from rondel.players.player import Budget, Player, Question
from rondel.search.mcts import mcts

DEFAULT: Final = Budget(seconds=1.0)
"""What it thinks when nobody says how much it may."""


class MctsBot(Player):
    """Searches the imagined game as long as its own budget and the question's allow.

    It searches one game consistent with what its role knows. Where everything is public that is the game itself.
    """

    listens: ClassVar[bool] = False
    imagines: ClassVar[bool] = True

    def __init__(
        self, *, budget: Budget | None = None, seed: int | None = None, clock: Callable[[], float] = time.monotonic
    ) -> None:
        self._budget = budget or Budget()
        self._rng = Random(seed)
        self._clock = clock

    def answer(self, question: Question) -> str:
        moves = question.moves
        if len(moves) == 1:
            return moves[0]
        budget = self._budget.within(question.budget)
        if budget == Budget():
            budget = DEFAULT
        game = question.imagine(self._rng.getrandbits(63))
        return mcts(
            game,
            rng=self._rng,
            role=question.role,
            simulations=budget.simulations,
            seconds=budget.seconds,
            clock=self._clock,
        ).best
