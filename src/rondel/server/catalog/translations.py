"""The translations that the page fills in itself, one catalogue per language.

The wire carries messages and their arguments. A client fetches the translations of one language once, as a catalogue of the
texts of all games, so it is the same at every table.
"""

from __future__ import annotations

import gzip
from functools import lru_cache

import msgspec

from rondel.engine.text import ENGLISH
from rondel.server import protocol
from rondel.translations import LIBRARY


def languages() -> list[str]:
    """The tags of the languages the page can be read in.

    >>> languages()[0]
    'en'
    """
    return LIBRARY.languages()


def texts(lang: str) -> protocol.Texts:
    """The catalogue of a language; an empty one for English, the language of the messages, and where there is no translation.

    >>> texts("de-AT").lang, texts("tlh").lang
    ('de', 'en')
    """
    catalogue = LIBRARY.catalogue(lang)
    if catalogue is None:
        return protocol.Texts(ENGLISH, (1, 0), {})
    return protocol.Texts(catalogue.lang, catalogue.samples, {one: list(forms) for one, forms in catalogue.messages.items()})


def packed(lang: str) -> bytes:
    """The catalogue as JSON in gzip, a third as large; compressed once and cached.

    >>> len(packed("de")) < len(msgspec.json.encode(texts("de"))) / 2
    True
    """
    catalogue = LIBRARY.catalogue(lang)
    return _packed(ENGLISH if catalogue is None else catalogue.lang)


@lru_cache(maxsize=64)
def _packed(lang: str) -> bytes:
    return gzip.compress(msgspec.json.encode(texts(lang)), mtime=0)
