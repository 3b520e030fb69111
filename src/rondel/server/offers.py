"""Offers: the games that can be played here, as the lobby shows them."""

from __future__ import annotations

import logging

import rondel
from rondel.server import protocol

_logger = logging.getLogger(__name__)


def offers() -> list[protocol.GameInfo]:
    """Every game that can be loaded, in the registry's order; one that cannot is left out and the log says why."""
    found = []
    for name in rondel.games():
        try:
            found.append(offer(rondel.find(name)))
        except Exception:
            _logger.exception("the game %r cannot be loaded, so it is not offered", name)
    return found


def offer(game: type[rondel.Game]) -> protocol.GameInfo:
    """What the lobby must know to offer a game and its options."""
    return protocol.GameInfo(
        name=game.name,
        title=game.title,
        summary=game.summary,
        roles=tuple(game.seats),
        fewest=game.fewest or len(game.seats),
        options=[option.to_json() for option in game.options],
    )
