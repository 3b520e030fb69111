"""Policies: found again by who knows nothing but what a role knows, in any game that is played."""

from __future__ import annotations

import json
from collections import Counter
from random import Random

import pytest

import rondel
from rondel.engine.belief.information_state import from_json as state_from_json
from rondel.errors import BadRecord, RulesError
from rondel.search import Cfr, Policy
from rondel.search.strategies.policy import from_json, name_of
from tests.search.strategies.test_extensive_form import form_of


@pytest.mark.parametrize("name", ["kuhn_poker", "leduc_poker"])
def test_whatever_comes_up_in_a_real_game_is_in_it(name: str) -> None:
    """The tree is unfolded with chance as a seat, games are played by a seed, and a bot gets its state as bytes."""
    form = form_of(name)
    policy = form.policy(form.start)
    met: set[str] = set()
    for seed in range(60 if name == "kuhn_poker" else 20):
        game = rondel.new(name, seed=seed)
        rng = Random(seed)
        while not game.is_over:
            state = state_from_json(json.loads(json.dumps(game.information_state(game.player).to_json())))
            known = policy.at(state)
            assert known is not None
            assert list(known) == [str(move) for move in game.moves()]
            met.add(name_of(state))
            game.push(policy.choose(state, rng) or "")
    if name == "kuhn_poker":
        assert len(met) == len(policy) == 12


def test_moves_are_drawn_by_their_probabilities() -> None:
    state = rondel.new("kuhn_poker", seed=1).information_state("first")
    policy = Policy("kuhn_poker", 1, {"hands": 1}, {name_of(state): {"check": 0.25, "bet": 0.75, "raise": 0.0}})
    rng = Random(1)
    drawn = Counter(policy.choose(state, rng) for _each in range(4_000))
    assert drawn["bet"] == pytest.approx(3_000, abs=150)
    assert set(drawn) == {"check", "bet"}
    assert [policy.choose(state, Random(5)) for _each in range(3)] == [policy.choose(state, Random(5))] * 3


def test_what_it_knows_nothing_of_it_does_not_make_up() -> None:
    policy = Policy("kuhn_poker", 1, {"hands": 1}, {})
    state = rondel.new("kuhn_poker", seed=1).information_state("first")
    assert policy.at(state) is None
    assert policy.choose(state, Random(1)) is None
    broken = Policy("kuhn_poker", 1, {"hands": 1}, {name_of(state): {"check": 0.0}})
    with pytest.raises(RulesError, match="gives no move of 'check' a probability above 0"):
        broken.choose(state, Random(1))


def test_it_is_kept_as_json() -> None:
    cfr = Cfr(form_of("kuhn_poker"))
    cfr.run(10)
    policy = cfr.policy()
    again = from_json(json.loads(json.dumps(policy.to_json())))
    assert (again.game, again.version, again.options, again.moves) == ("kuhn_poker", 1, {"hands": 1}, policy.moves)


@pytest.mark.parametrize(
    ("data", "why"),
    [
        ([], "this is not a policy of this version of Rondel"),
        ({"rondel": 1, "policy": {"0a": {}}}, "the policy at '0a' is {}"),
        ({"rondel": 1, "policy": {"0a": {"bet": "often"}}}, "the policy at '0a' plays 'bet' with 'often'"),
        ({"rondel": 1, "policy": {"0a": {"bet": 1.5}}}, "a probability lies between 0 and 1"),
        ({"rondel": 1, "policy": {"0a": {"bet": 0.5}}}, "sum to 0.5; they must sum to 1"),
        ({"rondel": 1, "policy": {}}, "the policy cannot be read: KeyError"),
    ],
    ids=["list", "empty", "word", "large", "sum", "header"],
)
def test_anything_else_is_refused(data: dict[str, object], why: str) -> None:
    with pytest.raises(BadRecord, match=why):
        from_json(data)


def test_names_tell_apart_what_a_role_knows_and_nothing_else() -> None:
    names: dict[str, set[str]] = {}
    for seed in range(30):
        game = rondel.new("kuhn_poker", seed=seed)
        card = game.view("first")["containers"]["hand_first"]["tokens"][0]["face"]
        names.setdefault(card, set()).add(name_of(game.information_state("first")))
    assert set(names) == {"J", "Q", "K"}
    assert all(len(each) == 1 for each in names.values())
    assert len(set.union(*names.values())) == 3
