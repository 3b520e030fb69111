"""Puzzles: tables that begin in the course of a game, as an address on somebody's page describes them.

    /api/puzzles/reversi?moves=play_disc(d3) play_disc(c3)&size=6&bot=level:5

``moves`` lead to the position; each is played by the role that is asked. The reader has the seat that is asked there, and bots
of the kind ``bot`` have the others. All else are options of the game.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

import rondel
from rondel.errors import RondelError
from rondel.server.catalog import illustrations
from rondel.server.protocol.refused import Refusal

USUAL: Final = "level:3"
"""The bots of a puzzle that names none."""


def record_of(game: str, given: Mapping[str, str]) -> dict[str, Any]:
    """The record up to the position of a puzzle, with the seats of its bots. Refused where the position cannot be played."""
    options = " ".join([f"{name}={value}" for name, value in given.items() if name not in ("moves", "bot", "lang")])
    try:
        played = illustrations.played(rondel.find(game), {"moves": given.get("moves", ""), "options": options})
    except RondelError as error:
        raise Refusal(error.code, str(error)) from error
    if played.is_over:
        raise Refusal("over", "the game is over after these moves: leave out the last one")
    bots = {role: given.get("bot", USUAL) for role in played.roles if role not in played.active}
    return {**played.record(), "bots": bots}
