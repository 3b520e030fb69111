"""Observations: facts seen in play, and unreached parts of the rules."""

from __future__ import annotations

import doctest
from random import Random
from typing import Any

import pytest

import rondel
from rondel.engine import Facts, Game
from rondel.testing import observation
from rondel.testing.observation import Observation
from tests.engine.rules.market import Market
from tests.testing.faults import planted
from tests.testing.faults.bazaar import Bazaar
from tests.testing.faults.cellar import Cellar


def seen(kind: type[Game], games: int = 12, **given: Any) -> Observation:
    found = Observation(kind)
    for seed in range(games):
        found.play(rondel.new(kind, seed=seed, **given), Random(seed))
    return found


def test_the_examples_in_the_module_run() -> None:
    assert doctest.testmod(observation).failed == 0


def test_a_game_with_some_of_everything() -> None:
    found = seen(Bazaar)
    assert (found.games, found.finished) == (12, 12)
    assert (found.chance, found.hidden, found.simultaneous) == (True, True, True)
    assert found.unreached() == []
    assert found.contradictions(Bazaar.facts) == found.unseen(Bazaar.facts) == []
    declared = found.facts()
    assert found.contradictions(declared) == []


def test_an_open_game_without_chance() -> None:
    found = seen(rondel.find("tic_tac_toe"), 40)
    assert (found.chance, found.hidden, found.simultaneous) == (False, False, False)
    # Known: nobody can win before the fifth mark, and there are nine cells.
    assert found.length == (5, 9)
    assert found.scores == (0, 1)


def test_unreached_parts_are_named() -> None:
    found = Observation(Bazaar)
    assert found.unreached() == ["state Bid", "state GameEnd", "state Next", "state Turn"] or set(found.unreached()) >= {
        "state Turn",
        "state GameEnd",
    }
    found.play(Bazaar(seed=1), Random(1), 2)
    assert "state GameEnd" in found.unreached()
    assert "state Turn" not in found.unreached()
    assert "Next to Bid by enter" not in found.unreached()  # Bid itself was not reached; that is enough to say


def test_a_transition_that_was_never_taken_is_named() -> None:
    found = seen(planted.Treadmill, 0)
    found.play(planted.Treadmill(seed=1), Random(1), 20)
    assert found.unreached() == ["state GameEnd"]
    assert found.transitions == {("Step", "step", "Step")}


@pytest.mark.parametrize(
    ("facts", "said"),
    [
        (Facts(chance=False), ["facts say chance=False, but there is some"]),
        (Facts(hidden=False), ["facts say hidden=False, but there is some"]),
        (Facts(scores=(0, 1)), ["facts say scores=(0, 1), but a game ended with"]),
        (Facts(length=(30, 40)), ["facts say length=(30, 40), but a game took"]),
        (Facts(length=(1, None), scores=(0, 100), chance=True), []),
        (None, []),
    ],
)
def test_contradictions_of_the_facts_are_named(facts: Facts | None, said: list[str]) -> None:
    found = seen(Bazaar).contradictions(facts)
    assert len(found) == len(said)
    assert all(one.startswith(other) for one, other in zip(found, said, strict=True))


def test_unobserved_facts_are_named() -> None:
    found = seen(rondel.find("tic_tac_toe"), 2)
    assert found.unseen(Facts(chance=True, hidden=True)) == [
        "facts say chance=True, and none was seen",
        "facts say hidden=True, and none was seen",
    ]


def test_args_and_options_that_read_hidden_parts_are_noted() -> None:
    assert ("Turn", "args", "price") in seen(planted.HiddenPropInArgs, 2).peeks
    assert ("Turn", "options", "deck") in seen(Bazaar, 2).peeks  # it asks whether there are cards left
    assert not any(what == "args" for _state, what, _name in seen(Bazaar, 2).peeks)


def test_private_states_are_reached_by_their_players() -> None:
    found = seen(rondel.find("seed_swap"), 2)
    assert found.unreached() == []
    assert {("Pick", "pick"), ("Sow", "sow"), ("Sow", "compost")} <= found.actions
    assert {("Farm", "first", "Pick"), ("Pick", "pick", "Sow"), ("Sow", "sow", "Reveal")} <= found.transitions


def test_actions_of_chance_count_as_reached() -> None:
    found = seen(Cellar, 6)
    assert ("Mouse", "happens", "Taste") in found.transitions
    assert found.unreached() == []


def test_out_of_turn_actions_count_as_reached() -> None:
    found = seen(Market, 25)
    assert {("Close", "ring"), ("Shop", "come_back")} <= found.actions
