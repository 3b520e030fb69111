"""Crews: processes that search the same position in parallel with different seeds, and whose results are summed.

Each keeps a tree of its own (root parallelisation): G. Chaslot, M. Winands, H. J. van den Herik, "Parallel Monte-Carlo Tree
Search", CG 2008. The pipes carry only JSON: the role's information, and a `rondel.search.ranking` back.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Sequence
from typing import Any, Final

from rondel.engine.play.in_progress import all_open
from rondel.errors import RondelError, quoted
from rondel.players.player import Question
from rondel.players.programs.pipe import Pipe
from rondel.search.budget import Budget
from rondel.search.ranking import Ranking, from_json

WORKER: Final = (sys.executable, "-m", "rondel.players.worker")
GRACE: Final = 10.0
"""Seconds that a process may exceed its search time by, since it may have to start first."""
PATIENCE: Final = 1.0
"""Seconds to wait for a process that does not read its input."""


class CrewFault(RondelError):
    """A process of a crew answered without a ranking; the message quotes the answer."""

    code = "crew_fault"


class Crew:
    """One process for each of the ``seeds``, started at once. Close the crew after use.

    `found` raises `CrewFault`, and `rondel.players.programs.channel.BrokenChannel` or
    `rondel.players.programs.channel.NoAnswer` for a process that has ended or is silent.

    >>> import rondel
    >>> from rondel.engine.imagination import Imagination
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
        """Starts the search of the question's moves in all processes, each with this budget, without waiting. Raises
        `HiddenInformation` for a question without determinizations."""
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
        """The ranking of each process; waits for all."""
        return [self._ranking(pipe.receive(None if self._seconds is None else self._seconds + GRACE)) for pipe in self._pipes]

    def close(self) -> None:
        """Ends the processes."""
        for pipe in self._pipes:
            pipe.close()

    def _ranking(self, said: str) -> Ranking:
        try:
            reply: Any = json.loads(said)
            if reply["id"] == self._asked and "error" in reply:
                raise CrewFault(f"a search process answered with an error: {reply['error']['message']}")
            if reply["id"] == self._asked:
                return from_json(reply["ranking"])
        except (ValueError, KeyError, TypeError, IndexError, AttributeError):
            pass  # reported below, like every other invalid answer
        raise CrewFault(f"a search process answered {quoted(said)}, which is not a ranking")
