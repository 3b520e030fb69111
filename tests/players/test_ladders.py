"""Ladders: five levels for each game, all of which can be played."""

from __future__ import annotations

import pytest

from rondel.games import CATALOGUE
from rondel.players import bot
from rondel.players.ladders import LADDERS, USUAL, ladder
from rondel.players.level_bot import LEVELS


@pytest.mark.parametrize("name", sorted(CATALOGUE))
def test_every_shipped_game_has_five_levels_that_can_be_played(name: str) -> None:
    """None by the clock: a level is as strong on every machine."""
    specs = ladder(name)
    assert len(specs) == len(set(specs)) == len(LEVELS)
    for spec in specs:
        bot(spec)
        assert not spec.endswith("s")


def test_a_game_nobody_has_measured_has_levels_as_well() -> None:
    assert ladder("a game of my own") == USUAL
    assert set(LADDERS) <= set(CATALOGUE)
