"""Rulebooks: what a game's page says to players, and nothing that is for programmers."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

import rondel
from rondel.door import shipped
from rondel.engine.text import translate
from rondel.server.catalog.rulebook import for_players, rulebook
from rondel.translations import LIBRARY
from tests.server.harness import Running

OWN = '''"""Own: whoever says so has won."""

import rondel
from rondel.shelf.tic_tac_toe import TicTacToe

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
    (tmp_path / f"{game.name}.de.md").write_text("# Eigenes\n\nSag es.\n", encoding="utf-8")
    assert [rulebook(game, lang).text for lang in ("de", "de-AT", "ja", "en")] == ["Sag es.", "Sag es.", "Say so.", "Say so."]


def test_what_names_no_language_names_no_file(tmp_path: Path) -> None:
    path = tmp_path / "own.py"
    path.write_text(OWN, encoding="utf-8")
    game = rondel.load(str(path))
    (tmp_path / f"{game.name}.x").mkdir()
    (tmp_path / "secret.md").write_text("nobody's", encoding="utf-8")
    for lang in ("x/../secret", "../secret", "", "d" * 300, "de\0"):
        assert rulebook(game, lang).text == "Own: whoever says so has won."


TRANSLATED = [lang for lang in LIBRARY.languages() if lang != "en"]


@pytest.mark.parametrize("lang", TRANSLATED)
@pytest.mark.parametrize("name", rondel.games())
def test_every_shipped_game_tells_its_rules_in_every_language(name: str, lang: str) -> None:
    """The same paragraphs, rows and moves as in English, under the translated title."""
    game = rondel.find(name)
    english, told = rulebook(game), rulebook(game, lang)
    assert (english.lang, told.lang) == ("en", lang)

    def shape(text: str) -> list[int]:
        return [text.count("\n- "), text.count("\n| "), text.count("\n## "), text.count("\n1. ")]

    assert shape(told.text) == shape(english.text)
    for code in set(re.findall(r"`(\w+)", english.text)):
        if code not in ("True", "False", "e2e4", "e7e8q", "k"):
            assert f"`{code}" in told.text, code
    title = translate(game.title, lang)
    page = (Path(__file__).parents[3] / "docs" / "games" / f"{name}.{lang}.md").read_text(encoding="utf-8")
    assert page.splitlines()[0] == f"# {title}"


def test_the_pages_of_games_are_in_the_languages_of_the_texts() -> None:
    pages = Path(__file__).parents[3] / "docs" / "games"
    assert {path.suffixes[0] for path in pages.glob("*.*.md")} == {f".{lang}" for lang in TRANSLATED}
    assert {path.name.partition(".")[0] for path in pages.glob("*.md")} == set(shipped())


def test_what_leads_up_to_an_example_is_left_out_with_it() -> None:
    assert for_players("Two play.\n\nAn example:\n\n>>> 1\n1\n") == "Two play."
    assert for_players("# A\n\nNo code at all.") == "No code at all."


def test_rules_are_told_over_http(server: Running) -> None:
    told = server.get("/api/games/reversi/rules").json()
    assert (told["title"], told["first"]) == ("Reversi", ["PlayerTurn"])
    assert {"begin": "NextPlayer", "goal": "GameEnd", "label": ""} in told["ways"]
    assert told["lang"] == "en"
    assert server.get("/api/games/reversi/rules?lang=de").json()["lang"] == "de"
    missing = server.get("/api/games/no_such_game/rules?lang=de")
    assert (missing.status_code, missing.json()["code"]) == (404, "unknown_game")
