"""The library: languages by their tags, and a game's own translations beside the project's."""

from __future__ import annotations

from pathlib import Path

import pytest

import rondel
from rondel.engine.text import install, phrase, plural, render, translate
from rondel.errors import RulesError
from rondel.translations.library import LIBRARY, SHIPPED, Library, tagged

PLAYS = "{actplayer} plays {cell}"


@pytest.mark.parametrize("lang", ["de", "de-AT", "DE", "de_DE.UTF-8", "de-Latn-AT"])
def test_a_part_of_the_world_reads_the_language(lang: str) -> None:
    found = LIBRARY.catalogue(lang)
    assert found is not None
    assert found.lang == "de"


@pytest.mark.parametrize("lang", ["en", "en-GB", "tlh", "", "C", "../de", "xx" * 100])
def test_an_unknown_language_is_english(lang: str) -> None:
    assert LIBRARY.catalogue(lang) is None
    assert translate(PLAYS, lang) == PLAYS


def test_the_pseudo_language_is_not_offered() -> None:
    assert LIBRARY.languages()[0] == "en"
    assert {"de", "ja"} <= set(LIBRARY.languages())
    assert "en-XA" not in LIBRARY.languages()
    assert LIBRARY.find(PLAYS, "en-XA", None) == LIBRARY.find(PLAYS, "en_XA", None) != PLAYS


def test_moves_are_described_in_the_readers_language() -> None:
    move = rondel.new("reversi").moves()[0]
    assert move.describe() == "black plays d3"
    assert move.describe("de") == "Schwarz setzt auf d3"
    assert move.describe("de-CH") == move.describe("de")
    assert move.describe("tlh") == move.describe()
    assert "d3" in move.describe("ja")
    assert move.describe("ja") != move.describe()


def test_the_active_reader_is_addressed() -> None:
    text, args = "{you} must decide again: the table has changed", {"you": {"role": "black"}}
    assert render(text, args, {"black": "Ada"}, "de", reader="black").startswith("du musst neu entscheiden")
    assert render(text, args, {"black": "Ada"}, "de", reader="white").startswith("Ada muss neu entscheiden")


def written(folder: Path, lang: str, body: str) -> Path:
    folder.mkdir(exist_ok=True)
    (folder / f"{lang}.po").write_text(
        f'msgid ""\nmsgstr "Plural-Forms: nplurals=2; plural=(n != 1);\\n"\n\n{body}', encoding="utf-8"
    )
    return folder


def test_a_folder_more(tmp_path: Path) -> None:
    library = Library(SHIPPED)
    before = library.find(PLAYS, "de", None)
    folder = written(
        tmp_path / "locale", "de", f'msgid "{PLAYS}"\nmsgstr "{{actplayer}} tut {{cell}}"\n\nmsgid "Nim"\nmsgstr "Nimm"\n'
    )
    written(folder, "nl", 'msgid "Nim"\nmsgstr "Neem"\n')
    assert library.catalogue("nl") is None
    library.add(folder)
    library.add(folder)
    library.add(tmp_path / "nothing")
    assert library.find("Nim", "de", None) == "Nimm"
    assert library.find(PLAYS, "de", None) == before
    assert "nl" in library.languages()
    assert library.find("Nim", "nl", None) == "Neem"


def test_translations_that_do_not_fit_are_said_at_once(tmp_path: Path) -> None:
    library = Library(SHIPPED)
    folder = written(tmp_path / "locale", "de", 'msgid "{a}"\nmsgstr "{b}"\n\nmsgid "{c}"\nmsgstr "{d}"\n')
    with pytest.raises(RulesError, match=r"locale/de.po, line 4: .*; locale/de.po, line 7: "):
        library.add(folder)
    (folder / "de.po").write_bytes(b'msgid "a"\nmsgstr "\xe4"\n')
    with pytest.raises(RulesError, match=r"locale/de.po is not UTF-8"):
        library.add(folder)
    assert library.find("{a}", "de", None) is None


@pytest.mark.parametrize(("name", "tag"), [("ja_JP.eucJP", "ja-JP"), ("POSIX", "en"), ("en_XA", "en-XA"), ("de", "de")])
def test_names_of_languages(name: str, tag: str) -> None:
    assert tagged(name) == tag


POLISH = r"""
msgid ""
msgstr ""
"Plural-Forms: nplurals=3; plural=(n==1 ? 0 : n%10>=2 && n%10<=4 && (n%100<10 || n%100>=20) ? 1 : 2);\n"

msgid "{number} sheep is counted"
msgid_plural "{number} sheep are counted"
msgstr[0] "{number} owca policzona"
msgstr[1] "{number} owce policzone"
msgstr[2] "{number} owiec policzonych"
"""


def test_a_language_with_three_forms_is_read_in_a_game(tmp_path: Path) -> None:
    sheep = plural("{number} sheep is counted", "{number} sheep are counted", "number")
    (tmp_path / "pl.po").write_text(POLISH, encoding="utf-8")
    install(Library(SHIPPED, tmp_path))
    try:
        said = [render(sheep, {"number": number}, lang="pl-PL") for number in (0, 1, 2, 5, 22)]
        inner = render("{what}!", {"what": phrase(sheep, number=3)}, lang="pl")
        german = render(sheep, {"number": 2}, lang="de")
    finally:
        install(LIBRARY)
    assert said == [
        "0 owiec policzonych", "1 owca policzona", "2 owce policzone", "5 owiec policzonych", "22 owce policzone",
    ]  # fmt: skip
    assert inner == "3 owce policzone!"
    assert german == "2 sheep are counted"
