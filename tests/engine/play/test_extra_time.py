"""Extra time: what the rules give is told, an undo takes it back with what it came of, and replays and copies keep it."""

from __future__ import annotations

import doctest
from collections.abc import Callable

import pytest

from rondel.engine import OBSERVER
from rondel.engine.play import extra_time
from rondel.engine.play.extra_time import given
from rondel.engine.records import record
from rondel.errors import RulesError
from tests.engine.rules.workshop import Workshop, trial, workshop


@trial
def gives_time(game: Workshop) -> None:
    game.give_time("right", 30)


@trial
def gives_time_while_it_asks(game: Workshop) -> None:
    game.give_time("left", 5)
    game.choose(["a", "b"], ask="{you} must choose")
    game.give_time("left", 7)


def test_the_examples_run() -> None:
    assert doctest.testmod(extra_time).failed == 0


def test_a_clock_is_told_of_more_time_and_the_position_stays_as_it_was() -> None:
    game = workshop(gives_time)
    before = game.key()
    game.push("do(gives_time)")
    assert game.key() == before
    (event,) = [each for each in game.events(0, OBSERVER) if each["name"] == "extra_time"]
    assert (event["role"], event["args"], event["text"]) == ("right", {"seconds": 30}, None)
    assert given(game) == {"right": 30.0}
    game.pop()
    assert game.events(0, OBSERVER) == []
    assert given(game) == {}


def test_what_is_taken_back_is_taken_from_the_clock_each_time_once() -> None:
    game = workshop(gives_time)
    total = 0.0
    for _ in range(3):
        game.push("do(gives_time)")
        total += given(game)["right"]
        game.undo("left", agreed=True)
        assert given(game) == {"right": -30.0}
        total += given(game)["right"]
    assert total == 0
    game.pop()
    assert given(game) == {"right": 30.0}, "the undo itself is taken back"


def test_a_rule_that_asks_gives_each_time_once_however_often_it_runs() -> None:
    game = workshop(gives_time_while_it_asks)
    game.push("do(gives_time_while_it_asks)")
    assert given(game) == {"left": 5.0}
    game.push("choose(b)")
    assert given(game) == {"left": 7.0}
    game.undo("left", agreed=True)
    assert given(game) == {"left": -7.0}
    game.undo("left", agreed=True)
    assert given(game) == {"left": -5.0}


def test_a_record_replays_to_the_same_gift() -> None:
    game = workshop(gives_time)
    game.push("do(gives_time)")
    assert given(record.replay(Workshop, game.record(), None)) == {"right": 30.0}


@trial
def gives_a_stranger_time(game: Workshop) -> None:
    game.give_time("centre", 30)


@trial
def gives_no_time(game: Workshop) -> None:
    game.give_time("left", float("nan"))


@trial
def gives_for_ever(game: Workshop) -> None:
    game.give_time("left", float("inf"))


@pytest.mark.parametrize(
    ("guilty", "said"),
    [
        (gives_a_stranger_time, "give_time was given 'centre', which is no role: this game has 'left', 'right'"),
        (gives_no_time, "give_time was given nan seconds for left; time is only ever added, and it ends"),
        (gives_for_ever, "give_time was given inf seconds for left; time is only ever added, and it ends"),
    ],
)
def test_what_is_no_time_is_the_rules_fault(guilty: Callable[[Workshop], None], said: str) -> None:
    game = workshop(guilty)
    with pytest.raises(RulesError) as caught:
        game.push(f"do({guilty.__name__})")
    assert str(caught.value) == said
    assert given(game) == {}
