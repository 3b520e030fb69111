"""Imagination: what a bot is handed imagines the same here and elsewhere, and keeps nothing that the role does not know."""

from __future__ import annotations

import json
from random import Random

from rondel.engine.belief.information_state import from_json
from rondel.engine.imagination import Imagination, StateImagination
from rondel.shelf.tic_tac_toe import TicTacToe
from tests.engine.rules.duel import Duel


def test_what_is_known_can_be_taken_elsewhere() -> None:
    """A `StateImagination` samples the same games as an `Imagination`, without a game."""
    rng = Random(1)
    game = Duel(seed=2)
    tried = 0
    for _ply in range(8):
        if game.is_over:
            break
        for role in game.active:
            here = Imagination(game, role)
            known = from_json(json.loads(game.information_state(role).to_text()))
            elsewhere = StateImagination(Duel, known)
            assert elsewhere.information_state == here.information_state == known
            if here.known == known:
                tried += 1
                assert elsewhere.imagine(5).record() == here.imagine(5).record()
        role = rng.choice(game.active)
        game.push(rng.choice(game.moves(role)), role)
    assert tried


def test_where_nothing_is_hidden_a_game_is_known_that_has_a_chance_of_its_own() -> None:
    known = Imagination(TicTacToe(seed="secret"), "x").known
    assert isinstance(known, TicTacToe)
    assert "secret" not in json.dumps(known.snapshot())
