"""Channels: three methods make one, and what goes wrong has a code."""

from __future__ import annotations

import json

import pytest

import rondel
from rondel.errors import RondelError
from rondel.players import play
from rondel.players.programs.channel import BrokenChannel, Channel, NoAnswer
from rondel.players.programs.program import Program


class Here(Channel):
    """A program that is a function in this process; it answers with the last legal move."""

    def __init__(self) -> None:
        self.answers: list[str] = []
        self.closed = 0

    def send(self, text: str) -> None:
        said = json.loads(text)
        if "ask" in said:
            self.answers.append(json.dumps({"ask": said["ask"], "move": said["moves"][-1]}))

    def receive(self, seconds: float | None) -> str:
        return self.answers.pop()

    def close(self) -> None:
        self.closed += 1


def test_a_channel_of_ones_own() -> None:
    here = Here()
    program = Program(here)
    game = play(rondel.new("tic_tac_toe"), {"x": program, "o": program})
    program.close()
    assert [text for _role, text in game.record()["answers"]][:2] == ["mark(c3)", "mark(b3)"]
    assert here.closed == 1


def test_one_that_lacks_a_method_is_none() -> None:
    with pytest.raises(TypeError, match="abstract"):
        Channel()  # type: ignore[abstract]


def test_errors_have_codes() -> None:
    assert {each.code for each in (BrokenChannel, NoAnswer)} == {"broken_channel", "no_answer"}
    assert issubclass(BrokenChannel, RondelError)
