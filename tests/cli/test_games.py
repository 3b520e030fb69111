"""``rondel games``."""

from __future__ import annotations

import json

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
    assert games["reversi"]["options"] == [{"name": "size", "text": "Board size", "default": 8, "values": [6, 8]}]
