"""Options: chosen before the game starts, checked before it does."""

from __future__ import annotations

import json
from typing import Any

import pytest

from rondel.engine.declarations.option import Option, settle
from rondel.errors import BadOption, RulesError
from tests.engine.rules.workshop import workshop
from tests.engine.witness import WRONG_TYPE

SIZE = Option("size", 8, text="Board size", values=(6, 8))
HELD = Option("held", 5, low=3, high=13)
FAST = Option("fast", False)
MODE = Option("mode", "basic", values=("basic", "challenge"))
ANY = Option("word", "x")


@pytest.mark.parametrize(
    ("option", "value"), [(SIZE, 6), (SIZE, 8), (HELD, 3), (HELD, 13), (FAST, True), (MODE, "challenge"), (ANY, "whatever")]
)
def test_what_an_option_may_be(option: Option[Any], value: Any) -> None:
    assert option.check(value) == value


@pytest.mark.parametrize(
    ("option", "value", "said"),
    [
        (SIZE, 7, "option 'size' cannot be 7: it is one of 6, 8"),
        (SIZE, "8", "option 'size' cannot be '8': it is of type int"),
        (SIZE, 8.0, "option 'size' cannot be 8.0: it is of type int"),
        (SIZE, True, "option 'size' cannot be True: it is of type int"),
        (SIZE, None, "option 'size' cannot be None: it is of type int"),
        (HELD, 2, "option 'held' cannot be 2: it goes from 3 to 13"),
        (HELD, 14, "option 'held' cannot be 14: it goes from 3 to 13"),
        (FAST, 1, "option 'fast' cannot be 1: it is of type bool"),
        (MODE, "solo", "option 'mode' cannot be 'solo': it is one of 'basic', 'challenge'"),
        (MODE, ["basic"], "option 'mode' cannot be ['basic']: it is of type str"),
    ],
)
def test_what_an_option_may_not_be(option: Option[Any], value: Any, said: str) -> None:
    with pytest.raises(BadOption) as caught:
        option.check(value)
    assert str(caught.value) == said


def test_options_left_out_have_their_defaults() -> None:
    assert settle((SIZE, HELD, FAST), {"held": 4}) == {"size": 8, "held": 4, "fast": False}


def test_an_unknown_option_is_refused_with_those_there_are() -> None:
    with pytest.raises(BadOption, match="unknown option 'sise': this game has 'size', 'held'"):
        settle((SIZE, HELD), {"sise": 6})
    with pytest.raises(BadOption, match="unknown option 'size': this game has no options"):
        settle((), {"size": 6})


def test_what_a_page_needs_to_offer_it() -> None:
    assert [json.loads(json.dumps(option.to_json())) for option in (SIZE, HELD, FAST, ANY)] == [
        {"name": "size", "text": "Board size", "default": 8, "values": [6, 8]},
        {"name": "held", "text": "held", "default": 5, "low": 3, "high": 13},
        {"name": "fast", "text": "fast", "default": False, "values": [False, True]},
        {"name": "word", "text": "word", "default": "x"},
    ]


@pytest.mark.parametrize("given", [Option("board", 8), "board"])
def test_an_option_that_the_game_does_not_have_is_not_read(given: Any) -> None:
    with pytest.raises((RulesError, *WRONG_TYPE), match=r"Workshop has no option 'board'; list it|Option object expected"):
        workshop().option(given)
