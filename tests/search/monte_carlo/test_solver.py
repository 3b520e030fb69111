"""The solver: it agrees with exact searches that share nothing with it, for two, for three, and with chance."""

from __future__ import annotations

from random import Random

import pytest

import rondel
from rondel.search import Ranking, alphabeta, mcts
from rondel.search.ground import CHANCE
from rondel.search.monte_carlo.node import Node, Proof
from rondel.search.monte_carlo.solver import prove
from tests.search.contests import Dice, Fists, Sharing
from tests.search.fours import Oracle, played, random_drops


def marked(*cells: str) -> rondel.Game:
    """A game of tic-tac-toe after these marks."""
    game = rondel.new("tic_tac_toe", seed=1)
    for cell in cells:
        game.push(f"mark({cell})")
    return game


def check(game: rondel.Game, ranking: Ranking) -> None:
    """What is proved agrees with alpha-beta, and so does what is best."""
    solution = alphabeta(game, every=True)
    assert ranking.solved
    assert {text: solution.values[text] for text in ranking.proved} == ranking.proved
    assert solution.values[ranking.best] == max(solution.values.values())


def test_tic_tac_toe_is_proved_a_draw_whatever_is_marked_first() -> None:
    """After the first mark in a corner only the middle holds the draw."""
    ranking = mcts(marked("a1"), rng=Random(1), simulations=20_000)
    assert ranking.solved
    assert ranking.best == "mark(b2)"
    assert ranking.values["mark(b2)"] == 0.0
    assert ranking.simulations < 20_000
    assert set(ranking.proved.values()) == {0.0, -1.0}


@pytest.mark.parametrize("seed", range(8))
def test_it_agrees_with_alphabeta_on_tic_tac_toe(seed: int) -> None:
    rng = Random(seed)
    game = marked()
    for _each in range(4):
        game.push(rng.choice(game.moves()))
    check(game, mcts(game, rng=rng, simulations=5_000))


def test_it_agrees_with_an_oracle_and_with_alphabeta_on_connect_four() -> None:
    oracle = Oracle()
    values: list[int] = []
    for seed in (0, 1, 2, 9, 11, 14, 26, 31):
        drops = random_drops(Random(seed), 10)
        ranking = mcts(played(drops), rng=Random(seed), simulations=4_000)
        known = oracle.values(drops)
        assert {text: known[text] for text in ranking.proved} == ranking.proved
        assert known[ranking.best] == max(known.values())
        if ranking.solved:
            values.append(max(known.values()))
            check(played(drops), ranking)
    assert {-1, 0, 1} == set(values)
    assert len(values) > 5


def test_the_quickest_win_is_played_once_all_is_proved() -> None:
    """x wins at once at c1; elsewhere later."""
    for seed in range(5):
        assert mcts(marked("a1", "a2", "b1", "b2"), rng=Random(seed), simulations=500).best == "mark(c1)"


def test_chance_is_proved_to_be_worth_its_average() -> None:
    """Four numbers of six win, two lose: a third; the stop is a draw."""
    ranking = mcts(rondel.new(Dice, seed=1), rng=Random(1), simulations=500)
    assert ranking.solved
    assert ranking.proved == {"roll": pytest.approx(1 / 3), "end": 0.0}
    assert ranking.simulations < 100


def test_who_has_no_rival_takes_the_most_though_nobody_says_how_much_that_is() -> None:
    ranking = mcts(rondel.new(Sharing), rng=Random(1), simulations=500)
    assert (ranking.solved, ranking.proved) == (True, {"take(1)": 1.0, "take(2)": 2.0})


def test_what_several_answer_at_once_is_never_proved() -> None:
    ranking = mcts(rondel.new(Fists), rng=Random(1), simulations=500)
    assert not ranking.solved
    assert ranking.simulations == 500


def test_without_it_nothing_is_proved() -> None:
    ranking = mcts(marked("a1", "a2", "b1", "b2"), rng=Random(1), simulations=300, solve=False)
    assert (ranking.solved, ranking.proved, ranking.simulations) == (False, {}, 300)
    assert ranking.best == "mark(c1)"


def path(asked: int, *returns: list[float] | None) -> list[Node]:
    """A node where a role is asked, with children that are proved to be worth this, and the last of them."""
    root = Node(None, CHANCE, 1.0)
    root.asked = asked
    root.open([], None)
    for each in returns:
        child = Node(None, asked, 1.0)
        child.proof = None if each is None else Proof(each, 0)
        root.children.append(child)
    return [root, root.children[-1]]


def proof_of(node: Node) -> Proof | None:
    """Read through a function, so that nobody thinks it stays what it was."""
    return node.proof


def test_where_a_third_depends_on_which_of_two_equal_moves_is_chosen_nothing_is_proved() -> None:
    line = path(0, [0.0, 1.0, -1.0], [0.0, -1.0, 1.0])
    prove(line, 1.0)
    assert line[0].proof is None
    line = path(0, [0.0, 1.0, -1.0], [0.0, 1.0, -1.0])
    prove(line, 1.0)
    assert line[0].proof is not None
    assert line[0].proof.returns == [0.0, 1.0, -1.0]


def test_the_best_that_is_known_is_the_floor_until_all_is() -> None:
    line = path(1, None, [-0.5, 0.5], [0.5, -0.5])
    prove(line, 1.0)
    assert proof_of(line[0]) is None
    floor = line[0].floor
    assert floor is not None
    assert floor.returns == [-0.5, 0.5]
    line[0].children[0].proof = Proof([-1.0, 1.0], 4)
    prove([line[0], line[0].children[0]], 1.0)
    proof = proof_of(line[0])
    assert proof is not None
    assert (proof.returns, proof.length) == ([-1.0, 1.0], 5)
