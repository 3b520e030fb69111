"""The law about languages: the languages of a game, and its missing translations."""

from __future__ import annotations

from pathlib import Path
from random import Random

import pytest

import rondel
from rondel.testing import BrokenLaw, check
from rondel.testing.law import NotTried
from rondel.testing.laws.translation import translations
from rondel.translations.missing import missing
from tests.testing.faults.abroad.farewell import HalfTranslated
from tests.testing.faults.abroad.greeting import Greeting
from tests.testing.faults.counting import Counting


def test_a_game_that_is_translated_throughout_keeps_it() -> None:
    translations(Greeting, Random(1), 1)


def test_a_missing_translation_is_named() -> None:
    with pytest.raises(BrokenLaw) as caught:
        translations(HalfTranslated, Random(1), 1)
    assert str(caught.value) == (
        "law 'translations' is broken by greeting: 1 of its texts is not translated into de: 'Farewell'; "
        "`rondel check greeting --lang de` lists them"
    )


def test_a_game_without_translations_has_none_to_try() -> None:
    with pytest.raises(NotTried, match="the game comes with no translations, in a folder locale/ beside its file"):
        translations(Counting, Random(1), 1)


def test_an_own_game_is_read_with_the_catalogues_beside_it(tmp_path: Path) -> None:
    here = Path(__file__).parents[1] / "faults" / "abroad"
    (tmp_path / "locale").mkdir()
    text = (here / "locale" / "de.po").read_text(encoding="utf-8")
    (tmp_path / "locale" / "fr.po").write_text(
        text.partition('msgid "host"')[0].replace("Language: de", "Language: fr"), "utf-8"
    )
    (tmp_path / "greeting.py").write_text((here / "greeting.py").read_text(encoding="utf-8"), encoding="utf-8")
    kind = rondel.load(tmp_path / "greeting.py")
    with pytest.raises(BrokenLaw, match="2 of its texts are not translated into fr: 'host', 'Hello'; "):
        translations(kind, Random(1), 1)


def test_shipped_games_are_tried_in_every_shipped_language(monkeypatch: pytest.MonkeyPatch) -> None:
    kind = rondel.find("reversi")
    translations(kind, Random(1), 1)
    assert missing(kind, "ja") == []
    monkeypatch.setattr(kind, "title", "A title that nobody has translated")
    with pytest.raises(BrokenLaw, match="into de: 'A title that nobody has translated'"):
        translations(kind, Random(1), 1)


def test_translations_of_a_neighbour_in_the_folder_are_no_fault(tmp_path: Path) -> None:
    rules = (Path(__file__).parents[1] / "mistakes" / "market.py").read_text(encoding="utf-8")
    (tmp_path / "market.py").write_text(rules, encoding="utf-8")
    (tmp_path / "locale").mkdir()
    head = 'msgid ""\nmsgstr "Content-Type: text/plain; charset=UTF-8\\n"\n\n'
    (tmp_path / "locale" / "de.po").write_text(f'{head}msgid "Nim"\nmsgstr "Nim"\n', encoding="utf-8")
    kind = rondel.load(tmp_path / "market.py")
    [trial] = check(lambda: rondel.new(kind, seed=1), "translations", seed=1)
    assert trial.skipped == "the folder locale/ beside its file translates other games"
