"""Translations: reads the catalogues, and finds missing translations.

The engine's texts are in English, and it asks a `Translator`; `LIBRARY`, which the front door installs, reads catalogues:
``locale/de.po`` here for the engine, the page and the shipped games, and ``locale/de.po`` beside an author's own game.

`LIBRARY`, `Library`   the languages, and the catalogue of each
`missing.missing`      the untranslated messages of a game
"""

from rondel.translations.catalogue import Catalogue
from rondel.translations.library import LIBRARY, Library

__all__ = ["LIBRARY", "Catalogue", "Library"]
