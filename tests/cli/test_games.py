"""``rondel games``."""

from __future__ import annotations

import json
import re

import pytest
from rich.cells import cell_len

from rondel.door import find
from rondel.engine.text import translate
from rondel.games import CATALOGUE
from tests.cli.shell import rondel


def test_a_line_for_each_game() -> None:
    lines = rondel("games").stdout.splitlines()
    assert [line.split()[0] for line in lines] == sorted(CATALOGUE)  # this process's registry may hold games of other tests
    assert next(line for line in lines if line.startswith("reversi ")).split(maxsplit=3)[1:3] == ["2", "players"]


def test_the_same_for_programs() -> None:
    games = {game["name"]: game for game in json.loads(rondel("games", "--json").stdout)}
    assert sorted(games) == sorted(CATALOGUE)
    assert games["reversi"]["seats"] == ["black", "white"]
    assert games["reversi"]["options"] == [{"name": "size", "text": "Board size", "default": 8, "values": [4, 6, 8]}]


def lines_in(lang: str) -> dict[str, list[str]]:
    """The columns of each game's line in a language."""
    done = rondel("games", "--lang", lang)
    assert (done.returncode, done.stderr) == (0, "")
    return {line.split()[0]: re.split(r" {2,}", line) for line in done.stdout.splitlines()}


@pytest.mark.parametrize(
    ("lang", "counts"),
    [
        ("en", ("1 player", "2 players", "2 to 4 players")),
        ("de", ("1 Person", "2 Personen", "2 bis 4 Personen")),
        ("ja", ("1人", "2人", "2～4人")),
        ("tlh", ("1 player", "2 players", "2 to 4 players")),
    ],
)
def test_the_games_in_a_language(lang: str, counts: tuple[str, str, str]) -> None:
    lines = lines_in(lang)
    assert (lines["shephy"][1], lines["reversi"][1], lines["stones"][1]) == counts
    known = lang if lang in ("de", "ja") else "en"
    assert lines["reversi"][2] == translate(find("reversi").summary, known)
    assert (lines["reversi"][2] == find("reversi").summary) is (known == "en")


def test_the_columns_stand_in_line_whatever_the_letters() -> None:
    starts = {cell_len(line[: line.rindex("  ")]) for line in rondel("games", "--lang", "ja").stdout.splitlines()}
    assert len(starts) == 1


def test_the_data_are_in_no_language() -> None:
    assert rondel("games", "--json", "--lang", "de").stdout == rondel("games", "--json").stdout
