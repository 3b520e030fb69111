"""Every shipped game in Turnbase's format: it goes out and comes in as it was, and no view says more than the game's own."""

from __future__ import annotations

import json
import random
from collections import Counter

import pytest

import rondel
from rondel.engine import OBSERVER
from rondel.shelf import CATALOGUE
from rondel.turnbase import TurnbaseState
from rondel.turnbase import write as to_turnbase


@pytest.mark.parametrize("name", CATALOGUE)
@pytest.mark.played
def test_a_game_goes_out_and_comes_in_as_it_was(name: str) -> None:
    tried = 0
    for seed in range(3):
        chooser = random.Random(seed)
        game = rondel.new(name, seed=seed)
        for _each in range(40):
            if game._machine.suspended is None and not game._machine.held:
                data = json.loads(json.dumps(to_turnbase(game)))
                twin = rondel.new(name, seats=len(game.roles), options=dict(game._options), position=data)
                assert twin.key() == game.key()
                assert twin.active == game.active
                assert to_turnbase(twin) == data
                tried += 1
            if game.is_over:
                break
            role = chooser.choice(game.active)
            game.push(chooser.choice(game.moves(role)), role)
    assert tried


@pytest.mark.parametrize("name", CATALOGUE)
def test_no_view_of_the_state_says_more_than_the_games_own(name: str) -> None:
    chooser = random.Random(5)
    game = rondel.new(name, seed=5)
    for _each in range(25):
        state = TurnbaseState(to_turnbase(game))
        if game._machine.suspended is None:
            for role in (*game.roles, OBSERVER):
                theirs = game.view(role)
                mine = state.view(role)
                assert set(mine["props"]) - {"play_order"} <= set(theirs["props"])
                for container, part in mine["containers"].items():
                    known = theirs["containers"].get(container, {})
                    faces = Counter(str(token["props"].get("face")) for token in part.get("contents", ()))
                    assert faces <= Counter(str(token.get("face")) for token in known.get("tokens", ()))
                    assert "backs" not in part or "backs" in known
        if game.is_over:
            break
        role = chooser.choice(game.active)
        game.push(chooser.choice(game.moves(role)), role)
