"""The steps of docs/translations.md for a new language, followed in a copy of the catalogues."""

from __future__ import annotations

import re
import shutil
from pathlib import Path

import pytest
import texts

import rondel
from rondel.engine.text import install, render
from rondel.server.catalog import rulebook, translations
from rondel.translations import LIBRARY
from rondel.translations.library import SHIPPED, Library

ROOT = Path(__file__).parents[2]
PAGE = (ROOT / "docs" / "translations.md").read_text(encoding="utf-8")


def test_a_new_language_by_the_steps_of_the_page(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    steps = PAGE.partition("### A new language in an hour")[2].partition("### ")[0]
    named, translated, told = re.findall(r"```\w+\n(.*?)```", steps, re.DOTALL)
    found = re.search(r'"(\w+)": "(.+)"', named)
    assert found is not None
    lang, plurals = found.groups()
    locale = tmp_path / "locale"
    shutil.copytree(SHIPPED, locale)
    collected = texts.collected()
    monkeypatch.setattr(texts, "ROOT", tmp_path)
    monkeypatch.setattr(texts, "SHIPPED", locale)
    monkeypatch.setattr(texts, "TEMPLATE", locale / "messages.pot")
    monkeypatch.setattr(texts, "LANGUAGES", {**texts.LANGUAGES, lang: plurals})
    monkeypatch.setattr(texts, "collected", lambda: collected)

    assert texts.main([]) == 0
    fresh = locale / f"{lang}.po"
    begun = fresh.read_text(encoding="utf-8")
    missing = texts.untranslated(lang, begun)
    for entry in translated.strip().split("\n\n"):
        untranslated = re.sub(r'^msgstr ".*"$', 'msgstr ""', entry, flags=re.MULTILINE)
        assert untranslated in begun, "the page shows the entry as `make texts` writes it"
        begun = begun.replace(untranslated, entry)
    fresh.write_text(begun, encoding="utf-8")
    assert texts.main([]) == 0
    assert fresh.read_text(encoding="utf-8") == begun, "translations stay"
    assert set(missing) - set(texts.untranslated(lang, begun)) == {"Place a disc", "{actplayer} must play a disc"}

    library = Library(locale)
    monkeypatch.setattr(translations, "LIBRARY", library)
    monkeypatch.setattr(rulebook, "BOOKS", (tmp_path,))
    (tmp_path / f"reversi.{lang}.md").write_text(told, encoding="utf-8")
    assert lang in translations.languages()
    assert translations.texts(f"{lang}-XX").messages["Place a disc"] == ["Metu diskon"]
    shown = rulebook.rulebook(rondel.find("reversi"), lang)
    assert (shown.lang, shown.text) == (lang, "Por du, *nigra* kaj *blanka*.")
    install(library)
    try:
        assert render("{actplayer} must play a disc", {"actplayer": "Ada"}, lang=lang) == "Ada devas meti diskon"
        assert render("{actplayer} plays {cell}", {"actplayer": "Ada", "cell": "d3"}, lang=lang) == "Ada plays d3"
    finally:
        install(LIBRARY)
