"""Missing translations are listed."""

from __future__ import annotations

from pathlib import Path

import pytest

import rondel
from rondel.errors import RulesError
from rondel.translations.library import LIBRARY, SHIPPED, Library
from rondel.translations.missing import missing

EXAMPLES = Path(rondel.__file__).resolve().parents[2] / "examples"


@pytest.mark.parametrize("lang", [*LIBRARY.languages(), "en-XA"])
@pytest.mark.parametrize("name", rondel.games())
def test_the_shipped_games_are_translated(name: str, lang: str) -> None:
    assert missing(rondel.find(name), lang) == []


def test_a_game_that_is_not_translated() -> None:
    lost = missing(rondel.load(EXAMPLES / "nim.py"), "de", Library(SHIPPED))  # other tests add folders to the shared library
    assert "{actplayer} must take sticks" in lost
    assert "Board" not in lost  # another game has a board as well
    assert missing(rondel.load(EXAMPLES / "nim.py"), "en") == []


def test_a_folder_beside_a_game_translates_it(tmp_path: Path) -> None:
    (tmp_path / "nim.py").write_text((EXAMPLES / "nim.py").read_text(encoding="utf-8"), encoding="utf-8")
    (tmp_path / "locale").mkdir()
    (tmp_path / "locale" / "de.po").write_text(
        'msgid "{actplayer} must take sticks"\nmsgstr "{actplayer} muss Hölzchen nehmen"\n'
    )
    library = Library(SHIPPED, tmp_path / "locale")
    game = rondel.load(tmp_path / "nim.py")
    assert set(missing(game, "de", Library(SHIPPED))) - set(missing(game, "de", library)) == {"{actplayer} must take sticks"}
    assert LIBRARY.find("{actplayer} must take sticks", "de", None) == "{actplayer} muss Hölzchen nehmen"


def test_a_language_nobody_has_begun() -> None:
    with pytest.raises(RulesError, match=r"there is no translation into 'tlh'; there are: en, de, "):
        missing(rondel.find("reversi"), "tlh")
