"""The play order: roles of the game, each once, and nobody who is out."""

from __future__ import annotations

from typing import Any

import pytest

from rondel.engine.records import record
from rondel.errors import BadPosition, RulesError
from tests.engine.rules.contest import Contest
from tests.engine.rules.market import Market
from tests.engine.rules.workshop import Workshop, trial, workshop
from tests.engine.witness import witness


@trial
def calls_back_who_is_out(game: Workshop) -> None:
    game.eliminate("right")
    game.play_order.value = ("right", "left")


@trial
def names_one_twice(game: Workshop) -> None:
    game.play_order.value = ("left", "right", "left")


@trial
def names_a_stranger(game: Workshop) -> None:
    game.play_order.value = ("left", "nobody")


@pytest.mark.parametrize(
    ("guilty", "said"),
    [
        (
            calls_back_who_is_out,
            "play_order is ('right', 'left'), but right has been eliminated, and has no more turns; leave right out",
        ),
        (names_one_twice, "play_order is ('left', 'right', 'left'); it lists roles of 'left', 'right', each once"),
        (names_a_stranger, "play_order is ('left', 'nobody'); it lists roles of 'left', 'right', each once"),
    ],
)
def test_an_order_that_cannot_be_is_refused(guilty: Any, said: str) -> None:
    game = workshop(guilty)
    before = witness(game)
    with pytest.raises(RulesError) as caught:
        game.push(f"do({guilty.__name__})")
    assert str(caught.value) == said
    assert witness(game) == before


@trial
def turns_it_round(game: Workshop) -> None:
    game.play_order.value = ("right", "left")


def test_an_order_is_written_read_and_taken_back() -> None:
    game = workshop(turns_it_round)
    game.push("do(turns_it_round)")
    assert game.active == ("right",)
    assert game.view("left")["play_order"] == ["right", "left"]
    assert record.restore(Workshop, game.snapshot()).play_order.value == ("right", "left")
    game.pop()
    assert game.play_order.value == ("left", "right")


def test_a_position_lists_nobody_who_is_out() -> None:
    out = {"eliminated": [["south"], ["west"]]}
    said = "but south has been eliminated, and has no more turns; leave south out"
    with pytest.raises(BadPosition, match=said):
        Contest(4, position={"state": "Turn", "play_order": ["north", "south"], **out})
    assert Contest(4, position={"state": "Turn", **out}).play_order.value == ("north", "east"), "by default, all who are in"
    with pytest.raises(BadPosition, match=r"active is .*, but cheese has been eliminated, and has no more turns"):
        Market(3, position={"state": "Discard", "active": ["apple", "cheese"], "eliminated": [["cheese"]]})
