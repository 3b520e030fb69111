"""The question that a match would ask now."""

from __future__ import annotations

import rondel
from rondel.engine.imagination import Imagination
from rondel.players import Budget, Question


def asked(game: rondel.Game, budget: Budget | None = None) -> Question:
    """Of the first active role."""
    role = game.active[0]
    return Question(role, game.view(role), budget or Budget(), Imagination(game, role))
