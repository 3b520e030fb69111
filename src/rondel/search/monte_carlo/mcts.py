"""Monte Carlo tree search for any number of players, with chance.

`mcts` makes one search; a `Searcher` makes many and keeps its tree between them. It depends on no clock, no view and no hidden
information: the caller passes a game that may be searched (`Game.imagine`), and a clock for a time limit. Secret
simultaneous choices are searched as if made in sequence.
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
    """Ranks the moves of ``role``, by default of the first active role; ``game`` is not changed.

    The budget is a number of ``simulations``, ``seconds`` measured by ``clock``, or both; the first limit reached ends the
    search. At least one simulation is made, but none once all moves are proved. The tree holds ``nodes`` positions at most. The
    same ``rng`` and number of simulations give the same result. Other options: `rondel.search.monte_carlo.searcher.Searcher`.

    Raises `GameOver` when the role has no moves, and `BadOption` for an invalid budget.

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
