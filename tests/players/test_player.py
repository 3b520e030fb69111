"""The protocol of players: budgets, questions, and that no player gets the game that is played."""

from __future__ import annotations

import gc
from collections.abc import Iterator
from typing import Any

import pytest

import rondel
from rondel.engine.imagination import Imagination
from rondel.errors import HiddenInformation
from rondel.players import Budget, Match, Player, Question


def test_the_tighter_limit_counts() -> None:
    assert Budget(seconds=2, simulations=10).within(Budget(seconds=1)) == Budget(seconds=1, simulations=10)
    assert Budget().within(Budget(simulations=3)) == Budget(simulations=3)
    assert Budget().within(Budget()) == Budget()


def test_a_question_says_what_may_be_answered() -> None:
    game = rondel.new("tic_tac_toe")
    assert Question("x", game.view("x")).moves == [str(move) for move in game.moves("x")]


def test_equal_seeds_imagine_equal_games() -> None:
    game = rondel.new("reversi", seed=1)
    question = Question("black", game.view("black"), imagination=Imagination(game, "black"))
    one, two = question.imagine(5), question.imagine(5)
    assert one is not two
    assert one.snapshot() == two.snapshot() != question.imagine(6).snapshot()


def test_where_nothing_can_be_imagined_it_says_so() -> None:
    with pytest.raises(HiddenInformation, match="white cannot imagine this game"):
        Question("white", {"moves": []}).imagine(1)


def test_a_player_must_answer() -> None:
    with pytest.raises(NotImplementedError):
        Player().answer(Question("x", {"moves": []}))


class Spy(Player):
    """Keeps everything it is given."""

    imagines = True

    def __init__(self) -> None:
        self.given: list[Any] = []

    def receive(self, event: dict[str, Any], view: dict[str, Any]) -> None:
        self.given += [event, view]

    def answer(self, question: Question) -> str:
        self.given.append(question)
        return question.moves[0]


def reachable(things: list[Any]) -> Iterator[object]:
    """Everything that can be got at from these things, by attribute, key or closure; not through modules and classes."""
    seen: set[int] = set()
    waiting: list[object] = list(things)
    while waiting:
        thing = waiting.pop()
        if id(thing) in seen or isinstance(thing, type) or type(thing).__name__ == "module":
            continue
        if isinstance(thing, dict) and "__builtins__" in thing:
            continue
        seen.add(id(thing))
        yield thing
        waiting.extend(gc.get_referents(thing))


def test_nobody_can_get_at_the_game_that_is_played() -> None:
    game = rondel.new("reversi", seed=1)
    spies = {"black": Spy(), "white": Spy()}
    match = Match(game, spies)
    for _each in range(6):
        match.step()
    for spy in spies.values():
        found = list(reachable(spy.given))
        assert any(isinstance(thing, rondel.Game) for thing in found), "the spy should find the games it may imagine"
        assert not any(thing is game or thing is game._machine or thing is match for thing in found)
