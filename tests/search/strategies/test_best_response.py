"""Best responses and exploitability: known figures, a known equilibrium, and all that a role could do."""

from __future__ import annotations

from itertools import product
from random import Random

import pytest

import rondel
from rondel.errors import Unsolvable
from rondel.search import ExtensiveForm, Policy, best_response, expected_values, exploitability, nash_conv
from rondel.search.strategies.policy import name_of
from tests.search.contests import Fists, Sharing
from tests.search.strategies.test_extensive_form import form_of


def test_kuhn_poker_at_random() -> None:
    """Known: value 1/8, exploitability 0.458333, NashConv 0.916667."""
    form = form_of("kuhn_poker")
    assert expected_values(form) == pytest.approx({"first": 0.125, "second": -0.125})
    assert exploitability(form) == pytest.approx(0.458333, abs=5e-7)
    assert nash_conv(form) == pytest.approx(0.916667, abs=5e-7)


def test_leduc_poker_at_random() -> None:
    """Known: 936 information sets, value -0.078125, exploitability 2.373611, NashConv 4.747222."""
    form = form_of("leduc_poker")
    assert len(form.sets) == 936
    assert expected_values(form) == pytest.approx({"first": -0.078125, "second": 0.078125})
    assert exploitability(form) == pytest.approx(2.373611, abs=5e-7)
    assert nash_conv(form) == pytest.approx(4.747222, abs=5e-7)


BETS = {
    # Of the first: with which card, after what, how often it bets or calls. Kuhn's solution, with a third for its free number.
    ("J", ()): 1 / 3,
    ("Q", ()): 0,
    ("K", ()): 1,
    ("J", ("check", "bet")): 0,
    ("Q", ("check", "bet")): 2 / 3,
    ("K", ("check", "bet")): 1,
    ("J", ("check",)): 1 / 3,
    ("Q", ("check",)): 0,
    ("K", ("check",)): 1,
    ("J", ("bet",)): 0,
    ("Q", ("bet",)): 1 / 3,
    ("K", ("bet",)): 1,
}


def kuhn(bets: dict[tuple[str, tuple[str, ...]], float]) -> Policy:
    """A policy for Kuhn poker, by the names that real games give its information states."""
    moves: dict[str, dict[str, float]] = {}
    for seed in range(60):
        for said in ((), ("check",), ("bet",), ("check", "bet")):
            game = rondel.new("kuhn_poker", seed=seed)
            for text in said:
                game.push(text)
            card = game.view(game.player)["containers"][f"hand_{game.player}"]["tokens"][0]["face"]
            passive, active = [str(move) for move in game.moves()]
            often = bets[card, said]
            moves[name_of(game.information_state(game.player))] = {passive: 1 - often, active: often}
    assert len(moves) == 12
    return Policy("kuhn_poker", 1, {"hands": 1}, moves)


def test_the_solution_that_kuhn_gave_cannot_be_beaten() -> None:
    """H. W. Kuhn, "A simplified two-person poker" (1950): it is worth -1/18 to the first."""
    form = form_of("kuhn_poker")
    policy = kuhn(BETS)
    assert exploitability(form, policy) == pytest.approx(0, abs=1e-12)
    assert expected_values(form, policy)["first"] == pytest.approx(-1 / 18)
    honest = kuhn({**BETS, ("J", ()): 0.0})
    assert exploitability(form, honest) > 0.01, "who bets kings always and never bluffs can be beaten"


def test_a_best_response_is_the_best_of_all_that_a_role_can_do() -> None:
    """Against random policies: all 64 ways in which a role of Kuhn poker can play without chance."""
    form = form_of("kuhn_poker")
    for seed in range(3):
        rng = Random(seed)
        policy = kuhn({place: rng.random() for place in BETS})
        for number, role in enumerate(form.roles):
            own = [each for each in form.sets if each.owner == number]
            most = -9.0
            for choice in product((0, 1), repeat=len(own)):
                pure = {each.name: {each.moves[move]: 1.0} for each, move in zip(own, choice, strict=True)}
                mixed = Policy(policy.game, policy.version, policy.options, {**policy.moves, **pure})
                most = max(most, expected_values(form, mixed)[role])
            response = best_response(form, policy, role)
            assert expected_values(form, response)[role] == pytest.approx(most)
            assert all(response.moves[each.name] == policy.moves[each.name] for each in form.sets if each.owner != number)
            assert all(sorted(response.moves[each.name].values()) == [0, 1] for each in own)


def test_at_the_same_time() -> None:
    form = ExtensiveForm(rondel.new(Fists))
    assert nash_conv(form) == pytest.approx(2 / 3), "against a third of each, the rock wins a third"
    best = Policy("fists", 1, {}, {each.name: dict(zip(each.moves, (0.25, 0.5, 0.25), strict=False)) for each in form.sets})
    assert nash_conv(form, best) == pytest.approx(0)


def test_gains_that_are_nobody_elses_losses() -> None:
    """In Sharing each could have its most: 2 instead of 1.5 on average, and 3 instead of 2."""
    form = ExtensiveForm(rondel.new(Sharing))
    assert nash_conv(form) == pytest.approx(0.5 + 1)
    with pytest.raises(
        Unsolvable, match="an end of 'sharing' is worth 1 to a and 1 to b; exploitability needs a zero-sum game"
    ):
        exploitability(form)


def test_more_than_two_have_a_nash_conv_and_no_exploitability() -> None:
    options = {"rows": 3, "columns": 3, "stones": 1, "turn_limit": 3}
    form = ExtensiveForm(rondel.new("stones", seats=3, options=options))
    assert nash_conv(form) > 0
    with pytest.raises(Unsolvable, match="'stones' has 3 players here; exploitability needs exactly 2"):
        exploitability(form)
