"""``rondel check GAME --lang de``: what of a game is not translated into a language?"""

from __future__ import annotations

import json

import rondel
from rondel.cli.named import named
from rondel.errors import BadOption, RulesError
from rondel.translations.library import LIBRARY
from rondel.translations.messages import messages
from rondel.translations.missing import missing


def untranslated(name: str, lang: str, *, as_json: bool) -> None:
    """Print each text that has no translation; ends with exit code 1 if there is one.

    Raises `UnknownGame`, and `BadOption` for a language into which nothing is translated.
    """
    kind: type[rondel.Game] = named(name)
    if lang != "en" and LIBRARY.catalogue(lang) is None:
        raise BadOption(
            f"nothing is translated into {lang!r}; there are {', '.join(LIBRARY.languages())}. A game's own translations are "
            f"in a folder locale/ beside its file: locale/{lang.replace('-', '_')}.po"
        )
    try:
        lost, count = missing(kind, lang), len(messages(kind))
    except RulesError as error:
        raise SystemExit(_fault(kind.name, error, as_json=as_json)) from None
    if as_json:
        print(
            json.dumps({"game": kind.name, "lang": lang, "ok": not lost, "texts": count, "missing": lost}, ensure_ascii=False)
        )
    else:
        print(f"{kind.name}: {count} texts, {len(lost) or 'none'} not translated into {lang}")
        for each in lost:
            print(f"  - {each}")
    if lost:
        raise SystemExit(1)


def _fault(name: str, error: RulesError, *, as_json: bool) -> int:
    """Say what keeps the texts from being read; returns the exit code."""
    print(json.dumps({"game": name, "ok": False, "problems": [str(error)]}) if as_json else f"{name}: {error}")
    return 1
