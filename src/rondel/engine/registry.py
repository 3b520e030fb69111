"""The registry of games by name; each is imported when it is first asked for."""

from __future__ import annotations

import difflib
import importlib
from typing import TYPE_CHECKING, Final

from rondel.errors import UnknownGame, quoted

if TYPE_CHECKING:
    from rondel.engine.game import Game

_ENTRIES: Final[dict[str, str]] = {}
LOADED: Final[dict[str, type[Game]]] = {}
"""The games that have been loaded, by name."""


def register(name: str, where: str) -> None:
    """Make a game known: ``where`` is ``"package.module:Class"``."""
    _ENTRIES[name] = where


def enrol(game: type[Game], *, instead: bool = False) -> None:
    """Make a loaded game class known by its own name, so that its records and snapshots find it.

    A registered game of that name stays the one that is found, unless this one is to be found ``instead``.
    """
    if instead or game.name not in _ENTRIES:
        LOADED[game.name] = game


def names() -> list[str]:
    """All known names, sorted."""
    return sorted({*_ENTRIES, *LOADED})


def find(name: str) -> type[Game]:
    """The game of that name. Raises `UnknownGame` with the names that are known."""
    game = LOADED.get(name)
    if game is not None:
        return game
    where = _ENTRIES.get(name)
    if where is None:
        close = difflib.get_close_matches(name, names(), 1)
        hint = f"did you mean {close[0]!r}? " if close else ""
        raise UnknownGame(f"unknown game {quoted(name)}; {hint}known: {', '.join(names())}")
    module, _colon, attribute = where.partition(":")
    found: type[Game] = getattr(importlib.import_module(module), attribute)
    LOADED[name] = found
    return found
