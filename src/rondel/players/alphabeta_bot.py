"""The alpha-beta bot: looks ahead at everything, as far as so many positions go; perfect where that is to the end."""

from __future__ import annotations

import time
from collections.abc import Callable
from random import Random
from typing import Final

from rondel.engine.game import Game
from rondel.errors import Unsolvable
from rondel.players.adviser import Adviser
from rondel.players.player import Question
from rondel.search.alphabeta import Known, alphabeta
from rondel.search.contest import Contest
from rondel.search.solution import Solution
from rondel.search.table import Table

NODES: Final = 5_000
"""How many positions it looks at for each answer when nobody says how many."""
KEPT: Final = 40_000
"""How many positions it remembers from one answer to the next."""


class AlphabetaBot(Adviser):
    """Plays the best move of an alpha-beta search of ``nodes`` positions (`rondel.search.alphabeta`); among equals, any. The
    search ends earlier when the seconds of the question's budget are over.

    For games of two in which nothing is hidden and chance has no part. What lies further ahead is worth the author's estimate.
    As an adviser it knows only what is certain: moves of a position that it has searched to the end, or a win. In other games
    it has no advice, and by itself it raises `Unsolvable`.
    """

    listens: bool = False
    imagines: bool = True

    def __init__(self, *, nodes: int = NODES, seed: int | None = None, clock: Callable[[], float] = time.monotonic) -> None:
        self._nodes = nodes
        self._clock = clock
        self._rng = Random(seed)
        self._table: Table[Known] = Table(KEPT)

    def suits(self, game: Game) -> None:
        Contest(game)

    def answer(self, question: Question) -> str:
        return self._chosen(question, self._searched(question))

    def advise(self, question: Question) -> str | None:
        if len(question.moves) == 1:
            return question.moves[0]
        try:
            solution = self._searched(question)
        except Unsolvable:
            return None
        return self._chosen(question, solution) if solution.exact else None

    def _searched(self, question: Question) -> Solution:
        began = self._clock()
        game = question.imagine(self._rng.getrandbits(63))
        nodes = min(self._nodes, question.budget.simulations or self._nodes)
        seconds = question.budget.seconds
        if seconds is not None:
            seconds -= self._clock() - began
        return alphabeta(game, nodes=nodes, every=True, table=self._table, seconds=seconds, clock=self._clock)

    def _chosen(self, question: Question, solution: Solution) -> str:
        best = max(solution.values.values())
        if solution.exact and best > 0:
            return solution.best  # the quickest way to win
        return self._rng.choice([move for move in question.moves if solution.values.get(move) == best])
