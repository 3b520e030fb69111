"""The solver: propagates proved values up the tree, so that a search ends when the root is proved.

A move proved to have the maximum value proves its parent, and so do all moves together; the active role takes the best. A proof
holds the value for each of any number of players; if it depends on a choice between two equal moves, nothing is proved. A
chance node has the average value, once all its outcomes are proved.

Proved moves are not simulated again. The best of them is a lower bound of the position's value for the active role (its
``floor``), whatever simulations through the others return.

Sources: M. Winands, Y. Björnsson, J.-T. Saito, "Monte-Carlo Tree Search Solver", CG 2008; T. Cazenave, A. Saffidine, "Score
Bounded Monte-Carlo Tree Search", CG 2010. Generalised here to any returns and any number of players.
"""

from __future__ import annotations

from rondel.search.ground import CHANCE
from rondel.search.monte_carlo.node import Node, Proof


def prove(path: list[Node], most: float) -> None:
    """Propagates the proof of the last node of a path to its ancestors, as far as it proves them.

    ``most`` is the upper bound of all values; it may be infinite.
    """
    for number in range(len(path) - 2, -1, -1):
        node = path[number]
        if node.proof is not None or node.several:
            return
        proof = _of_chance(node) if node.asked == CHANCE else _of_player(node, most)
        if proof is None:
            return
        node.proof = proof
        node.floor = None


def _of_player(node: Node, most: float) -> Proof | None:
    asked = node.asked
    best: Proof | None = None
    highest = 0.0
    every = not node.untried
    clear = True
    for child in node.children:
        proof = child.proof
        if proof is None:
            every = False
            continue
        worth = proof.returns[asked]
        if best is None or worth > highest:
            best = proof
            highest = worth
            clear = True
        elif worth == highest:
            if len(proof.returns) > 2 and proof.returns != best.returns:
                clear = False
            if (proof.length < best.length) if worth > 0 else (proof.length > best.length):
                best = proof
    if best is None or not clear or not (every or highest >= most):
        node.floor = best
        return None
    return Proof(best.returns, best.length + 1)


def _of_chance(node: Node) -> Proof | None:
    outcomes = node.untried
    if outcomes is None or len(node.children) < len(outcomes):
        return None
    worth: list[float] = []
    longest = 0
    for child in node.children:
        proof = child.proof
        move = child.move
        if proof is None or move is None:
            return None
        if not worth:
            worth = [0.0] * len(proof.returns)
        for role, value in enumerate(proof.returns):
            worth[role] += move.probability * value
        longest = max(longest, proof.length)
    return Proof(worth, longest + 1)
