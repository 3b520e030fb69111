"""Notations: foreign file formats for whole games, such as PGN.

A module that writes such files registers its function here, by the name of the game and the usual file extension. So the server
can offer the files without knowing the games.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING, Any, Final, TypeAlias

from rondel.errors import UnknownNotation, quoted

if TYPE_CHECKING:
    from rondel.engine.play.playable import Playable

Writer: TypeAlias = Callable[[Any, Mapping[str, str], str, Sequence[str]], str]
"""Writes a whole game. The arguments are the game, the players' names by role, the date as in 2026-11-22 if known, and the
winners if they are not the game's own, for example by agreement."""

_WRITERS: Final[dict[str, dict[str, Writer]]] = {}


def register(game: str, notation: str, writer: Writer) -> None:
    """Register the writer of a notation for the game of that name."""
    _WRITERS.setdefault(game, {})[notation] = writer


def notations(game: str) -> tuple[str, ...]:
    """The notations of the game of that name.

    >>> import rondel
    >>> rondel.new("chess").name in _WRITERS, notations("chess"), notations("reversi")
    (True, ('pgn',), ())
    """
    return tuple(_WRITERS.get(game, ()))


def written(game: Playable, notation: str, names: Mapping[str, str], date: str = "", winners: Sequence[str] = ()) -> str:
    """The text of a whole game in one of its notations, hidden data included. Raises `UnknownNotation`."""
    writer = _WRITERS.get(game.name, {}).get(notation)
    if writer is None:
        there = ", ".join(notations(game.name)) or "none besides its record"
        raise UnknownNotation(f"{game.name} is not written in {quoted(notation)}; its notations: {there}")
    return writer(game, names, date, winners)
