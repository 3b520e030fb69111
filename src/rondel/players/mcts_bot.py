"""The searching bot: Monte Carlo tree search on imagined games."""

from __future__ import annotations

import time
from collections.abc import Callable
from random import Random
from typing import Final

from rondel.engine.knowledge import all_open
from rondel.players.player import Budget, Player, Question
from rondel.search.mcts import mcts

WORLDS: Final = 4
"""How many games it imagines where something is hidden."""
DEFAULT: Final = Budget(seconds=1.0)
"""What it thinks when nobody says how much it may."""


class MctsBot(Player):
    """Searches the imagined game as long as its own budget and the question's allow.

    It searches a game consistent with what its role knows; where everything is public that is the game itself. Where
    something is hidden it searches several such games, a part of its budget for each, and adds up what they say.
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
        if budget == Budget():
            budget = DEFAULT
        game = question.imagine(self._rng.getrandbits(63))
        worlds = 1 if all_open(game) else WORLDS
        found: dict[str, tuple[int, float]] = dict.fromkeys(moves, (0, 0.0))
        for number in range(worlds):
            search = mcts(
                game if number == 0 else question.imagine(self._rng.getrandbits(63)),
                rng=self._rng,
                role=question.role,
                simulations=None if budget.simulations is None else max(1, budget.simulations // worlds),
                seconds=None if budget.seconds is None else budget.seconds / worlds,
                clock=self._clock,
            )
            if worlds == 1:
                return search.best
            values = search.values
            for text, visits in search.visits.items():
                found[text] = (found[text][0] + visits, found[text][1] + visits * values[text])
        return max(found, key=lambda text: found[text])
