"""The rules page of a game, in words and as the states of its machine.

The words of a shipped game are those of its page in the documentation, which a wheel carries as ``rulebooks/``. The words of
any other game lie beside its rules as ``NAME.md``, or are its module's docstring. They are Markdown for players: the part from
the first code example on is for programmers and is left out; blocks of ``position`` are pictures (`illustrations`). A
translation lies beside the English page, as ``NAME.de.md``.
"""

from __future__ import annotations

import inspect
import re
import sys
from pathlib import Path
from typing import Final

import rondel
from rondel.engine.checks.state_graph import state_graph
from rondel.engine.text import ENGLISH
from rondel.server import protocol
from rondel.server.catalog.illustrations import illustrated
from rondel.sources import file_of

BOOKS: Final = (Path(__file__).parents[1] / "rulebooks", Path(__file__).parents[4] / "docs" / "games")
"""The folders of the pages of shipped games: in a wheel, and in a checkout."""

_CODE: Final = re.compile(r"^(```|>>> )", re.MULTILINE)
_TITLE: Final = re.compile(r"\A# [^\n]*\n+")
_LANG: Final = re.compile(r"[A-Za-z]{2,3}(-[A-Za-z0-9]{2,8})*")
_COMMAND: Final = re.compile(r"[;,.] `rondel play [^`]*`")


def rulebook(game: type[rondel.Game], lang: str = ENGLISH) -> protocol.GameRules:
    """The rules of a game in that language where they are translated, else in English. Raises `DefinitionError` for invalid
    rules.

    >>> told = rulebook(rondel.find("tic_tac_toe"))
    >>> told.title, told.states[0].name, told.ways[1]
    ('Tic-tac-toe', 'PlayerTurn', GameWay(begin='PlayerTurn', goal='GameEnd', label='mark'))
    """
    graph = state_graph(game)
    states = tuple([protocol.GameState(each.name, each.kind, each.words) for each in graph.states])
    ways = tuple([protocol.GameWay(each.begin, each.goal, each.label) for each in graph.transitions])
    source, spoken = _text(game, lang)
    text, positions = illustrated(game, source)
    return protocol.GameRules(
        game.name, game.title, game.summary, for_players(text), states, ways, graph.first, spoken, positions
    )


def for_players(text: str) -> str:
    """The part of a page that is for players: everything before the first code example, without the title and the command.

    >>> for_players("# Go\\n\\nTwo play; `rondel play go`.\\n\\nA move is `lay(d4)`:\\n\\n```python\\n>>> 1\\n```\\n")
    'Two play.'
    """
    text = _COMMAND.sub("", text)
    code = _CODE.search(text)
    if code is None:
        return _TITLE.sub("", text).strip()
    kept = text[: code.start()].rstrip()
    if kept.endswith(":"):  # what leads up to the example
        kept = kept.rpartition("\n\n")[0]
    return _TITLE.sub("", kept).strip()


def _text(game: type[rondel.Game], lang: str) -> tuple[str, str]:
    """The page, and the language it is in."""
    source = file_of(game)
    shipped = game.__module__.startswith("rondel.shelf.")
    beside = [source.parent] if source is not None else []
    for folder in BOOKS if shipped else beside:
        for spoken in _spoken(lang):
            path = folder / f"{game.name}.{spoken}.md"
            if path.is_file():
                return path.read_text(encoding="utf-8"), spoken
        path = folder / f"{game.name}.md"
        if path.is_file():
            return path.read_text(encoding="utf-8"), ENGLISH
    module = sys.modules.get(game.__module__)
    return inspect.cleandoc((module.__doc__ if module is not None else None) or game.__doc__ or ""), ENGLISH


def _spoken(lang: str) -> tuple[str, ...]:
    """The languages that suit a reader of one language: that language and the one it is a variety of. Empty for text that names
    no language; it may come from anywhere and becomes part of a file name here.

    >>> _spoken("de-AT"), _spoken("ja"), _spoken("../../etc/passwd")
    (('de-AT', 'de'), ('ja',), ())
    """
    if not _LANG.fullmatch(lang):
        return ()
    return tuple(dict.fromkeys([lang, lang.partition("-")[0]]))
