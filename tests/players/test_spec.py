"""Specs: what a player is called in one text."""

from __future__ import annotations

import pytest

from rondel.players.bots.random_bot import RandomBot
from rondel.players.bots.registry import UnknownBot
from rondel.players.programs.channel import BrokenChannel
from rondel.players.programs.program import Program
from rondel.players.spec import is_program, player


def test_bots_and_programs() -> None:
    assert isinstance(player("random", seed=1), RandomBot)
    program = player("pipe:cat -u")
    assert isinstance(program, Program)
    program.close()
    assert [is_program(each) for each in ("random", "pipe:cat", "ws://localhost:1", "wss://a.example")] == [
        False,
        True,
        True,
        True,
    ]


def test_who_is_not_there() -> None:
    with pytest.raises(UnknownBot, match="did you mean 'greedy'"):
        player("gredy")
    with pytest.raises(BrokenChannel, match="cannot be started"):
        player("pipe:no_such_program")
