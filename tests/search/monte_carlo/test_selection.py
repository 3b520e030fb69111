"""Selection: the bounds, checked against their formulas."""

from __future__ import annotations

import math

import pytest

import rondel
from rondel.search.ground import CHANCE
from rondel.search.monte_carlo.node import Node, Proof
from rondel.search.monte_carlo.selection import selected

MOVES = rondel.new("tic_tac_toe").moves()


def parent(*children: tuple[int, float], untried: int = 0, priors: list[float] | None = None) -> Node:
    """A node where role 0 is asked, with children that have been visited so often and were worth so much in all."""
    node = Node(None, CHANCE, 1.0)
    node.asked = 0
    node.open(MOVES[:untried], None if priors is None else priors[len(children) :])
    for number, (visits, total) in enumerate(children):
        child = Node(MOVES[number], 0, 0.0 if priors is None else priors[number])
        child.visits = visits
        child.total = total
        node.children.append(child)
    node.visits = 1 + sum(visits for visits, _total in children)
    return node


def chosen(node: Node, exploration: float = 1.4, widening: float = math.inf) -> int | None:
    """The number of the child that is selected."""
    child = selected(node, exploration, widening)
    return None if child is None else node.children.index(child)


@pytest.mark.parametrize("exploration", [0.1, 0.7, 1.4, 3.0])
def test_the_highest_upper_confidence_bound_is_selected(exploration: float) -> None:
    given = [(10, 5.0), (20, 12.0), (3, 0.0), (40, 30.0)]
    bounds = [total / visits + exploration * math.sqrt(math.log(74) / visits) for visits, total in given]
    assert chosen(parent(*given), exploration) == bounds.index(max(bounds))


def test_every_move_is_tried_once_before_one_is_tried_again() -> None:
    assert chosen(parent((1, 1.0), (1, -1.0), untried=1)) is None
    assert chosen(parent((1, 1.0), (1, -1.0))) == 0


def test_where_there_are_many_those_that_were_tried_come_first() -> None:
    """With a width of 1, two of n moves are tried in four simulations, and a third after them."""
    assert chosen(parent((1, 0.0), untried=5), widening=1.0) is None
    assert chosen(parent((1, 0.0), (1, 1.0), untried=5), widening=1.0) == 1
    assert chosen(parent((2, 0.0), (2, 1.0), untried=5), widening=1.0) is None


def test_a_full_tree_takes_no_new_ones() -> None:
    assert chosen(parent((1, 0.0), untried=5), widening=0.0) == 0
    assert chosen(parent((1, 0.0), untried=5, priors=[0.5, 0.1, 0.1, 0.1, 0.1, 0.1]), widening=0.0) == 0


def test_what_is_proved_is_not_tried_again_while_anything_is_open() -> None:
    node = parent((9, 9.0), (9, -9.0))
    node.children[0].proof = Proof([0.5, -0.5], 1)
    assert chosen(node) == 1
    node.children[1].proof = Proof([-1.0, 1.0], 1)
    assert chosen(node) == 0
    node.untried = MOVES[:1]
    assert chosen(node, widening=0.1) is None
    assert chosen(node, widening=0.0) == 0


def test_priors_lead_the_way_and_weigh_less_the_more_is_known() -> None:
    """Q + c p √N / (1 + n); what was not tried is worth what the others are on average."""
    priors = [0.1, 0.7, 0.2]
    given = [(4, 2.0), (4, -1.0)]
    node = parent(*given, untried=1, priors=priors)
    root = math.sqrt(9)
    for exploration in (0.2, 1.0, 4.0):
        bounds = [
            total / visits + exploration * prior * root / (1 + visits)
            for (visits, total), prior in zip(given, priors, strict=False)
        ]
        untried = 1.0 / 8 + exploration * 0.2 * root
        assert chosen(node, exploration) == (None if untried > max(bounds) else bounds.index(max(bounds)))
    assert chosen(node, 0.2) == 0
    assert chosen(node, 1.0) is None
