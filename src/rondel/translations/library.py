"""The library: every language's catalogue, read on first use.

A folder of translations has one file for each language, ``de.po``, ``pt_BR.po``. The first folder is the project's own; an
author's game may have another, ``locale/`` beside its file. A later folder does not change translations of an earlier
one.
"""

from __future__ import annotations

from pathlib import Path
from typing import Final

from rondel.engine.text import ENGLISH, Translator
from rondel.errors import RulesError
from rondel.translations.catalogue import Catalogue
from rondel.translations.po import Po

SHIPPED: Final = Path(__file__).parent / "locale"
"""The translations of the engine, the page and the shipped games."""

PSEUDO: Final = "en-XA"
"""The pseudo-language: English with strange letters, longer and in brackets, so that untranslated texts stand out."""


_REMEMBERED: Final = 100


class Library(Translator):
    """The translations in some folders, which are asked in that order."""

    def __init__(self, *folders: Path) -> None:
        self._folders = list(folders)
        self._catalogues: dict[str, Catalogue | None] = {}

    def add(self, folder: Path) -> None:
        """Read the translations in that folder, too; a known or missing folder changes nothing.

        Raises `RulesError` for a file that is not a catalogue, or has a translation that does not fit its message.
        """
        if folder in self._folders or not folder.is_dir():
            return
        for lang in _languages(folder):
            problems = Catalogue(lang, self.catalogue(lang)).take(_read(folder, lang))
            if problems:
                raise RulesError("; ".join(problems))
        self._folders.append(folder)
        self._catalogues.clear()

    def languages(self) -> list[str]:
        """The tags of the available languages, English first, without the pseudo-language."""
        found = {lang for folder in self._folders for lang in _languages(folder)}
        return [ENGLISH, *sorted(found - {ENGLISH, PSEUDO})]

    def catalogue(self, lang: str) -> Catalogue | None:
        """The catalogue of a language, also for a region without its own catalogue; None for an unknown language.

        >>> LIBRARY.catalogue("de_AT.UTF-8").lang
        'de'
        >>> LIBRARY.catalogue("tlh") is None
        True
        """
        if lang in self._catalogues:
            return self._catalogues[lang]
        found = self._matching(lang)
        if found is not None and found not in self._catalogues:
            catalogue = Catalogue(found)
            for folder in self._folders:
                if found in _languages(folder):
                    catalogue.take(_read(folder, found))
            self._catalogues[found] = catalogue
        known = self._catalogues[found] if found is not None else None
        if len(self._catalogues) < _REMEMBERED:  # browsers may ask for any text as a language
            self._catalogues[lang] = known
        return known

    def _matching(self, lang: str) -> str | None:
        """The available language for the requested one: the same, or the same without the region."""
        available = {each.lower(): each for folder in self._folders for each in _languages(folder)}
        tag = tagged(lang).lower()
        while tag not in available and "-" in tag:
            tag = tag.rpartition("-")[0]
        return available.get(tag)

    def find(self, message: str, lang: str, count: float | None) -> str | None:
        catalogue = self.catalogue(lang)
        return None if catalogue is None else catalogue.find(message, count)


def tagged(name: str) -> str:
    """A language tag as in browsers, from an environment variable or a file name.

    >>> tagged("pt_BR.UTF-8"), tagged("de@euro"), tagged("C"), tagged("")
    ('pt-BR', 'de', 'en', 'en')
    """
    tag = name.partition(".")[0].partition("@")[0].replace("_", "-")
    return ENGLISH if tag in ("", "C", "POSIX") else tag


def _languages(folder: Path) -> list[str]:
    return sorted(path.stem.replace("_", "-") for path in folder.glob("*.po"))


def _read(folder: Path, lang: str) -> Po:
    path = folder / f"{lang.replace('-', '_')}.po"
    try:
        return Po(path.read_text(encoding="utf-8"), f"{folder.name}/{path.name}")
    except UnicodeDecodeError as error:
        raise RulesError(f"{folder.name}/{path.name} is not UTF-8: {error}; save it as UTF-8") from error


LIBRARY: Final = Library(SHIPPED)
"""The library that the front door installs."""
