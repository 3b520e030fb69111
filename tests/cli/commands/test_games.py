"""``rondel games``."""

from __future__ import annotations

import json
import os
import re
import subprocess
from pathlib import Path

import pytest
from rich.cells import cell_len

from rondel.cli.commands.games import row
from rondel.door import find
from rondel.engine import Game
from rondel.engine.text import translate
from rondel.shelf import CATALOGUE
from tests.cli.shell import COMMAND, LOCALE, rondel


def columns(*options: str) -> dict[str, list[str]]:
    """The columns of each line, by its first word."""
    done = rondel("games", *options)
    assert (done.returncode, done.stderr) == (0, "")
    return {line.split()[0]: re.split(r" {2,}", line) for line in done.stdout.splitlines()}


def test_a_line_for_each_game() -> None:
    head, *lines = rondel("games").stdout.splitlines()
    assert head.split() == ["game", "players", "answers", "hidden", "random", "title"]
    assert [line.split()[0] for line in lines] == sorted(CATALOGUE)  # this process's registry may hold games of other tests


def test_the_fields_of_a_line() -> None:
    lines = columns()
    assert lines["tic_tac_toe"] == ["tic_tac_toe", "2", "5-9", "no", "no", "Tic-tac-toe"]
    assert lines["kuhn_poker"] == ["kuhn_poker", "2", "2-300", "yes", "yes", "Kuhn poker"]
    assert lines["battleship"] == ["battleship", "2", "-", "yes", "no", "Battleship"]
    assert lines["cant_stop"] == ["cant_stop", "2-4", "-", "no", "yes", "Can't Stop"]


def test_an_undeclared_fact_is_a_dash() -> None:
    class Silent(Game):
        name = "silent"
        title = "Silent"
        seats = ("one",)

    assert row(Silent, "en") == ("silent", "1", "-", "-", "-", "Silent")


def test_summaries_on_demand() -> None:
    short, long = rondel("games").stdout.splitlines(), rondel("games", "--long").stdout.splitlines()
    assert [long[0], *long[1::2]] == short
    assert [line.strip() for line in long[2::2]] == [find(name).summary for name in sorted(CATALOGUE)]


def test_the_same_for_programs() -> None:
    games = {game["name"]: game for game in json.loads(rondel("games", "--json").stdout)}
    assert sorted(games) == sorted(CATALOGUE)
    assert games["reversi"]["seats"] == ["black", "white"]
    assert games["reversi"]["options"] == [{"name": "size", "text": "Board size", "default": 8, "values": [4, 6, 8]}]
    facts = {"hidden": False, "chance": False, "simultaneous": False, "scores": [0, 64], "length": [1, 60]}
    assert games["reversi"]["facts"] == facts
    assert games["battleship"]["facts"]["length"] == [14, None]


@pytest.mark.parametrize(
    ("lang", "head", "words"),
    [
        ("en", "game", ["yes", "no"]),
        ("de", "Spiel", ["ja", "nein"]),
        ("ja", "ゲーム", ["はい", "いいえ"]),
        ("tlh", "game", ["yes", "no"]),
    ],
)
def test_the_games_in_a_language(lang: str, head: str, words: list[str]) -> None:
    lines = columns("--lang", lang)
    assert next(iter(lines)) == head
    assert lines["battleship"][3:5] == words
    known = lang if lang in ("de", "ja") else "en"
    assert lines["chess"][5] == translate(find("chess").title, known)
    assert (lines["chess"][5] == find("chess").title) is (known == "en")
    long = rondel("games", "--lang", lang, "--long").stdout.splitlines()
    assert long[2].strip() == translate(find(min(CATALOGUE)).summary, known)


@pytest.mark.parametrize("lang", ["en", "de", "ja"])
def test_the_columns_stand_in_line_and_fit_a_terminal_whatever_the_letters(lang: str) -> None:
    lines = rondel("games", "--lang", lang).stdout.splitlines()
    assert len({cell_len(line[: line.rindex("  ")]) for line in lines}) == 1
    assert max(map(cell_len, lines)) <= 80


def test_the_data_are_in_no_language() -> None:
    assert rondel("games", "--json", "--lang", "de").stdout == rondel("games", "--json").stdout


def test_a_plugin_that_cannot_be_loaded_is_named_and_all_others_are_listed(tmp_path: Path) -> None:
    plugin = tmp_path / "broken_plugin-1.0.dist-info"
    plugin.mkdir()
    (plugin / "METADATA").write_text("Metadata-Version: 2.1\nName: broken-plugin\nVersion: 1.0\n", encoding="utf-8")
    (plugin / "entry_points.txt").write_text("[rondel.games]\nwreck = broken_plugin:Wreck\n", encoding="utf-8")
    (tmp_path / "broken_plugin.py").write_text("raise RuntimeError('no rules here')\n", encoding="utf-8")
    environment = {**os.environ, **LOCALE, "PYTHONPATH": str(tmp_path), "PYTHONIOENCODING": "utf-8"}
    done = subprocess.run([*COMMAND, "games", "--json"], capture_output=True, text=True, check=False, env=environment)
    assert [game["name"] for game in json.loads(done.stdout)] == sorted(CATALOGUE)
    assert done.returncode == 1
    assert "'wreck'" in done.stderr
    assert "no rules here" in done.stderr
    assert "Traceback" not in done.stderr
