"""Placement: all of a table to one node, evenly, under a key that nobody outside knows."""

from __future__ import annotations

import doctest
from collections import Counter

from rondel.server.supervisor import placement
from rondel.server.supervisor.placement import Placement

TABLES = [f"table {number}" for number in range(3000)]


def test_the_examples_in_the_module_run() -> None:
    assert doctest.testmod(placement).failed == 0


def test_only_the_tables_of_a_node_that_is_away_go_elsewhere_and_they_come_back() -> None:
    chosen, all_, two = Placement(), dict.fromkeys((1, 2, 3), 0), dict.fromkeys((1, 3), 0)
    before = {table: chosen.node(table, all_) for table in TABLES}
    assert all(900 < count < 1100 for count in Counter(before.values()).values())
    without = {table: chosen.node(table, two) for table in TABLES}
    assert {table for table in TABLES if without[table] != before[table]} == {table for table in TABLES if before[table] == 2}
    assert {table: chosen.node(table, all_) for table in TABLES} == before
    assert chosen.node("any", {}) is None


def test_another_key_places_otherwise_so_that_nobody_can_fill_one_node() -> None:
    """By default each parent has a key of its own."""
    nodes = dict.fromkeys(range(1, 5), 0)
    one, other = Placement(), Placement()
    onto_one = [table for table in TABLES if one.node(table, nodes) == 1]
    assert all(count > len(onto_one) / 8 for count in Counter(other.node(table, nodes) for table in onto_one).values())
