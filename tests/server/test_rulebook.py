"""Rulebooks: what a game's page says to players, and nothing that is for programmers."""

from __future__ import annotations

from pathlib import Path

import pytest

import rondel
from rondel.server.rulebook import for_players, rulebook
from tests.server.harness import Running

OWN = '''"""Own: whoever says so has won."""

import rondel
from rondel.games.tic_tac_toe import TicTacToe

class Own(TicTacToe):
    """Said of the class."""
'''


@pytest.mark.parametrize("name", rondel.games())
def test_every_shipped_game_tells_its_rules(name: str) -> None:
    told = rulebook(rondel.find(name))
    assert len(told.text) > 250
    assert not {"```", ">>> "} & set(told.text.split())
    assert not told.text.startswith("#")
    assert "rondel play" not in told.text
    names = {state.name for state in told.states}
    assert {*told.first, *[way.goal for way in told.ways]} <= names


def test_a_game_of_ones_own_tells_what_lies_beside_it_else_what_it_says_of_itself(tmp_path: Path) -> None:
    path = tmp_path / "own.py"
    path.write_text(OWN, encoding="utf-8")
    game = rondel.load(str(path))
    assert rulebook(game).text == "Own: whoever says so has won."
    (tmp_path / f"{game.name}.md").write_text("# Own\n\nSay so.\n\n```python\n>>> 1\n```\n", encoding="utf-8")
    assert rulebook(game).text == "Say so."


def test_what_leads_up_to_an_example_is_left_out_with_it() -> None:
    assert for_players("Two play.\n\nAn example:\n\n>>> 1\n1\n") == "Two play."
    assert for_players("# A\n\nNo code at all.") == "No code at all."


def test_rules_are_told_over_http(server: Running) -> None:
    told = server.get("/api/games/reversi/rules").json()
    assert (told["title"], told["first"]) == ("Reversi", ["PlayerTurn"])
    assert {"begin": "NextPlayer", "goal": "GameEnd", "label": ""} in told["ways"]
    missing = server.get("/api/games/no_such_game/rules")
    assert (missing.status_code, missing.json()["code"]) == (404, "unknown_game")
