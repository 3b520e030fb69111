"""Ladders: five levels for each game, all of which can be played."""

from __future__ import annotations

import re

import pytest

from rondel.players import bot
from rondel.players.bots.ladders import LADDERS, USUAL, ladder
from rondel.players.bots.level_bot import LEVELS
from rondel.shelf import CATALOGUE


@pytest.mark.parametrize("name", sorted(CATALOGUE))
def test_every_shipped_game_has_five_levels_that_can_be_played(name: str) -> None:
    """Only the strongest may think by the clock, and for no more than a second."""
    specs = ladder(name)
    assert len(specs) == len(set(specs)) == len(LEVELS)
    for number, spec in enumerate(specs):
        bot(spec)
        timed = re.search(r":([\d.]+)s\b", spec)
        assert timed is None or (number == len(specs) - 1 and float(timed[1]) <= 1)


def test_level_5_of_chess_thinks_by_the_clock() -> None:
    """Counted positions left nine tenths of its second unused."""
    assert re.fullmatch(r"alphabeta:0?\.9s", ladder("chess")[-1])


def test_level_5_of_hearts_searches_imagined_worlds_by_the_clock() -> None:
    """A one-ply player was level 5."""
    assert re.fullmatch(r"rollout:0?\.9s:deal", ladder("hearts")[-1])


def test_a_game_nobody_has_measured_has_levels_as_well() -> None:
    assert ladder("a game of my own") == USUAL
    assert set(LADDERS) <= set(CATALOGUE)
