"""The library: every language's catalogue, read when it is first asked for.

A folder of translations holds one file for each language, ``de.po``, ``pt_BR.po``. The first folder is the project's own; a
game from elsewhere may bring another, ``locale/`` beside its file. What an earlier folder translates, a later one does not
change.
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
"""English with strange letters, longer and in brackets: what looks ordinary on the screen is not translated."""


_REMEMBERED: Final = 100


class Library(Translator):
    """The translations in some folders, which are asked in that order."""

    def __init__(self, *folders: Path) -> None:
        self._folders = list(folders)
        self._catalogues: dict[str, Catalogue | None] = {}

    def add(self, folder: Path) -> None:
        """Read the translations in that folder, too; one that is known, or is not there, changes nothing.

        Raises `RulesError` for a file that is no catalogue, or has a translation that does not fit its message.
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
        """The tags of the languages there are, English first; the pseudo-language is not one of them."""
        found = {lang for folder in self._folders for lang in _languages(folder)}
        return [ENGLISH, *sorted(found - {ENGLISH, PSEUDO})]

    def catalogue(self, lang: str) -> Catalogue | None:
        """The catalogue of a language, also for a part of the world that has none of its own; None for an unknown one.

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
        if len(self._catalogues) < _REMEMBERED:  # whatever a browser asks for comes by here
            self._catalogues[lang] = known
        return known

    def _matching(self, lang: str) -> str | None:
        """The language there is for the one that is asked for: the same, or the same without the part of the world."""
        available = {each.lower(): each for folder in self._folders for each in _languages(folder)}
        tag = tagged(lang).lower()
        while tag not in available and "-" in tag:
            tag = tag.rpartition("-")[0]
        return available.get(tag)

    def find(self, message: str, lang: str, count: float | None) -> str | None:
        catalogue = self.catalogue(lang)
        return None if catalogue is None else catalogue.find(message, count)


def tagged(name: str) -> str:
    """A language as browsers write it, of what an environment or a file name says.

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
"""What the front door installs."""
