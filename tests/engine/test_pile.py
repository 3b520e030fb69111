"""Piles: shuffled, so without an order until somebody draws."""

from __future__ import annotations

import json
from collections import Counter
from typing import Any

import pytest

from rondel.engine import Pile
from rondel.engine.record import restore
from rondel.errors import RulesError
from tests.engine.rules.flock import DECK, Flock
from tests.engine.rules.workshop import Piece, Workshop, trial, workshop
from tests.engine.witness import seen, witness


def piled(faces: str, **given: Any) -> Workshop:
    """A workshop whose pile was laid in that order."""
    contents = [{"kind": "piece", "face": face} for face in faces]
    given.setdefault("seed", 5)
    return Workshop(position={"state": "Work", "containers": {"pile": contents}}, **given)


@trial
def draws_one(game: Workshop) -> None:
    game.draw(game.pile).move_to(game.open)


@trial
def searches(game: Workshop) -> None:
    game.choose(game.pile, ask="?").move_to(game.hands["left"])


def test_piles_laid_in_another_order_are_the_same() -> None:
    one, other = piled("wwxyz"), piled("zywxw")
    assert one.key() == other.key()
    assert [token.face for token in one.pile] == [token.face for token in other.pile]
    for role in ("left", "right", "observer"):
        assert json.dumps(one.view(role)) == json.dumps(other.view(role))
    assert piled("wwxyy").key() != one.key()


def test_those_who_may_look_see_an_order_that_tells_nothing() -> None:
    one = Flock(seed=3).view("shepherd")["containers"]["deck"]["tokens"]
    assert one == sorted(one, key=lambda token: token["face"])
    assert all(set(token) == {"kind", "face"} for token in one), "no ids, so that no card can be followed"
    assert Flock(seed=3).view("observer")["containers"]["deck"] == {"backs": len(DECK) - 3}


def test_draws_do_not_depend_on_how_the_pile_was_laid() -> None:
    for seed in range(20):
        drawn = []
        for order in ("wwxyz", "zywxw"):
            game = piled(order, seed=seed, options={"trial": "draws_one"})
            for _each in range(5):
                game.push("do(draws_one)")
            drawn.append([token.face for token in game.open][3:])
        assert drawn[0] == drawn[1]
        assert Counter(drawn[0]) == Counter("wwxyz")


def test_equal_tokens_are_drawn_as_one_sort() -> None:
    game = workshop(draws_one)
    assert [(token.face, count) for token, count in game.pile.faces()] == [("w", 2), ("x", 1), ("y", 1), ("z", 1)]


def test_a_drawn_token_stays_until_it_is_moved() -> None:
    game = workshop()
    token = game.pile.faces()[0][0]
    assert token.container is game.pile
    assert len(game.pile) == 5


def test_searching_a_pile_lists_it_in_the_order_of_faces() -> None:
    deck = Flock(seed=1).deck
    assert [token.face for token in deck] == sorted(token.face for token in deck)


def test_nobody_chooses_from_a_pile_that_is_not_seen() -> None:
    game = workshop(searches)
    with pytest.raises(RulesError, match="nobody can choose from pile 'pile' without seeing what is in it: it has no order"):
        game.push("do(searches)")


@trial
def shuffles_in_and_draws(game: Workshop) -> None:
    """One equal token lies in the pile, another is shuffled in; one of them comes out again."""
    for token in game.pile:
        if token.face != "w":
            token.remove()
    game.open.add(Piece(face="w"))
    game.choose(["go on"], ask="?")
    game.open[-1].move_to(game.pile)
    game.draw(game.pile).move_to(game.open)
    game.choose(["go on"], ask="?")


def test_no_token_can_be_followed_through_a_pile() -> None:
    game = workshop(shuffles_in_and_draws)
    game.push("do(shuffles_in_and_draws)")
    went_in = game.view("left")["containers"]["open"]["tokens"][-1]
    before = witness(game)
    game.push("choose(go on)")
    came_out = game.view("left")["containers"]["open"]["tokens"][-1]
    assert came_out["face"] == went_in["face"] == "w"
    ids = [token["id"] for container in game.view("left")["containers"].values() for token in container.get("tokens", [])]
    assert came_out["id"] not in {went_in["id"], *range(14)}
    assert len(set(ids)) == len(ids)
    after = witness(game)
    for twin in (game.copy(), restore(Workshop, json.loads(json.dumps(game.snapshot())))):
        assert seen(twin) == seen(game)
    game.pop()
    assert witness(game) == before
    game.push("choose(go on)")
    assert witness(game) == after


def test_a_pile_goes_elsewhere() -> None:
    game = workshop(draws_one)
    game.push("do(draws_one)")
    assert seen(restore(Workshop, json.loads(json.dumps(game.snapshot())))) == seen(game)
    assert seen(game.copy()) == seen(game)


def test_a_pile_is_counted_in_an_order_that_tells_nothing() -> None:
    game = workshop()
    game.pile.add(Piece(face="a"))
    for pile in (game.pile, game.copy()._containers[3], restore(Workshop, game.snapshot())._containers[3]):
        assert isinstance(pile, Pile)
        assert [pile[number].face for number in range(len(pile))] == ["a", "w", "w", "x", "y", "z"]


@trial
def makes_and_draws_and_asks(game: Workshop) -> None:
    """A token made in the rule goes through the pile before the rule stops."""
    for token in game.pile:
        token.remove()
    game.pile.add(Piece(face="n"))
    game.draw(game.pile).move_to(game.open)
    for _each in range(2):
        game.choose(game.open, ask="?")


def test_a_token_made_and_drawn_in_a_rule_is_the_same_when_the_rule_runs_again() -> None:
    game = workshop(makes_and_draws_and_asks)
    game.push("do(makes_and_draws_and_asks)")
    before = witness(game)
    game.push("choose(n)")
    game.push("choose(n)")
    game.pop()
    game.pop()
    assert witness(game) == before
