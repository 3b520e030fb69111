"""Mending: what is learnt late is true of what was made up early."""

from __future__ import annotations

import random

import pytest

import rondel
from rondel.engine.belief.repair import RepairingSampler
from rondel.engine.chance.seeded_random import SeededRandom
from rondel.engine.views import view
from tests.engine.rules.passing import Passing


def played(game: rondel.Game, seed: int, plies: int) -> rondel.Game:
    chooser = random.Random(seed)
    for _each in range(plies):
        if game.is_over:
            break
        role = chooser.choice(game.active)
        game.push(chooser.choice(game.moves(role)), role)
    return game


def test_a_token_changes_places_with_the_one_it_turned_out_to_be() -> None:
    """North is dealt thirteen cards at once, none of which was made up right; and gets three from west later."""
    game = Passing(seed=3)
    for role in game.roles:
        for _card in range(3):
            game.push(game.moves(role)[0], role)
    sampler = RepairingSampler(Passing, game.information_state("north"), SeededRandom(2))
    assert sampler.sample()
    lived = sampler.game
    assert isinstance(lived, Passing)
    assert [card.face for card in lived.hands["north"]] == [card.face for card in game.hands["north"]]
    assert sampler.tried < 2_000


@pytest.mark.parametrize("seed", range(3))
def test_dice_that_are_shown_are_those_that_were_rolled(seed: int) -> None:
    """All dice are shown after each round; until then the others' were made up."""
    game = played(rondel.new("liars_dice", seats=2, seed=seed, options={"dice": 3}), seed, 30)
    sampler = RepairingSampler(type(game), game.information_state("ruby"), SeededRandom(seed))
    assert sampler.sample()
    assert [event["args"] for event in view.events(sampler.game, 0, "observer") if event["name"] == "lifted"] == [
        event["args"] for event in game.events(0, "observer") if event["name"] == "lifted"
    ]


@pytest.mark.parametrize("seed", range(3))
def test_what_others_laid_aside_unseen_is_what_they_showed_later(seed: int) -> None:
    game = played(rondel.new("seed_swap", seats=2, seed=seed, options={"seasons": 1, "hand_size": 4}), seed, 12)
    sampler = RepairingSampler(type(game), game.information_state("ash"), SeededRandom(seed))
    assert sampler.sample()
    assert [event["args"] for event in view.events(sampler.game, 0, "ash")] == [
        event["args"] for event in game.events(0, "ash")
    ]


@pytest.mark.played
def test_an_enemy_fleet_lies_where_the_shots_say() -> None:
    game = played(rondel.new("battleship", seed=1), 1, 70)
    imagined = game.imagine("red", 1)
    assert imagined.consistent == "history"
    shots = {peg["at"]: peg["face"] for peg in game.view("red")["containers"]["shots_red"]["tokens"]}
    sea = {hull["at"]: hull for hull in imagined.view("blue")["containers"]["sea_blue"]["tokens"]}
    assert any(face == "hit" for face in shots.values())
    assert all((sea[at]["kind"] == "hull") == (face != "miss") for at, face in shots.items())
