"""Errors of a game's rules: one line for the author, with the place in their file, and no traceback through Rondel."""

from __future__ import annotations

from pathlib import Path

import pytest

from rondel.errors import GameOver
from rondel.fault import in_rules, told
from tests.cli.commands.test_check import NIM
from tests.cli.shell import rondel


def test_our_errors_speak_for_themselves() -> None:
    assert told(GameOver("it is over")) == "it is over"


def test_an_error_of_ours_is_not_the_authors() -> None:
    assert not in_rules(GameOver("it is over"))


@pytest.mark.parametrize("command", [["play", "--against", "random"], ["perft", "--depth", "2"]])
def test_rules_that_break_down(command: list[str], tmp_path: Path) -> None:
    (tmp_path / "nim.py").write_text(NIM.replace("game.next_player()", "game.next_players()"))
    done = rondel(*command, "nim.py", typed="1\n", cwd=tmp_path)
    assert done.returncode == 1
    said = "AttributeError: 'Nim' object has no attribute 'next_players'; did you mean 'next_player'?"
    assert done.stderr.startswith(f"rondel: the rules of the game broke down: {said}")
    assert done.stderr.endswith(" (in take, nim.py line 40)\n")


def test_one_of_our_errors_says_where_in_the_rules_it_was_raised(tmp_path: Path) -> None:
    (tmp_path / "nim.py").write_text(NIM.replace("set_score(game.player, 1)", 'set_score("three", 1)'))
    done = rondel("check", "nim.py", cwd=tmp_path)
    assert "which is no role: this game has 'one', 'two' (in take, nim.py line 38) (" in done.stdout


def test_a_method_that_is_not_the_games_but_of_a_part(tmp_path: Path) -> None:
    (tmp_path / "nim.py").write_text(NIM.replace("game.next_player()", "game.shuffle(game.sticks)"))
    done = rondel("check", "nim.py", cwd=tmp_path)
    assert "AttributeError: 'Nim' object has no attribute 'shuffle'; a Pile has it (in take, nim.py line 40)" in done.stdout


@pytest.mark.parametrize(
    ("written", "said"),
    [
        ("game.sticks.valeu -= count", "a Prop has no 'valeu'; did you mean 'value'? (in take, nim.py line "),
        ("game.sticks += count", "a Prop is no value itself: "),
    ],
)
def test_an_error_in_our_words_is_one_problem_and_says_where_in_the_rules_it_came_from(
    written: str, said: str, tmp_path: Path
) -> None:
    (tmp_path / "nim.py").write_text(NIM.replace("game.sticks.value -= count", written))
    done = rondel("check", "nim.py", "--games", "1", cwd=tmp_path)
    assert done.returncode == 1
    [problem] = [line for line in done.stdout.splitlines() if line.startswith("  - ")]
    assert said in problem
    assert "(in take, nim.py line " in problem


def test_a_name_of_ours_that_is_not_imported(tmp_path: Path) -> None:
    (tmp_path / "nim.py").write_text(NIM.replace("ActivePlayer, ", ""))
    done = rondel("check", "nim.py", cwd=tmp_path)
    assert "NameError: name 'ActivePlayer' is not defined; import it: from rondel import ActivePlayer" in done.stdout


@pytest.mark.parametrize("command", [["play"], ["diagram"], ["perft", "--depth", "2"]])
def test_a_file_that_cannot_be_loaded(command: list[str], tmp_path: Path) -> None:
    (tmp_path / "nim.py").write_text(NIM.replace("(ActivePlayer[Nim])", "(ActivePlayer[Nim]"))
    done = rondel(*command, "nim.py", cwd=tmp_path)
    assert done.returncode == 1
    assert done.stderr.startswith("rondel: the file cannot be loaded: SyntaxError: ")
    assert done.stderr.count("\n") == 1


def test_a_misspelt_kind_of_state_is_named_with_the_one_that_was_meant(tmp_path: Path) -> None:
    """Where Board Game Arena says nothing to "multiactiveplayer"."""
    source = NIM.replace("ActivePlayer, Game", "MultiActivePlayers, Game").replace("(ActivePlayer[", "(MultiActivePlayers[")
    (tmp_path / "nim.py").write_text(source)
    done = rondel("check", "nim.py", cwd=tmp_path)
    assert done.returncode == 1
    assert "ImportError: cannot import name 'MultiActivePlayers' from 'rondel'" in done.stdout
    assert "; did you mean 'MultipleActivePlayers'?" in done.stdout
