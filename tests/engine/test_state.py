"""States: who acts, what is asked, and what each role may know besides the position."""

from __future__ import annotations

import json
from typing import Any

import pytest

from rondel.engine import ActivePlayer, Automatic, Game, GameEnd, State, To, on
from rondel.engine.rules import rules_of
from rondel.errors import RulesError
from tests.engine.rules.workshop import Step, Work, Workshop, trial, workshop


class Guess(Game):
    """One player knows a number; the state tells it to that player only."""

    name = "guess"
    seats = ("keeper", "guesser")

    def setup(self) -> To[Asking]:
        return Asking


class Asking(ActivePlayer[Guess]):
    """The args are other for each role."""

    description = "{actplayer} must say something about {what}"
    my_turn = "{you} must say something about {what}"

    def args(self, game: Guess, role: str) -> dict[str, Any]:
        return {"what": 7 if role == "keeper" else "a number", "for": role, "deep": {"list": [1, {"role": role}]}}


@on(Asking, "{actplayer} says yes")
def yes(game: Guess) -> To[GameEnd]:
    return GameEnd


def test_args_are_for_each_role() -> None:
    game = Guess()
    assert {role: game.view(role)["args"]["for"] for role in (*game.roles, "observer")} == {
        role: role for role in (*game.roles, "observer")
    }
    assert game.view("keeper")["question"] == {
        "text": "{you} must say something about {what}",
        "args": {
            "you": {"role": "keeper"},
            "actplayer": {"role": "keeper"},
            "what": 7,
            "for": "keeper",
            "deep": {"list": [1, {"role": "keeper"}]},
        },
    }
    assert game.view("guesser")["question"]["text"] == "{actplayer} must say something about {what}"
    assert "7" not in json.dumps([game.view("guesser")["args"], game.view("observer")["args"]])


def test_a_state_that_says_nothing_has_no_args_and_no_question() -> None:
    game = Guess()
    game.push("yes")
    assert (game.view("keeper")["args"], game.view("keeper")["question"]) == ({}, None)
    assert State[Any]().args(game, "keeper") == {}
    assert State[Any]().enter(game) is None


@trial
def returns_no_dict(game: Workshop) -> Any:
    return 5


@trial
def returns_a_token(game: Workshop) -> Any:
    return {"token": game.open[0]}


@trial
def returns_nan(game: Workshop) -> Any:
    return {"odds": [float("nan")]}


@pytest.mark.parametrize(
    ("guilty", "said"),
    [
        (returns_no_dict, "args of state 'Work' returned 5; return a dict with a value for each name"),
        (returns_a_token, "args of state 'Work.token' cannot hold piece(face='a'): only JSON values"),
        (returns_nan, "args of state 'Work.odds' cannot hold nan: JSON has no such number"),
    ],
)
def test_args_are_json(guilty: Any, said: str) -> None:
    game = workshop(options={"args": guilty.__name__})
    with pytest.raises(RulesError) as caught:
        game.view("left")
    assert str(caught.value).startswith(said)


def test_one_instance_of_a_state_serves_all_games() -> None:
    assert rules_of(Workshop).by_class[Work].state is rules_of(Workshop).by_name["Work"].state
    assert [node.kind for node in rules_of(Workshop).nodes] == [Work, Step, GameEnd]
    assert [(node.automatic, node.end, node.enters) for node in rules_of(Workshop).nodes] == [
        (False, False, False),
        (True, False, True),
        (False, True, False),
    ]
    assert issubclass(Step, Automatic)
