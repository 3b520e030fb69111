"""Selection: the path of a simulation down the tree.

Without priors by the upper confidence bound (UCT): L. Kocsis, C. Szepesvári, "Bandit Based Monte-Carlo Planning", ECML 2006.
With priors by PUCT: D. Silver et al., "Mastering the Game of Go without Human Knowledge", Nature 550 (2017), 354-359; a move
that was not tried yet gets the mean value of those that were.

Progressive widening limits the moves tried in positions with very many: R. Coulom, "Computing Elo Ratings of Move Patterns in
the Game of Go", ICGA Journal 30 (2007), 198-208.
"""

from __future__ import annotations

import math
from typing import Final

from rondel.search.monte_carlo.node import Node

EXPLORATION: Final = 1.4
"""The exploration constant, for returns between -1 and 1."""
WIDENING: Final = 8.0
"""Moves tried after n simulations, in units of the square root of n. The value 8 has no effect on positions with 64 moves or
fewer; all of 361 moves are tried after 2,036 simulations."""


def selected(node: Node, exploration: float, widening: float) -> Node | None:
    """The child that the next simulation goes on to; None if the next move to try has no child yet.

    ``exploration`` is on the scale of the returns. ``widening`` is 0 where the tree must not grow.
    """
    if node.priors is not None:
        return _weighed(node, exploration, widening > 0)
    children = node.children
    if node.untried and widening > 0 and len(children) < widening * math.sqrt(node.visits + 1):
        return None
    best: Node | None = None
    highest = -math.inf
    log = exploration * exploration * math.log(node.visits)
    for child in children:
        if child.proof is None:  # a proved child needs no more simulations
            visits = child.visits
            bound = child.total / visits + math.sqrt(log / visits)
            if bound > highest:
                highest = bound
                best = child
    if best is None and (not node.untried or widening == 0):
        return _surest(node)
    return best


def _weighed(node: Node, exploration: float, grows: bool) -> Node | None:
    """Selection with priors (PUCT). Untried moves wait in the order of their priors, so only the first is compared."""
    total = 0.0
    visits = 0
    for child in node.children:
        total += child.total
        visits += child.visits
    factor = exploration * math.sqrt(node.visits)
    best: Node | None = None
    highest = -math.inf
    for child in node.children:
        if child.proof is None:
            bound = child.total / child.visits + factor * child.prior / (1 + child.visits)
            if bound > highest:
                highest = bound
                best = child
    priors = node.priors
    if grows and node.untried and priors:
        bound = (total / visits if visits else 0.0) + factor * priors[-1]
        if bound > highest:
            return None
    return best if best is not None else _surest(node)


def _surest(node: Node) -> Node | None:
    """The best of children that are all proved."""
    best: Node | None = None
    highest = -math.inf
    for child in node.children:
        proof = child.proof
        if proof is not None and proof.returns[node.asked] > highest:
            highest = proof.returns[node.asked]
            best = child
    return best
