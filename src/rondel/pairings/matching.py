"""Matchings: the best pairs of a graph by criteria in order, each of which counts only where all before it are equal."""

from __future__ import annotations

from collections.abc import Collection, Hashable, Mapping, Sequence
from typing import TypeVar

Node = TypeVar("Node", bound=Hashable)


def best(edges: Mapping[tuple[Node, Node], Sequence[int]], count: int) -> dict[Node, Node]:
    """The matching of at most ``count`` nodes with the lexicographically largest sum of the values of its edges, both ways
    round. Each edge has the same number of values, none of them negative.

    >>> best({("a", "b"): (1, 0), ("b", "c"): (2, 1), ("c", "d"): (1, 3)}, 4)["b"]
    'a'
    """
    from networkx import Graph, max_weight_matching  # its import takes 0.2 s

    graph = Graph()
    bounds = [max(column) * (count // 2) + 1 for column in zip(*edges.values(), strict=True)]
    for (one, other), values in edges.items():
        weight = 0
        for bound, value in zip(bounds, values, strict=True):
            weight = weight * bound + value
        graph.add_edge(one, other, weight=weight)
    found: dict[Node, Node] = {}
    for one, other in max_weight_matching(graph):
        found[one], found[other] = other, one
    return found


def is_complete(nodes: Collection[Node], edges: Collection[tuple[Node, Node]]) -> bool:
    """Whether pairs can be made of all nodes.

    >>> is_complete("abcd", [("a", "b"), ("a", "c"), ("a", "d")])
    False
    """
    from networkx import Graph, max_weight_matching

    return len(max_weight_matching(Graph(edges), maxcardinality=True)) * 2 == len(nodes)
