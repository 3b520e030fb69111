"""The inquiry: rules that ask, and those that swallow their question or ask otherwise when they run again."""

from __future__ import annotations

from typing import Any

import pytest

from rondel.engine import State
from rondel.engine.play.running.question import Suspend
from rondel.errors import RulesError
from tests.engine.rules.workshop import Step, Workshop, trial, workshop
from tests.engine.witness import witness


@trial
def swallows(game: Workshop) -> None:
    try:
        game.choose([1, 2], ask="?")
    except BaseException:  # noqa: BLE001 - the very fault that is to be found
        game.counter.value = 0


@trial
def swallows_and_asks_again(game: Workshop) -> None:
    swallows(game)
    game.choose([3, 4], ask="?")


@trial
def catches_errors(game: Workshop) -> None:
    try:
        game.counter.value = game.choose([1, 2], ask="?")
    except Exception:  # noqa: BLE001 - harmless: suspensions are no errors
        game.counter.value = 99


@pytest.mark.parametrize("guilty", [swallows, swallows_and_asks_again])
def test_a_swallowed_suspension_is_found(guilty: Any) -> None:
    game = workshop(guilty)
    before = witness(game)
    with pytest.raises(RulesError, match="swallowed its suspension: a bare 'except' or 'except BaseException' must not"):
        game.push(f"do({guilty.__name__})")
    assert witness(game) == before


@trial
def goes_in(game: Workshop) -> type[State[Any]]:
    return Step


def test_a_suspension_swallowed_on_entering_is_found() -> None:
    game = workshop(goes_in, enter=swallows)
    before = witness(game)
    with pytest.raises(RulesError, match="enter of Step swallowed its suspension"):
        game.push("do(goes_in)")
    assert witness(game) == before


@trial
def asks_then_swallows(game: Workshop) -> None:
    game.choose(["go"], ask="?")
    swallows(game)


def test_a_suspension_swallowed_after_an_answer_is_found() -> None:
    game = workshop(asks_then_swallows)
    game.push("do(asks_then_swallows)")
    before = witness(game)
    with pytest.raises(RulesError, match=r"do\(asks_then_swallows\) swallowed its suspension"):
        game.push("choose(go)")
    assert witness(game) == before


def test_catching_errors_is_harmless() -> None:
    game = workshop(catches_errors)
    game.push("do(catches_errors)")
    game.push("choose(2)")
    assert game.counter.value == 2


def test_a_suspension_is_no_error() -> None:
    assert not issubclass(Suspend, Exception)


RUNS = {"number": 0}


def again() -> int:
    """Hidden state of a rule's own: how often it has run."""
    RUNS["number"] += 1
    return RUNS["number"]


@trial
def writes_more_each_time(game: Workshop) -> None:
    for _each in range(again()):
        game.counter.value += 1
    game.choose([1, 2], ask="?")
    game.choose([1, 2], ask="?")


@trial
def writes_otherwise_each_time(game: Workshop) -> None:
    game.counter.value = again()
    game.choose([1, 2], ask="?")
    game.choose([1, 2], ask="?")


@trial
def offers_otherwise_each_time(game: Workshop) -> None:
    game.choose([f"option{again()}", "other"], ask="?")


@trial
def tells_otherwise_each_time(game: Workshop) -> None:
    game.notify("run", "run {number}", number=again())
    game.choose([1, 2], ask="?")


@trial
def tells_nothing_the_second_time(game: Workshop) -> None:
    if again() == 1:
        game.notify("first", "once only")
    game.choose([1, 2], ask="?")


@trial
def asks_only_the_first_time(game: Workshop) -> None:
    if again() == 1:
        game.choose([1, 2], ask="?")


@trial
def asks_another_the_second_time(game: Workshop) -> None:
    game.choose([1, 2], ask="?", role="left" if again() == 1 else "right")


@pytest.mark.parametrize(
    "guilty",
    [
        writes_more_each_time,
        writes_otherwise_each_time,
        offers_otherwise_each_time,
        tells_otherwise_each_time,
        tells_nothing_the_second_time,
        asks_only_the_first_time,
        asks_another_the_second_time,
    ],
)
def test_a_rule_that_runs_otherwise_the_second_time_is_found(guilty: Any) -> None:
    RUNS["number"] = 0
    game = workshop(guilty)
    game.push(f"do({guilty.__name__})")
    before = witness(game)
    first = game.moves()[0]
    with pytest.raises(RulesError, match="must be deterministic"):
        game.push(first)
    assert witness(game) == before
