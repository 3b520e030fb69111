"""The flat bot: random games after each move, and no tree."""

from __future__ import annotations

import time
from collections.abc import Callable
from random import Random
from typing import Final

from rondel.engine.belief.information_state import all_open
from rondel.players.player import Player, Question
from rondel.search.budget import Budget
from rondel.search.monte_carlo.flat import flat

DEFAULT: Final = Budget(seconds=1.0)
"""What it thinks when nobody says how much it may."""


class FlatBot(Player):
    """Judges moves by random games as long as its own budget and the question's allow (`rondel.search.monte_carlo.flat`).

    Where something is hidden it does so in games that it imagines.
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
