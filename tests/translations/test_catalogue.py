"""The catalogue of one language: the right form for each number, and no unfit message."""

from __future__ import annotations

import pytest

from rondel.errors import RulesError
from rondel.translations.catalogue import Catalogue
from rondel.translations.po import Po

POLISH = "nplurals=3; plural=(n==1 ? 0 : n%10>=2 && n%10<=4 && (n%100<10 || n%100>=20) ? 1 : 2);"
"""As GNU gettext's manual gives it ("Plural forms")."""


def catalogue(lang: str, plurals: str, body: str) -> Catalogue:
    """A catalogue of one file, in which everything fits."""
    made = Catalogue(lang)
    assert made.take(Po(f'msgid ""\nmsgstr "Plural-Forms: {plurals}\\n"\n\n{body}', f"{lang}.po")) == []
    return made


def sheep(*forms: str) -> str:
    written = "".join(f'msgstr[{number}] "{form}"\n' for number, form in enumerate(forms))
    return f'msgid "{{n}} sheep is out"\nmsgid_plural "{{n}} sheep are out"\n{written}'


@pytest.mark.parametrize(
    ("n", "said"),
    [
        (0, "owiec"), (1, "owca"), (2, "owce"), (4, "owce"), (5, "owiec"), (11, "owiec"), (12, "owiec"), (14, "owiec"),
        (21, "owiec"), (22, "owce"), (25, "owiec"), (100, "owiec"), (102, "owce"), (112, "owiec"), (-2, "owce"), (1.5, "owiec"),
    ],
)  # fmt: skip
def test_polish_has_three_forms(n: float, said: str) -> None:
    polish = catalogue("pl", POLISH, sheep("{n} owca", "{n} owce", "{n} owiec"))
    assert polish.find("{n} sheep is out", n) == "{n} " + said


def test_one_form_and_two() -> None:
    japanese = catalogue("ja", "nplurals=1; plural=0;", sheep("羊{n}頭"))
    german = catalogue("de", "nplurals=2; plural=(n != 1);", sheep("{n} Schaf", "{n} Schafe"))
    assert {japanese.find("{n} sheep is out", n) for n in (0, 1, 2, 5)} == {"羊{n}頭"}
    assert [german.find("{n} sheep is out", n) for n in (0, 1, 2)] == ["{n} Schafe", "{n} Schaf", "{n} Schafe"]


def test_the_page_is_sent_a_number_for_each_form() -> None:
    polish = catalogue("pl", POLISH, sheep("{n} owca", "{n} owce", "{n} owiec"))
    sent = polish.to_json()
    assert sent == {
        "lang": "pl",
        "samples": [1, 2, 0],
        "messages": {"{n} sheep is out": ["{n} owca", "{n} owce", "{n} owiec"]},
    }
    assert [polish.form(number) for number in sent["samples"]] == [0, 1, 2]


def test_an_untranslated_message_is_not_found() -> None:
    german = catalogue("de", "nplurals=2; plural=(n != 1);", 'msgid "a"\nmsgstr ""\n')
    assert german.find("a") is None
    assert german.find("b", 2) is None


def test_known_messages_stay() -> None:
    german = catalogue("de", "nplurals=2; plural=(n != 1);", 'msgid "draw"\nmsgstr "unentschieden"\n')
    german.take(Po('msgid "draw"\nmsgstr "ziehen"\n\nmsgid "go"\nmsgstr "los"\n', "more.po"))
    assert (german.find("draw"), german.find("go")) == ("unentschieden", "los")


@pytest.mark.parametrize(
    ("body", "wrong"),
    [
        (
            'msgid "{a} plays {b}"\nmsgstr "{a} spielt {c}"\n',
            "x.po, line 4: the translation '{a} spielt {c}' has the placeholder {c}, the message has {a}, {b}",
        ),
        (
            'msgid "go"\nmsgstr "los {a}"\n',
            "x.po, line 4: the translation 'los {a}' has the placeholder {a}, the message has none",
        ),
        (
            'msgid "{a}"\nmsgstr "{a"\n',
            "x.po, line 4: the translation '{a' has broken braces: expected '}' before end of string",
        ),
        (sheep("{n} Schaf"), "x.po, line 4: '{n} sheep is out' has 1 forms; de has 2 for it"),
    ],
)
def test_a_translation_that_does_not_fit_is_left_out_and_said(body: str, wrong: str) -> None:
    german = Catalogue("de")
    assert german.take(Po(f'msgid ""\nmsgstr "Plural-Forms: nplurals=2; plural=(n != 1);\\n"\n\n{body}', "x.po")) == [wrong]
    assert german.messages == {}


@pytest.mark.parametrize(
    ("plurals", "wrong"),
    [
        ("nplurals=2;", "x.po has the Plural-Forms 'nplurals=2;'; write 'nplurals=2; plural=(n != 1);'"),
        ("nplurals=2; plural=(n !== 1);", "which cannot be read"),
        ("nplurals=3; plural=(n != 1);", "x.po says nplurals=3, but its rule '(n != 1)' gives 2 forms"),
    ],
)
def test_a_plural_rule_that_is_none(plurals: str, wrong: str) -> None:
    with pytest.raises(RulesError) as caught:
        Catalogue("de").take(Po(f'msgid ""\nmsgstr "Plural-Forms: {plurals}\\n"\n', "x.po"))
    assert wrong in str(caught.value)


def test_plurals_need_a_rule_and_all_files_the_same() -> None:
    with pytest.raises(RulesError, match=r"x.po has plurals but no Plural-Forms in its header"):
        Catalogue("de").take(Po(sheep("{n} Schaf", "{n} Schafe"), "x.po"))
    german = catalogue("de", "nplurals=2; plural=(n != 1);", "")
    assert german.take(Po(sheep("{n} Schaf", "{n} Schafe"), "x.po")) == []
    with pytest.raises(RulesError, match=r"x.po has another plural rule"):
        Catalogue("de", german).take(Po('msgid ""\nmsgstr "Plural-Forms: nplurals=1; plural=0;\\n"\n', "x.po"))
