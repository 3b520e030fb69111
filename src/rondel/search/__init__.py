"""Search: trees and solvers over any game, by walks forward and back.

``tree`` unfolds a game by hand, ``drawing`` draws it, ``unfolding`` tells one node of it as data, ``playout`` plays at random
to the end, ``line`` follows a move to the end of its rule, ``perft`` counts trees.

``mcts`` is Monte Carlo tree search: within a ``budget`` a ``searcher`` grows a tree of ``node`` upon ``node`` on its
``ground``, by ``selection``, and a ``guide`` if it has one; a ``solver`` says what is certain, and a small game's
``positions`` are remembered. ``ismcts`` is the same in the ``worlds`` that may be where something is hidden, ``flat`` the same
without a tree. They say a ``ranking`` of the moves.

``alphabeta`` and ``retrograde`` solve a ``contest``, ``selective`` plays it as well as its budget allows, ``expectimax`` weighs
chance; they say a ``solution``, and remember in a ``table``. Games that hide something have an ``extensive_form``, in which
``regret`` and ``sampling`` find a ``policy``, and ``best_response`` says how good it is.

Nothing here knows a clock, a view or a player: a search is given a game it may search, and what it may know of it is the
caller's business.
"""

from rondel.search.alphabeta import alphabeta
from rondel.search.best_response import best_response, expected_values, exploitability, nash_conv
from rondel.search.budget import Budget
from rondel.search.contest import Contest
from rondel.search.drawing import as_svg, as_text
from rondel.search.expectimax import expectimax
from rondel.search.extensive_form import ExtensiveForm, InformationSet
from rondel.search.flat import flat
from rondel.search.guide import Estimates, Guide
from rondel.search.ismcts import ismcts
from rondel.search.line import Line, best_line
from rondel.search.mcts import mcts
from rondel.search.perft import TreeCount, count_games, perft
from rondel.search.playout import playout
from rondel.search.policy import Policy
from rondel.search.ranking import Ranking
from rondel.search.regret import Cfr
from rondel.search.retrograde import Outcome, Solved, retrograde
from rondel.search.sampling import ExternalSampling
from rondel.search.searcher import Searcher
from rondel.search.selective import selective
from rondel.search.solution import Solution
from rondel.search.table import Table
from rondel.search.tree import Branch, Node, Tree
from rondel.search.unfolding import Unfolding

__all__ = [
    "Branch",
    "Budget",
    "Cfr",
    "Contest",
    "Estimates",
    "ExtensiveForm",
    "ExternalSampling",
    "Guide",
    "InformationSet",
    "Line",
    "Node",
    "Outcome",
    "Policy",
    "Ranking",
    "Searcher",
    "Solution",
    "Solved",
    "Table",
    "Tree",
    "TreeCount",
    "Unfolding",
    "alphabeta",
    "as_svg",
    "as_text",
    "best_line",
    "best_response",
    "count_games",
    "expected_values",
    "expectimax",
    "exploitability",
    "flat",
    "ismcts",
    "mcts",
    "nash_conv",
    "perft",
    "playout",
    "retrograde",
    "selective",
]
