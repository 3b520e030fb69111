"""Trees as answers to a client, without a server."""

from __future__ import annotations

import pytest

import rondel
from rondel.search.tree.unfolding import Unfolding
from rondel.server import protocol
from rondel.server.dev import trees
from rondel.server.protocol.refused import Refusal


def test_counting_and_solving_stop_where_they_are_told() -> None:
    root = trees.root(protocol.TreeStart(game="tic_tac_toe"))
    place = protocol.TreePlace(record=root.record)
    assert trees.Trees(Unfolding, most_counted=100).count(place).ways == (9, 72)
    with pytest.raises(Refusal) as refused:
        trees.Trees(Unfolding, most_solved=100).solve(place)
    assert refused.value.code == "unsolvable"
    with pytest.raises(Refusal, match=r"too many positions follow: 1 in 0 seconds, .* solve one further down"):
        trees.Trees(Unfolding, seconds=0).solve(place)


def test_errors_of_the_rules_are_told_in_full() -> None:
    def unfold(game: rondel.Game, answers: object) -> trees.Unfolded:
        raise ZeroDivisionError("no heap is left")

    place = protocol.TreePlace(record=trees.root(protocol.TreeStart(game="nine_mens_morris")).record)
    with pytest.raises(Refusal, match="ZeroDivisionError: no heap is left"):
        trees.Trees(unfold).node(place)
    with pytest.raises(Refusal, match="a tree begins with"):
        trees.root(protocol.TreeStart())
