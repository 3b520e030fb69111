"""What a table gets from outside besides its log: the rules of its game, and how a page shows it."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from rondel.engine import Game
from rondel.server import protocol


def _kind(bot: str) -> str:
    return bot


def _plain(scene: protocol.Json) -> protocol.Json:
    return scene


@dataclass(frozen=True)
class Rules:
    """The rules of one game, and its labels and looks."""

    game: type[Game]
    bot_label: Callable[[str], str] = _kind
    """Returns the display name of a kind of bot."""
    dressed: Callable[[protocol.Json], protocol.Json] = _plain
    """Returns a scene with the game's own style sheet and drawings, where it has any."""
