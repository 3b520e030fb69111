"""Monte Carlo tree search for any number of players, with chance.

`mcts` makes one search; a `Searcher` makes many, and keeps its tree between them. It knows no clock, no view and no hidden
information: who calls it hands it a game that may be searched (`Game.imagine`), and a clock if there is a limit of time.
Secret simultaneous choices are searched as if made one after the other.
"""

from __future__ import annotations

from collections.abc import Callable
from random import Random

from rondel.engine.game import Game
from rondel.search.budget import Budget
from rondel.search.monte_carlo.guide import Guide
from rondel.search.monte_carlo.searcher import Searcher
from rondel.search.monte_carlo.selection import EXPLORATION, WIDENING
from rondel.search.playout import LIMIT
from rondel.search.ranking import Ranking


def mcts(
    game: Game,
    *,
    rng: Random,
    role: str | None = None,
    simulations: int | None = None,
    seconds: float | None = None,
    nodes: int | None = None,
    clock: Callable[[], float] | None = None,
    exploration: float = EXPLORATION,
    limit: int = LIMIT,
    guide: Guide | None = None,
    solve: bool = True,
    widening: float = WIDENING,
) -> Ranking:
    """Search the moves of ``role`` (by default the first active role); ``game`` is not changed.

    The budget is a number of ``simulations``, or ``seconds`` measured by ``clock``, or both: whatever is used up first; at
    least one simulation is made, and none once all is proved. The tree holds ``nodes`` positions at most. With the same ``rng``
    and number of simulations the result is the same. What the others mean: `rondel.search.monte_carlo.searcher.Searcher`.

    Raises `GameOver` when there is nothing to search, and `BadOption` for a budget that makes no sense.

    >>> from rondel.shelf.tic_tac_toe import TicTacToe
    >>> game = TicTacToe()
    >>> for cell in ("a1", "a2", "b1", "b2"):
    ...     game.push(f"mark({cell})")
    >>> ranking = mcts(game, rng=Random(1), simulations=200)
    >>> ranking.best, ranking.solved
    ('mark(c1)', True)
    """
    searcher = Searcher(rng, exploration=exploration, limit=limit, guide=guide, solve=solve, widening=widening)
    return searcher.search(game, Budget(seconds=seconds, simulations=simulations, nodes=nodes), role=role, clock=clock)
