"""The solver: what is certain about a position goes up the tree, so that a search ends where everything is.

Who is asked takes what is certainly best: a move that is proved worth the most that there is proves its position, and so do all
moves together. For any number of players a proof says what the position is worth to each; where that depends on which of two
equal moves somebody chooses, nothing is proved. What chance is asked is worth its average, once all that may come is proved.

Moves that are proved are not tried again, as there is nothing to find out; the best of them is the least that the position is
worth to who is asked (its ``floor``), whatever the simulations through the others come to.

Sources: M. Winands, Y. Björnsson, J.-T. Saito, "Monte-Carlo Tree Search Solver", CG 2008; T. Cazenave, A. Saffidine, "Score
Bounded Monte-Carlo Tree Search", CG 2010. Here for any returns, and any number of players.
"""

from __future__ import annotations

from rondel.search.ground import CHANCE
from rondel.search.monte_carlo.node import Node, Proof


def prove(path: list[Node], most: float) -> None:
    """The last node of a path from the root has been proved: prove those above it that are proved by it.

    ``most`` is what no end is worth more than; it may be infinite.
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
