"""Games by name or file, and options typed as text."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest

import rondel
from rondel import Game, Option
from rondel.cli.named import named, settled
from rondel.errors import BadOption, UnknownGame

FLOCK = Path(__file__).parents[1] / "engine" / "rules" / "flock.py"


class Optional(Game):
    """Has an option of each type."""

    name = "optional"
    options = (Option("size", 8), Option("fast", False), Option("map", "plain", values=("plain", "hills")))


def test_by_name_and_by_file() -> None:
    assert named("tic_tac_toe").__name__ == "TicTacToe"
    assert named(str(FLOCK)).__name__ == "Flock"
    with pytest.raises(UnknownGame, match="no game file"):
        named("there/is/none")


def test_a_file_without_a_game_is_named(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "notes.txt").write_text("a game\n", encoding="utf-8")
    (tmp_path / "mine").mkdir()
    with pytest.raises(UnknownGame, match=r"'notes.txt' is not a Python file: the file with a game ends in .py"):
        named("notes.txt")
    with pytest.raises(UnknownGame, match=r"'mine' is a folder: name the file with the game, 'mine/NAME.py'"):
        named("mine")


@pytest.mark.parametrize(
    ("given", "meant"),
    [
        ([], {}),
        (["size=6", "fast=yes"], {"size": 6, "fast": True}),
        (["fast=False", "map=hills"], {"fast": False, "map": "hills"}),
    ],
)
def test_values_get_their_types(given: list[str], meant: dict[str, Any]) -> None:
    assert settled(Optional, given) == meant


@pytest.mark.parametrize(
    ("given", "message"),
    [
        ("size", "--option 'size' has no value: write --option size=..."),
        ("size=big", "option 'size' cannot be 'big': it is a whole number"),
        ("fast=perhaps", "option 'fast' cannot be 'perhaps': it is yes or no"),
        ("depth=3", "unknown option 'depth': this game has 'size', 'fast', 'map'"),
    ],
)
def test_an_unknown_game_is_named(given: str, message: str) -> None:
    with pytest.raises(BadOption, match=re.escape(message)):
        settled(Optional, [given])


def test_a_package_is_named_by_its_folder_its_file_or_its_module(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "jewels").mkdir()
    source = Path(rondel.__file__).with_name("shelf") / "tic_tac_toe.py"
    rules = source.read_text(encoding="utf-8").replace('name = "tic_tac_toe"', 'name = "jewels"')
    (tmp_path / "jewels" / "rules.py").write_text(rules, encoding="utf-8")
    (tmp_path / "jewels" / "__init__.py").write_text("from .rules import *\n", encoding="utf-8")
    for given in ("jewels", "jewels/", "jewels/__init__.py", "jewels/rules.py", "jewels.rules"):
        assert named(given).name == "jewels", given
