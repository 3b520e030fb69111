"""The alpha-beta bot: searches for a time or a number of positions; perfect if the search reaches the end of the game."""

from __future__ import annotations

import time
from collections.abc import Callable
from random import Random
from typing import Final

from rondel.engine.game import Game
from rondel.errors import Unsolvable
from rondel.players.bots.adviser import Adviser
from rondel.players.player import Question
from rondel.search.exact.bounds import Known
from rondel.search.exact.contest import Contest
from rondel.search.exact.selective import selective
from rondel.search.exact.solution import Solution
from rondel.search.exact.transpositions import Table

NODES: Final = 5_000
"""Default number of positions for each answer."""
KEPT: Final = 40_000
"""Positions kept in the transposition table from one answer to the next."""

LEAST: Final = 0.001
"""Minimum search time in seconds, however long determinization took."""


class AlphabetaBot(Adviser):
    """Plays the best move that a selective alpha-beta search finds (`rondel.search.exact.selective`); a random one of equals.

    It searches for ``seconds``, or ``nodes`` positions, by default 5,000. The budget of a question limits it further: its
    simulations count as positions and replace ``seconds``, which gives reproducible answers.

    For two-player games without hidden information or chance. Positions at the horizon are worth the author's estimate. As an
    adviser it answers only with certain moves: of a position searched to the end, or a win. In other games it has no
    advice, and as a player it raises `Unsolvable`.
    """

    listens: bool = False
    imagines: bool = True

    def __init__(
        self,
        *,
        nodes: int | None = None,
        seconds: float | None = None,
        seed: int | None = None,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self._nodes = NODES if nodes is None and seconds is None else nodes
        self._seconds = seconds
        self._rng = Random(seed)
        self._clock = clock
        self._table: Table[Known] = Table(KEPT)

    def suits(self, game: Game) -> None:
        Contest(game)

    def answer(self, question: Question) -> str:
        return self.search(question).best

    def advise(self, question: Question) -> str | None:
        if len(question.moves) == 1:
            return question.moves[0]
        try:
            solution = self.search(question)
        except Unsolvable:
            return None
        return solution.best if solution.exact else None

    def search(self, question: Question) -> Solution:
        """The solution of the question's position. Raises `Unsolvable` for other games than those for two."""
        budget = question.budget
        counted = budget.simulations
        own = self._nodes
        nodes = counted if own is None else own if counted is None else min(own, counted)
        seconds = budget.seconds
        if self._seconds is not None and counted is None:
            seconds = self._seconds if seconds is None else min(self._seconds, seconds)
        began = self._clock() if seconds is not None else 0.0
        game = question.imagine(self._rng.getrandbits(63))
        clock: Callable[[], float] | None = None
        if seconds is not None:  # the clock is read only with a time limit
            clock = self._clock
            seconds = max(LEAST, seconds - (clock() - began))
        return selective(game, nodes=nodes, seconds=seconds, clock=clock, table=self._table, rng=self._rng)
