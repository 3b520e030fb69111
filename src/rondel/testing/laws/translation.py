"""A law about languages: a translated game is translated completely.

translations   every text of the game is translated into each of its languages: a shipped game into all shipped languages,
               another into those with a file in the folder ``locale/`` beside it; a file that translates neither the game's
               title nor half of its texts belongs to another game of the folder
"""

from __future__ import annotations

from random import Random
from typing import Final

from rondel import sources
from rondel.engine import Game
from rondel.testing.law import BrokenLaw, Make, NotTried
from rondel.translations import LIBRARY
from rondel.translations.library import SHIPPED, Library
from rondel.translations.missing import missing

SHOWN: Final = 3
"""How many of the texts that are not translated a message shows."""


def translations(make: Make, random: Random, plies: int) -> None:
    """Every text of the game has a translation into each of its languages."""
    kind = type(make())
    library, langs = _library(kind)
    if not langs:
        raise NotTried("the game comes with no translations, in a folder locale/ beside its file")
    others = 0
    for lang in langs:
        lost = missing(kind, lang, library)
        if not kind.__module__.startswith("rondel.") and _foreign(kind, lang, lost):
            others += 1
            continue
        if lost:
            count = "1 of its texts is" if len(lost) == 1 else f"{len(lost)} of its texts are"
            some = ", ".join([repr(each) for each in lost[:SHOWN]]) + (", ..." if len(lost) > SHOWN else "")
            raise BrokenLaw(
                f"law 'translations' is broken by {kind.name}: {count} not translated into {lang}: {some}; "
                f"`rondel check {kind.name} --lang {lang}` lists them",
                played=(),
            )
    if others == len(langs):
        raise NotTried("the folder locale/ beside its file translates other games")


def _foreign(kind: type[Game], lang: str, lost: list[str]) -> bool:
    """Whether the file of a language is another game's: it has neither the title nor half of the texts that are not shipped."""
    source = sources.file_of(kind)
    if source is None or not lost:
        return False
    titled = kind.title not in missing(kind, lang, Library(source.parent / "locale"))
    shipped = missing(kind, lang, Library(SHIPPED)) if lang in Library(SHIPPED).languages() else []
    return not titled and (not shipped or 2 * len(lost) > len(shipped))


def _library(kind: type[Game]) -> tuple[Library, list[str]]:
    """The folder of a game's translations, and its languages without English."""
    if kind.__module__.startswith("rondel."):
        return LIBRARY, [lang for lang in Library(SHIPPED).languages() if lang != "en"]
    source = sources.file_of(kind)
    folder = source.parent / "locale" if source is not None else None
    if folder is None or not folder.is_dir():
        return LIBRARY, []
    return Library(SHIPPED, folder), [lang for lang in Library(folder).languages() if lang != "en"]
