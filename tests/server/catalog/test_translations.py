"""The catalogues that the page is sent."""

from __future__ import annotations

import msgspec
import pytest

from rondel.server.catalog.translations import languages, texts
from rondel.translations import LIBRARY
from tests.server.harness import Running


def test_the_languages_are_those_of_the_library() -> None:
    assert languages() == LIBRARY.languages()


@pytest.mark.parametrize("lang", ["de", "ja", "en-XA"])
def test_a_catalogue_has_every_message_with_all_its_forms(lang: str) -> None:
    sent, known = texts(lang), LIBRARY.catalogue(lang)
    assert known is not None
    assert sent.lang == lang
    assert {one: tuple(forms) for one, forms in sent.messages.items()} == known.messages
    assert [known.form(number) for number in sent.samples] == list(range(len(sent.samples)))
    assert {len(forms) for forms in sent.messages.values()} == {1, len(sent.samples)}


def test_who_asks_for_nonsense_reads_english() -> None:
    assert texts("../../etc").messages == {}


def test_a_catalogue_goes_over_the_line_packed_to_who_unpacks_it(server: Running) -> None:
    plain = server.get("/api/texts/de-AT", headers={"accept-encoding": "identity"})
    smaller = server.get("/api/texts/de-AT", headers={"accept-encoding": "gzip"})
    assert ("content-encoding" in plain.headers, smaller.headers["content-encoding"]) == (False, "gzip")
    assert smaller.content == plain.content == msgspec.json.encode(texts("de"))
    assert int(smaller.headers["content-length"]) < len(plain.content) / 2
