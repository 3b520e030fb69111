"""The page about the command: its examples run as they stand, and the options that it names are there."""

from __future__ import annotations

import json
import re
import shlex
from pathlib import Path
from typing import Any

import pytest
from typer.main import get_command

from rondel.cli.app import app
from tests.cli.shell import rondel

PAGE = (Path(__file__).resolve().parents[2] / "docs" / "cli.md").read_text(encoding="utf-8")
EXAMPLES = [re.split(r"\s{2,}", line.strip())[0] for line in PAGE.splitlines() if line.startswith("    rondel ")]
ROWS = [line.strip("| ").split(" | ", 1) for line in PAGE.splitlines() if line.startswith("| `rondel ")]


def options(*command: str) -> set[str]:
    """The options of a command."""
    found: Any = get_command(app)
    for each in command:
        found = found.commands[each]
    return {name for parameter in found.params for name in (*parameter.opts, *parameter.secondary_opts)}


@pytest.mark.parametrize("example", EXAMPLES)
def test_an_example_runs_as_it_stands(example: str, tmp_path: Path) -> None:
    done = rondel(*shlex.split(example)[1:], typed="quit\n", cwd=tmp_path)
    assert (done.returncode, done.stderr) == (0, "")
    assert " a bot" in done.stdout or " a person" in done.stdout


@pytest.mark.parametrize(("command", "text"), ROWS)
def test_the_options_in_the_table_are_there(command: str, text: str) -> None:
    words = [word for word in shlex.split(command.strip("`"))[1:] if word.isascii()]
    names = [word for word in words if word.islower() and not word.startswith("-")]
    named = {word for word in words if word.startswith("-")} | set(re.findall(r"`(--[a-z-]+)", text))
    assert named <= options(*names)


def test_what_prints_json_and_what_speaks_a_language_is_said() -> None:
    (told,) = re.findall(r"`games`, `check`.*?print JSON with `--json`", PAGE)
    for name in re.findall(r"`(\w+)`", told):
        assert "--json" in options(name), name
    for name in ("games", "play", "replay"):
        assert "--lang" in options(name), name


def test_a_game_of_ones_own_is_begun_checked_recorded_and_looked_at(tmp_path: Path) -> None:
    def run(*words: str, typed: str = "") -> str:
        done = rondel(*words, typed=typed, cwd=tmp_path)
        assert done.returncode == 0, (words, done.stderr)
        return done.stdout

    run("new", "my_game", "--folder", "mine")
    assert (tmp_path / "mine" / "test_my_game.py").exists()
    run("check", "mine/my_game.py", "--games", "1")
    run("play", "mine/my_game.py", "--seed", "3", "--record", "played.json", typed="1\nquit\n")
    record = (tmp_path / "played.json").read_text()
    assert run("replay", "played.json", "--game", "mine/my_game.py") == run(
        "replay", "-", "--game", "mine/my_game.py", typed=record
    )
    run("tree", "mine/my_game.py", "--depth", "1", "--svg", "tree.svg")
    assert (tmp_path / "tree.svg").read_text().startswith("<svg")
    assert json.loads(run("perft", "mine/my_game.py", "--depth", "2", "--json").splitlines()[0])
    assert run("diagram", "mine/my_game.py").startswith("stateDiagram-v2")
    assert run("diagram", "mine/my_game.py", "--format", "svg").startswith("<svg")
    assert run("diagram", "mine/my_game.py", "--format", "text")
