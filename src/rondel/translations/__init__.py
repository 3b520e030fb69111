"""Texts in other languages: where translations are kept, read and found missing.

The engine knows English and asks a `Translator`; `LIBRARY`, which the front door installs, is the one that reads catalogues:
``locale/de.po`` here for the engine, the page and the shipped games, and ``locale/de.po`` beside a game of somebody's own.

`LIBRARY`, `Library`   the languages there are, and the catalogue of each
`missing.missing`      what of a game is not translated
"""

from rondel.translations.catalogue import Catalogue
from rondel.translations.library import LIBRARY, Library

__all__ = ["LIBRARY", "Catalogue", "Library"]
