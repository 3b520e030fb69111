"""Questions: what is asked is asked of somebody, in words."""

from __future__ import annotations

from typing import Any

import pytest

from rondel.engine import CHANCE
from rondel.errors import RulesError
from tests.engine.rules.workshop import Workshop, trial, workshop
from tests.engine.witness import WRONG_TYPE, witness


@trial
def asks_nobody(game: Workshop) -> None:
    game.choose([1, 2], ask="?", role="nobody")


def test_a_question_goes_to_a_role() -> None:
    game = workshop(asks_nobody)
    before = witness(game)
    with pytest.raises(RulesError, match=r"asked of 'nobody', which is no role: this game has 'left', 'right'"):
        game.push("do(asks_nobody)")
    assert witness(game) == before


@trial
def asks_nothing(game: Workshop) -> None:
    game.choose([1, 2], ask="")


@trial
def asks_blanks(game: Workshop) -> None:
    game.choose_some([1, 2], most=1, ask="  ")


@trial
def asks_both_nothing(game: Workshop) -> None:
    game.choose_each({"left": [1], "right": [2]}, ask="")


@trial
def asks_a_number(game: Workshop) -> None:
    wrong: Any = 7
    game.choose([1, 2], ask=wrong)


@pytest.mark.parametrize(
    ("guilty", "said"),
    [
        (asks_nothing, "does not say what is asked"),
        (asks_blanks, "does not say what is asked"),
        (asks_both_nothing, "does not say what is asked"),
        (asks_a_number, "asks 7"),
    ],
)
def test_a_question_says_what_is_asked(guilty: Any, said: str) -> None:
    game = workshop(guilty)
    before = witness(game)
    wrong: tuple[type[Exception], ...] = (RulesError, *WRONG_TYPE)
    with pytest.raises(wrong if guilty is asks_a_number else RulesError) as caught:
        game.push(f"do({guilty.__name__})")
    if isinstance(caught.value, RulesError):
        assert str(caught.value) == f"a question in state 'Work' {said}; write a text, ask=_(\"{{you}} must choose a card\")"
    assert witness(game) == before


@trial
def rolls(game: Workshop) -> None:
    game.counter.value = game.roll()


def test_chance_is_asked_without_words() -> None:
    game = workshop(rolls, chance="explicit")
    game.push("do(rolls)")
    assert game.active == (CHANCE,)
