"""Notations: formats besides the record in which whole games of a kind are written, such as PGN.

A module that writes games of a kind enrols its function here, by the name of the game and the usual end of such a file. Whoever
hands games out asks for those there are, and so need not know any game.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING, Any, Final, TypeAlias

from rondel.errors import UnknownNotation, quoted

if TYPE_CHECKING:
    from rondel.engine.play.playable import Playable

Writer: TypeAlias = Callable[[Any, Mapping[str, str], str, Sequence[str]], str]
"""Writes a whole game: given the game, who played which role, when it began, as in 2026-11-22, where that is known, and who has
won, where that is known better than by the game: by agreement, say."""

_WRITERS: Final[dict[str, dict[str, Writer]]] = {}


def enrol(game: str, notation: str, writer: Writer) -> None:
    """Have games of that name written so in that notation."""
    _WRITERS.setdefault(game, {})[notation] = writer


def notations(game: str) -> tuple[str, ...]:
    """The notations of the game of that name.

    >>> import rondel
    >>> rondel.new("chess").name in _WRITERS, notations("chess"), notations("reversi")
    (True, ('pgn',), ())
    """
    return tuple(_WRITERS.get(game, ()))


def written(game: Playable, notation: str, names: Mapping[str, str], date: str = "", winners: Sequence[str] = ()) -> str:
    """The whole game in one of its notations, all that is hidden included. Raises `UnknownNotation`."""
    writer = _WRITERS.get(game.name, {}).get(notation)
    if writer is None:
        there = ", ".join(notations(game.name)) or "none besides its record"
        raise UnknownNotation(f"{game.name} is not written in {quoted(notation)}; its notations: {there}")
    return writer(game, names, date, winners)
