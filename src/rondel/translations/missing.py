"""Missing translations."""

from __future__ import annotations

from rondel.engine import Game
from rondel.errors import RulesError
from rondel.translations.library import LIBRARY, Library
from rondel.translations.messages import messages


def missing(game: type[Game], lang: str, library: Library = LIBRARY) -> list[str]:
    """The messages of a game without a translation into a language, in the order of its source; none for English.

    A plural is named by its singular. Raises `RulesError` for a language without translations.

    >>> import rondel
    >>> missing(rondel.find("tic_tac_toe"), "de")
    []
    """
    if lang == "en":
        return []
    catalogue = library.catalogue(lang)
    if catalogue is None:
        raise RulesError(f"there is no translation into {lang!r}; there are: {', '.join(library.languages())}")
    return [each.one for each in messages(game) if catalogue.find(each.one) is None]
