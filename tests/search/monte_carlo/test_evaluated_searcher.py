"""Evaluated searchers: they follow an evaluator's priors and values, find what is certain, and can be asked step by step."""

from __future__ import annotations

from random import Random

import pytest

import rondel
from rondel.errors import BadOption, GameOver
from rondel.search import Budget, EvaluatedSearcher, Evaluator, Leaf, Noise
from rondel.search.monte_carlo.evaluator import Evaluation
from tests.search.contests import Dice
from tests.search.fours import Oracle, played, random_drops


class Believer(Evaluator):
    """Believes in one move of the first position, and that the first role wins."""

    def __init__(self, text: str) -> None:
        self._text = text
        self.seen: list[tuple[object, str, int]] = []

    def evaluate(self, leaves: list[Leaf]) -> list[Evaluation]:
        found: list[Evaluation] = []
        for leaf in leaves:
            self.seen.append((leaf.game.key(), leaf.role, len(leaf.moves)))
            weights = [9.0 if move.text == self._text else 1.0 for move in leaf.moves]
            found.append(([0.5, -0.5], [weight / sum(weights) for weight in weights]))
        return found


def test_priors_lead_and_values_are_averaged() -> None:
    game = rondel.new("reversi", seed=1)
    believed = game.moves()[2].text
    evaluator = Believer(believed)
    ranking = EvaluatedSearcher(Random(1), evaluator).search(game, Budget(simulations=40))
    assert next(iter(ranking.visits)) == believed
    assert {value for text, value in ranking.values.items() if ranking.visits[text]} == {0.5}
    assert sum(ranking.visits.values()) == 39  # the first simulation evaluates the root
    keys = [key for key, _role, _moves in evaluator.seen]
    assert keys[0] == game.key()
    assert len(evaluator.seen) == len(set(keys)) == 40  # each node once


def test_every_leaf_is_shown_with_the_moves_of_its_role() -> None:
    game = rondel.new("connect_four")
    evaluator = Believer("drop(d)")
    EvaluatedSearcher(Random(1), evaluator).search(game, Budget(simulations=30))
    assert {role for _key, role, _moves in evaluator.seen} == {"red", "yellow"}
    assert all(moves == 7 for _key, _role, moves in evaluator.seen[:5])


@pytest.mark.parametrize("seed", range(4))
def test_what_is_certain_is_found_without_knowledge(seed: int) -> None:
    drops = random_drops(Random(seed), 8)
    known = Oracle().values(drops)
    ranking = EvaluatedSearcher(Random(seed), Evaluator()).search(played(drops), Budget(simulations=5_000))
    assert ranking.solved
    assert known[ranking.best] == max(known.values()) == ranking.values[ranking.best]


def test_without_proofs_ends_count_all_the_same() -> None:
    game = rondel.new("tic_tac_toe")
    for cell in ("a1", "a2", "b1", "b2"):
        game.push(f"mark({cell})")
    ranking = EvaluatedSearcher(Random(1), Evaluator(), solve=False).search(game, Budget(simulations=100))
    assert (ranking.best, ranking.values["mark(c1)"], ranking.proved) == ("mark(c1)", 1.0, {})


def test_chance_is_drawn_and_never_evaluated() -> None:
    game = Dice(chance="explicit")
    evaluator = Believer("")
    searcher = EvaluatedSearcher(Random(1), evaluator)
    while not game.is_over:
        role = game.active[0]
        if role == rondel.CHANCE:
            game.push(game.moves()[0])
        else:
            game.push(searcher.search(game, Budget(simulations=60)).best)
    assert {role for _key, role, _moves in evaluator.seen} <= set(game.roles)
    assert evaluator.seen


def test_a_kept_tree_is_searched_on_within_its_room() -> None:
    game = rondel.new("connect_four")
    searcher = EvaluatedSearcher(Random(1), Evaluator())
    first = searcher.search(game, Budget(simulations=100))
    game.push(first.best)
    kept = searcher.known(game)
    assert kept == first.visits[first.best]
    again = searcher.search(game, Budget(simulations=50, nodes=20))
    assert sum(again.visits.values()) == kept - 1 + 50
    full = EvaluatedSearcher(Random(1), Evaluator()).search(game, Budget(simulations=50, nodes=10))
    assert sum(full.visits.values()) == 49


def test_noise_is_mixed_into_every_root() -> None:
    found = []
    for noise in (None, Noise(0.5, 0.3)):
        game = rondel.new("connect_four")
        searcher = EvaluatedSearcher(Random(1), Believer("drop(d)"), noise=noise)
        found.append([searcher.search(game, Budget(simulations=60)).visits])
        game.push("drop(d)")
        found[-1].append(searcher.search(game, Budget(simulations=60)).visits)
    assert found[0][0] != found[1][0]
    assert found[0][1] != found[1][1]


def test_noise_says_what_it_cannot_be() -> None:
    with pytest.raises(BadOption, match=r"the share 1.5 and alpha 1.0: a share from 0 to 1"):
        Noise(1.5)


def test_a_wrong_evaluation_is_refused() -> None:
    class Short(Evaluator):
        def evaluate(self, leaves: list[Leaf]) -> list[Evaluation]:
            return [([0.0], [1.0]) for _leaf in leaves]

    with pytest.raises(BadOption, match="1 values and 1 priors, for 2 roles and 9 moves"):
        EvaluatedSearcher(Random(1), Short()).search(rondel.new("tic_tac_toe"), Budget(simulations=5))


def test_steps_out_of_order_are_refused() -> None:
    searcher = EvaluatedSearcher(Random(1), Evaluator())
    with pytest.raises(GameOver, match="no search is in progress"):
        searcher.leaf()
    searcher.begin(rondel.new("tic_tac_toe"), Budget(simulations=5))
    with pytest.raises(GameOver, match="no leaf waits"):
        searcher.settle([0.0, 0.0], [])
