"""Reading .po files: compared with Babel, which writes them."""

from __future__ import annotations

import io

import pytest
from babel.messages.catalog import Catalog
from babel.messages.pofile import read_po, write_po
from hypothesis import given
from hypothesis import strategies as st

from rondel.errors import RulesError
from rondel.translations.library import SHIPPED
from rondel.translations.po import Po

HEADER = 'msgid ""\nmsgstr ""\n"Language: de\\n"\n"Plural-Forms: nplurals=2; plural=(n != 1);\\n"\n\n'
WORDS = st.text(st.characters(codec="utf-8", exclude_categories=("Cs", "Cc", "Zl", "Zp")), min_size=1, max_size=200)


def test_messages_with_plurals_comments_and_several_lines() -> None:
    po = Po(
        HEADER
        + "# a comment\n#: rondel/x.py\n#. a note\n"
        + 'msgid "{player} passes"\nmsgstr "{player} passt"\n'
        + '# the next begins without a blank line\nmsgid ""\n"two "\n"lines"\nmsgstr "a \\"b\\"\\n"\n"c\\\\d"\n\n'
        + 'msgid "{n} card"\nmsgid_plural "{n} cards"\nmsgstr[0] "{n} Karte"\nmsgstr[1] "{n} Karten"\n',
        "de.po",
    )
    assert po.header["Language"] == "de"
    assert [(each.one, each.many, each.forms) for each in po.entries] == [
        ("{player} passes", "", ("{player} passt",)),
        ("two lines", "", ('a "b"\nc\\d',)),
        ("{n} card", "{n} cards", ("{n} Karte", "{n} Karten")),
    ]
    assert po.entries[0].line == 9
    assert all(each.translated for each in po.entries)


def test_fuzzy_messages_are_left_out() -> None:
    po = Po(
        HEADER
        + '#, fuzzy\nmsgid "a"\nmsgstr "b"\n\n#~ msgid "old"\n#~ msgstr "alt"\n\n'
        + '#, python-brace-format\nmsgid "c"\nmsgstr ""\n\nmsgid "d"\nmsgid_plural "e"\nmsgstr[0] "f"\nmsgstr[1] ""\n',
        "de.po",
    )
    assert [each.one for each in po.entries] == ["c", "d"]
    assert not any(each.translated for each in po.entries)


@given(st.dictionaries(WORDS, WORDS, max_size=5), st.dictionaries(st.tuples(WORDS, WORDS), st.tuples(WORDS, WORDS), max_size=3))
def test_babels_files_are_read_back(plain: dict[str, str], plurals: dict[tuple[str, str], tuple[str, str]]) -> None:
    catalog = Catalog(locale="de", fuzzy=False)
    for one, said in plain.items():
        catalog.add(one, said)
    for pair, forms in plurals.items():
        if pair[0] not in plain:
            catalog.add(pair, forms)
    out = io.BytesIO()
    write_po(out, catalog, width=60)
    read = {each.one: (each.many, each.forms) for each in Po(out.getvalue().decode(), "de.po").entries}
    wanted = {
        message.id if isinstance(message.id, str) else message.id[0]: (
            "" if isinstance(message.id, str) else message.id[1],
            (message.string,) if isinstance(message.string, str) else tuple(message.string or ()),
        )
        for message in catalog
        if message.id
    }
    assert read == wanted


@pytest.mark.parametrize("path", sorted(SHIPPED.glob("*.po")), ids=lambda path: path.name)
def test_the_shipped_files_are_read_as_babel_reads_them(path: object) -> None:
    text = (SHIPPED / getattr(path, "name", "")).read_text(encoding="utf-8")
    babel = {
        message.id if isinstance(message.id, str) else message.id[0]: (
            (message.string,) if isinstance(message.string, str) else tuple(message.string or ())
        )
        for message in read_po(io.BytesIO(text.encode()))
        if message.id
    }
    assert {each.one: each.forms for each in Po(text, "x.po").entries} == babel


@pytest.mark.parametrize(
    ("text", "wrong"),
    [
        ('msgid "a"\nmsgstr b\n', "x.po, line 2, is 'msgstr b': expected msgid, msgstr, or a text in \"quotes\""),
        ('msgid "a"\n', "x.po, line 1, is not a message: it has no msgid or no msgstr"),
        ('\n\nmsgstr "a"\n', "x.po, line 3, is not a message: it has no msgid or no msgstr"),
        ('"a"\n', "x.po, line 1, is a text without a keyword; begin with msgid"),
        ('msgid "a"\nmsgid "b"\nmsgstr "c"\n', "x.po, line 2, has msgid twice in one message"),
        (
            'msgctxt "x"\nmsgid "a"\nmsgstr "b"\n',
            "x.po, line 1, has a msgctxt: contexts are not read; give the message another English text",
        ),
    ],
)
def test_an_invalid_po_file_is_refused_with_its_line(text: str, wrong: str) -> None:
    with pytest.raises(RulesError) as caught:
        Po(text, "x.po")
    assert str(caught.value) == wrong
