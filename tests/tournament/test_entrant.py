"""Entrants: their names, and what names nobody."""

from __future__ import annotations

import pytest

from rondel.errors import BadOption
from rondel.players.bots import UnknownBot
from rondel.tournament.entrant import Entrant, entrants


def test_names_are_given_or_made() -> None:
    assert entrants(["random", " deep = mcts:500", "pipe:./bot --level=2", "random", "ws://host:1/?key=2"]) == (
        Entrant("random#1", "random"),
        Entrant("deep", "mcts:500"),
        Entrant("pipe:./bot --level=2", "pipe:./bot --level=2"),
        Entrant("random#2", "random"),
        Entrant("ws://host:1/?key=2", "ws://host:1/?key=2"),
    )


def test_nobody_and_unknown_bots() -> None:
    with pytest.raises(BadOption, match="'random,,greedy' names nobody at one place"):
        entrants(["random", "", "greedy"])
    with pytest.raises(BadOption, match="names nobody"):
        entrants(["deep="])
    with pytest.raises(UnknownBot, match="did you mean 'mcts'"):
        entrants(["deep=mtcs:100"])
