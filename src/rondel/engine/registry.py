"""The registry of games by name; a game is imported when it is first requested."""

from __future__ import annotations

import importlib
from typing import TYPE_CHECKING, Final

from rondel.errors import UnknownGame, closest, quoted

if TYPE_CHECKING:
    from rondel.engine.game import Game

_ENTRIES: Final[dict[str, str]] = {}
LOADED: Final[dict[str, type[Game]]] = {}
"""The games that have been loaded, by name."""


def register(name: str, where: str) -> None:
    """Register a game without importing it: ``where`` is ``"package.module:Class"``."""
    _ENTRIES[name] = where


def register_class(game: type[Game], *, instead: bool = False) -> None:
    """Register a loaded game class by its own name, so that its records and snapshots can be read.

    A game that `register` has registered by that name takes precedence, unless ``instead`` is True.
    """
    if instead or game.name not in _ENTRIES:
        LOADED[game.name] = game


def names() -> list[str]:
    """All known names, sorted."""
    return sorted({*_ENTRIES, *LOADED})


def find(name: str) -> type[Game]:
    """The game of that name; a class without a name takes it. Raises `UnknownGame` with the known names."""
    game = LOADED.get(name)
    if game is not None:
        return game
    where = _ENTRIES.get(name)
    if where is None:
        close = closest(name, names())
        hint = f"did you mean {close!r}? " if close else ""
        raise UnknownGame(f"unknown game {quoted(name)}; {hint}known: {', '.join(names())}")
    module, _colon, attribute = where.partition(":")
    found: type[Game] = getattr(importlib.import_module(module), attribute)
    if not found.name:
        found.name = name
    LOADED[name] = found
    return found
