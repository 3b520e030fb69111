"""The bot of a level: from 1, a beginner, to 5, the best that answers in about a second."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Final

from rondel.players.bots.ladders import LADDERS, spec
from rondel.players.player import Budget, Player, Question

LEVELS: Final = (1, 2, 3, 4, 5)
LONGEST: Final = Budget(seconds=5.0)
"""The time limit of an answer, for a machine on which the simulations take too long."""
UNMEASURED: Final = Budget(seconds=1.0)
"""The same in a game without measurements, whose simulations may take any time."""


class LevelBot(Player):
    """Plays a level of a game by its ladder (`rondel.players.bots.ladders`).

    Most levels have a budget of simulations or positions, so they are as strong on a slow machine as on a quick one. The budget
    of level 5 is a time if measurements showed that to be stronger. ``maker`` makes the player of a spec.
    """

    listens: bool = False
    imagines: bool = True

    def __init__(self, level: int, maker: Callable[[str], Player]) -> None:
        self._level = level
        self._maker = maker
        self._players: dict[str, Player] = {}

    def answer(self, question: Question) -> str:
        game = question.view["game"]
        name = spec(game, self._level, len(question.moves))
        player = self._players.get(name)
        if player is None:
            player = self._players[name] = self._maker(name)
        return player.answer(replace(question, budget=question.budget.within(LONGEST if game in LADDERS else UNMEASURED)))
