"""Unfoldings: a tree as plain data, node by node; checked against the tree, perft and the solvers."""

from __future__ import annotations

import json

import pytest

import rondel
from rondel import CHANCE, OBSERVER
from rondel.errors import IllegalMove, Unsolvable
from rondel.search import Tree, alphabeta, perft
from rondel.search.tree.unfolding import Unfolding

LATE = [("x", "mark(a1)"), ("o", "mark(b1)"), ("x", "mark(b2)"), ("o", "mark(c3)")]
"""x wins with a2 or a3 sooner or later."""


def test_a_node_is_what_the_tree_says_of_it() -> None:
    game = rondel.new("tic_tac_toe")
    node = Unfolding(game, LATE).node(most=100)
    twin = Tree(game).walk(*[move for _role, move in LATE])
    assert (node["description"], node["active"], node["chance"], node["returns"]) == ("x must mark a cell", ["x"], False, None)
    assert [each["description"] for each in node["moves"]] == [branch.description for branch in twin.moves]
    assert [each["moves"] for each in node["moves"]] == [len(branch.child.moves) for branch in twin.moves]
    assert node["views"]["x"] == twin.game.view("x")
    assert set(node["views"]) == {"x", "o", OBSERVER}
    assert json.loads(json.dumps(node)) == node
    assert game.progress == 0, "the game it begins with is left alone"


def test_only_so_many_moves_are_told_and_all_are_counted() -> None:
    node = Unfolding(rondel.new("chess")).node(most=3)
    assert (len(node["moves"]), node["total"]) == (3, 20)
    rest = Unfolding(rondel.new("chess")).node(most=100, first=3)
    assert [*node["moves"], *rest["moves"]] == Unfolding(rondel.new("chess")).node(most=20)["moves"]


def test_the_end_says_what_the_game_was_worth() -> None:
    answers = [*LATE, ("x", "mark(a3)"), ("o", "mark(c1)")]
    before = Unfolding(rondel.new("tic_tac_toe"), answers).node(most=100)
    [win] = [each for each in before["moves"] if each["move"] == "mark(a2)"]
    assert (win["outcome"], win["returns"], win["moves"], win["active"]) == ("x wins", {"x": 1.0, "o": -1.0}, 0, [])
    over = Unfolding(rondel.new("tic_tac_toe"), [*answers, ("x", "mark(a2)")]).node(most=100)
    assert (over["returns"], over["total"], over["moves"]) == ({"x": 1.0, "o": -1.0}, 0, [])


def test_chance_is_weighed_and_not_looked_up() -> None:
    """A game that draws from a seed would turn up a card of its own here."""
    node = Unfolding(rondel.new("leduc_poker", seed=1), [("first", "check"), ("second", "check")]).node(most=9)
    assert (node["chance"], node["active"]) == (True, [CHANCE])
    assert {each["role"] for each in node["moves"]} == {CHANCE}
    assert len(node["moves"]) == 4, "six cards, of which each player holds one"
    assert [each["probability"] for each in node["moves"]] == pytest.approx([1 / 4] * 4)


def test_counting_is_perft_and_stops_in_time() -> None:
    game = rondel.new("reversi")
    assert Unfolding(game).count(1_000) == [perft(game, depth) for depth in range(1, 5)] == [4, 12, 56, 244]
    assert Unfolding(rondel.new("chess")).count(1) == [20], "what follows the position itself is always counted"
    late = [*LATE, ("x", "mark(a3)"), ("o", "mark(c1)")]
    assert Unfolding(rondel.new("tic_tac_toe"), late).count(1_000) == [3, 4, 3, 0], (
        "by hand: a2 wins at once, b3 and c2 for the other"
    )


def test_solving_agrees_with_alpha_beta() -> None:
    game = rondel.new("tic_tac_toe")
    for role, move in LATE:
        game.push(move, role)
    found = Unfolding(rondel.new("tic_tac_toe"), LATE).solve(10_000)
    truth = alphabeta(game, every=True)
    assert found["value"] == truth.value
    moves = [str(move) for move in game.moves()]
    for move, worth in zip(moves, found["moves"], strict=True):
        game.push(move)
        assert worth == alphabeta(game).value, move
        game.pop()
    assert found["moves"][found["best"]] == found["value"]


def test_what_cannot_be_solved_or_played_is_refused() -> None:
    with pytest.raises(Unsolvable, match="hides something"):
        Unfolding(rondel.new("kuhn_poker")).solve(1_000)
    with pytest.raises(Unsolvable, match="more than 10 nodes"):
        Unfolding(rondel.new("tic_tac_toe")).solve(10)
    with pytest.raises(IllegalMove):
        Unfolding(rondel.new("tic_tac_toe"), [("x", "mark(a1)"), ("o", "mark(a1)")])
