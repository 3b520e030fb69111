"""Every text of the project is in the catalogues, and translated."""

from __future__ import annotations

import re

import texts

from rondel.engine.text import placeholders
from rondel.translations.library import SHIPPED
from rondel.translations.messages import Message
from rondel.translations.po import Po


def test_the_catalogues_are_up_to_date_and_complete() -> None:
    assert texts.problems() == []


def test_what_is_written_depends_on_the_texts_alone() -> None:
    first, second = texts.files(), texts.files()
    assert first == second
    for path, text in first.items():
        assert "POT-Creation-Date" not in text, path
        assert not re.search(r"^#: .*[:\\]|^#: /", text, re.MULTILINE), "a line number or a path of a machine"
        assert all(each.startswith(("#: rondel/", "#: web/src/")) for each in text.splitlines() if each.startswith("#:"))


def test_every_placeholder_of_a_translation_is_one_of_the_message() -> None:
    for path in sorted(SHIPPED.glob("*.po")):
        for entry in Po(path.read_text(encoding="utf-8"), path.name).entries:
            known = {*placeholders(entry.one), *placeholders(entry.many)}
            for form in entry.forms:
                assert set(placeholders(form)) <= known, f"{path.name}, line {entry.line}: {form!r}"


def test_no_translation_forgets_what_it_is_told() -> None:
    """Only who is meant anyway, and the number of a singular, may be left out."""
    for lang in texts.LANGUAGES:
        for entry in Po((SHIPPED / f"{lang}.po").read_text(encoding="utf-8"), lang).entries:
            wanted = set(placeholders(entry.many or entry.one))
            assert wanted - set(placeholders(entry.forms[-1])) == set(), f"{lang}.po, line {entry.line}: {entry.forms[-1]!r}"


def test_a_new_text_is_missed() -> None:
    fresh = texts.template([*texts.collected(), Message("{player} sings a new song", "", "rondel/games/x")])
    for lang in texts.LANGUAGES:
        written = texts.written(texts.updated(lang, fresh), "x", lang, texts.LANGUAGES[lang])
        assert texts.untranslated(lang, written) == ["{player} sings a new song"]


def test_a_fuzzy_translation_is_missed() -> None:
    entry = 'msgid "draw"\nmsgstr "Remis"\n'
    assert texts.untranslated("de", entry) == []
    assert texts.untranslated("de", f"#, fuzzy\n{entry}") == ["draw"]


def test_the_page_is_searched_for_what_it_says() -> None:
    assert texts.spoken('counted("{number} move", "{number} moves", 1)') == [("{number} move", "{number} moves")]
    assert texts.spoken('this.say("no"); x.translate("no"); `${translate("in a template")}`') == [("in a template", "")]
