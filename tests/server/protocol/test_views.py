"""What the engine says of a game is what the structs of ``protocol.views`` describe: every shipped game, played at random."""

from __future__ import annotations

import doctest
import random
from collections.abc import Mapping
from typing import Any

import msgspec
import pytest

import rondel
from rondel.engine.text import placeholders
from rondel.server import protocol
from rondel.server.catalog.assets import dressed
from rondel.server.protocol.views import described
from tests.conftest import SCALE

ANSWERS = 120 if SCALE >= 1 else 30
"""Answers given in each game, at most."""


def fits(data: Any, struct: type[msgspec.Struct]) -> None:
    """Raise unless the data has the fields of the struct and no others: what the struct does not know is lost on the way."""
    sent = msgspec.json.encode(data)
    assert msgspec.json.decode(msgspec.json.encode(msgspec.json.decode(sent, type=struct))) == msgspec.json.decode(sent)


def check_texts(data: Any) -> None:
    """Every placeholder of every text within the data has a value of the kinds that `Arg` lists."""
    if isinstance(data, Mapping):
        if isinstance(data.get("text"), str) and isinstance(data.get("args"), Mapping):
            fits(data, protocol.Text)
            for name in {*placeholders(data["text"]), *placeholders(data.get("plural", ""))}:
                _check_arg(data["args"][name])
        for each in data.values():
            check_texts(each)
    elif isinstance(data, list | tuple):
        for each in data:
            check_texts(each)


def _check_arg(arg: Any) -> None:
    if isinstance(arg, list | tuple):
        for each in arg:
            _check_arg(each)
    elif isinstance(arg, Mapping):
        fits(arg, protocol.RoleArg if "role" in arg else protocol.Text)
    else:
        assert arg is None or isinstance(arg, str | int | float), arg


def check(game: rondel.Game, told: dict[str, int]) -> None:
    """Compare the views and the new events of every role and the observer."""
    for role in (*game.roles, rondel.OBSERVER):
        view = game.view(role)
        fits(view, protocol.View)
        check_texts(view)
        for event in game.events(told.get(role, 0), role):
            fits(event, protocol.GameEvent)
            check_texts(event)
            for change in event["changes"]:
                if change["of"].startswith("container:"):
                    fits(change["is"], protocol.ContainerView)
            told[role] = told.get(role, 0) + 1


@pytest.mark.parametrize("name", rondel.games())
def test_a_game_says_what_the_structs_describe(name: str) -> None:
    kind = rondel.find(name)
    chooser = random.Random(name)
    for seats in sorted({kind.fewest or len(kind.seats), len(kind.seats)}):
        game = rondel.new(name, seats=seats, seed=seats)
        fits(dressed(name, game.scene()), protocol.Scene)
        for option in kind.options:
            fits(option.to_json(), protocol.GameOption)
        told: dict[str, int] = {}
        check(game, told)
        for _ in range(ANSWERS):
            if game.is_over:
                break
            role = chooser.choice(game.active)
            game.push(chooser.choice(game.moves(role)), role)
            check(game, told)


def test_a_field_that_no_struct_knows_is_found() -> None:
    view = rondel.new("tic_tac_toe").view("x")
    fits(view, protocol.View)
    with pytest.raises(AssertionError):
        fits({**view, "hint": 1}, protocol.View)
    with pytest.raises(msgspec.ValidationError, match="private"):
        fits({key: value for key, value in view.items() if key != "private"}, protocol.View)


def test_the_examples_run() -> None:
    assert doctest.testmod(described).failed == 0
