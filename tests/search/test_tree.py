"""The lazy tree: nothing is made before it is looked at, and the source is never touched."""

from __future__ import annotations

import pytest

import rondel
from rondel.search import Tree
from tests.engine.rules.flock import Flock


def test_children_are_made_only_when_looked_at_and_remembered() -> None:
    tree = Tree(rondel.new("reversi"))
    assert [str(branch) for branch in tree.moves] == ["play_disc(d3)", "play_disc(c4)", "play_disc(f5)", "play_disc(e6)"]
    assert not any(branch.is_open for branch in tree.moves)
    child = tree.moves[0].child
    assert [branch.is_open for branch in tree.moves] == [True, False, False, False]
    assert tree.moves[0].child is child


def test_the_source_and_the_parents_are_never_touched() -> None:
    game = rondel.new("reversi")
    key, record = game.key(), game.record()
    tree = Tree(game)
    root = tree.game.key()
    tree.walk("play_disc(d3)", "play_disc(c3)", "play_disc(c4)")
    tree.game.push("play_disc(d3)")
    assert (game.key(), game.record(), tree.game.key()) == (key, record, root)
    game.push("play_disc(f5)")
    assert tree.game.key() == root


def test_a_whole_small_tree_has_the_known_number_of_endings() -> None:
    # Three cells left, x to move; worked out by hand below.
    start = {
        "state": "PlayerTurn",
        "containers": {
            "board": [
                {"at": cell, "kind": "mark", "owner": owner}
                for cell, owner in (("a1", "x"), ("b1", "o"), ("c1", "x"), ("a2", "o"), ("b2", "o"), ("c2", "x"))
            ]
        },
    }
    tree = Tree(rondel.new("tic_tac_toe", position=start))

    def endings(node: Tree) -> list[str]:
        return [node.description] if node.is_over else [found for branch in node.moves for found in endings(branch.child)]

    # x at a3: then b3 wins for o, or c3, after which x fills b3 and all draw;
    # x at b3: o a3, then x c3 wins; or o c3, then x a3: a draw; x at c3 wins at once.
    assert sorted(endings(tree)) == sorted(["o wins", "a draw", "x wins", "a draw", "x wins"])


def test_questions_inside_a_rule_and_chance_are_nodes_too() -> None:
    position = {
        "state": "PlayCard",
        "containers": {
            "field": [{"kind": "sheep", "face": face} for face in ("1", "3", "10", "30")],
            "hand": [{"kind": "card", "face": "Meteor"}],
            "deck": [
                {"kind": "card", "face": "Multiply"},
                {"kind": "card", "face": "Multiply"},
                {"kind": "card", "face": "Dominion"},
            ],
        },
    }
    tree = Tree(Flock(position=position, chance="explicit"))
    after = tree.walk("play(Meteor)", "choose(1)", "choose(3)", "choose(10)")
    assert [(str(branch), branch.move.role, round(branch.move.probability, 3)) for branch in after.moves] == [
        ("draw(Dominion)", rondel.CHANCE, 0.333),
        ("draw(Multiply)", rondel.CHANCE, 0.667),
    ]


def test_a_move_that_is_not_listed_is_no_branch() -> None:
    with pytest.raises(KeyError):
        Tree(rondel.new("tic_tac_toe")).walk("mark(z9)")
