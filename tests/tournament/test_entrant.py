"""Entrants: their names, and invalid names."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Any

import pytest

import rondel
from rondel.errors import BadOption
from rondel.players.bots.policy_bot import SHIPPED
from rondel.players.bots.registry import UnknownBot
from rondel.tournament.entrant import Entrant, call_up, entrants


def test_names_are_given_or_made() -> None:
    assert entrants(["random", " deep = mcts:500", "pipe:./bot --level=2", "random", "ws://host:1/?key=2"]) == (
        Entrant("random#1", "random"),
        Entrant("deep", "mcts:500"),
        Entrant("pipe:./bot --level=2", "pipe:./bot --level=2"),
        Entrant("random#2", "random"),
        Entrant("ws://host:1/?key=2", "ws://host:1/?key=2"),
    )


def test_nobody_and_unknown_bots() -> None:
    with pytest.raises(BadOption, match="'random,,greedy' has an empty player"):
        entrants(["random", "", "greedy"])
    with pytest.raises(BadOption, match="has an empty player"):
        entrants(["deep="])
    with pytest.raises(UnknownBot, match="did you mean 'mcts'"):
        entrants(["deep=mtcs:100"])


@pytest.mark.parametrize(
    ("spec", "why"),
    [
        ("pipe:./no_such_bot --fast", "'./no_such_bot --fast' cannot be started: No such file or directory"),
        ("pipe:{plain}", "cannot be started: Permission denied"),
        ("pipe:", "cannot be started: there is no command"),
        ("ws://localhost:1", "no program answers at 'ws://localhost:1'"),
        ("ws://", "no program answers at 'ws://'"),
    ],
)
def test_a_program_that_is_not_there_cannot_take_part(tmp_path: Path, spec: str, why: str) -> None:
    plain = tmp_path / "bot.txt"
    plain.write_text("no program")
    with pytest.raises(BadOption, match=r"^'mine' cannot take part, so nothing is played: ") as refused:
        call_up([Entrant("other", "random"), Entrant("mine", spec.format(plain=plain))], rondel.new("reversi"))
    assert why in str(refused.value)


def test_a_program_that_is_there_is_called_once_and_let_go(tmp_path: Path) -> None:
    notes = tmp_path / "notes"
    program = tmp_path / "program.py"
    program.write_text(f"import sys\nopen({str(notes)!r}, 'a').write(f'began, {{len(sys.stdin.read())}} bytes. ')\n")
    call_up([Entrant("mine", f"pipe:{sys.executable} {program}")], rondel.new("reversi"))
    assert notes.read_text() == "began, 0 bytes. "


@pytest.mark.parametrize(
    ("game", "options", "spec", "why"),
    [
        ("reversi", {}, "policy", "Rondel ships no policy for reversi; write policy:FILE for one of your own"),
        ("reversi", {}, "policy~20", "Rondel ships no policy for reversi"),
        ("kuhn_poker", {"hands": 2}, "policy", "the policy is for kuhn_poker with hands=1, and this game has hands=2"),
        ("leduc_poker", {}, "policy:{kuhn}", "is for kuhn_poker, version 1, and this game is leduc_poker, version 1"),
        ("hearts", {}, "alphabeta:500", "'hearts' has 4 players here"),
        ("hearts", {}, "policy/alphabeta", "'hearts' has 4 players here"),
    ],
)
def test_a_bot_whose_game_it_is_not_cannot_take_part(game: str, options: dict[str, Any], spec: str, why: str) -> None:
    kuhn = SHIPPED / "kuhn_poker.json"
    with pytest.raises(BadOption, match=r"^'mine' cannot take part, so nothing is played: ") as refused:
        call_up([Entrant("mine", spec.format(kuhn=kuhn))], rondel.new(game, options=options))
    assert why in str(refused.value)


@pytest.mark.parametrize(
    ("game", "spec"), [("kuhn_poker", "policy"), ("reversi", "policy/greedy"), ("hearts", "alphabeta/greedy")]
)
def test_a_bot_that_can_play_is_let_in(game: str, spec: str) -> None:
    """Who is asked first may know nothing of the game."""
    call_up([Entrant("mine", spec)], rondel.new(game))
