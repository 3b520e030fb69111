"""Rules that only look: options and args cannot ask, draw, write or notify."""

from __future__ import annotations

from typing import Any

import pytest

from rondel.errors import (
    RulesError,
)
from tests.engine.rules.workshop import Piece, Workshop, trial, workshop


@trial
def asks(game: Workshop) -> None:
    game.choose([1, 2], ask="?")


@trial
def asks_for_some(game: Workshop) -> None:
    game.choose_some([1, 2], most=1, ask="?")


@trial
def asks_all(game: Workshop) -> None:
    game.choose_each({"left": [1], "right": [2]}, ask="?")


@trial
def rolls(game: Workshop) -> None:
    game.roll()


@trial
def writes(game: Workshop) -> None:
    game.counter.value += 1
    game.open.add(Piece(face="made"))


@trial
def tells(game: Workshop) -> None:
    game.notify("psst", "listen")


SAID = {
    asks: "setup, options, args and scores cannot ask: ask in an action or in 'enter'",
    asks_for_some: "setup, options, args and scores cannot ask: ask in an action or in 'enter'",
    asks_all: "setup, options, args and scores cannot ask: ask in an action or in 'enter'",
    rolls: "setup, options, args and scores cannot draw by chance: deal in an automatic state's 'enter'",
    writes: "options, args, 'first', 'zombie' or progress of state 'Work' changed the position; they only look",
    tells: "options, args, 'first', 'zombie' or progress of state 'Work' told something; they only look",
}


@pytest.mark.parametrize("chance", ["seeded", "explicit"])
@pytest.mark.parametrize("guilty", SAID)
def test_options_only_look(guilty: Any, chance: str) -> None:
    game = workshop(options={"looks": guilty.__name__}, chance=chance)
    key, record, made = game.key(), game.record(), game.snapshot()["made"]
    for look in (game.moves, lambda: game.push("wait"), lambda: game.view("left")):
        with pytest.raises(RulesError) as caught:
            look()
        assert str(caught.value) == SAID[guilty]
    assert (game.key(), game.record(), game.snapshot()["made"], game.events(0, "left")) == (key, record, made, [])


@pytest.mark.parametrize("guilty", SAID)
def test_args_only_look(guilty: Any) -> None:
    game = workshop(options={"args": guilty.__name__})
    key, record, made = game.key(), game.record(), game.snapshot()["made"]
    with pytest.raises(RulesError) as caught:
        game.view("observer")
    assert str(caught.value) == SAID[guilty]
    assert (game.key(), game.record(), game.snapshot()["made"], game.events(0, "left")) == (key, record, made, [])
    game.push("wait")


@trial
def lists_moves_and_asks(game: Workshop) -> None:
    assert len(game.moves(game.player)) == 3, "a rule may look at what comes next"
    game.choose([1, 2], ask="?")


@trial
def looks_before_it_writes(game: Workshop) -> None:
    game.moves(game.player)
    game.next_player()


def test_what_a_rule_has_looked_at_is_not_what_is_legal_afterwards() -> None:
    game = workshop(looks_before_it_writes)
    game.push("do(looks_before_it_writes)")
    assert [move.role for move in game.moves()] == ["right"] * 3


def test_looking_within_a_rule_does_not_stop_it_from_asking() -> None:
    game = workshop(lists_moves_and_asks)
    game.push("do(lists_moves_and_asks)")
    game.push("choose(1)")
    assert game.state == "Work"


@trial
def looks_and_asks(game: Workshop) -> dict[str, Any]:
    game.progress  # noqa: B018 - a look within a look
    game.choose([1, 2], ask="?")
    return {}


def test_looking_within_a_look_does_not_let_it_ask() -> None:
    game = workshop(options={"args": "looks_and_asks"})
    with pytest.raises(RulesError, match="cannot ask"):
        game.view("left")
