"""Search: game trees, solvers and Monte Carlo search for any game, by walking forward and back.

``exact`` solves games without hidden information: alpha-beta, expectimax, retrograde analysis. ``monte_carlo`` holds MCTS, flat
Monte Carlo and information-set MCTS. ``strategies`` holds the extensive form, regret minimisation and best responses for games
with hidden information. ``tree`` is the lazy game tree, its drawings and its form as data. ``perft`` counts trees, ``playout``
plays at random to the end, ``line`` follows a move to the end of its rule. The searches share ``budget``, ``ground``,
``positions``, ``ranking`` and ``worlds``.

No module here depends on a clock, a view or a player. The caller decides which game a search may walk, and what it may know.
"""

from rondel.search.budget import Budget
from rondel.search.exact.alphabeta import alphabeta
from rondel.search.exact.contest import Contest
from rondel.search.exact.expectimax import expectimax
from rondel.search.exact.retrograde import Outcome, Solved, retrograde
from rondel.search.exact.selective import selective
from rondel.search.exact.solution import Solution
from rondel.search.exact.transpositions import Table
from rondel.search.line import Line, best_line
from rondel.search.monte_carlo.evaluated_searcher import EvaluatedSearcher
from rondel.search.monte_carlo.evaluator import Evaluator, Leaf, Noise
from rondel.search.monte_carlo.flat import flat
from rondel.search.monte_carlo.guide import Estimates, Guide
from rondel.search.monte_carlo.ismcts import ismcts
from rondel.search.monte_carlo.mcts import mcts
from rondel.search.monte_carlo.searcher import Searcher
from rondel.search.monte_carlo.together import search_together
from rondel.search.perft import TreeCount, count_games, perft
from rondel.search.playout import playout
from rondel.search.ranking import Ranking
from rondel.search.strategies.best_response import best_response, expected_values, exploitability, nash_conv
from rondel.search.strategies.extensive_form import ExtensiveForm, InformationSet
from rondel.search.strategies.policy import Policy
from rondel.search.strategies.regret import Cfr
from rondel.search.strategies.sampling import ExternalSampling
from rondel.search.tree.drawing import as_svg, as_text
from rondel.search.tree.tree import Branch, Node, Tree
from rondel.search.tree.unfolding import Unfolding

__all__ = [
    "Branch",
    "Budget",
    "Cfr",
    "Contest",
    "Estimates",
    "EvaluatedSearcher",
    "Evaluator",
    "ExtensiveForm",
    "ExternalSampling",
    "Guide",
    "InformationSet",
    "Leaf",
    "Line",
    "Node",
    "Noise",
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
    "search_together",
    "selective",
]
