"""What the lobby is told of the games."""

from __future__ import annotations

import pytest

import rondel
from rondel.engine import registry
from rondel.server.offers import offer, offers


def test_every_game_that_is_known_is_offered() -> None:
    assert [each.name for each in offers()] == [each for each in rondel.games() if each != "gone"]


def test_an_offer_says_what_the_game_says_of_itself() -> None:
    reversi = rondel.find("reversi")
    made = offer(reversi)
    assert (made.name, made.title, made.summary, made.roles) == (reversi.name, reversi.title, reversi.summary, reversi.seats)
    assert made.fewest == 2
    assert made.options == [option.to_json() for option in reversi.options]


def test_a_game_that_cannot_be_loaded_takes_no_other_with_it(caplog: pytest.LogCaptureFixture) -> None:
    registry.register("gone", "rondel.games.no_such_module:Gone")
    try:
        names = [each.name for each in offers()]
    finally:
        registry._ENTRIES.pop("gone")
    assert "reversi" in names
    assert "gone" not in names
    assert "the game 'gone' cannot be loaded" in caplog.text
