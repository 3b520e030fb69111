"""The flat bot: playouts after each move, without a tree."""

from __future__ import annotations

import time
from collections.abc import Callable
from random import Random
from typing import Final

from rondel.engine.play.in_progress import all_open
from rondel.players.player import Player, Question
from rondel.search.budget import Budget
from rondel.search.monte_carlo.flat import flat

DEFAULT: Final = Budget(seconds=1.0)
"""The budget of a bot without one."""


class FlatBot(Player):
    """Ranks moves by playouts within its own budget and the question's (`rondel.search.monte_carlo.flat`).

    With hidden information the playouts start from determinizations.
    """

    listens: bool = False
    imagines: bool = True

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
        if budget.seconds is None and budget.simulations is None:
            budget = DEFAULT
        game = question.imagine(self._rng.getrandbits(63))
        return flat(
            (lambda seed: game) if all_open(game) else question.imagine,
            role=question.role,
            rng=self._rng,
            simulations=budget.simulations,
            seconds=budget.seconds,
            clock=self._clock,
        ).best
