"""Nodes of a tree of simulations."""

from __future__ import annotations

from rondel.search.ground import CHANCE
from rondel.search.monte_carlo.node import UNSEEN, Node


def test_a_new_node_knows_nothing() -> None:
    node = Node(None, CHANCE, 1.0)
    assert (node.visits, node.total, node.asked, node.untried, node.priors) == (0, 0.0, UNSEEN, None, None)
    assert node.proof is None
    assert node.floor is None


def test_its_size_is_that_of_all_below_it() -> None:
    root, child = Node(None, CHANCE, 1.0), Node(None, 0, 1.0)
    root.children = [child, Node(None, 0, 1.0)]
    child.children = [Node(None, 1, 1.0) for _each in range(3)]
    assert (root.size(), child.size(), child.children[0].size()) == (6, 4, 1)
