"""Offers: the games that can be played here, as the lobby shows them."""

from __future__ import annotations

import rondel
from rondel.server import protocol


def offers() -> list[protocol.GameInfo]:
    """Every game that is known, in the registry's order."""
    return [_offer(rondel.find(name)) for name in rondel.games()]


def _offer(game: type[rondel.Game]) -> protocol.GameInfo:
    return protocol.GameInfo(
        name=game.name,
        title=game.title,
        summary=game.summary,
        roles=tuple(game.seats),
        fewest=game.fewest or len(game.seats),
        options=[option.to_json() for option in game.options],
    )
