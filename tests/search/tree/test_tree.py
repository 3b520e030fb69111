"""The lazy tree: nothing is made before it is looked at, and the source is never touched."""

from __future__ import annotations

from random import Random

import pyspiel
import pytest

import rondel
from rondel import EVERYONE, Automatic, Face, Game, GameEnd, Pile, Row, To, TokenKind
from rondel.errors import AmbiguousMove, IllegalMove, RulesError, Unsolvable
from rondel.search import Node, Tree, perft
from tests.engine.rules.flock import Flock
from tests.search.contests import Both, Dice, Forever


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

    def endings(node: Node) -> list[str]:
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
    with pytest.raises(IllegalMove, match="no move 'mark\\(z9\\)' where 'x must mark a cell'; did you mean 'mark\\("):
        Tree(rondel.new("tic_tac_toe")).walk("mark(z9)")


def test_a_move_that_two_roles_have_is_no_branch_either() -> None:
    tree = Tree(rondel.new(Both))
    with pytest.raises(AmbiguousMove, match="'choose\\(1\\)' is a move of a, b: take one of them"):
        tree.walk("ask", "choose(1)")
    after = tree.walk("ask").moves[0].child
    assert [branch.move.role for branch in after.moves][-1] == "b"
    with pytest.raises(Unsolvable, match="several roles act at once in 'both', which a tree cannot solve: a, b"):
        tree.solve()


def test_chance_is_a_seat_also_where_the_game_draws_by_a_seed() -> None:
    tree: Node = Tree(rondel.new("cant_stop", seed=1))
    while not tree.is_chance:
        tree = tree.moves[0].child
    assert tree.description == "chance answers"
    assert len(tree.moves) > 1
    assert sum(branch.probability for branch in tree.moves) == pytest.approx(1)


def test_transpositions_are_one_node_when_merged() -> None:
    """Known: 9, 72, 504, 3024 ways to play 1 to 4 marks; the positions after them are 9, 72, 252 and 756."""
    tree = Tree(rondel.new("tic_tac_toe"), merge=True)
    assert [tree.count(depth) for depth in range(5)] == [1, 9, 72, 504, 3024]
    level: list[Node] = [tree]
    sizes = []
    for _depth in range(4):
        level = list({id(branch.child): branch.child for node in level for branch in node.moves}.values())
        sizes.append(len(level))
    assert sizes == [9, 72, 252, 756]
    plain = Tree(rondel.new("tic_tac_toe"))
    assert plain.walk("mark(a1)", "mark(b2)", "mark(c3)") is not plain.walk("mark(c3)", "mark(b2)", "mark(a1)")


def test_counts_are_those_of_perft() -> None:
    game = rondel.new("reversi", options={"size": 6})
    assert [Tree(game).count(depth) for depth in range(4)] == [perft(game, depth) for depth in range(4)]


# -- solved ------------------------------------------------------------------------------------------------------------


def spiel_value(state: pyspiel.State, known: dict[str, float]) -> float:
    """What a position of pyspiel's tic-tac-toe is worth to x, by plain minimax."""
    if state.is_terminal():
        return float(state.returns()[0])
    key = str(state)
    if key not in known:
        best = max if state.current_player() == 0 else min
        known[key] = best(spiel_value(state.child(action), known) for action in state.legal_actions())
    return known[key]


def test_every_node_of_tic_tac_toe_has_the_value_that_pyspiel_gives_it() -> None:
    tree = Tree(rondel.new("tic_tac_toe"), merge=True)
    assert tree.value is None
    assert tree.best is None
    assert tree.solve() == {"x": 0, "o": 0}
    known: dict[str, float] = {}
    seen: set[int] = set()

    def compare(node: Node, state: pyspiel.State) -> None:
        if id(node) in seen:
            return
        seen.add(id(node))
        value = node.value
        assert value is not None
        assert value["x"] == -value["o"] == spiel_value(state, known)
        for branch in node.moves:
            column, row = ord(branch.move.text[5]) - ord("a"), int(branch.move.text[6]) - 1
            compare(branch.child, state.child(3 * row + column))
        if not node.is_over:
            best = node.best
            assert best is not None
            assert best.child.value == value

    compare(tree, pyspiel.load_game("tic_tac_toe").new_initial_state())
    assert len(seen) == 5_478


def test_chance_is_weighed() -> None:
    tree = Tree(rondel.new(Dice))
    assert tree.solve() == pytest.approx({"a": 1 / 3, "b": -1 / 3})
    assert str(tree.best) == "roll"
    assert tree.walk("roll").best is None


def test_what_cannot_be_solved_says_why() -> None:
    with pytest.raises(Unsolvable, match="'kuhn_poker' hides something"):
        Tree(rondel.new("kuhn_poker")).solve()
    with pytest.raises(Unsolvable, match="the tree of 'reversi' has more than 50 nodes; start later, merge it"):
        Tree(rondel.new("reversi")).solve(limit=50)


def test_a_tree_without_end_says_so() -> None:
    tree = Tree(rondel.new(Forever), merge=True)
    assert tree.walk(*["go"] * 6) is tree
    with pytest.raises(RulesError, match="the tree of 'forever' is infinite: a position repeats"):
        tree.solve()
    with pytest.raises(Unsolvable, match="'forever' goes on for more than 400 answers, so its tree cannot be solved whole"):
        Tree(rondel.new(Forever)).solve()


def test_a_tree_may_begin_in_the_middle_of_a_game() -> None:
    rng = Random(3)
    game = rondel.new("connect_four", options={"columns": 4, "rows": 4})
    for _each in range(9):
        game.push(rng.choice(game.moves()))
    tree = Tree(game, merge=True)
    assert tree.count(2) == perft(game, 2)
    assert set(tree.solve().values()) <= {-1.0, 0.0, 1.0}


Gem = TokenKind("gem", faces={f"gem {number}": Face("card", text="3") for number in range(10)})


class Gems(Game):
    """Ten gems with the same text on their faces: one is drawn."""

    name = "gems"
    seats = ("one",)
    kinds = (Gem,)

    def setup(self) -> To[Dig]:
        self.mine = self.add(Pile("mine", backs_visible_to=EVERYONE))
        self.found = self.add(Row("found", visible_to=EVERYONE))
        for face in Gem.faces:
            self.mine.add(Gem(face=face))
        return Dig


class Dig(Automatic[Gems]):
    """One gem."""

    def enter(self, game: Gems) -> To[GameEnd]:
        game.draw(game.mine, game.found)
        return GameEnd


def test_outcomes_of_chance_with_the_same_words_are_told_apart() -> None:
    tree = Tree(Gems(chance="explicit"))
    said = [branch.description for branch in tree.moves]
    assert said[:2] == ["chance gives 3 (draw(gem 0))", "chance gives 3 (draw(gem 1))"]
    assert len(set(said)) == 10
    assert Tree(rondel.new("tic_tac_toe")).moves[0].description == "x marks a1"


def test_a_tree_tells_how_many_positions_it_has_made() -> None:
    told: list[int] = []
    tree = Tree(rondel.new("tic_tac_toe"), told=told.append)
    assert tree.count(2) == 72
    assert told == list(range(1, 10)), "the positions before the last answer"
