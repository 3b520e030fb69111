"""Crews: processes that search the same position beside each other, each with its own luck, and add up what they find.

Each keeps a tree of its own (root parallelisation): G. Chaslot, M. Winands, H. J. van den Herik, "Parallel Monte-Carlo Tree
Search", CG 2008. Only JSON goes over the pipes: what the role knows there, a `rondel.search.ranking` back.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Sequence
from typing import Any, Final

from rondel.engine.belief.information_state import all_open
from rondel.errors import RondelError, quoted
from rondel.players.player import Question
from rondel.players.programs.pipe import Pipe
from rondel.search.budget import Budget
from rondel.search.ranking import Ranking, from_json

WORKER: Final = (sys.executable, "-m", "rondel.players.worker")
GRACE: Final = 10.0
"""Seconds that a process may take longer than it should search: it may have to start first."""
PATIENCE: Final = 1.0
"""Seconds to wait for a process that does not read what it is asked."""


class CrewFault(RondelError):
    """A process of a crew did not find what it was asked for; says what it answered instead."""

    code = "crew_fault"


class Crew:
    """One process for each of these ``seeds``, started at once. Close it when it is not needed any more.

    `found` raises `CrewFault`, and `rondel.players.programs.channel.BrokenChannel` or
    `rondel.players.programs.channel.NoAnswer` for a process that has ended or says nothing.

    >>> import rondel
    >>> from rondel.engine.belief.determinize import Imagination
    >>> from rondel.players.player import Question
    >>> game = rondel.new("tic_tac_toe")
    >>> crew = Crew([1, 2])
    >>> crew.ask(Question("x", game.view("x"), imagination=Imagination(game, "x")), Budget(simulations=50))
    >>> [ranking.simulations for ranking in crew.found()]
    [50, 50]
    >>> crew.close()
    """

    def __init__(self, seeds: Sequence[int], *, foresight: int | None = None, command: Sequence[str] = WORKER) -> None:
        self._seeds = list(seeds)
        self._foresight = foresight
        self._pipes = [Pipe(command) for _seed in self._seeds]
        self._asked = 0
        self._seconds: float | None = None

    def ask(self, question: Question, budget: Budget) -> None:
        """Let them search the question's moves, each with this budget. Does not wait for them. Raises `HiddenInformation` for a
        question without games to imagine."""
        self._asked += 1
        self._seconds = budget.seconds
        game = question.imagine(self._asked)
        known = {"game": game.snapshot()} if all_open(game) else {"knows": question.information_state.to_json()}
        for pipe, seed in zip(self._pipes, self._seeds, strict=True):
            request = {
                "id": self._asked,
                **known,
                "role": question.role,
                "search": {"foresight": self._foresight},
                "seconds": budget.seconds,
                "simulations": budget.simulations,
                "nodes": budget.nodes,
                "seed": seed,
            }
            pipe.send(json.dumps(request))
        for pipe in self._pipes:
            pipe.flush(PATIENCE)

    def found(self) -> list[Ranking]:
        """What each has found, once all have."""
        return [self._ranking(pipe.receive(None if self._seconds is None else self._seconds + GRACE)) for pipe in self._pipes]

    def close(self) -> None:
        """End them."""
        for pipe in self._pipes:
            pipe.close()

    def _ranking(self, said: str) -> Ranking:
        try:
            reply: Any = json.loads(said)
            if reply["id"] == self._asked and "error" in reply:
                raise CrewFault(f"a process that was to search answered: {reply['error']['message']}")
            if reply["id"] == self._asked:
                return from_json(reply["ranking"])
        except (ValueError, KeyError, TypeError, IndexError, AttributeError):
            pass  # told below, with all else that is no answer
        raise CrewFault(f"a process that was to search answered {quoted(said)}")
