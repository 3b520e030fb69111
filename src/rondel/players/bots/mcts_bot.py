"""The MCTS bot: Monte Carlo tree search on determinizations."""

from __future__ import annotations

import time
from collections.abc import Callable
from random import Random
from typing import Final

from rondel.engine.game import Game
from rondel.engine.play.in_progress import all_open
from rondel.errors import BadOption
from rondel.players.bots.search_processes import Crew
from rondel.players.player import Player, Question
from rondel.search.budget import Budget
from rondel.search.monte_carlo.ismcts import ismcts
from rondel.search.monte_carlo.searcher import Searcher
from rondel.search.playout import LIMIT
from rondel.search.ranking import Ranking, together

FORESIGHT: Final = 60
"""Default length of a playout in answers, in a game with an estimate."""
AHEAD: Final = 8
"""The default without hidden information. Against OpenSpiel's C++ bot with equal time, in 40 games each, it scored 74 % of the
points of Reversi and 35 % of Connect Four; playouts to the end scored 33 % and 36 %."""
DEFAULT: Final = Budget(seconds=1.0)
"""The budget of a bot without one."""
NODES: Final = 250_000
"""Default number of positions in the tree; compiled, each takes 220 bytes with its data, 55 MB in all."""


class MctsBot(Player):
    """Searches determinizations within its own budget and the question's.

    Without hidden information the determinization is the game itself, and the tree is kept from one answer to the next
    (`rondel.search.monte_carlo.searcher`); with it, many determinizations share one tree
    (`rondel.search.monte_carlo.ismcts`). ``foresight`` is the length of a playout in answers before the author's
    estimate is used, if there is one. With several ``processes`` each searches for the full budget, and their
    results are summed (`rondel.players.bots.search_processes`); the processes end when the bot is closed. Raises
    `BadOption` for fewer than one.
    """

    listens: bool = False
    imagines: bool = True

    def __init__(
        self,
        *,
        budget: Budget | None = None,
        foresight: int | None = None,
        processes: int = 1,
        seed: int | None = None,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        if processes < 1:
            raise BadOption(f"cannot search with {processes} processes; give 1 or more")
        self._budget = budget or Budget()
        self._foresight = foresight
        self._rng = Random(seed)
        self._clock = clock
        self._searcher: Searcher | None = None
        self._processes = processes
        self._crew: Crew | None = None

    def close(self) -> None:
        if self._crew is not None:
            self._crew.close()
            self._crew = None

    def answer(self, question: Question) -> str:
        moves = question.moves
        return moves[0] if len(moves) == 1 else self.search(question).best

    def search(self, question: Question) -> Ranking:
        """The ranking of the question's moves."""
        budget = self._budget.within(question.budget)
        if budget.seconds is None and budget.simulations is None:
            budget = budget.within(DEFAULT)
        if budget.nodes is None:
            budget = budget.within(Budget(nodes=NODES))
        game = question.imagine(self._rng.getrandbits(63))
        if self._processes == 1:
            return self._own(question, game, budget)
        if self._crew is None:
            seeds = [self._rng.getrandbits(63) for _each in range(self._processes - 1)]
            self._crew = Crew(seeds, foresight=self._foresight)
        self._crew.ask(question, budget)
        own = self._own(question, game, budget)
        return together([own, *self._crew.found()])

    def _own(self, question: Question, game: Game, budget: Budget) -> Ranking:
        """The ranking by a search in this process."""
        role = question.role
        if all_open(game):
            return self._kept(game, role).search(game, budget, role=role, clock=self._clock)
        return ismcts(
            question.imagine,
            role=role,
            rng=self._rng,
            simulations=budget.simulations,
            seconds=budget.seconds,
            nodes=budget.nodes,
            clock=self._clock,
            limit=self._limit(game, role, FORESIGHT),
        )

    def _kept(self, game: Game, role: str) -> Searcher:
        """The kept tree, made on first use."""
        if self._searcher is None:
            self._searcher = Searcher(self._rng, limit=self._limit(game, role, AHEAD))
        return self._searcher

    def _limit(self, game: Game, role: str, usual: int) -> int:
        """The length of a playout in answers; it goes to the end of a game without an estimate."""
        if game.estimate(role) is None:
            return LIMIT
        return usual if self._foresight is None else self._foresight
