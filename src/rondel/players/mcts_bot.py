"""The searching bot: Monte Carlo tree search on imagined games."""

from __future__ import annotations

import time
from collections.abc import Callable
from random import Random
from typing import Final

from rondel.engine.knowledge import all_open
from rondel.players.player import Budget, Player, Question
from rondel.search.ismcts import ismcts
from rondel.search.mcts import mcts
from rondel.search.playout import LIMIT

FORESIGHT: Final = 60
"""How many answers it plays on in an imagined game before it believes the author's estimate, if there is one and nobody says
how many. Where nothing is hidden, to the end."""
DEFAULT: Final = Budget(seconds=1.0)
"""What it thinks when nobody says how much it may."""


class MctsBot(Player):
    """Searches the imagined game as long as its own budget and the question's allow.

    It searches a game consistent with what its role knows; where everything is public that is the game itself. Where
    something is hidden it searches many such games with one tree (`rondel.search.ismcts`). ``foresight`` is how many answers it
    plays on after those in its tree before it believes the author's estimate, if there is one.
    """

    listens: bool = False
    imagines: bool = True

    def __init__(
        self,
        *,
        budget: Budget | None = None,
        foresight: int | None = None,
        seed: int | None = None,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self._budget = budget or Budget()
        self._foresight = foresight
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
        opened = all_open(game)
        limit = LIMIT
        if game.estimate(question.role) is not None:
            limit = (LIMIT if opened else FORESIGHT) if self._foresight is None else self._foresight
        if opened:
            return mcts(
                game,
                rng=self._rng,
                role=question.role,
                simulations=budget.simulations,
                seconds=budget.seconds,
                clock=self._clock,
                limit=limit,
            ).best
        return ismcts(
            question.imagine,
            role=question.role,
            rng=self._rng,
            simulations=budget.simulations,
            seconds=budget.seconds,
            clock=self._clock,
            limit=limit,
        ).best
