"""Players with three methods, at a table of any game and in a tournament."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Any

import pytest

import rondel
from rondel.adapters.three_methods import ASKED, Chat, ThreeMethods, loaded
from rondel.errors import BadOption
from rondel.players import bot, play
from rondel.tournament import contest

FIRST = '''
class First:
    """Makes the first of its moves."""

    def initialize(self, chat):
        print("what a player prints is not taken for an answer")

    def update(self, message, situation):
        self.situation = situation

    def get_next_move(self):
        return self.situation["moves"][0]["text"]
'''


class Writing:
    """Makes the first of its moves, and writes down what it is told."""

    def __init__(self) -> None:
        self.calls: list[str] = []
        self.situation: dict[str, Any] = {}

    def initialize(self, chat: Chat) -> None:
        self.calls.append("initialize")
        chat.say("here I am")

    def update(self, message: Any, situation: Any) -> None:
        self.calls.append(message["name"])
        self.situation = situation

    def get_next_move(self) -> Any:
        self.calls.append("get_next_move")
        return self.situation["moves"][0]["text"]


def test_it_hears_everything_in_order_and_is_told_before_it_is_asked() -> None:
    writing = Writing()
    player = ThreeMethods(writing)
    game = play(rondel.new("tic_tac_toe"), {"x": player, "o": bot("random", seed=3)})
    answers = [role for role, _text in game.record()["answers"]]
    assert writing.calls[:5] == ["initialize", ASKED, "get_next_move", "mark", "mark"]
    assert writing.calls.count("get_next_move") == writing.calls.count(ASKED) == answers.count("x")
    assert writing.calls.count("mark") == len(answers)
    assert writing.calls[-1] == "@over"
    assert writing.situation["over"] is True
    assert player.chat.lines == ["here I am"]


@pytest.mark.parametrize("name", ["kuhn_poker", "reversi", "cant_stop"])
def test_it_plays_any_game(name: str) -> None:
    game = rondel.new(name, seed=1, seats=2, options={"size": 4} if name == "reversi" else {})
    assert play(game, {role: ThreeMethods(Writing()) for role in game.roles}, limit=400).record()["answers"]


def test_a_move_must_be_a_text() -> None:
    class Wrong(Writing):
        def get_next_move(self) -> Any:
            return ("a1",)

    with pytest.raises(
        BadOption, match=r"get_next_move\(\) returned \('a1',\); it must return the text of a move, such as 'mark\(a1\)'"
    ):
        play(rondel.new("tic_tac_toe"), {"x": ThreeMethods(Wrong()), "o": bot("random")})


def test_it_takes_part_in_a_tournament_by_its_file(tmp_path: Path) -> None:
    """By its moves it is the player it says it is: it never marks another cell than the first that is empty."""
    file = tmp_path / "first.py"
    file.write_text(FIRST, encoding="utf-8")
    named = f"pipe:{sys.executable} -m rondel.adapters.three_methods {file}:First"
    first, _random = contest("tic_tac_toe", [named, "random"], games=4, seed=1)
    assert (first.faults, len(first.results)) == ({}, 4)


@pytest.mark.parametrize(
    ("named", "message"),
    [
        ("first", "'first' names no player; write FILE.py:CLASS"),
        ("gone.py:First", "there is no file 'gone.py'"),
        ("{file}:Second", "has no class 'Second'"),
        ("{file}:Half", "Half in '.*' has no update, get_next_move"),
    ],
)
def test_a_file_without_the_player_is_refused(tmp_path: Path, named: str, message: str) -> None:
    file = tmp_path / "first.py"
    file.write_text(FIRST + "\n\nclass Half:\n    def initialize(self, chat): ...\n", encoding="utf-8")
    with pytest.raises(BadOption, match=message):
        loaded(named.format(file=file))
