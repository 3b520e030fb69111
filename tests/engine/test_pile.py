"""Piles: shuffled, so without an order until somebody draws."""

from __future__ import annotations

import json
import random
from collections import Counter
from typing import Any

from rondel.engine.record import restore
from tests.engine.rules.flock import DECK, Flock
from tests.engine.rules.workshop import Workshop, trial, workshop
from tests.engine.witness import seen


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
    contents = list("zywxw")
    random.Random(1).shuffle(contents)
    game = piled("".join(contents), options={"trial": "searches"})
    game.push("do(searches)")
    assert len(game.moves()) == 5, "what is hidden from the mover is named by its place only"
    deck = Flock(seed=1).deck
    assert [token.face for token in deck] == sorted(token.face for token in deck)


def test_a_pile_goes_elsewhere() -> None:
    game = workshop(draws_one)
    game.push("do(draws_one)")
    assert seen(restore(Workshop, json.loads(json.dumps(game.snapshot())))) == seen(game)
    assert seen(game.copy()) == seen(game)
