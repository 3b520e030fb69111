"""The translations that the page fills in itself, language by language.

The wire carries messages and their arguments; what they read like in somebody's language is fetched once, as a catalogue. It
holds the texts of every game known here, so it is the same at every table.
"""

from __future__ import annotations

import gzip
from functools import lru_cache

import msgspec

from rondel.engine.text import ENGLISH
from rondel.server import protocol
from rondel.translations import LIBRARY


def languages() -> list[str]:
    """The languages the page may be read in, by their tags.

    >>> languages()[0]
    'en'
    """
    return LIBRARY.languages()


def texts(lang: str) -> protocol.Texts:
    """The catalogue of a language; an empty one of English, which the messages are written in, where there is none.

    >>> texts("de-AT").lang, texts("tlh").lang
    ('de', 'en')
    """
    catalogue = LIBRARY.catalogue(lang)
    if catalogue is None:
        return protocol.Texts(ENGLISH, (1, 0), {})
    return protocol.Texts(catalogue.lang, catalogue.samples, {one: list(forms) for one, forms in catalogue.messages.items()})


def packed(lang: str) -> bytes:
    """The same as JSON in gzip, a third as large; packed once and kept.

    >>> len(packed("de")) < len(msgspec.json.encode(texts("de"))) / 2
    True
    """
    catalogue = LIBRARY.catalogue(lang)
    return _packed(ENGLISH if catalogue is None else catalogue.lang)


@lru_cache(maxsize=64)
def _packed(lang: str) -> bytes:
    return gzip.compress(msgspec.json.encode(texts(lang)), mtime=0)
