"""Entrants: their names, and what names nobody."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

from rondel.errors import BadOption
from rondel.players.bots import UnknownBot
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
    with pytest.raises(BadOption, match="'random,,greedy' names nobody at one place"):
        entrants(["random", "", "greedy"])
    with pytest.raises(BadOption, match="names nobody"):
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
        call_up([Entrant("other", "random"), Entrant("mine", spec.format(plain=plain))])
    assert why in str(refused.value)


def test_a_program_that_is_there_is_called_once_and_let_go(tmp_path: Path) -> None:
    notes = tmp_path / "notes"
    program = tmp_path / "program.py"
    program.write_text(f"import sys\nopen({str(notes)!r}, 'a').write(f'began, {{len(sys.stdin.read())}} bytes. ')\n")
    call_up([Entrant("mine", f"pipe:{sys.executable} {program}")])
    assert notes.read_text() == "began, 0 bytes. "
